"""Two background threads. One sends the notifications in the outbox: a mail server that does not answer, or a hall
without internet, delays only the next mail. The other notifies opponents of reports, at most every two seconds, because
a full hall sends many reports together.
"""

import logging
import threading
import time
from typing import Any

from django.db import close_old_connections

from crosstable.accounts.idempotency import forget_old_answers
from crosstable.events.actions.event.deleting import remove_expired_files
from crosstable.events.hooks import pairing_changed, revision_raised
from crosstable.events.notifications.creation import REPORTS, catch_up_all, leave_reports_to, on_revision
from crosstable.events.notifications.outbox import deliver_some, forget_old

log = logging.getLogger(__name__)
# Seconds between two checks of the outbox, and between two batches of notifications.
PERIOD, BATCH_PAUSE = 5.0, 2.0
TIDY_EVERY = 600.0


class OutboxSender:
    def __init__(self) -> None:
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="OutboxSender", daemon=True)
        self._tidied = -TIDY_EVERY
        revision_raised.connect(self._on_revision)
        pairing_changed.connect(self.wake)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop without waiting: the claim on a notification being sent expires."""
        self._stop.set()
        self._wake.set()

    def wake(self, **_: Any) -> None:
        self._wake.set()

    def _on_revision(self, *, verb: str = "", **_: Any) -> None:
        """Wake up, except for reports: the notification worker handles them first."""
        if verb not in REPORTS:
            self.wake()

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
            forget_old_answers()
            remove_expired_files()
        while not self._stop.is_set() and deliver_some():
            pass


class NotificationWorker:
    """Notifies opponents of reports in batches. The first after a quiet moment is sent immediately."""

    def __init__(self, outbox_sender: OutboxSender) -> None:
        self._outbox_sender = outbox_sender
        self._events: set[int] = set()
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="NotificationWorker", daemon=True)

    def start(self) -> None:
        leave_reports_to(self._queue)
        self._thread.start()

    def stop(self) -> None:
        """Stop. The next process sends what is left: it is in the journal."""
        self._stop.set()
        self._wake.set()

    def _queue(self, tournament_id: int) -> None:
        self._events.add(tournament_id)
        self._wake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wake.wait()
            self._wake.clear()
            close_old_connections()
            while self._events:
                on_revision(tournament_id=self._events.pop())
            self._outbox_sender.wake()
            close_old_connections()
            self._stop.wait(BATCH_PAUSE)
