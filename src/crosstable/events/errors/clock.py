"""Refusals about the round clock."""

from crosstable.events.errors.common import Refused


class NoClock(Refused):
    code = "no-clock"
    number: int
    says = "Round {self.number} has no clock. Set how long it lasts first."
