"""Chess events in one line, through the same actions the pages use."""

from __future__ import annotations

from datetime import date

from building import user
from crosstable.accounts.models import Player
from crosstable.engine.pairing.small_fields import most_rounds
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, Tournament
from ready_made import ready_made

SIX = {"ann": 2100, "bo": 2000, "cy": 1900, "di": 1800, "ed": 1700, "flo": 1600}


@ready_made
def chess(ratings: dict[str, int], *, started: bool = True, **changes: object) -> Tournament:
    """An event being played, its players entered by the arbiter with their ratings; White first. Five rounds, or as
    many as so few players can play."""
    by = user("vera")
    rounds_played = max(1, min(5, most_rounds(len(ratings))))
    values = {
        "name": "Autumn Open",
        "date": date(2026, 11, 21),
        "total_rounds": rounds_played,
        "initial_color": "white",
    }
    details = Details(**{**values, **changes})  # type: ignore[arg-type]
    tournament = tournaments.create_tournament(details=details, by=by, game="chess")
    tournaments.advance(tournament=tournament, by=by)
    for name, rating in ratings.items():
        entries.add_entry(tournament=tournament, details=EntryDetails(name, rating=rating), by=by)
    if started:
        tournaments.advance(tournament=tournament, by=by)
    tournament.refresh_from_db()
    return tournament


@ready_made
def start_chess(tournament: Tournament) -> None:
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    rounds.start_round(tournament=tournament, by=tournament.owner)


@ready_made
def play_chess(tournament: Tournament, *codes: str) -> None:
    """A whole round, results by board; boards without one are drawn."""
    start_chess(tournament)
    boards = Match.objects.filter(round__tournament=tournament, state="open").order_by("table")
    for n, match in enumerate(boards.select_related("round__tournament", "first__player", "second__player")):
        code = codes[n] if n < len(codes) else "1/2-1/2"
        results.enter_result(match=match, score=parse_score(match, code), by=tournament.owner)
    rounds.close_round(tournament=tournament, by=tournament.owner)


STUCK = (("1/2-1/2", "1/2-1/2", "1-0"), ("1-0", "1/2-1/2", "1/2-1/2"), ("1-0", "1/2-1/2", "1-0"))
"""Results of three rounds after which six players cannot be paired by the rules."""


def stuck_event(**changes: object) -> Tournament:
    """Six players after three rounds; the fourth cannot be paired by the rules."""
    tournament = chess(SIX, **changes)
    for codes in STUCK:
        play_chess(tournament, *codes)
    tournament.refresh_from_db()
    return tournament


@ready_made
def with_account(tournament: Tournament, name: str) -> Player:
    """The player of that name signs in: the entry the arbiter made becomes theirs."""
    account = user(f"{name}-account")
    account.player.delete()
    player = Player.objects.get(entries__tournament=tournament, name=name)
    player.user = account
    player.save()
    return player
