"""The description of the API is complete, and for people of every game: where a match is played is a table in it.

Names of fields, addresses and operations stay as they are; the boards of a team match are boards in every game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from crosstable.api.app import api
from crosstable.api.swiss_app.app import api as swiss_app

BOARD = re.compile(r"\bboards?\b", re.IGNORECASE)
NAMES_OF_SETTINGS = re.compile(r"\bboards, own_boards, board_rule\b")
OF_TEAMS = re.compile(r"teams?\b|(?:matchId}/boards|line-ups|LineUp\w*|Team\w*|PartOut|BoardIn|DueIn)/")


def descriptions(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence with the place it stands at."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name in ("description", "summary") and isinstance(value, str):
                yield path, value
            else:
                yield from descriptions(value, f"{path}/{name}")
    elif isinstance(node, list):
        for one in node:
            yield from descriptions(one, path)


def test_no_sentence_of_the_api_takes_every_game_for_one_with_boards():
    about_boards = [
        (place, text)
        for place, text in descriptions(api.get_openapi_schema())
        if BOARD.search(NAMES_OF_SETTINGS.sub("", text))
    ]
    of_teams = [one for one in about_boards if OF_TEAMS.search(f"{one[0]} {one[1]}")]
    assert [one for one in about_boards if one not in of_teams] == []
    assert len(of_teams) > 20


@pytest.mark.parametrize("described_api", [api, swiss_app], ids=["api", "swiss-app"])
def test_every_operation_and_parameter_is_described(described_api):
    described = described_api.get_openapi_schema()["paths"]
    operations = [
        (f"{method} {path}", operation)
        for path, ops in described.items()
        for method, operation in ops.items()
    ]
    parameters = [(place, one) for place, operation in operations for one in operation["parameters"]]
    assert [place for place, operation in operations if not operation.get("description")] == []
    assert [(place, one["name"]) for place, one in parameters if not one.get("description")] == []
