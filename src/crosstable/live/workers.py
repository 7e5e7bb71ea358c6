"""Several processes on one address. The first supervises the others and answers no requests itself.

They are forked once everything is loaded, so they share its memory, and accept from the same socket. What must hold for
all of them is in the database; each learns of the others' changes by polling it for revisions. A worker that dies is
replaced, and its listeners reconnect automatically. When the first process ends, for whatever reason, the others stop:
its end of a pipe closes.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from django.db import connections

log = logging.getLogger(__name__)
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)
# Seconds. The cause that killed a younger worker will probably kill the next one too, so wait before starting it.
YOUNG = 5


def can_fork() -> bool:
    return hasattr(os, "fork")


class Supervisor:
    def __init__(self, works: Sequence[Callable[[], None]]) -> None:
        """Run each of the works in a separate process."""
        self._works = works
        self._started: dict[int, float] = {}
        self._places: dict[int, int] = {}
        self._is_stopping = False
        self._lifeline, self._lifeline_end = os.pipe()

    def run(self) -> None:
        """Supervise until stopped (Ctrl-C or SIGTERM), and until the last worker has ended."""
        for number in STOP_SIGNALS:
            signal.signal(number, self._stop)
        for _ in self._works:
            self._start()
        while self._started:
            pid, status = os.wait()
            age = time.monotonic() - self._started.pop(pid)
            del self._places[pid]
            if not self._is_stopping:
                log.error("Worker %d ended (%s); another takes its place.", pid, _ending(status))
                time.sleep(1 if age < YOUNG else 0)
                self._start()

    def _start(self) -> None:
        """Fork a worker.

        Stop signals are blocked during the fork, until the supervisor has recorded the worker and the worker has reset
        its handlers: with the supervisor's handlers it would pass the signal on and live forever.
        """
        _close_connections()
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        if not self._is_stopping:
            place = min(set(range(len(self._works))) - set(self._places.values()))
            pid = os.fork()
            if pid == 0:
                self._run_worker(self._works[place])
            self._started[pid], self._places[pid] = time.monotonic(), place
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)

    def _run_worker(self, work: Callable[[], None]) -> NoReturn:
        code = 1
        try:
            for number in STOP_SIGNALS:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
            os.close(self._lifeline_end)
            threading.Thread(target=self._watch_lifeline, name="lifeline", daemon=True).start()
            work()
            code = 0
        except BaseException:
            log.exception("A worker")
        finally:
            logging.shutdown()
            os._exit(code)

    def _watch_lifeline(self) -> None:
        os.read(self._lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _stop(self, *_: Any) -> None:
        self._is_stopping = True
        for pid in list(self._started):
            try:
                os.kill(pid, signal.SIGTERM)
            except ProcessLookupError:
                continue


def _close_connections() -> None:
    """Close database connections and pools before the fork: they belong to one process."""
    connections.close_all()
    for connection in connections.all():
        getattr(connection, "close_pool", lambda: None)()


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
