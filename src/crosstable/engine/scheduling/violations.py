"""Which constraints a schedule breaks, and where: read from the schedule alone, so that nothing is taken on
the solver's word."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Schedule
from crosstable.engine.scheduling.constraints import (
    Constraint,
    LastBye,
    NotBefore,
    OnBoards,
    OnKind,
    Rest,
    Unavailable,
)
from crosstable.engine.scheduling.problem import Problem


@dataclass(frozen=True, slots=True)
class PlacedMatch:
    """A match where and when it is played; `index` counts the slots from the start of play."""

    round: int
    slot: int
    board: int
    first: EntryId
    second: EntryId
    index: int = 0


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A constraint that is not met, and the matches that break it."""

    constraint: Constraint
    matches: tuple[PlacedMatch, ...]

    @property
    def cost(self) -> int:
        return (self.constraint.weight or 0) * len(self.matches)


def violations(problem: Problem, schedule: Schedule) -> tuple[GivenUp, ...]:
    """What is not met, in the order of the constraints."""
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
