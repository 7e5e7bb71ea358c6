"""Metrics of the server for Prometheus (/metrics), summed over all workers, and the request log.

The numbers are in memory the workers share: each worker adds to its own slot, and any of them can read all slots. A
worker that replaces a dead one continues from its numbers. /metrics answers requests from this computer that did not
come through a proxy, and requests with CROSSTABLE_METRICS_TOKEN; all others get a 404. Every request has a number that
the log shows; neither its origin nor its query is logged.
"""

import hmac
import logging
import mmap
import os
import secrets
import time
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.db import Error as DatabaseError

from crosstable.edge import is_api
from crosstable.events.models import Delivery, Tournament
from crosstable.live.asgi import Message, Receive, Scope, Send, answer, answer_text
from crosstable.live.hub import ask
from crosstable.log import without_secrets
from crosstable.upkeep.copies import newest_copy

MOST_WORKERS = 64
REQUEST_KINDS = ("page", "static", "api", "stream")
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
REQUESTS = [f"{kind} {status}" for kind in REQUEST_KINDS for status in CLASSES]
BUCKETS = [f"bucket {n}" for n in range(len(BOUNDS) + 1)]
NAMES = [
    *REQUESTS,
    *BUCKETS,
    "seconds",
    "from memory",
    "streams",
    "page bytes",
    "pid",
    "page renderer",
]
PLACE = {name: number for number, name in enumerate(NAMES)}
SIZE = 8 * len(NAMES)


class Metrics:
    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, SIZE * MOST_WORKERS)
        self._all = memoryview(self._shared).cast("d")
        self.take_place(0)

    def take_place(self, number: int) -> None:
        """Set, after the fork, the number of this worker."""
        start = number % MOST_WORKERS * len(NAMES)
        self._mine = self._all[start : start + len(NAMES)]
        self._mine[PLACE["streams"]] = 0.0
        self._mine[PLACE["pid"]] = os.getpid()

    def be_page_renderer(self) -> None:
        """Set, after the fork, that this is the renderer process, which answers no requests itself."""
        self._all[PLACE["page renderer"]] = os.getpid()

    def add(self, name: str, much: float = 1.0) -> None:
        self._mine[PLACE[name]] += much

    def put(self, name: str, value: float) -> None:
        self._mine[PLACE[name]] = value

    def answered(self, kind: str, status: int, seconds: float) -> None:
        self.add(f"{kind} {CLASSES[min(5, max(1, status // 100)) - 1]}")
        if kind != "stream":
            self.add(f"bucket {bisect_left(BOUNDS, seconds)}")
            self.add("seconds", seconds)

    def total(self, name: str) -> float:
        return sum(self._all[PLACE[name] :: len(NAMES)])

    def pids(self, name: str = "pid") -> list[int]:
        return [int(pid) for pid in self._all[PLACE[name] :: len(NAMES)] if pid and _is_alive(int(pid))]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the Prometheus text format."""
        yield from _head("crosstable_requests_total", "counter", "Requests answered, by what was asked for.")
        for kind, status in (name.split() for name in REQUESTS):
            if count := self.total(f"{kind} {status}"):
                yield f'crosstable_requests_total{{kind="{kind}",status="{status}"}} {count:.0f}'
        yield from self._histogram()
        for name, (metric, kind, words) in SIMPLE.items():
            yield from _head(metric, kind, words)
            yield f"{metric} {self.total(name):.0f}"
        yield from self._processes()

    def _histogram(self) -> Iterator[str]:
        name, count = "crosstable_request_seconds", 0.0
        yield from _head(name, "histogram", "How long answers took, streams left out.")
        for bound, bucket in zip([*map(str, BOUNDS), "+Inf"], BUCKETS, strict=True):
            count += self.total(bucket)
            yield f'{name}_bucket{{le="{bound}"}} {count:.0f}'
        yield f"{name}_sum {self.total('seconds'):.6f}"
        yield f"{name}_count {count:.0f}"

    def _processes(self) -> Iterator[str]:
        pids = self.pids()
        yield from _head("crosstable_workers", "gauge", "Processes that answer.")
        yield f"crosstable_workers {len(pids)}"
        name = "crosstable_resident_memory_bytes"
        yield from _head(name, "gauge", "Memory; what processes share counts in each.")
        yield f'{name}{{process="worker"}} {sum(map(_resident, pids))}'
        for renderer in self.pids("page renderer"):
            yield f'{name}{{process="page-renderer"}} {_resident(renderer)}'


SIMPLE = {
    "from memory": ("crosstable_pages_from_memory_total", "counter", "Public pages answered without Django."),
    "streams": ("crosstable_streams", "gauge", "Pages that follow an event just now."),
    "page bytes": ("crosstable_page_cache_bytes", "gauge", "Public pages kept in memory."),
}


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"


def gauge(name: str, words: str, value: float) -> Iterator[str]:
    yield from _head(name, "gauge", words)
    yield f"{name} {value:.0f}"


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * mmap.PAGESIZE
    except (OSError, IndexError, ValueError):
        return 0


metrics = Metrics()


FORWARDED = {b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip"}
TEXT = (b"content-type", b"text/plain; version=0.0.4; charset=utf-8")


async def answer_metrics(scope: Scope, send: Send) -> None:
    if not may_watch(scope):
        await answer_text(send, 404, "There is nothing here.\n")
        return
    try:
        stored = await ask(lambda: list(_stored()))
    except DatabaseError:
        stored = list(gauge("crosstable_database_up", "Whether the database answers.", 0))
    body = "\n".join([*metrics.lines(), *stored, ""]).encode()
    headers = [TEXT, (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await answer(send, 200, headers, body)


def may_watch(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    given = headers.get(b"authorization", b"")
    if settings.METRICS_TOKEN:
        return hmac.compare_digest(given, b"Bearer " + settings.METRICS_TOKEN.encode())
    return not FORWARDED & headers.keys() and _is_here((scope.get("client") or ("",))[0])


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _stored() -> Iterator[str]:
    yield from gauge("crosstable_database_up", "Whether the database answers.", 1)
    yield from gauge("crosstable_events", "Events, drafts among them.", Tournament.objects.count())
    waiting = Delivery.objects.filter(gave_up_at=None).count()
    yield from gauge("crosstable_outbox_waiting", "Mails and pushes that wait to be sent.", waiting)
    made = newest_copy(Path(settings.DATA_DIR))
    yield from gauge("crosstable_last_backup_timestamp_seconds", "When the last backup was made; 0 for never.",
                     made.timestamp() if made else 0)  # fmt: skip


log = logging.getLogger("crosstable.requests")
NUMBER = "crosstable.request"


async def observed(
    answer: Callable[[Scope, Receive, Send], Awaitable[None]], scope: Scope, receive: Receive, send: Send
) -> None:
    started, status = time.monotonic(), 0
    number = scope[NUMBER] = secrets.token_hex(6)
    kind = kind_of(scope["path"])

    async def sending(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            message = {**message, "headers": [*message["headers"], (b"x-request-id", number.encode())]}
        await send(message)

    metrics.add("streams", kind == "stream")
    try:
        await answer(scope, receive, sending)
    finally:
        metrics.add("streams", -(kind == "stream"))
        seconds = time.monotonic() - started
        metrics.answered(kind, status or 500, seconds)
        if log.isEnabledFor(logging.INFO):
            _write(scope, number, status, seconds)


def kind_of(path: str) -> str:
    if path.startswith("/static/"):
        return "static"
    if is_api(path):
        return "api"
    return "stream" if path.startswith("/t/") and path.endswith("/stream") else "page"


def _write(scope: Scope, number: str, status: int, seconds: float) -> None:
    path = without_secrets(scope["path"])
    facts = {"method": scope["method"], "path": path, "status": status, "ms": round(1000 * seconds)}
    words = "%(method)s %(path)s %(status)d in %(ms)d ms"
    log.info(words, facts, extra={**facts, "request_id": number})
