"""Only `games/` names a game: a new game is one more file there, and no other place changes."""

from __future__ import annotations

import re
from pathlib import Path

from crosstable.games import GAMES

SOURCE = Path(__file__).parents[1] / "src" / "crosstable"
# Words that are other things, too: any other game, sets of a match, goals, cards on a page.
PLAIN_WORDS = {"other", "sets", "goals", "cards"}
CODES = "|".join(GAMES.keys() - PLAIN_WORDS)
NAMED = re.compile(rf"""["']({CODES})["']|\b[A-Z_]*({CODES.upper()})[A-Z_]*\b""")
# What is stored stays named as it is; the demonstration tells of real games.
APART = ("games", "migrations", "demo_content")
FILES = [
    path
    for ending in ("py", "html", "jinja", "js", "css")
    for path in SOURCE.rglob(f"*.{ending}")
    if not set(path.relative_to(SOURCE).parts) & set(APART)
]


def test_no_other_file_names_a_game():
    assert [str(path.relative_to(SOURCE)) for path in FILES if NAMED.search(path.read_text())] == []


def test_no_other_file_is_named_after_one():
    assert [path.name for path in FILES if re.search(CODES, path.stem)] == []
