"""From one stage to the next."""

from __future__ import annotations

from crosstable.events.actions.acting import Act
from crosstable.events.models import Stage


def fill_next_stage(act: Act, stage: Stage) -> None:
    """A stage is closed: whoever goes on takes the places of the next one. Part of closing, no action of its own."""
