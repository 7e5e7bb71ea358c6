"""The players of an event by what they have done so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from crosstable.accounts.prepared import PreparedRows
from crosstable.events.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Headcount:
    entered: int
    checked_in: int
    dropped: int
    without_list: int
    absent: int = 0

    @property
    def expected(self) -> int:
        return self.entered - self.dropped

    @property
    def not_here(self) -> int:
        return self.expected - self.checked_in - self.absent


def headcount(tournament: Tournament) -> Headcount:
    counts = _counts.first(tournament.pk)
    return Headcount(**counts) if counts is not None else Headcount(0, 0, 0, 0)


def _counted(tournament_id: int) -> Any:
    staying, here = Q(dropped_at__isnull=True), Q(absent_since__isnull=True)
    counts = {
        "entered": Count("pk"),
        "checked_in": Count("pk", filter=Q(checked_in_at__isnull=False) & staying & here),
        "dropped": Count("pk", filter=~staying),
        "without_list": Count("pk", filter=Q(list_text="") & staying),
        "absent": Count("pk", filter=Q(checked_in_at__isnull=False) & staying & ~here),
    }
    of_event = Entry.objects.filter(tournament=tournament_id).order_by().values("tournament")
    return of_event.annotate(**counts).values(*counts)


_counts = PreparedRows(_counted, int)
