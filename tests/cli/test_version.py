"""`crosstable --version`, and a licence in the package."""

from __future__ import annotations

from importlib.metadata import metadata, version

from typer.testing import CliRunner

from crosstable.cli.main import app


def test_the_version_is_said_and_nothing_else():
    said = CliRunner().invoke(app, ["--version"])
    assert (said.exit_code, said.output) == (0, f"crosstable {version('crosstable')}\n")


def test_the_package_says_under_which_licence_it_is():
    assert metadata("crosstable")["License-Expression"] == "MIT"
