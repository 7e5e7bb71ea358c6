"""The revision, in this process, of pages about the whole site: events, players, clubs.

Such a page shows rows of many events, and names that no event's revision covers. It is current as long as nothing at
all was written to the database; `live/hub.py` watches for writes and raises the number. The number means nothing in
another process.
"""

import threading

from crosstable.events.hooks import site_raised

# Stands for all events where a page is marked with the event it shows. No event has this key.
SITE = 0
# The cookie of a visitor who has just written: their requests are answered from the database, not from a cache, which
# may be in another process that has not seen the write yet. It lives longer than processes need to notice each other's
# writes.
JUST_WROTE, SECONDS = "just-wrote", 3
_lock = threading.Lock()
_revision = 1


def site_revision() -> int:
    """Return the site revision. Read it before rendering: a later write then makes the page outdated."""
    return _revision


def raise_site() -> None:
    """Mark all pages about the site as outdated."""
    global _revision
    with _lock:
        _revision += 1
        now = _revision
    site_raised.send(None, revision=now)
