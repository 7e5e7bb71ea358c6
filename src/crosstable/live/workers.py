"""Several processes behind one address. The first looks after the others and answers nothing itself.

They are forked once everything is loaded, so that they share its memory, and take turns at the same socket. What must
hold for all of them is in the database; each hears of the others' changes by asking it for revisions, once a second.
A worker that dies is replaced, and its listeners come back by themselves. When the first process is gone, however it
went, the others stop: a pipe from it that nobody writes to tells them.
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
TOLD_TO_STOP = (signal.SIGTERM, signal.SIGINT)
# Seconds. A worker that lived shorter died of something that will kill the next one, too: no hurry.
YOUNG = 5


def can_fork() -> bool:
    return hasattr(os, "fork")


class Supervisor:
    def __init__(self, works: Sequence[Callable[[], None]]) -> None:
        """Each of them in a process of its own."""
        self._works = works
        self._started: dict[int, float] = {}
        self._places: dict[int, int] = {}
        self._is_stopping = False
        self._lifeline, self._lifeline_end = os.pipe()

    def run(self) -> None:
        """Until told to stop (Ctrl-C or SIGTERM), and until the last worker has."""
        for number in TOLD_TO_STOP:
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
        """Who tells them to stop while they part is heard when the first knows of the worker, and the worker that it is
        one: it would take the word for the first's, pass it on, and live for ever."""
        _close_connections()
        signal.pthread_sigmask(signal.SIG_BLOCK, TOLD_TO_STOP)
        if not self._is_stopping:
            place = min(set(range(len(self._works))) - set(self._places.values()))
            pid = os.fork()
            if pid == 0:
                self._be_a_worker(self._works[place])
            self._started[pid], self._places[pid] = time.monotonic(), place
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD_TO_STOP)

    def _be_a_worker(self, work: Callable[[], None]) -> NoReturn:
        code = 1
        try:
            for number in TOLD_TO_STOP:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD_TO_STOP)
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
    """A connection belongs to one process, and so does a pool of them with its threads."""
    connections.close_all()
    for connection in connections.all():
        getattr(connection, "close_pool", lambda: None)()


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
