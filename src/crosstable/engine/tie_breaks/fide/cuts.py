"""Leaving out the lowest and highest values (C.07 art. 14 and 16.5), and the record of a tie-break with modifiers."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, NamedTuple

from crosstable.engine.tie_breaks.tie_break import TieBreak


class Cuts(NamedTuple):
    lowest: int = 0
    highest: int = 0


NO_CUTS = Cuts()
# C cuts the lowest values, M the lowest and the highest.
CUTS = {"": NO_CUTS, "C1": Cuts(1), "C2": Cuts(2), "M1": Cuts(1, 1), "M2": Cuts(2, 2)}
CUT_NAMES = {"C1": "cut 1", "C2": "cut 2", "M1": "median 1", "M2": "median 2"}
LEFT_OUT = {
    "C1": "the least significant value",
    "C2": "the two least significant values",
    "M1": "the lowest and the highest value",
    "M2": "the two lowest and the two highest values",
}
FORFEITS_COUNT = "forfeits count"


def modified(plain: TieBreak, cut: str = "", forfeits: bool = False, **changes: Any) -> TieBreak:
    """The same with a cut, with /P (forfeits count as games against the scheduled opponent) or with both."""
    code = "/".join(filter(None, (plain.code, cut, "P" * forfeits)))
    name = ", ".join(filter(None, (plain.name, CUT_NAMES.get(cut), FORFEITS_COUNT * forfeits)))
    return replace(plain, code=code, short=code, name=name, **changes)


class Contribution(NamedTuple):
    """What one round adds: the counterpart's score, what it makes of it, and whether the round was a VUR.

    A VUR (voluntarily unplayed round) is a requested bye or a forfeit loss.
    """

    counterpart: Decimal
    value: Decimal
    voluntary: bool = False


def cut_sum(contributions: Sequence[Contribution], cuts: Cuts) -> Decimal:
    gone = left_out(contributions, cuts) if any(cuts) else ()
    return sum((item.value for place, item in enumerate(contributions) if place not in gone), Decimal(0))


def left_out(contributions: Sequence[Contribution], cuts: Cuts) -> set[int]:
    """The places of the values that are cut."""
    rest = dict(enumerate(contributions))
    for _ in range(min(cuts.lowest, len(rest))):
        _remove(rest, least_significant(list(rest.values())))
    for _ in range(min(cuts.highest, len(rest))):
        _remove(rest, max(rest.values(), key=lambda item: (item.counterpart, item.value)))
    return set(range(len(contributions))) - rest.keys()


def _remove(rest: dict[int, Contribution], contribution: Contribution) -> None:
    del rest[next(place for place, item in rest.items() if item == contribution)]


def least_significant(rest: Sequence[Contribution]) -> Contribution:
    """Art. 16.5: the lowest VUR goes first, unless the least significant value would cost more.

    Of VURs that give the same the one against the lower counterpart goes, as art. 14 has it for all others: which one
    is left decides the next cut, and it must not depend on the order of the rounds.
    """
    least = min(rest, key=lambda item: (item.counterpart, item.value, not item.voluntary))
    voluntary = [item for item in rest if item.voluntary]
    if not voluntary:
        return least
    lowest = min(voluntary, key=lambda item: (item.value, item.counterpart))
    return lowest if lowest.value >= least.value else least
