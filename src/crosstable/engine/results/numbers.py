"""Whole numbers as people and programs say them, bounded in length and in size."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crosstable.engine.results.errors import NotAScore, NotPossible

# No game scores more; whatever is longer is a slip of the keyboard or an attack.
HIGHEST = 999_999
SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Limit:
    """What a number may be, and what people call it."""

    label: str
    most: int | None = None
    least: int = 0

    def check(self, field: str, value: object) -> int:
        """The number, if it can be one. Raises NotPossible with the field."""
        highest = HIGHEST if self.most is None else self.most
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= highest:
            return value
        raise NotPossible(field, _shown(value), self.label, self.least, self.most)

    def read(self, field: str, text: str | None) -> int:
        """From a form: digits. Raises NotPossible."""
        digits = (text or "")[:20].strip()
        if re.fullmatch(r"[0-9]{1,6}", digits):
            return self.check(field, int(digits))
        raise NotPossible(field, digits or None, self.label, self.least, self.most)

    def schema(self) -> dict[str, Any]:
        highest = HIGHEST if self.most is None else self.most
        return {"type": "integer", "minimum": self.least, "maximum": highest}


def _shown(value: object) -> str | int | None:
    """Short enough for a sentence: a number of 5,000 digits cannot even be written down."""
    if value is None or (isinstance(value, int) and abs(value) < 10**12):
        return value
    return "This" if isinstance(value, int) else str(value)[:20]


def two_sides(score: object, wanted: str) -> tuple[object, object]:
    """`{"first": …, "second": …}` or a list of two, whatever stands in them. Raises NotAScore."""
    if isinstance(score, Mapping) and set(score) <= set(SIDES):
        return score.get("first"), score.get("second")
    if isinstance(score, Sequence) and not isinstance(score, str) and len(score) == 2:
        return score[0], score[1]
    raise NotAScore(SIDES[0], wanted)
