"""Short forms of computed values that every page shows alike."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from crosstable.engine.history import EntryHistory


def record_words(history: EntryHistory) -> str:
    """'2–1', or '2–0–1' with draws last: wins, losses, draws."""
    record = f"{history.wins}–{history.losses}"
    return f"{record}–{history.draws}" if history.draws else record


def points_words(value: Decimal | Fraction | int) -> str:
    """4, 4½, 13.25: halves as chess players write them, anything finer with two decimals."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    if exact.denominator == 2 and exact > 0:
        return f"{int(exact) or ''}½"
    return f"{float(exact):.2f}"
