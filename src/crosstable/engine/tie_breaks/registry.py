"""The registry itself: code, name for people, and the function. Higher values are better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import wargame

TieBreakValue = int | Decimal | Fraction
Values = Mapping[EntryId, TieBreakValue]


@dataclass(frozen=True, slots=True)
class TieBreak:
    code: str
    name: str
    short: str
    values: Callable[[History], Values]


def _points(history: History) -> Values:
    return {id: h.score for id, h in history.items()}


TIE_BREAKS: dict[str, TieBreak] = {
    t.code: t
    for t in (
        TieBreak("PTS", "Points", "Pts", _points),
        TieBreak("WINS", "Wins", "W", wargame.wins),
        TieBreak("MARGIN", "Victory point margin", "+/−", wargame.vp_margin),
        TieBreak("SOS", "Strength of schedule", "SOS", wargame.strength_of_schedule),
        TieBreak("VP", "Victory points", "VP", wargame.total_vp),
    )
}
