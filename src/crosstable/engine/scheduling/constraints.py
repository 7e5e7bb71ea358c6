"""What a schedule should respect beyond the round robin itself (C8). Values only; knows no solver.

| constraint     | says                                                        |
|----------------|-------------------------------------------------------------|
| Unavailable    | somebody cannot play in a round, or in one slot of it       |
| NotBefore      | two (club-mates, family) do not meet before a round         |
| OnBoards       | somebody plays on these boards only (accessibility, stream) |
| OnKind         | somebody plays on boards of a kind only                     |
| Rest           | so many slots lie between two matches of somebody           |
| LastBye        | somebody sits out in the last round                         |

Each is a must unless it has a weight; then it is a wish, and the weight is what each time it is not met costs.
"""

from dataclasses import dataclass

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
    """`entry` None: everybody."""

    slots: int
    entry: EntryId | None = None


@dataclass(frozen=True, slots=True)
class LastBye(_WithWeight):
    entry: EntryId


Constraint = Unavailable | NotBefore | OnBoards | OnKind | Rest | LastBye


def entries_of(constraint: Constraint) -> tuple[EntryId, ...]:
    """Whom a constraint names."""
    if isinstance(constraint, NotBefore):
        return (constraint.first, constraint.second)
    return () if constraint.entry is None else (constraint.entry,)
