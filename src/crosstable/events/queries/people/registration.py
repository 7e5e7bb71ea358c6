"""Where players register themselves: the address to hand out, and who registered last."""

from collections.abc import Sequence

from django.urls import reverse

from crosstable.events.models import Entry, Tournament

MOST_SHOWN = 8


def registration_path(tournament: Tournament) -> str:
    """Return the path for players: with a code, without an account, while self-registration is open; otherwise the
    event's page. Empty while only organisers see the event."""
    if tournament.door_token:
        return reverse("register-with-code", args=[tournament.door_token])
    return reverse("event", args=[tournament.slug]) if tournament.is_public else ""


def newest_entries(tournament: Tournament) -> Sequence[Entry]:
    """Return the last players or teams that registered, the newest first."""
    return list(tournament.entries.defer("list_text").order_by("-seed")[:MOST_SHOWN])
