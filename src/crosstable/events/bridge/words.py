"""Short texts for computed values, the same on every page: points, records, ordinals, counts."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from crosstable.engine.history import EntryHistory
from crosstable.engine.model import Color
from crosstable.games import Vocabulary


def record_words(history: EntryHistory) -> str:
    """'2–1', or '2–0–1' with draws last: wins, losses, draws."""
    record = f"{history.wins}–{history.losses}"
    return f"{record}–{history.draws}" if history.draws else record


def points_words(value: Decimal | Fraction | int) -> str:
    """4, 4½, 13.25: halves as chess players write them, anything finer with two decimals."""
    exact = Fraction(value)
    if exact < 0:
        return f"−{points_words(-exact)}"
    if exact.denominator == 1:
        return str(exact.numerator)
    if exact.denominator == 2:
        return f"{int(exact) or ''}½"
    return f"{float(exact):.2f}"


def crosstable_legend(words: Vocabulary | None) -> str:
    """Explain 12w1, with the words of a game that has colours; 12 1 without."""
    colors = f" with {words.first}" if words else ""
    second = f" {words.letter('black')} is {words.second}," if words else ""
    letter = words.letter("white") if words else " "
    return f"12{letter}1: against row 12{colors}, won.{second} ½ a draw, + and − a forfeit, * still being played."


def signed_words(value: Decimal | Fraction | int) -> str:
    """+18, −7, ±0, +½ with a real minus sign."""
    return f"+{points_words(value)}" if value > 0 else points_words(value) if value < 0 else "±0"


def percent_words(value: Decimal | Fraction | int) -> str:
    """A share with one decimal: 55.3 %."""
    return f"{float(value) * 100:.1f} %"


def listed(items: Sequence[str]) -> str:
    """'3 wins, a margin of +5 and 200 victory points'."""
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


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
