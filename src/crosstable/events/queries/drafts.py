"""What there is to know about a draft before it is published: is it still true, and what did it have to bend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.events.models import Entry, Round


@dataclass(frozen=True, slots=True)
class Differences:
    """Who is in the draft but no longer plays, and who plays but is not in it. By display name."""

    gone: Sequence[str]
    missing: Sequence[str]

    @property
    def any(self) -> bool:
        return bool(self.gone or self.missing)


def draft_differences(round_: Round) -> Differences:
    paired = {pk for pair in round_.matches.values_list("first_id", "second_id") for pk in pair if pk}
    active = Entry.objects.filter(
        tournament=round_.tournament_id, checked_in_at__isnull=False, dropped_at__isnull=True
    )
    names = dict(active.values_list("pk", "display_name"))
    gone = Entry.objects.filter(pk__in=paired - names.keys()).values_list("display_name", flat=True)
    return Differences(list(gone), [name for pk, name in names.items() if pk not in paired])
