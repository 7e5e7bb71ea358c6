"""The problem as a solver model: a literal for each meeting at each time, and for each violation.

The only module that uses OR-Tools; it is imported when a schedule is to be solved.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from ortools.sat.python import cp_model

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import GroupSchedule
from crosstable.engine.scheduling.constraints import LastBye, NotBefore, OnBoards, OnKind, Rest, Unavailable
from crosstable.engine.scheduling.problem import Boards, Meeting, Problem, Time, tight_sets


@dataclass(frozen=True, slots=True)
class Option:
    """A meeting at a time, on one of some boards; `cost` is that of the board preferences it violates."""

    meeting: int
    time: Time
    boards: Boards
    cost: int


@dataclass
class Model:
    """With `factors`, sets of meetings that stay together, the solver only arranges given rounds.

    That is much faster, but does not reach every schedule.
    """

    problem: Problem
    factors: Sequence[Sequence[int]] = ()
    hint: Mapping[int, Time] = field(default_factory=dict)
    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    literals: dict[Option, cp_model.IntVar] = field(default_factory=dict)
    options: list[list[Option]] = field(default_factory=list)
    costs: list[tuple[cp_model.IntVar, int]] = field(default_factory=list)
    _tired: dict[tuple[Rest, EntryId, int], cp_model.IntVar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, meeting in enumerate(self.problem.meetings):
            self._add_meeting(number, meeting)
        self._one_match_a_round()
        self._enough_boards()
        self._arrange_rounds()
        for constraint in self.problem.constraints:
            if isinstance(constraint, Rest):
                self._rest(constraint)
        if self.costs:
            self.cp.minimize(sum(literal * cost for literal, cost in self.costs))
        self._hint()

    def _add_meeting(self, number: int, meeting: Meeting) -> None:
        choices = list(_board_choices(self.problem, meeting))
        options = [
            Option(number, time, boards, cost)
            for time in self.problem.times
            if time.round in meeting.rounds
            and not any(c.is_hard for c in _against(self.problem, meeting, time))
            for boards, cost in choices
        ]
        self.options.append(options)
        for option in options:
            literal = self.cp.new_bool_var("")
            self.literals[option] = literal
            cost = option.cost + sum(c.weight or 0 for c in _against(self.problem, meeting, option.time))
            if cost:
                self.costs.append((literal, cost))
        self.cp.add_exactly_one(self.literals[option] for option in options)

    def _one_match_a_round(self) -> None:
        playing: dict[tuple[EntryId, int], list[cp_model.IntVar]] = defaultdict(list)
        for option, literal in self.literals.items():
            meeting = self.problem.meetings[option.meeting]
            for entry in (meeting.first, meeting.second):
                playing[entry, option.time.round].append(literal)
        for group in self.problem.plain.groups:
            byes = self._byes(group) if len(group.group.entries) % 2 else {}
            for entry, round_ in product(group.group.entries, group.rounds):
                key = (entry, round_.number)
                self.cp.add_exactly_one([*playing[key], *byes.get(key, ())])

    def _byes(self, group: GroupSchedule) -> dict[tuple[EntryId, int], list[cp_model.IntVar]]:
        """In an odd group one entry has the bye in each round, and each entry once a leg.

        That follows from the rest by counting, which a solver does badly.
        """
        entries, rounds = group.group.entries, [round_.number for round_ in group.rounds]
        byes = {key: self.cp.new_bool_var("") for key in product(entries, rounds)}
        for number in rounds:
            self.cp.add_exactly_one(byes[entry, number] for entry in entries)
        leg = len(rounds) // self.problem.plain.legs
        for entry, start in product(entries, range(0, len(rounds), leg)):
            self.cp.add_exactly_one(byes[entry, number] for number in rounds[start : start + leg])
        return {key: [bye] for key, bye in byes.items()}

    def _enough_boards(self) -> None:
        limits = tight_sets(option.boards for option in self.literals)
        slots: dict[tuple[int, Time], list[Option]] = defaultdict(list)
        for option in self.literals:
            group = self.problem.meetings[option.meeting].group if self.problem.plain.own_boards else 0
            slots[group, option.time].append(option)
        for options in slots.values():
            for boards in limits:
                confined = [self.literals[option] for option in options if option.boards <= boards]
                if len(confined) > len(boards):
                    self.cp.add(sum(confined) <= len(boards))

    def _rest(self, rest: Rest) -> None:
        at: dict[tuple[EntryId, Time], list[cp_model.IntVar]] = defaultdict(list)
        for option, literal in self.literals.items():
            meeting = self.problem.meetings[option.meeting]
            for entry in (meeting.first, meeting.second):
                at[entry, option.time].append(literal)
        for entry in self.problem.entries if rest.entry is None else (rest.entry,):
            for sooner, later in _too_close(self.problem.times, rest.slots):
                both = [*at[entry, sooner], *at[entry, later]]
                given_up = self._rest_given_up(rest, entry, later)
                if given_up is None:
                    self.cp.add_at_most_one(both)
                else:
                    self.cp.add(sum(both) <= 1 + given_up)

    def _rest_given_up(self, rest: Rest, entry: EntryId, later: Time) -> cp_model.IntVar | None:
        """Return the literal of a match that comes too early, the same for all matches before it."""
        if rest.weight is None:
            return None
        key = (rest, entry, later.round)
        if key not in self._tired:
            self._tired[key] = self.cp.new_bool_var("")
            self.costs.append((self._tired[key], rest.weight))
        return self._tired[key]

    def _arrange_rounds(self) -> None:
        """Each set of meetings gets a round, and each round of a leg one set of a group."""
        held: dict[tuple[int, int], list[cp_model.IntVar]] = defaultdict(list)
        for factor in self.factors:
            leader = self.problem.meetings[factor[0]]
            here = {number: self.cp.new_bool_var("") for number in leader.rounds}
            self.cp.add_exactly_one(here.values())
            for number, literal in here.items():
                held[leader.group, number].append(literal)
            for meeting in factor:
                literals = self._by_round(meeting)
                for number, literal in here.items():
                    self.cp.add(sum(literals[number]) == literal)
        for literals_of_round in held.values():
            self.cp.add_exactly_one(literals_of_round)

    def _by_round(self, meeting: int) -> dict[int, list[cp_model.IntVar]]:
        literals: dict[int, list[cp_model.IntVar]] = defaultdict(list)
        for option in self.options[meeting]:
            literals[option.time.round].append(self.literals[option])
        return literals

    def _hint(self) -> None:
        hinted: set[int] = set()
        for option, literal in self.literals.items() if self.hint else ():
            here = option.time == self.hint[option.meeting] and option.meeting not in hinted
            self.cp.add_hint(literal, here)
            if here:
                hinted.add(option.meeting)


def _board_choices(problem: Problem, meeting: Meeting) -> Iterator[tuple[Boards, int]]:
    """Yield the allowed boards of a meeting and the cost, for each choice of preferences that are met.

    Of two choices with the same boards the cheaper is enough.
    """
    wishes = [
        (problem.boards_for(c), c.weight)
        for c in problem.constraints
        if isinstance(c, OnBoards | OnKind) and c.entry in (meeting.first, meeting.second)
    ]
    everywhere = frozenset(range(1, problem.plain.boards + 1))
    must = everywhere.intersection(*(boards for boards, weight in wishes if weight is None))
    soft = [(boards, weight) for boards, weight in wishes if weight is not None]
    choices: dict[Boards, int] = {}
    for count in range(len(soft), -1, -1):
        for met in combinations(range(len(soft)), count):
            boards = must.intersection(*(soft[i][0] for i in met))
            cost = sum(weight for i, (_, weight) in enumerate(soft) if i not in met)
            choices[boards] = min(cost, choices.get(boards, cost))
    return ((boards, cost) for boards, cost in choices.items() if boards)


def _against(problem: Problem, meeting: Meeting, time: Time) -> Iterator[Unavailable | NotBefore | LastBye]:
    """Yield the constraints that this meeting at this time violates."""
    of_time = (c for c in problem.constraints if isinstance(c, Unavailable | NotBefore | LastBye))
    return (c for c in of_time if _speaks_against(problem, c, meeting, time))


def _speaks_against(
    problem: Problem, constraint: Unavailable | NotBefore | LastBye, meeting: Meeting, time: Time
) -> bool:
    both = (meeting.first, meeting.second)
    match constraint:
        case Unavailable(entry=entry, round=number, slot=slot):
            return entry in both and time.round == number and slot in (None, time.slot)
        case NotBefore(first=first, second=second, round=number):
            return first in both and second in both and time.round < number
        case LastBye(entry=entry):
            return entry in both and time.round == problem.last_round(entry)


def _too_close(times: tuple[Time, ...], slots: int) -> Iterator[tuple[Time, Time]]:
    for number, later in enumerate(times):
        for sooner in times[max(0, number - slots) : number]:
            if sooner.round != later.round:
                yield sooner, later
