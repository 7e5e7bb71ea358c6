"""The schedule of a pool stage by round, board and player, and the progress of the schedule search."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.models import Entry, Match, Round, RoundStatus, ScheduleSearch, SearchState, Stage
from crosstable.events.queries.matches import with_boards, with_sides

_matches = CompiledQuery(
    lambda stage_id: Match.objects.filter(round__stage=stage_id, round__play_off=0).select_related(
        "round", "pool"
    ),
    int,
)
Holders = Mapping[int, tuple[Entry, str]]
# Extra seconds for a search to start, on top of the solver's time and three times that for finding conflicts.
PATIENCE = 30


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its matches by slot and board, and the entries with a bye."""

    round: Round
    # Counted within the stage, from 1.
    number: int
    matches: Sequence[Match]
    byes: Sequence[Entry]

    @property
    def slots(self) -> int:
        return max((match.slot for match in self.matches), default=1)

    @property
    def decided(self) -> int:
        return sum(match.is_agreed or match.is_void for match in self.matches)


@dataclass(frozen=True, slots=True)
class BoardPlan:
    board: int
    matches: Sequence[Match]


@dataclass(frozen=True, slots=True)
class PlayerPlan:
    entry: Entry
    pool: str
    matches: Sequence[Match]


@dataclass(frozen=True, slots=True)
class SchedulePlan:
    rounds: Sequence[RoundPlan]
    boards: Sequence[BoardPlan]
    players: Sequence[PlayerPlan]


def matches_of_stage(stage: Stage, known: Mapping[int, Entry] | None = None) -> list[Match]:
    """Return the matches in the order of play: round, time if any, slot and board; without play-offs."""
    matches = with_boards(with_sides(_matches(stage.pk), stage.tournament, known), stage.tournament)
    return sorted(matches, key=lambda m: (m.round.number, *_clock(m), m.slot, m.table or 0))


def _clock(match: Match) -> tuple[bool, float]:
    """Sort matches without a time last."""
    return match.planned_at is None, match.planned_at.timestamp() if match.planned_at else 0


def public_matches_of(entry: Entry) -> list[Match]:
    """Return the entry's published matches, in the order of play."""
    mine = Match.objects.filter(Q(first=entry) | Q(second=entry)).exclude(round__status=RoundStatus.DRAFT)
    rows = mine.select_related("round__stage", "pool", "first", "second")
    matches = with_boards(list(rows), entry.tournament)
    return sorted(matches, key=lambda m: (m.round.number, *_clock(m), m.slot))


def schedule_of(stage: Stage) -> SchedulePlan:
    """Return the schedule. Three queries: matches, rounds, seats; one more if an entry has left its seat."""
    rounds = list(stage.rounds.filter(play_off=0).order_by("number"))
    seats = stage.pool_seats.select_related("pool", "entry").defer("entry__list_text")
    holders = {seat.entry_id: (seat.entry, seat.pool.name) for seat in seats.order_by("pool__number", "seat")}
    matches = matches_of_stage(stage, {pk: entry for pk, (entry, _) in holders.items()})
    return SchedulePlan(_rounds(rounds, matches, holders), _boards(matches), _players(matches, holders))


def _rounds(rounds: Sequence[Round], matches: Sequence[Match], holders: Holders) -> list[RoundPlan]:
    by_round: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        by_round[match.round_id].append(match)
    last = _last_rounds(matches)
    plans = []
    for number, round_ in enumerate(rounds, start=1):
        here = by_round[round_.pk]
        playing = {pk for m in here for pk in (m.first_id, m.second_id)}
        # A smaller pool may have finished; byes exist only in pools that still play.
        out = [
            e for pk, (e, pool) in holders.items() if pk not in playing and round_.number <= last.get(pool, 0)
        ]
        plans.append(RoundPlan(round_, number, here, out))
    return plans


def _last_rounds(matches: Sequence[Match]) -> dict[str, int]:
    last: dict[str, int] = {}
    for match in matches:
        if match.pool is not None:
            last[match.pool.name] = max(last.get(match.pool.name, 0), match.round.number)
    return last


def _boards(matches: Sequence[Match]) -> list[BoardPlan]:
    by_board: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        by_board[match.table or 0].append(match)
    return [BoardPlan(board, sorted(there, key=_clock)) for board, there in sorted(by_board.items())]


def _players(matches: Sequence[Match], holders: Holders) -> list[PlayerPlan]:
    mine: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        mine[match.first_id].append(match)
        if match.second_id is not None:
            mine[match.second_id].append(match)
    return [PlayerPlan(entry, pool, sorted(mine[pk], key=_clock)) for pk, (entry, pool) in holders.items()]


def is_alive(search: ScheduleSearch) -> bool:
    """Return whether the search is running and was not abandoned by a process that ended."""
    given = timedelta(seconds=4 * search.seconds + PATIENCE)
    return search.state == SearchState.RUNNING and timezone.now() - search.started_at < given


def search_of(stage: Stage) -> ScheduleSearch | None:
    """Return the latest search of the stage, if any."""
    return ScheduleSearch.objects.filter(stage=stage).first()


def names_of(stage: Stage) -> dict[int, str]:
    """Return the names of all entries in the pools of a stage, by primary key."""
    return dict(stage.pool_seats.values_list("entry_id", "entry__display_name"))
