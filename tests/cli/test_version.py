"""`crosstable --version`, and a licence in the package."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import metadata, version

from typer.testing import CliRunner

from crosstable.cli.main import app


def test_the_version_is_said_and_nothing_else():
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.output) == (0, f"crosstable {version('crosstable')}\n")


def test_the_package_says_under_which_licence_it_is():
    assert metadata("crosstable")["License-Expression"] == "MIT"


def test_neither_the_engine_nor_a_console_is_loaded_for_it() -> None:
    code = (
        "import sys; from crosstable.cli.main import app; app(['--version'], standalone_mode=False);"
        "print([m for m in ('django', 'numpy', 'rich', 'crosstable.engine') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"
