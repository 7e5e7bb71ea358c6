"""How far this process has followed what pages about the whole site show: events, players, clubs.

Such a page shows rows of many events, and names that no event's revision tells of. So it is current while nobody has
written to the database at all: whoever looks after that (`live/hub.py`) raises the number. It means nothing in
another process.
"""

import threading

from crosstable.events.hooks import site_raised

# Where a page is marked with the event it shows, this stands for all of them. No event has this number.
SITE = 0
# The cookie of whoever wrote something a moment ago: they are answered by the database and not from memory, which may
# be another process's and not know of it yet. It lives longer than a process needs to hear of the others.
JUST_WROTE, SECONDS = "just-wrote", 3
_lock = threading.Lock()
_revision = 1


def site_revision() -> int:
    """To be read before the page is: what is written meanwhile makes it old."""
    return _revision


def raise_site() -> None:
    """Somebody may have written something."""
    global _revision
    with _lock:
        _revision += 1
        now = _revision
    site_raised.send(None, revision=now)
