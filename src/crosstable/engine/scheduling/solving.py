"""Schedules under constraints, solved and not patched: the best and its violations, or the clash.

With no constraints, or with ones that the plain schedule meets, the plain schedule is returned unchanged. `violations`
lists the constraints a schedule violates, and where: it reads the schedule alone and never depends on what the solver
reports.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import (
    Group,
    GroupSchedule,
    Schedule,
    ScheduledMatch,
    ScheduledRound,
    ScheduleOptions,
)
from crosstable.engine.scheduling.constraints import (
    Constraint,
    LastBye,
    NotBefore,
    OnBoards,
    OnKind,
    Rest,
    SolverMissing,
    Unavailable,
)
from crosstable.engine.scheduling.problem import Problem, Time, make_problem, seat

if TYPE_CHECKING:
    from crosstable.engine.scheduling.model import Option
    from crosstable.engine.scheduling.search import Solution


@dataclass(frozen=True, slots=True)
class PlacedMatch:
    """A match with its place and time; `index` counts the slots from the start of play."""

    round: int
    slot: int
    board: int
    first: EntryId
    second: EntryId
    index: int = 0


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A constraint that is not met, and the matches that violate it."""

    constraint: Constraint
    matches: tuple[PlacedMatch, ...]

    @property
    def cost(self) -> int:
        return (self.constraint.weight or 0) * len(self.matches)


def violations(problem: Problem, schedule: Schedule) -> tuple[GivenUp, ...]:
    """Return the violations, in the order of the constraints."""
    by_entry = _by_entry(problem, schedule)
    broken = ((c, tuple(_breaking(problem, c, by_entry))) for c in problem.constraints)
    return tuple(GivenUp(constraint, matches) for constraint, matches in broken if matches)


def _by_entry(problem: Problem, schedule: Schedule) -> Mapping[EntryId, list[PlacedMatch]]:
    index = {(time.round, time.slot): time.index for time in problem.times}
    matches_of: dict[EntryId, list[PlacedMatch]] = {entry: [] for entry in problem.entries}
    for group in schedule.groups:
        for round_ in group.rounds:
            for m in round_.matches:
                at = index[round_.number, m.slot]
                placed = PlacedMatch(round_.number, m.slot, m.board, m.first, m.second, at)
                matches_of[m.first].append(placed)
                matches_of[m.second].append(placed)
    return matches_of


def _breaking(
    problem: Problem, constraint: Constraint, matches_of: Mapping[EntryId, list[PlacedMatch]]
) -> Iterator[PlacedMatch]:
    match constraint:
        case Unavailable(entry=entry, round=number, slot=slot):
            yield from (p for p in matches_of[entry] if p.round == number and slot in (None, p.slot))
        case NotBefore(first=first, second=second, round=number):
            yield from (p for p in matches_of[first] if second in (p.first, p.second) and p.round < number)
        case OnBoards(entry=entry) | OnKind(entry=entry):
            boards = problem.boards_for(constraint)
            yield from (p for p in matches_of[entry] if p.board not in boards)
        case Rest(entry=entry, slots=slots):
            for matches in matches_of.values() if entry is None else (matches_of[entry],):
                yield from (
                    later for sooner, later in pairwise(matches) if later.index - sooner.index <= slots
                )
        case LastBye(entry=entry):
            yield from (p for p in matches_of[entry] if p.round == problem.last_round(entry))


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """`extra_slots` are added to every round, where boards would be free but the time is short."""

    seconds: float = 10.0
    workers: int = 1
    extra_slots: int = 0


TEN_SECONDS = SolverOptions()


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of the search: the number of schedules found so far, and the cost of the latest."""

    seconds: float
    solutions: int
    cost: int


@dataclass(frozen=True, slots=True)
class ConstrainedSchedule:
    """`proven`: no schedule has a lower cost. Otherwise time ran out and a better one may exist."""

    schedule: Schedule
    given_up: tuple[GivenUp, ...] = ()
    proven: bool = True

    @property
    def cost(self) -> int:
        return sum(given_up.cost for given_up in self.given_up)


def schedule_with_constraints(
    groups: Sequence[Group],
    options: ScheduleOptions,
    constraints: Sequence[Constraint],
    board_kinds: Sequence[str] = (),
    solver: SolverOptions = TEN_SECONDS,
    progress: Callable[[Progress], None] | None = None,
) -> ConstrainedSchedule:
    """Return the schedule with the lowest cost. `board_kinds` names the kind of each board, from board 1.

    Raises what `schedule_groups` raises, BadConstraint, SolverMissing, ConstraintsClash, NoScheduleInTime.
    """
    problem = make_problem(groups, options, constraints, board_kinds, solver.extra_slots)
    if not violations(problem, problem.plain):
        return ConstrainedSchedule(problem.plain)
    outcome = _search(problem, solver, progress)
    schedule = _schedule(problem, outcome.options)
    return ConstrainedSchedule(schedule, violations(problem, schedule), outcome.proven)


def _search(problem: Problem, solver: SolverOptions, progress: Callable[[Progress], None] | None) -> Solution:
    try:
        from crosstable.engine.scheduling.search import search
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "ortools":
            raise
        raise SolverMissing from error
    return search(problem, solver, progress)


def _schedule(problem: Problem, selection: Sequence[Option]) -> Schedule:
    boards = _boards(problem, selection)
    groups = tuple(
        _group(problem, group, [(o, boards[o.meeting]) for o in selection if _group_of(problem, o) == number])
        for number, group in enumerate(problem.plain.groups)
    )
    return replace(problem.plain, groups=groups)


def _group_of(problem: Problem, option: Option) -> int:
    return problem.meetings[option.meeting].group


def _boards(problem: Problem, selection: Sequence[Option]) -> Mapping[int, int]:
    slots: dict[tuple[Time, int], list[Option]] = defaultdict(list)
    for option in selection:
        slots[option.time, _group_of(problem, option) if problem.plain.own_boards else 0].append(option)
    uses: Counter[tuple[EntryId, int]] = Counter()
    boards: dict[int, int] = {}
    for _, options in sorted(slots.items(), key=lambda item: (item[0][0].index, item[0][1])):
        meetings = [problem.meetings[o.meeting] for o in options]
        seats = seat([(m.first, m.second) for m in meetings], [o.boards for o in options], uses)
        boards |= {o.meeting: board for o, board in zip(options, seats, strict=True)}
    return boards


def _group(problem: Problem, group: GroupSchedule, places: Sequence[tuple[Option, int]]) -> GroupSchedule:
    rounds = []
    for round_ in group.rounds:
        here = [(o, board) for o, board in places if o.time.round == round_.number]
        here.sort(key=lambda item: (item[0].time.slot, item[1]))
        matches = tuple(_match(problem, option, board) for option, board in here)
        playing = {entry for match in matches for entry in match.entries}
        bye = next((entry for entry in group.group.entries if entry not in playing), None)
        rounds.append(ScheduledRound(round_.number, matches, bye))
    return GroupSchedule(group.group, tuple(rounds))


def _match(problem: Problem, option: Option, board: int) -> ScheduledMatch:
    meeting = problem.meetings[option.meeting]
    return ScheduledMatch(meeting.first, meeting.second, board, option.time.slot)
