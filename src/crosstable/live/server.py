"""The server process: uvicorn around the ASGI application, on a socket that is already bound."""

import contextlib
import socket
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

import uvicorn
from django.conf import settings

from crosstable.events.files.pack_writer import start_writing_packs
from crosstable.live.application import LiveApplication
from crosstable.live.connections import bounded_connections
from crosstable.live.garbage import collect_less
from crosstable.live.hub import hub
from crosstable.live.metrics import metrics
from crosstable.live.page_renderer import PageRenderer
from crosstable.live.static import load_static
from crosstable.live.workers import Supervisor, can_fork
from crosstable.upkeep.housekeeping import start_keeping_copies
from crosstable.upkeep.running import working

# Seconds a request under way has to finish when the server stops.
PATIENCE = 10
# Seconds a thread may hold the interpreter while another waits. Python's 5 ms are long for the event loop, which has a
# thousand short tasks while pages are rendered.
SWITCH = 0.0005
# Open files that are not connections: the database, files being written, standard streams.
RESERVED = 200


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Streams do not end on their own; uvicorn would wait for them.
        hub.close()
        await super().shutdown(sockets)


def serve(listening: socket.socket, workers: int = 1) -> None:
    """Serve until stopped (Ctrl-C or SIGTERM), with this number of processes."""
    load_static()
    if workers > 1 and can_fork():
        # Pages and API are imported once before the fork, so the processes share the memory.
        import_module("crosstable.api.urls")
        collect_less()
        renderer = PageRenderer()
        answering = [partial(_serve, listening, renderer, place) for place in range(workers)]
        Supervisor([*answering, renderer.work]).run()
    else:
        _serve(listening)


def _serve(listening: socket.socket, renderer: PageRenderer | None = None, place: int = 0) -> None:
    metrics.take_place(place)
    open_files = _allow_many_streams()
    sys.setswitchinterval(SWITCH)
    collect_less()
    config = uvicorn.Config(
        LiveApplication(hub, renderer),
        lifespan="on",
        log_config=None,
        access_log=False,  # our log has less about people (metrics.py)
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


def _allow_many_streams() -> int:
    """Raise the limit of open files and return it.

    Every stream is one, and the usual 1,024 is one big event.
    """
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    except (ImportError, OSError, ValueError):
        return 1024
