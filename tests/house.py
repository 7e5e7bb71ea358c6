"""One server for all tests of a process that do not stop it, with a builder beside it. Events are told apart by slug.

    slug = house.build("from building import playing\nprint(playing('ann bo').slug)").strip()
    assert house.server.get(f"/t/{slug}").status == 200

A server and the modules an event is built with take seconds to start; here they are started once.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from serving import QUICK, RunningServer, environment, start_with_tables

BUILDER = """
import contextlib, io, json, sys, traceback
from pathlib import Path
from crosstable.cli.data import open_data
open_data(Path(sys.argv[1]))
for line in sys.stdin:
    said, fault = io.StringIO(), ""
    with contextlib.redirect_stdout(said):
        try:
            exec(json.loads(line), {})
        except Exception:
            fault = traceback.format_exc()
    print(json.dumps([said.getvalue(), fault]), flush=True)
"""


OWN = {**QUICK, "DATABASE_URL": ""}  # a file of its own, whatever database the suite runs on


class Builder:
    """A process with a data directory open, which runs what it is given."""

    def __init__(self, data: Path) -> None:
        start_with_tables(data)
        self._process = subprocess.Popen(
            [sys.executable, "-c", BUILDER, str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(**OWN),
        )

    def build(self, lines: str) -> str:
        """Run some lines of Python; what they print."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(lines) + "\n")
        self._process.stdin.flush()
        said, fault = json.loads(self._process.stdout.readline())
        assert not fault, fault
        return said

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class House:
    def __init__(self, data: Path) -> None:
        self._builder = Builder(data)
        self.build = self._builder.build
        self.build("from building import administrator\nadministrator()")  # before that nobody can sign up
        self.server = RunningServer(data, **OWN, PYTHONUNBUFFERED="1")

    def close(self) -> None:
        self.server.kill()
        self._builder.close()
