"""Before every round of a simulated open, the report file gives the round that the product pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import simulated_open
from crosstable.cli.main import app
from crosstable.events.files.trf_export import Moment, trf_of
from simulated_open import FACTS, ROUNDS, STORIES, Open

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("story", STORIES)
def test_the_file_before_each_round_gives_the_next_round_of_the_product(story: str, tmp_path: Path):
    """By `crosstable pair`, by the stored pairings of the reference engine, and by the engine itself if it is here."""
    facts = json.loads(FACTS.read_text(encoding="utf-8"))[story]
    event, engine = Open(accelerated=STORIES[story]), simulated_open.engine_path()
    files = event.files()
    number, file = next(files)
    while True:
        names, path = event.names(), tmp_path / f"before-{number}.trf"
        path.write_text(file, encoding="utf-8")
        answer = CliRunner().invoke(app, ["pair", str(path)])
        assert answer.exit_code == 0, answer.stderr
        ours = simulated_open.boards_in(answer.stdout, names)
        if engine is not None:
            assert simulated_open.reference_boards(engine, file, names) == facts[str(number)]
        following = next(files, None)
        assert (number, sorted(ours)) == (number, facts[str(number)])
        assert (number, event.boards(number)) == (number, ours)
        if following is None:
            break
        number, file = following
    assert number == ROUNDS
    final = trf_of(event.tournament, Moment.FINAL)
    path = tmp_path / "final.trf"
    path.write_text(final, encoding="utf-8")
    checked = CliRunner().invoke(app, ["check", str(path)])
    assert (checked.exit_code, checked.stdout.splitlines()[-1]) == (
        0,
        f"checked 1 tournament, {ROUNDS} rounds: 0 differ; 2 explained by the file itself",
    )
