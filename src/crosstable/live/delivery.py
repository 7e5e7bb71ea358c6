"""The thread that sends what waits in the outbox. It is in nobody's way: a mail server that does not answer, or a hall
without internet, delays only the next mail."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from django.db import close_old_connections

from crosstable.events.hooks import pairing_changed, revision_raised
from crosstable.events.notifications.outbox import deliver_some, forget_old
from crosstable.events.notifications.telling import catch_up_all

log = logging.getLogger(__name__)
PERIOD = 5.0
TIDY_EVERY = 600.0


class Postman:
    def __init__(self) -> None:
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="postman", daemon=True)
        self._tidied = -TIDY_EVERY
        revision_raised.connect(self._hear)
        pairing_changed.connect(self._hear)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """It is not waited for: a claim of what it was sending ends by itself."""
        self._stop.set()
        self._wake.set()

    def _hear(self, **_: Any) -> None:
        self._wake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._work()
            except Exception as error:
                log.warning("The outbox could not be worked on, trying again in a moment: %s", error)
            finally:
                close_old_connections()
            self._wake.wait(PERIOD)
            self._wake.clear()

    def _work(self) -> None:
        close_old_connections()
        if time.monotonic() - self._tidied >= TIDY_EVERY:
            self._tidied = time.monotonic()
            catch_up_all()
            forget_old()
        while not self._stop.is_set() and deliver_some():
            pass
