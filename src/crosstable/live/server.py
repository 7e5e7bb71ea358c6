"""Several processes behind one address. The first looks after the others and answers nothing itself.

They are forked once everything is loaded, so that they share its memory, and take turns at the same socket. What must
hold for all of them is in the database; each hears of the others' changes by asking it for revisions, once a second.
A worker that dies is replaced, and its listeners come back by themselves. When the first process is gone, however it
went, the others stop: a pipe from it that nobody writes to tells them.
"""

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import uvicorn
from django.conf import settings
from django.db import connections

from crosstable.events.files.packs.writer import start_writing_packs
from crosstable.live.connections import bounded_connections
from crosstable.live.front_door import FrontDoor
from crosstable.live.garbage import collect_less
from crosstable.live.hub import hub
from crosstable.live.metrics import metrics
from crosstable.live.page_maker import PageMaker
from crosstable.live.static import load_static
from crosstable.upkeep.automatic import start_keeping_copies
from crosstable.upkeep.running import working

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


# A request under way gets this long to finish when the server is told to stop.
PATIENCE = 10
# Seconds a thread may keep the interpreter while another waits. Python's 5 ms are long for the event loop, which has a
# thousand short things to say while pages are being made.
SWITCH = 0.0005
# Open files that are no connections: the database, files being written, standard streams.
RESERVED = 200


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Streams never end by themselves; uvicorn would wait for them.
        hub.close()
        await super().shutdown(sockets)


def serve(listening: socket.socket, workers: int = 1) -> None:
    """Serve until told to stop (Ctrl-C or SIGTERM), with so many processes."""
    load_static()
    if workers > 1 and can_fork():
        _load_code()
        collect_less()
        maker = PageMaker()
        answering = [partial(_serve, listening, maker, place) for place in range(workers)]
        Supervisor([*answering, maker.work]).run()
    else:
        _serve(listening)


def _serve(listening: socket.socket, maker: PageMaker | None = None, place: int = 0) -> None:
    metrics.take_place(place)
    open_files = _allow_many_streams()
    sys.setswitchinterval(SWITCH)
    collect_less()
    config = uvicorn.Config(
        FrontDoor(hub, maker),
        lifespan="on",
        log_config=None,
        access_log=False,  # ours says less about people (observed.py)
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
        ws="none",
        http=bounded_connections(min(settings.CONNECTIONS, open_files - RESERVED)),
        proxy_headers=bool(settings.PROXIES),
        forwarded_allow_ips=settings.PROXIES,
    )
    start_writing_packs()
    start_keeping_copies()
    with contextlib.suppress(KeyboardInterrupt), working(Path(settings.DATA_DIR)):
        Server(config).run(sockets=[listening])


def _load_code() -> None:
    """Pages and API, once before the processes part: each has it at once, and the memory is there once."""
    import_module("crosstable.api.all_urls")


def _allow_many_streams() -> int:
    """Every open stream is an open file, and the usual limit of 1,024 is one big event. What the limit is now."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    except (ImportError, OSError, ValueError):
        return 1024
