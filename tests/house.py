"""One server for all tests of a process that do not stop it, with a builder next to it. Events differ by slug.

    slug = house.build("from building import playing\nprint(playing('ann bo').slug)").strip()
    assert house.server.get(f"/t/{slug}").status == 200

A server and the modules an event is built with take seconds to start; here they are started once.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from serving import QUICK, RunningServer, start, start_with_tables

BUILDER = """
import contextlib, io, json, traceback
from pathlib import Path
from crosstable.cli.data import open_data
open_data(Path({data!r}))
for line in open({asked!r}):
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(json.loads(line), {{}})
        except Exception:
            error = traceback.format_exc()
    print(json.dumps([printed.getvalue(), error]), flush=True)
"""


OWN = {**QUICK, "DATABASE_URL": ""}  # its own file, whatever database the suite runs on


class Builder:
    """A process with a data directory open, which runs what it is given."""

    def __init__(self, data: Path) -> None:
        start_with_tables(data)
        asked, output = (data.parent / f"{data.name}.{name}" for name in ("asked", "output"))
        os.mkfifo(asked)
        os.mkfifo(output)
        self._process = start(
            BUILDER.format(data=str(data), asked=str(asked)), output, Path("/dev/stderr"), **OWN
        )
        self._asked, self._output = asked.open("w"), output.open()

    def build(self, lines: str) -> str:
        """Run some lines of Python; what they print."""
        print(json.dumps(lines), file=self._asked, flush=True)
        output, error = json.loads(self._output.readline())
        assert not error, error
        return output

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._asked.close()
        self._output.close()


class House:
    def __init__(self, data: Path) -> None:
        self._builder = Builder(data)
        self.build = self._builder.build
        self.build("from building import administrator\nadministrator()")  # before that, sign-up is closed
        self.server = RunningServer(data, **OWN, PYTHONUNBUFFERED="1")

    def close(self) -> None:
        self.server.kill()
        self._builder.close()
