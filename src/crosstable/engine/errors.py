"""What can go wrong in the engine, as types with data. Words are chosen at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.model import EntryId


class EngineError(Exception):
    """Base of what a caller can do something about. Our own bugs are ordinary exceptions."""


@dataclass(eq=False)
class PairingImpossible(EngineError):
    """No pairing satisfies the rule; `entries` are those it fails for."""

    entries: Sequence[EntryId]
    rule: str

    def __str__(self) -> str:
        return f"no pairing satisfies {self.rule} for entries {', '.join(map(str, self.entries))}"
