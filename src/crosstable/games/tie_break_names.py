"""What a tie-break is called in a game: legs where legs are won, goals where goals are counted, the second side."""

from dataclasses import replace

from crosstable.engine.tie_breaks import TieBreak, find_tie_break
from crosstable.games.model import Game, Use, Words

OF_SIDES = frozenset({"BPG", "BWG"})
POINTS = Words()


def tie_break_of(game: Game, code: str, words: Words | None = None) -> TieBreak:
    """The tie-break with the name it has in this game. Raises UnknownTieBreak."""
    tie_break = find_tie_break(code)
    return replace(tie_break, name=_names(game, words or game.words).get(code, tie_break.name))


def means_nothing(game: Game, code: str) -> bool:
    """It counts who was on which side, where the sides do not differ."""
    return code in OF_SIDES and Use.COLORS not in game.uses


def _names(game: Game, words: Words) -> dict[str, str]:
    """Where sets or games are won, it is the points made in them that are scored."""
    scored = POINTS if game.shape.has_parts else words
    return {
        "DIFF": f"{scored.one} difference",
        "FOR": f"{scored.points} scored",
        "SET-DIFF": f"{words.one} difference",
        "SET-RATIO": f"{words.one} ratio",
        "BPG": f"Games with {words.second}",
        "BWG": f"Games won with {words.second}",
    }
