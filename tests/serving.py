"""A real `crosstable serve` for tests: its own process, port and data directory.

    with running_server(tmp_path) as server:
        assert server.get("/healthz").body == b"ok"

`stop()` ends it as Ctrl-C does, `kill()` as a power cut does; `output` holds what it has printed so far.
"""

from __future__ import annotations

import fcntl
import http.client
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from django.core.signing import TimestampSigner

import crosstable as product
from forking import Process, Task, fork
from waiting import LIMIT, START, until

TESTS = Path(__file__).parent
SOURCE = Path(product.__file__).parents[1]  # the code under test, also where another checkout is installed
# Passwords are hashed quickly; pass it to `prepare` and `running_server` alike.
QUICK = {"DJANGO_SETTINGS_MODULE": "quick_settings"}
# A process that is given its code has nothing loaded when it starts, as in an installation.
FROM_NOTHING = {"PYTHONPATH": os.pathsep.join([str(TESTS), str(SOURCE)])}


@dataclass
class Response:
    status: int
    headers: http.client.HTTPMessage
    body: bytes


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


class RunningServer:
    def __init__(self, data: Path, *options: str, command: str = "serve", **env: str) -> None:
        self.data = data
        if "DJANGO_SETTINGS_MODULE" in env and command == "serve":  # the product's own start from nothing
            start_with_tables(data)
        self._log = data.parent / f"{data.name}.log"
        self._log.write_bytes(b"")
        words = [command, "--port", "0", "--data", str(data), *options]
        self.process = start(words, self._log, self._log, **env)
        self.port = self._wait_for_port()
        self.get("/healthz")  # answered once everything is printed and the first page can be

    def _wait_for_port(self) -> int:
        try:
            until(lambda: self._printed_port or self.process.poll() is not None, "the start", START)
        except AssertionError:
            self.process.kill()  # nothing else will: there is no server to stop yet
        if port := self._printed_port:
            return port
        raise RuntimeError(f"the server did not start:\n{self.output}")

    @property
    def _printed_port(self) -> int:
        found = re.search(r"Crosstable is at http://[^ :]+:(\d+) ", self.output)
        return int(found[1]) if found else 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        return self._log.read_text()

    @property
    def database(self) -> sqlite3.Connection:
        """The server's SQLite file, opened by another process: this one."""
        return sqlite3.connect(self.data / "crosstable.sqlite3", timeout=LIMIT)

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Response:
        """Header names are written with underscores: `if_none_match="…"`."""
        with closing(self.connect()) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            response = connection.getresponse()
            return Response(response.status, response.headers, response.read())

    def get(self, path: str, **headers: str) -> Response:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: bytes = b"", **headers: str) -> Response:
        return self.ask("POST", path, body, **headers)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(LIMIT)

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(LIMIT)


class Visitor:
    """A visitor's browser: stores cookies, sends the form token, logs in."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Response:
        return self._ask("GET", path, None)

    def post(self, path: str, **fields: object) -> Response:
        body = urlencode({**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}).encode()
        return self._ask("POST", path, body, content_type="application/x-www-form-urlencoded")

    def sign_in(self, username: str, password: str = "pass-word-1") -> None:
        self.get("/login")
        assert self.post("/login", username=username, password=password).status == 302

    def _ask(self, method: str, path: str, body: bytes | None, **headers: str) -> Response:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        response = self.server.ask(method, path, body, cookie=cookie, **headers)
        for text in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(text).items()}
        return response


def ask_django(data: Path) -> dict[str, str]:
    """Headers of a visitor who is anonymous to Django and not answered from memory: a message waits."""
    key = b"django.http.cookies" + (data / "secret.key").read_bytes()
    return {"cookie": f"messages={TimestampSigner(key=key, salt='django.contrib.messages').sign('[]')}"}


def prepare(data: Path, lines: str, **env: str) -> str:
    """Run some lines of Python on a data directory, in another process; what they print."""
    start_with_tables(data)
    return _run(data, lines, **env)


def start_with_tables(data: Path) -> None:
    """The empty tables, made once for all tests of a run: every migration takes seconds, a copy none."""
    database = data / "crosstable.sqlite3"
    if not database.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(empty_tables(), database)


@cache
def empty_tables() -> Path:
    """Shared by the processes of a run, and rebuilt when a migration or a dependency of the tables changes."""
    migrations = sorted(Path(product.__file__).parent.glob("*/migrations/*.py"))
    digest = sha256(b"".join(path.read_bytes() for path in migrations)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"crosstable-tables-{os.getuid()}-{digest}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = folder / "tables.sqlite3"
        if not made.exists():
            with tempfile.TemporaryDirectory() as scratch:
                _run(Path(scratch) / "data", "", **QUICK)
                _as_one_file(Path(scratch) / "data" / "crosstable.sqlite3", made)
    return made


def _as_one_file(source: Path, target: Path) -> None:
    """With what its write-ahead log still holds, and complete from the moment it is there."""
    unfinished = target.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as database:
        database.execute("VACUUM INTO ?", (str(unfinished),))
    unfinished.rename(target)


def _run(data: Path, lines: str, **env: str) -> str:
    opened = f"from pathlib import Path\nfrom crosstable.cli.data import open_data\nopen_data(Path({str(data)!r}))\n"
    done = run(opened + lines, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def crosstable(*words: object, **env: str) -> Done:
    """`crosstable …` at a terminal."""
    return run([str(word) for word in words], **env)


def run(task: Task, **env: str) -> Done:
    with tempfile.TemporaryDirectory() as folder:
        out, errors = Path(folder) / "out", Path(folder) / "errors"
        code = start(task, out, errors, **env).wait(START)
        return Done(code, out.read_text(), errors.read_text())


def start(task: Task, out: Path, errors: Path, **env: str) -> Process | subprocess.Popen[bytes]:
    if "PYTHONPATH" not in env:
        return fork(environment(**env), task, out, errors)
    command = ["-c", task] if isinstance(task, str) else ["-m", "crosstable", *task]
    with out.open("ab") as output, errors.open("ab") as problems:
        return subprocess.Popen(
            [sys.executable, *command], stdout=output, stderr=problems, env=environment(**env)
        )


def environment(**env: str) -> dict[str, str]:
    """This process's, without its own idea of where the data is, with the same code and one worker."""
    without = ("CROSSTABLE_", "DJANGO_", "PYTHONDONTWRITEBYTECODE")  # what one has compiled, the next finds
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(without)}
    return {**inherited, **FROM_NOTHING, "CROSSTABLE_WORKERS": "1", **env}


@contextmanager
def running_server(data: Path, *options: str, command: str = "serve", **env: str) -> Iterator[RunningServer]:
    server = RunningServer(data, *options, command=command, **env)
    try:
        yield server
    finally:
        server.kill()
