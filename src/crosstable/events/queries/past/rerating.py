"""What a correction would do to the ratings, reckoned without writing anything."""

from dataclasses import dataclass

from crosstable.engine.model import Outcome
from crosstable.engine.ratings.elo import RatedGame, Rating, round_changes
from crosstable.engine.results import Score
from crosstable.events.models import Match, Policy
from crosstable.events.records.ledger import Ledger, ledger_of_round, rated_games, was_played
from crosstable.events.records.results.corrected import ResultOrBye
from crosstable.events.records.rules import moves_ratings


@dataclass(frozen=True, slots=True)
class BookedSide:
    """What is booked for one of the two; `outcome` is None where no game is left."""

    player: int
    opponent: int
    change: int
    outcome: Outcome | None


def rating_moves(match: Match, ending: ResultOrBye, policy: Policy) -> dict[int, Rating]:
    """By how much ratings and games of which players would move."""
    if policy == Policy.NOTE_ONLY or match.is_bye or not moves_ratings(match.round.tournament):
        return {}
    ledger = ledger_of_round(match.round)
    if policy != Policy.FROM_NOW:
        return ledger.replayed(rated_games(match.round, {match.pk: ending})).differences
    games = was_played(ending) - was_played(match.said)
    sides = booked_difference(ledger, match, match.said, ending)
    return {side.player: Rating(side.change, games) for side in sides if side.change or games}


def booked_difference(
    ledger: Ledger, match: Match, before: ResultOrBye, after: ResultOrBye
) -> list[BookedSide]:
    """The change this game should have made less the one it made; nothing where neither is a rated game."""
    assert match.second is not None
    if not (was_played(before) or was_played(after)):
        return []
    players = match.first.player_id, match.second.player_id
    was, now = (_changes(ledger, players, ending) for ending in (before, after))
    outcomes = _outcomes(after)
    return [BookedSide(players[i], players[1 - i], now[i] - was[i], outcomes[i]) for i in (0, 1)]


def _changes(ledger: Ledger, players: tuple[int, int], ending: ResultOrBye) -> tuple[int, int]:
    outcome = _outcomes(ending)[0]
    if outcome is None:
        return 0, 0
    first, second = round_changes([RatedGame(*players, outcome)], ledger.start, ledger.rules[0])
    return first.change, second.change


def _outcomes(ending: ResultOrBye) -> tuple[Outcome | None, Outcome | None]:
    if not was_played(ending):
        return None, None
    assert isinstance(ending, Score)
    result = ending.to_result()
    return result.first, result.second
