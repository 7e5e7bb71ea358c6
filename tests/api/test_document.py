"""docs/api.md is true: its table names every operation, and its walk-through works as typed against the demo."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from html import unescape
from shlex import quote

import pytest
from pydantic import BaseModel

from api.operations_table import DOCUMENT, operations
from crosstable.api.app import api
from serving import QUICK, RunningServer, environment, running_server
from waiting import START


def test_the_table_names_every_operation_there_is():
    listed = [operation for operation, _ in operations("/api")]
    paths = api.get_openapi_schema()["paths"]
    assert sorted(listed) == sorted(
        f"{method.upper()} {path}" for path, ops in paths.items() for method in ops
    )


def test_no_two_schemas_share_a_name():
    """The document names a schema by its class: of two with one name, one would describe the answers of the other."""
    names = Counter(one.__name__ for one in schemas(BaseModel) if one.__module__.startswith("crosstable.api"))
    assert [name for name, times in names.items() if times > 1 and not name.startswith("Page")] == []


def schemas(base: type) -> set[type]:
    below = set(base.__subclasses__())
    return below.union(*(schemas(one) for one in below))


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="needs curl and bash")
def test_the_walk_through_works_as_typed(tmp_path, demo):
    shutil.copytree(demo, tmp_path / "demo-data")
    typed = re.search(r"## A whole round with curl.*?```sh\n(.*?)```", DOCUMENT, re.DOTALL)[1]
    own = {**QUICK, "DATABASE_URL": ""}  # the demo's file, whatever database the suite runs on
    with running_server(tmp_path / "demo-data", command="demo", **own) as server:
        typed = typed.replace("http://127.0.0.1:3005", server.url)
        typed = typed.replace(".venv/bin/crosstable", f"{sys.executable} -m crosstable")
        typed += '\necho "$TOKEN" > token\n'
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", typed],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=START,
            env=environment(**own),
        )
        python = re.search(r"## The same with Python.*?```python\n(.*?)```", DOCUMENT, re.DOTALL)[1]
        (tmp_path / "quickstart.py").write_text(python)
        token = (tmp_path / "token").read_text().strip()
        quick = subprocess.run(
            [sys.executable, "quickstart.py", server.url, token],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=START,
        )
        typed_of_page = quickstart_of_page(server).replace("TOKEN", token)
        of_page = subprocess.run(
            ["bash", "-e", "-c", typed_of_page],
            capture_output=True,
            text=True,
            timeout=START,
        )
    assert of_page.stderr == ""
    assert of_page.stdout.count('{"count": ') == 2
    assert "\nQuick night\n" in of_page.stdout
    assert (quick.stdout, quick.stderr) == ("Ann Bo\n", "")
    assert done.stderr == ""
    *_, last = done.stdout.strip().splitlines()
    assert last == "304"
    assert '"rank": 1' in done.stdout
    assert "docs#problem" not in done.stdout


def quickstart_of_page(server: RunningServer) -> str:
    """The commands of the first section of /api/docs, and its program as another one."""
    page = server.ask("GET", "/api/docs").body.decode()
    shell, program = re.findall(r"<pre>(.*?)</pre>", page.split('id="quickstart"')[1], re.DOTALL)[:2]
    lines = unescape(shell).replace("curl ", "curl -sS ").replace("\\\n", " ").splitlines()
    return "; echo\n".join([*lines, f"{sys.executable} -c {quote(unescape(program))}"])
