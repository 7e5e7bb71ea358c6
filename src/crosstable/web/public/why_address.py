"""The way from a table to *why* somebody stands where they stand."""

from django.urls import reverse

from crosstable.events.queries.people import public
from crosstable.events.records.rules import rules_of


def why_address(frame: public.Frame) -> list[str]:
    """What stands before and after the number of an entry, and what is counted: found once for a table of many."""
    whole = (
        reverse("shared-why", args=[frame.share, 0])
        if frame.share
        else reverse("why", args=[frame.tournament.slug, 0])
    )
    before, after = whole.rsplit("/0", 1)
    return [f"{before}/", after, rules_of(frame.tournament).words.unit]
