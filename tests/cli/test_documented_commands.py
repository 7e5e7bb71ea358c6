"""Every `crosstable` command in a shell block of the documents runs as typed, in the order of its document."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from house import Builder
from serving import environment
from test_documentation import DOCUMENTS, FENCED

COMMAND = re.compile(r"\$ crosstable |(?:\.venv/bin/)?crosstable ")
EVENT = "from building import playing, play_round\nplay_round(playing('ann bo cy'), 'ann 72-45')"
# What is typed when a command asks: yes, or a password twice.
ASKED = {"restore": "y\n"}
PASSWORD = "two words of mine\n" * 2
# A server runs until it is stopped, and PostgreSQL is not on every computer: other tests run these commands.
ELSEWHERE = {
    ".venv/bin/crosstable serve": "cli/test_serve.py",
    ".venv/bin/crosstable move": "cli/test_move.py",
}
# Files that the examples name.
FILES = (
    "generate --players 8 --rounds 9 --rounds-played 5 --seed 1 -o open.trf",
    "generate --players 60 --rounds 9 --rounds-played 4 --seed 1 -o large.trf",
)
ADA = "admin create ada --email ada@example.org --data"


def typed(document: Path) -> list[str]:
    blocks = [body for language, body in FENCED.findall(document.read_text()) if language in ("", "sh")]
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    found = [line.removeprefix("$ ") for line in lines if COMMAND.match(line)]
    return [line for line in found if not line.startswith(tuple(ELSEWHERE))]


WITH_COMMANDS = [document for document in DOCUMENTS if typed(document)]


@pytest.mark.parametrize("document", WITH_COMMANDS, ids=lambda path: path.name)
def test_the_commands_of_a_document_run_as_typed(document, tmp_path):
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    program = programs / "crosstable"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m crosstable "$@"\n')
    program.chmod(0o755)
    if any("./data" in line for line in typed(document)):
        with closing(Builder(tmp_path / "data")) as builder:
            builder.build(EVENT)
    lines = typed(document)
    prepared = [f"crosstable {words}" for words in FILES] if any("open.trf" in line for line in lines) else []
    prepared += [
        f"crosstable {ADA} {data}"
        for data in ("./data", "./other-data")
        if any(data in line for line in lines) and not any(f"{ADA} {data}" in line for line in lines)
    ]
    env = environment(DATABASE_URL="", PATH=f"{programs}:{os.environ['PATH']}")
    for line in [*prepared, *lines]:
        done = subprocess.run(
            line,
            shell=True,
            cwd=tmp_path,
            env=env,
            input=next((answer for word, answer in ASKED.items() if word in line.split()), PASSWORD),
            capture_output=True,
            text=True,
            start_new_session=True,  # without a terminal a password is read from here
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_commands_are_found_and_those_left_out_have_their_tests():
    assert {document.name for document in WITH_COMMANDS} >= {"commands.md", "event-file.md", "operations.md"}
    assert all((Path(__file__).parents[1] / test).exists() for test in ELSEWHERE.values())
