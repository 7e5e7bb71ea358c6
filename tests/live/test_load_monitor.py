"""What can wait waits while people do."""

from __future__ import annotations

import time

from crosstable.events import load_monitor as module
from crosstable.events.load_monitor import LoadMonitor


def test_what_can_wait_waits_while_people_do_and_no_longer_than_it_may(monkeypatch):
    monkeypatch.setattr(module, "QUIET", 0.2)
    monkeypatch.setattr(module, "STEP", 0.01)
    load_monitor = LoadMonitor()
    for _ in range(3):
        load_monitor.note_answer(0.01)
    assert load_monitor.is_quiet()
    load_monitor.note_answer(module.SLOW + 0.1)
    assert not load_monitor.is_quiet()
    load_monitor.wait(60)
    assert load_monitor.is_quiet()
    for _ in range(module.MANY):
        load_monitor.note_answer(0.001)
    monkeypatch.setattr(module, "QUIET", 60)
    started = time.monotonic()
    load_monitor.wait(0.05)
    assert not load_monitor.is_quiet()
    assert time.monotonic() - started >= 0.05
