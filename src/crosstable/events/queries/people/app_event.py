"""An event as the Swiss web app of D tells it: players with points, opponents, colours and the sum of the opponents'
points; rounds with their state."""

from dataclasses import dataclass
from decimal import Decimal

from crosstable.engine.history import EntryHistory, history_of
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.events.models import Entry, Match, Round, RoundStatus, Status, Tournament
from crosstable.events.queries.people.listing import matches_seen, rounds_seen
from crosstable.events.queries.standings.standings import ranking
from crosstable.events.records.tournament import load_tournament

UPCOMING, ONGOING, COMPLETED = "upcoming", "ongoing", "completed"


@dataclass(frozen=True, slots=True)
class AppPlayer:
    """One player of the event; `rank` is None for somebody who left before the first game."""

    entry: Entry
    rank: int | None
    points: Decimal
    buchholz: Decimal
    opponents: list[int]
    colors: list[str]


def app_players(tournament: Tournament) -> list[AppPlayer]:
    """In the order of the standings, those who are not ranked last."""
    history = history_of(load_tournament(tournament))
    against = find_tie_break("OPP").values(history)
    entries = {entry.pk: entry for entry in tournament.entries.defer("list_text").order_by("seed")}
    ranks = {int(row.entry.id): row.rank for row in ranking(tournament).rows}
    order = [*ranks, *(pk for pk in entries if pk not in ranks)]
    by_id = {int(id): record for id, record in history.items()}
    sums = {int(id): Decimal(str(value)) for id, value in against.items()}
    return [_player(entries[pk], ranks.get(pk), by_id[pk], sums[pk]) for pk in order]


def _player(entry: Entry, rank: int | None, record: EntryHistory, buchholz: Decimal) -> AppPlayer:
    met = [game for game in record.games if game.opponent is not None]
    return AppPlayer(
        entry=entry,
        rank=rank,
        points=record.score,
        buchholz=buchholz,
        opponents=[int(game.opponent) for game in met if game.opponent is not None],
        colors=[game.color.value for game in met if game.color is not None],
    )


def app_rounds(tournament: Tournament) -> list[tuple[int, str]]:
    """Every round of the event, those to come too, and its state."""
    states = {round_.number: _state(round_) for round_ in rounds_seen(tournament, drafts=False)}
    return [(number, states.get(number, UPCOMING)) for number in range(1, tournament.total_rounds + 1)]


def app_status(tournament: Tournament) -> str:
    """Over when every result of the last round is in, whether or not somebody has ended the event."""
    if tournament.status == Status.COMPLETE:
        return COMPLETED
    states = {state for _, state in app_rounds(tournament)}
    if tournament.status != Status.IN_PROGRESS or states == {UPCOMING}:
        return UPCOMING
    return COMPLETED if states == {COMPLETED} else ONGOING


def app_pairings(tournament: Tournament, number: int) -> list[Match]:
    """By board, the bye last."""
    return list(matches_seen(tournament, drafts=False).filter(round__number=number))


def _state(round_: Round) -> str:
    if round_.status == RoundStatus.CLOSED:
        return COMPLETED
    waiting = round_.matches.undecided()
    return ONGOING if round_.status != RoundStatus.STARTED or waiting.exists() else COMPLETED
