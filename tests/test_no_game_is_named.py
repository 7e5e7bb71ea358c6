"""Only `games/` names a game: whoever adds one adds a file there, and no other place has to hear of it."""

from __future__ import annotations

import re
from pathlib import Path

from crosstable.games import GAMES

SOURCE = Path(__file__).parents[1] / "src" / "crosstable"
# Words that are other things, too: any other game, sets of a match, goals, cards on a page.
PLAIN_WORDS = {"other", "sets", "goals", "cards"}
NAMED = re.compile(rf"""["']({"|".join(GAMES.keys() - PLAIN_WORDS)})["']""")
# What is stored stays named as it is; the demonstration tells of real games.
APART = ("games", "migrations", "demo_content")
LEFT = {"engine/pairing/swiss/options.py": "the stored name of a way to pair"}


def test_no_other_file_names_a_game():
    files = [path for ending in ("py", "html") for path in SOURCE.rglob(f"*.{ending}")]
    named = {
        path.relative_to(SOURCE).as_posix()
        for path in files
        if not set(path.parts) & set(APART) and NAMED.search(path.read_text())
    }
    assert named == set(LEFT)
