"""Short texts for computed values, the same on every page: points, records, ordinals, counts."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from crosstable.engine.history import EntryHistory
from crosstable.engine.model import Color
from crosstable.games import Vocabulary
from crosstable.text import decimal_text, tr


def record_words(history: EntryHistory) -> str:
    """'2–1', or '2–0–1' with draws last: wins, losses, draws."""
    record = f"{history.wins}–{history.losses}"
    return f"{record}–{history.draws}" if history.draws else record


def points_words(value: Decimal | Fraction | int) -> str:
    """4, 4½, 13.25: halves as chess players write them, anything finer with two decimals."""
    exact = Fraction(value)
    if exact.denominator > 2:
        return decimal_text(exact, 2)
    if exact < 0:
        return f"−{points_words(-exact)}"
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{int(exact) or ''}½"


def crosstable_legend(vocabulary: Vocabulary | None) -> str:
    """Explain 12w1, with the words of a game that has colours; 12 1 without."""
    if vocabulary is None:
        return tr("12 1: a win against row 12. ½: draw, + and −: forfeit, *: in progress.")
    return vocabulary.say(
        "12{white}1: a win against row 12 as {first}. {black}: {second}, ½: draw, + and −: forfeit, *: in progress.",
        white=vocabulary.letter("white"),
        black=vocabulary.letter("black"),
    )


def signed_words(value: Decimal | Fraction | int) -> str:
    """+18, −7, ±0, +½ with a real minus sign."""
    return f"+{points_words(value)}" if value > 0 else points_words(value) if value < 0 else "±0"


def percent_words(value: Decimal | Fraction | int) -> str:
    """A share with one decimal: 55.3 %."""
    return tr("{percent}%", percent=decimal_text(value * 100, 1))


def colors_words(vocabulary: Vocabulary, colors: Sequence[Color]) -> str:
    """'W B W', or 'none yet'."""
    return " ".join(vocabulary.letter(color.value).upper() for color in colors) or tr("none yet")
