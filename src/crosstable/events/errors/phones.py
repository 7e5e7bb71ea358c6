"""Refusals about what a phone kept while it had no network."""

from datetime import datetime

from django.utils import timezone

from crosstable.events.errors.common import Refused


class ReportedLater(Refused):
    """A report that waited on a phone comes after a later one of the same side."""

    code = "reported-later"
    later: str
    at: datetime
    yours: str

    def sentence(self) -> str:
        when = f"{timezone.localtime(self.at):%H:%M}"
        return f"You reported {self.later} at {when}, after {self.yours}. The later report counts."
