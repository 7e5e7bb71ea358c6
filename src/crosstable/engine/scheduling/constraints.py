"""Constraints of a schedule beyond the round robin (C8), as values and in words. No solver code.

| constraint     | meaning                                                     |
|----------------|-------------------------------------------------------------|
| Unavailable    | an entry cannot play in a round, or in one slot of it       |
| NotBefore      | two (club-mates, family) do not meet before a round         |
| OnBoards       | an entry plays on these boards only (accessibility, stream) |
| OnKind         | an entry plays on boards of a kind only                     |
| Rest           | minimum of slots between two matches of an entry            |
| LastBye        | an entry has the bye in the last round                      |

Each is a requirement unless it has a weight; then it is a preference, and the weight is the cost of each violation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class _WithWeight:
    weight: int | None = None

    @property
    def is_hard(self) -> bool:
        return self.weight is None


@dataclass(frozen=True, slots=True)
class Unavailable(_WithWeight):
    entry: EntryId
    round: int
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class NotBefore(_WithWeight):
    first: EntryId
    second: EntryId
    round: int


@dataclass(frozen=True, slots=True)
class OnBoards(_WithWeight):
    entry: EntryId
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OnKind(_WithWeight):
    entry: EntryId
    kind: str


@dataclass(frozen=True, slots=True)
class Rest(_WithWeight):
    """`entry` None: all entries."""

    slots: int
    entry: EntryId | None = None


@dataclass(frozen=True, slots=True)
class LastBye(_WithWeight):
    entry: EntryId


Constraint = Unavailable | NotBefore | OnBoards | OnKind | Rest | LastBye


def entries_of(constraint: Constraint) -> tuple[EntryId, ...]:
    """Return the entries a constraint names."""
    if isinstance(constraint, NotBefore):
        return (constraint.first, constraint.second)
    return () if constraint.entry is None else (constraint.entry,)


class SolverMissing(EngineError):
    """The optional solver is not installed."""

    extra: str = "schedule"
    says = "constraints need the optional solver: pip install 'crosstable[{self.extra}]'"


class BadConstraint(EngineError):
    """A constraint that names no entry, round or board of this schedule."""

    constraint: Constraint
    field: str
    says = "{self.constraint} has no meaning here: its {self.field} does not exist"


class ConstraintsClash(EngineError):
    """No schedule meets these together. If `minimal`, removing any one of them resolves the clash."""

    constraints: Sequence[Constraint]
    minimal: bool

    def __str__(self) -> str:
        return f"no schedule meets {len(self.constraints)} of the constraints together"


class NoScheduleInTime(EngineError):
    """The time limit passed before a schedule was found or excluded."""

    seconds: float
    says = "no schedule was found in {self.seconds:g} seconds"


Names = Mapping[int, str]


def in_words(constraint: Constraint, names: Names, board: str) -> str:
    text = sentence(constraint, names, board)
    return text if constraint.weight is None else f"{text} (wish, weight {constraint.weight})"


def sentence(constraint: Constraint, names: Names, board: str = "table") -> str:
    """`board` is the game's word for a board."""
    match constraint:
        case Unavailable(entry=entry, round=number, slot=slot):
            return f"{names[entry]} is away in round {number}" + (f", slot {slot}" if slot else "")
        case NotBefore(first=first, second=second, round=number):
            return f"{names[first]} and {names[second]} do not meet before round {number}"
        case OnBoards(entry=entry, boards=boards):
            return f"{names[entry]} plays on {board} {' or '.join(map(str, boards))}"
        case OnKind(entry=entry, kind=kind):
            return f"{names[entry]} plays on a {board} of kind “{kind}”"
        case Rest(entry=entry, slots=slots):
            who = "Everybody" if entry is None else names[entry]
            return f"{who} rests {slots} slot{'' if slots == 1 else 's'} between matches"
        case LastBye(entry=entry):
            return f"{names[entry]} sits out in the last round"
