"""Refusals about stages, pools and their schedules."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.events.errors.common import Refused


@dataclass(eq=False)
class StageFixed(Refused):
    """Something of a stage that play has settled."""

    code = "stage-fixed"
    action: str
    stage: str
    now: str

    def sentence(self) -> str:
        return f"{self.action} is not possible now: {self.stage} is at “{self.now}”."


@dataclass(eq=False)
class StagesFixed(Refused):
    """The list of stages can be chosen while nothing is drawn."""

    code = "stages-fixed"
    drawn: str

    def sentence(self) -> str:
        return f"The format can be changed only while nothing is drawn; {self.drawn} is. Discard that first."


@dataclass(eq=False)
class StagesOpen(Refused):
    code = "stages-open"
    stage: str

    def sentence(self) -> str:
        return f"{self.stage} is not closed yet. The event is over when its last stage is."
