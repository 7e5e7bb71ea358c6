"""Templates that people can review; `make check` looks at their format."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import reverse

import crosstable
from crosstable.games import GAMES
from crosstable.web.templatetags.addresses import STAND_INS, address

ROOM = Path(crosstable.__file__).parent
PATHS = [*ROOM.rglob("templates/**/*.html"), *ROOM.rglob("jinja/*.jinja")]
TEMPLATES = {str(path.relative_to(ROOM)): path.read_text() for path in PATHS}
LONGEST = 140
BROKEN_TAG = re.compile(r"\{%[^%]*\n[^%]*%\}|\{\{[^}]*\n[^}]*\}\}")


def test_no_line_of_a_template_is_longer_than_140_characters():
    assert len(TEMPLATES) > 100
    long = [
        f"{name}:{number}"
        for name, text in TEMPLATES.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []


def test_no_template_breaks_a_tag_of_its_own_over_two_lines():
    """Django would show such a tag as text; Jinja2 does not."""
    django = {name: text for name, text in TEMPLATES.items() if name.endswith(".html")}
    assert [name for name, text in django.items() if BROKEN_TAG.search(text)] == []


def test_no_style_sheet_knows_what_a_game_calls_its_tables():
    words = {
        word
        for game in GAMES.values()
        for word in (game.vocabulary.table, game.vocabulary.first, game.vocabulary.second)
    }
    named = re.compile("|".join(rf'="{word}"' for word in sorted(words)))
    assert [sheet.name for sheet in ROOM.rglob("static/*.css") if named.search(sheet.read_text())] == []


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("events", []),
        ("event", ["open"]),
        ("entry", ["open", 7]),
        ("entry", ["open", int(STAND_INS[0])]),
        ("entry", [f"open-{STAND_INS[0]}", 7]),
        ("correct-game", ["open", int(STAND_INS[1]), 12]),
        ("correct-game", ["open", 3, 40_000]),
    ],
)
def test_an_address_from_the_cache_is_the_one_that_django_makes(name, args):
    assert [address(name, *args) for _ in range(2)] == [reverse(name, args=args)] * 2
