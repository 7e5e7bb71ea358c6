"""Processes for tests, forked from one that has loaded the product's code: loading it takes longer than most tests,
and a run starts hundreds. A forked process reads environment and settings again, and ends as any other process.

    process = fork(environment(), ["doctor", "--data", "…"], out, out)  # as `python -m crosstable doctor …`
    process = fork(environment(), "print('Hello')", out, out)  # as `python -c …`
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any

from waiting import LIMIT, until

Task = list[str] | str


class Process:
    """What tests ask of a `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = _loaded().ask(ended=self.pid)
        return self.returncode

    def wait(self, timeout: float = LIMIT) -> int:
        until(lambda: self.poll() is not None, "the end of the process", timeout)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def fork(env: dict[str, str], task: Task, out: Path, errors: Path) -> Process:
    return Process(_loaded().ask(env=env, task=task, out=str(out), errors=str(errors)))


class Loaded:
    """The process that is forked, as those see it who ask it. It ends with them."""

    def __init__(self) -> None:
        here, pipe = [sys.executable, __file__, *sys.path], subprocess.PIPE
        self._process = subprocess.Popen(here, stdin=pipe, stdout=pipe, text=True)
        self._lock = threading.Lock()

    def ask(self, **question: Any) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        with self._lock:
            print(json.dumps(question), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())


@cache
def _loaded() -> Loaded:
    return Loaded()


def _serve() -> None:
    """Serve until the input ends. The fork leaves here, too, with its task done, and so ends as a process does."""
    running: set[int] = set()
    while line := sys.stdin.readline():
        question = json.loads(line)
        if "ended" in question:
            pid, status = os.waitpid(question["ended"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
            running.discard(pid)
        elif (answer := os.fork()) == 0:
            _do(**question)
            return
        else:
            running.add(answer)
        print(json.dumps(answer), flush=True)
    for pid in running:  # of a test that failed, or of a run that was stopped
        os.kill(pid, signal.SIGKILL)


def _do(env: dict[str, str], task: Task, out: str, errors: str) -> None:
    for number, path in enumerate((os.devnull, out, errors)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), number)
    os.environ.clear()
    os.environ.update(env)
    sys.modules[
        "crosstable.live.metrics"
    ].metrics.__init__()  # the workers of one server share this, not all servers
    sys.stdout.reconfigure(write_through="PYTHONUNBUFFERED" in env)  # type: ignore[union-attr]
    from crosstable.cli.main import app

    if isinstance(task, str):
        exec(compile(task, "<lines>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = ["crosstable", *task]
        app(prog_name="crosstable")


def _load() -> None:
    """Code alone: the settings it was loaded with are forgotten, and the database that Django asked how long names
    may be."""
    import gc
    from importlib import import_module
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as nowhere:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "crosstable.settings", "CROSSTABLE_DATA": nowhere}
        os.environ["DATABASE_URL"] = ""
        import_module("django").setup()
        for name in ("cli.main", "cli.data", "live.server", "api.urls", "upkeep.doctor"):
            import_module(f"crosstable.{name}")
        for name in ("building", "django.db.migrations.executor"):
            import_module(name)
    from django.conf import empty, settings
    from django.db import connections

    del connections["default"], connections.settings
    connections._settings = None
    settings._wrapped = empty
    del sys.modules["crosstable.settings"]
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    sys.path[:] = sys.argv[1:]
    _load()
    _serve()
