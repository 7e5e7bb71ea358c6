"""What two people would bend if they met, and somebody if they sat out: the facts the repairs are weighed by."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from crosstable.engine.model import Bye, ByeKind, Color, EntryId, Notice, Pairing, Tournament
from crosstable.engine.pairing.coloring import Coloring
from crosstable.engine.pairing.swiss.field import FORBIDDEN, Field, make_field
from crosstable.engine.pairing.systems.model import System


@dataclass(frozen=True)
class RepairRules:
    """`field` ranks everybody in the round. Without `color` there are none and the higher ranked is named first."""

    field: Field
    color: Coloring | None = None

    @cached_property
    def place(self) -> dict[EntryId, int]:
        return {id: place for place, id in enumerate(self.field.ids)}

    def may_meet(self, one: EntryId, two: EntryId) -> bool:
        return self.field.times_met(self.place[one], self.place[two]) < FORBIDDEN

    def times_met(self, one: EntryId, two: EntryId) -> int:
        return self.field.times_met(self.place[one], self.place[two]) % FORBIDDEN

    def gap(self, one: EntryId, two: EntryId) -> int:
        return self.field.gap(self.place[one], self.place[two])

    def level(self, entry: EntryId) -> int:
        return self.field.levels[self.place[entry]]

    def earlier_byes(self, entry: EntryId) -> int:
        return self.field.byes[self.place[entry]]

    def height(self, entry: EntryId) -> int:
        """How many stand below."""
        return self.field.size - 1 - self.place[entry]

    def misfit(self, one: EntryId, two: EntryId) -> int:
        return self.color(one, two).misfit if self.color else 0

    def pairing(self, one: EntryId, two: EntryId, table: int | None = None) -> Pairing:
        """White first where there are colours, the higher ranked where not."""
        if self.color:
            white, black, _ = self.color(one, two)
            return Pairing(white, black, table)
        first, second = sorted((one, two), key=lambda id: self.place[id])
        return Pairing(first, second, table)

    def notices(self, pairings: Sequence[Pairing], byes: Sequence[Bye]) -> Iterator[Notice]:
        """The rules these bend."""
        for pairing in pairings:
            both = (pairing.first, pairing.second)
            if times := self.times_met(*both):
                yield Notice("rematch", both, times)
            if (gap := self.gap(*both)) > 1:
                yield Notice("gap", both, gap)
        for bye in byes:
            if bye.kind is ByeKind.ALLOCATED and (times := self.earlier_byes(bye.entry)):
                yield Notice("second-bye", (bye.entry,), times)


def make_rules(
    tournament: Tournament,
    entries: Collection[EntryId],
    system: System,
    forbidden: Iterable[tuple[EntryId, EntryId]] = (),
    initial: Color = Color.WHITE,
) -> RepairRules:
    """The rules of a system for these entries before the round."""
    field = make_field(tournament, entries, system.ladder, forbidden)
    return RepairRules(field, system.colors(tournament, field, initial) if system.colors else None)
