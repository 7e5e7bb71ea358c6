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
from crosstable.text import alternatives, tr, trn


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
    says = tr("constraints need the optional solver: pip install 'crosstable[{extra}]'")


class BadConstraint(EngineError):
    """A constraint that names no entry, round or board of this schedule."""

    constraint: Constraint
    field: str
    says = tr("{constraint} has no meaning here: its {field} does not exist")


class ConstraintsClash(EngineError):
    """No schedule meets these together. If `minimal`, removing any one of them resolves the clash."""

    constraints: Sequence[Constraint]
    minimal: bool

    def __str__(self) -> str:
        return trn(
            "no schedule meets {count} of the constraints together",
            "no schedule meets {count} of the constraints together",
            len(self.constraints),
        )


class NoScheduleInTime(EngineError):
    """The time limit passed before a schedule was found or excluded."""

    seconds: float
    says = tr("no schedule was found in {seconds:g} seconds")


Names = Mapping[int, str]


def in_words(constraint: Constraint, names: Names, board: str) -> str:
    text = sentence(constraint, names, board)
    if constraint.weight is None:
        return text
    return tr("{constraint} (preference, weight {weight})", constraint=text, weight=constraint.weight)


def sentence(constraint: Constraint, names: Names, board: str = "table") -> str:
    """`board` is the game's word for a board."""
    match constraint:
        case Unavailable(entry=entry, round=number, slot=slot):
            if slot:
                return tr(
                    "{name} is away in round {number}, slot {slot}",
                    name=names[entry],
                    number=number,
                    slot=slot,
                )
            return tr("{name} is away in round {number}", name=names[entry], number=number)
        case NotBefore(first=first, second=second, round=number):
            return tr(
                "{first} and {second} do not meet before round {number}",
                first=names[first],
                second=names[second],
                number=number,
            )
        case OnBoards(entry=entry, boards=boards):
            return tr(
                "{name} plays on {board} {numbers}",
                name=names[entry],
                board=board,
                numbers=alternatives(boards),
            )
        case OnKind(entry=entry, kind=kind):
            return tr("{name} plays on a {board} of kind “{kind}”", name=names[entry], board=board, kind=kind)
        case Rest(entry=entry, slots=slots):
            return trn(
                "{name} rests {count} slot between matches",
                "{name} rests {count} slots between matches",
                slots,
                name=tr("Every player") if entry is None else names[entry],
            )
        case LastBye(entry=entry):
            return tr("{name} has the bye in the last round", name=names[entry])
