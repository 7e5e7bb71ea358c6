"""Short forms of computed values that every page shows alike."""

from __future__ import annotations

from crosstable.engine.history import EntryHistory


def record_words(history: EntryHistory) -> str:
    """'2–1', or '2–0–1' with draws last: wins, losses, draws."""
    record = f"{history.wins}–{history.losses}"
    return f"{record}–{history.draws}" if history.draws else record
