"""The players of an event by what they have done so far."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from crosstable.accounts.names import in_name_order
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.errors import named
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


def not_checked_in(tournament: Tournament) -> str:
    """Who is expected and has not checked in, in a few names."""
    rows = tournament.entries.filter(checked_in_at__isnull=True, dropped_at__isnull=True)
    return named([entry.display_name for entry in in_name_order(rows.defer("list_text"))])


def left_out(tournament: Tournament, people: Headcount) -> str:
    """A sentence about those a draw or a round would be made without; empty where everybody is here."""
    if not people.not_here:
        return ""
    return f" {people.not_here} not checked in and left out: {not_checked_in(tournament)}."


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


_counts = CompiledQuery(_counted, int)
