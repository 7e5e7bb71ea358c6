"""Numbers for whoever watches the server (Prometheus asks for /metrics), of all workers together.

They stand in memory the workers share: each adds up in a place of its own, and any of them can read them all. A worker
that takes the place of a dead one goes on from its numbers.
"""

import mmap
import os
from bisect import bisect_left
from collections.abc import Iterator

MOST_WORKERS = 64
KINDS = ("page", "static", "api", "stream")
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
REQUESTS = [f"{kind} {status}" for kind in KINDS for status in CLASSES]
BUCKETS = [f"bucket {n}" for n in range(len(BOUNDS) + 1)]
NAMES = [
    *REQUESTS,
    *BUCKETS,
    "seconds",
    "from memory",
    "streams",
    "page bytes",
    "pid",
    "page maker",
]
PLACE = {name: number for number, name in enumerate(NAMES)}
SIZE = 8 * len(NAMES)


class Metrics:
    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, SIZE * MOST_WORKERS)
        self._all = memoryview(self._shared).cast("d")
        self.take_place(0)

    def take_place(self, number: int) -> None:
        """After the fork: which of the workers this one is."""
        start = number % MOST_WORKERS * len(NAMES)
        self._mine = self._all[start : start + len(NAMES)]
        self._mine[PLACE["streams"]] = 0.0
        self._mine[PLACE["pid"]] = os.getpid()

    def be_page_maker(self) -> None:
        """After the fork: the process that makes pages for all and answers nobody itself."""
        self._all[PLACE["page maker"]] = os.getpid()

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
        """As Prometheus reads them."""
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
        for maker in self.pids("page maker"):
            yield f'{name}{{process="page-maker"}} {_resident(maker)}'


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
