"""What can wait waits while people do."""

from __future__ import annotations

import time

from crosstable.events import calm as module
from crosstable.events.calm import Calm


def test_what_can_wait_waits_while_people_do_and_no_longer_than_it_may(monkeypatch):
    monkeypatch.setattr(module, "QUIET", 0.2)
    monkeypatch.setattr(module, "STEP", 0.01)
    calm = Calm()
    for _ in range(3):
        calm.note_answer(0.01)
    assert calm.is_calm()
    calm.note_answer(module.SLOW + 0.1)
    assert not calm.is_calm()
    calm.wait(60)
    assert calm.is_calm()
    for _ in range(module.MANY):
        calm.note_answer(0.001)
    monkeypatch.setattr(module, "QUIET", 60)
    started = time.monotonic()
    calm.wait(0.05)
    assert not calm.is_calm()
    assert time.monotonic() - started >= 0.05
