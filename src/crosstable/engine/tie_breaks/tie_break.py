"""What a tie-break is: its code, its name for people, and its function. Higher values are better."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction

from crosstable.engine.history import History
from crosstable.engine.model import EntryId

TieBreakValue = int | Decimal | Fraction
Values = Mapping[EntryId, TieBreakValue]
AmongTied = Callable[[History, Sequence[EntryId]], Mapping[EntryId, int]]


class EventKind(Enum):
    """A round robin is any event whose pairings are fixed before the first round."""

    SWISS = "swiss"
    ROUND_ROBIN = "round robin"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`among` instead of `values` for one that depends on who is tied (direct encounter).

    `sentence` says what is counted, where the name alone does not; `is_share`: shown as a percentage; `only_in`: the
    one kind of event in which it means something.
    """

    code: str
    name: str
    short: str
    values: Callable[[History], Values]
    among: AmongTied | None = None
    sentence: str = ""
    is_share: bool = False
    only_in: EventKind | None = None
    # What people see of a value that holds more than one number, the first of which is compared first.
    display: Callable[[TieBreakValue], TieBreakValue] | None = None

    def suits(self, kind: EventKind) -> bool:
        return self.only_in in (None, kind)


def among_tied(code: str, name: str, among: AmongTied) -> TieBreak:
    """One that is an order among those who are level, and no number."""
    return TieBreak(code, name, code, lambda history: dict.fromkeys(history, 0), among)
