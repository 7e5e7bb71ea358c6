"""Single games: started and stopped by the organiser, with the times kept (E4)."""

from crosstable.accounts.models import User
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.errors import NotNow
from crosstable.events.models import Match
from crosstable.events.play_errors import MatchNotStarted
from crosstable.events.records.rules import match_words, place_of


def start_game(*, match: Match, by: User) -> Match:
    """The clocks run at this board."""
    with acting(match.round.tournament, by) as act:
        fresh = _fresh(act, match)
        if fresh.game_started_at is not None:
            raise NotNow(action="Starting the game", now=f"{place_of(fresh).lower()} has started")
        fresh.game_started_at = act.now
        fresh.save(update_fields=["game_started_at"])
        act.record("game.started", match_words(fresh), match=fresh)
    return fresh


def stop_game(*, match: Match, by: User) -> Match:
    """The game is over, whatever its result will be."""
    with acting(match.round.tournament, by) as act:
        fresh = _fresh(act, match)
        if fresh.game_started_at is None or fresh.game_stopped_at is not None:
            raise NotNow(action="Stopping the game", now=f"{place_of(fresh).lower()} is not being played")
        fresh.game_stopped_at = act.now
        fresh.save(update_fields=["game_stopped_at"])
        act.record("game.stopped", match_words(fresh), match=fresh)
    return fresh


def _fresh(act: Act, match: Match) -> Match:
    fresh = act.fresh_match(match)
    if fresh.is_bye:
        raise MatchNotStarted(number=match.round.number)
    return fresh
