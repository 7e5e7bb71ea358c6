"""Pages with blanks, kept for those whose pages look alike."""

from __future__ import annotations

import time
import weakref

from crosstable.web.blanks import Blanks, Skeletons


def test_a_page_that_nobody_asked_for_in_a_minute_leaves_with_the_next_one(monkeypatch):
    skeletons, now = Skeletons(400), time.monotonic()

    def kept(revision: int, after: float):
        monkeypatch.setattr(time, "monotonic", lambda: now + after)
        return weakref.ref(skeletons.get(Blanks(), revision, lambda: "page", lambda: "page"))

    first, second = kept(1, after=0), kept(2, after=30)
    assert None not in (first(), second())
    third = kept(3, after=61)
    assert first() is None
    assert None not in (second(), third())
