"""What other programs read of a public page: Open Graph for previews of links, JSON-LD for search engines."""

import json
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from crosstable.events.files.printing.printer import public_address
from crosstable.events.models import Tournament
from crosstable.events.queries.people.public import EventContext
from crosstable.languages import date_words

# A script element ends at its first end tag, wherever that is.
ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


@dataclass(frozen=True, slots=True)
class AboutEvent:
    """`url` and `picture` are empty where the installation has no public address."""

    title: str
    description: str
    url: str
    picture: str
    json_ld: SafeString


def about_event(event_context: EventContext) -> AboutEvent | None:
    """Describe the event; None for what search engines must not find: a draft, a share link, a rehearsal."""
    tournament = event_context.tournament
    if event_context.share or tournament.is_rehearsal or not tournament.is_public:
        return None
    address = public_address()
    url = f"{address}{reverse('event', args=[tournament.slug])}" if address else ""
    picture = ""
    if address and tournament.is_complete:
        picture = f"{address}{reverse('event-picture', args=[tournament.slug])}"
    facts = [date_words(tournament.date, "j F Y"), tournament.location, tournament.format_text]
    description = " · ".join(fact for fact in facts if fact)
    return AboutEvent(tournament.name, description, url, picture, _json_ld(tournament, url, picture))


def _json_ld(tournament: Tournament, url: str, picture: str) -> SafeString:
    """Return a schema.org event as JSON that cannot end its script element."""
    values = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": tournament.name,
        "startDate": tournament.date.isoformat(),
        "endDate": (tournament.end_date or tournament.date).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": {"@type": "Place", "name": tournament.location} if tournament.location else None,
        "description": tournament.description,
        "url": url,
        "image": picture,
    }
    filled = {name: value for name, value in values.items() if value}
    return mark_safe(json.dumps(filled, ensure_ascii=False).translate(ESCAPED))  # noqa: S308  no < > & is left
