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


class Across(Enum):
    """How the values of entries of different pools are compared: pools may differ in size."""

    PER_GAME = "divided by the number of games"
    AS_IS = "as they are"
    NEVER = "not at all"


class EventKind(Enum):
    """A round robin is any event whose pairings are fixed before the first round."""

    SWISS = "swiss"
    ROUND_ROBIN = "round robin"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`among` instead of `values` for one that depends on who is tied (direct encounter).

    `sentence` says what is counted, where the name alone does not; `is_share`: shown as a percentage; `only_in`: the
    one kind of event in which it means something; `is_mean`: an average or a rating, no sum over the games; `is_local`:
    it means something inside one pool only; `is_rule`: its sentence is a rule that stands under the tables.
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
    is_mean: bool = False
    is_local: bool = False
    is_rule: bool = False

    def suits(self, kind: EventKind) -> bool:
        return self.only_in in (None, kind)

    @property
    def rule(self) -> str:
        return self.sentence if self.is_rule else ""

    @property
    def across(self) -> Across:
        """A value that exists only inside one pool is never compared with another's; a ratio is not divided."""
        if self.is_local or self.among is not None:
            return Across.NEVER
        return Across.AS_IS if self.is_share or self.is_mean else Across.PER_GAME


def among_tied(code: str, name: str, among: AmongTied) -> TieBreak:
    """One that is an order among those who are level, and no number."""
    return TieBreak(code, name, code, lambda history: dict.fromkeys(history, 0), among)
