"""Templates that people can review; `make check` looks at their format."""

from __future__ import annotations

import re
from pathlib import Path

import crosstable
from crosstable.games import GAMES

ROOM = Path(crosstable.__file__).parent
PATHS = [*ROOM.rglob("templates/**/*.html"), *ROOM.rglob("rows/*.jinja")]
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
        word for game in GAMES.values() for word in (game.words.table, game.words.first, game.words.second)
    }
    named = re.compile("|".join(rf'="{word}"' for word in sorted(words)))
    assert [sheet.name for sheet in ROOM.rglob("static/*.css") if named.search(sheet.read_text())] == []
