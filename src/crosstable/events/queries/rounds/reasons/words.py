"""Small words several explanations need."""

from collections.abc import Sequence

from crosstable.engine.model import Color
from crosstable.games import Vocabulary


def ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def colors_words(words: Vocabulary, colors: Sequence[Color]) -> str:
    """'W B W', or 'none yet'."""
    return " ".join(words.letter(color.value).upper() for color in colors) or "none yet"
