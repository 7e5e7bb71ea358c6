"""The table of games and formats in docs/games.md matches what creating an event accepts and refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from api.calling import Caller
from crosstable import games
from crosstable.events.bridge.settings.stage_settings import FORMATS, format_refusal
from crosstable.games import GAMES, Game

DOCUMENT = Path(__file__).parents[2] / "docs" / "games.md"
ALL = "all"


def cell(game: Game, format: str) -> str:
    return "refused" if format_refusal(game, format) else ALL


def table(known: dict[str, Game]) -> list[str]:
    head = ["| game | " + " | ".join(FORMATS) + " |", "|---|" + "---|" * len(FORMATS)]
    rows = [[code, *(cell(game, format) for format in FORMATS)] for code, game in known.items()]
    return head + [f"| {' | '.join(row)} |" for row in rows]


def refusals(known: dict[str, Game]) -> list[str]:
    pairs = [(code, format) for code in known for format in FORMATS]
    found = [f"- {c}, {f}: {why}" for c, f in pairs if (why := format_refusal(known[c], f))]
    return found or ["- Every game has every format."]


def test_the_table_and_its_refusals_are_the_ones_of_the_program():
    text = DOCUMENT.read_text().splitlines()
    start = text.index("## Which game in which format")
    section = text[start : text.index("## What an event takes from its game")]
    assert [line for line in section if line.startswith("|")] == table(GAMES)
    assert [line for line in section if line.startswith("- ")] == refusals(GAMES)


@pytest.mark.django_db
def test_a_game_without_a_kind_of_stage_is_refused_at_creation_with_the_sentence_of_the_table(monkeypatch):
    duel = replace(GAMES["goals"], code="duel", name="Duels", stages=("knockout",))
    monkeypatch.setitem(games.GAMES, "duel", duel)
    body = {"game": "duel", "format": "swiss", "name": "Duels", "date": "2026-11-21", "totalRounds": 2}
    answer = Caller("olga").post("/tournaments", body)
    assert (answer.status_code, answer.json()["detail"]) == (422, format_refusal(duel, "swiss"))
    assert refusals({"duel": duel})[0] == f"- duel, swiss: {format_refusal(duel, 'swiss')}"
