"""An event as a calendar entry (iCalendar, RFC 5545): whole days, since events have no hour."""

import datetime
from urllib.parse import urljoin

from crosstable.events.models import Tournament

# Octets in a line; a longer one continues after a line break and a space.
LINE = 75
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def calendar_of(tournament: Tournament, address: str, path: str) -> bytes:
    """Return the file. `address`: the installation's, for a link to the event; empty without one."""
    last = tournament.end_date or tournament.date
    lines = {
        "UID": f"{tournament.pk}-{tournament.slug}@crosstable",
        "DTSTAMP": f"{tournament.created_at.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}",
        "SEQUENCE": str(tournament.revision),
        "DTSTART;VALUE=DATE": f"{tournament.date:%Y%m%d}",
        "DTEND;VALUE=DATE": f"{last + datetime.timedelta(days=1):%Y%m%d}",
        "SUMMARY": tournament.name.translate(ESCAPED),
        "LOCATION": tournament.location.translate(ESCAPED),
        "DESCRIPTION": tournament.description.translate(ESCAPED),
        "URL": urljoin(address, path) if address else "",
    }
    properties = [f"{name}:{value}" for name, value in lines.items() if value]
    whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Crosstable//EN", "BEGIN:VEVENT"]
    whole += [*properties, "END:VEVENT", "END:VCALENDAR"]
    return "".join(f"{_folded(line)}\r\n" for line in whole).encode()


def _folded(line: str) -> str:
    """Break a long line between characters, never inside one."""
    pieces, length = [""], 0
    for character in line:
        size = len(character.encode())
        if length + size > LINE:
            pieces.append("")
            length = 1
        pieces[-1] += character
        length += size
    return "\r\n ".join(pieces)
