"""Refusals about the round clock."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.events.errors.common import Refused


@dataclass(eq=False)
class NoClock(Refused):
    code = "no-clock"
    number: int

    def sentence(self) -> str:
        return f"Round {self.number} has no clock. Set how long it lasts first."
