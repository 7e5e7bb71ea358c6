"""The interface of result shapes, for desk lines, phones, API bodies, slips and corrections.

A shape defines how a match of its kind is reported, checked, decided, worded and counted. Matches not played are the
same for all of them and are handled here; a shape itself sees only what was played. Normalisation of hasty typing comes
first: one spelling for all dashes, halves and spaces, and the forfeits of every game.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from random import Random
from typing import Any, ClassVar

from crosstable.engine.model import Outcome
from crosstable.engine.results.errors import NotALine, NotAScore, NotPossible
from crosstable.engine.results.score import CODE_WORDS, FORFEITS, Score, by_code

MOST_CHARACTERS = 200
_DASHES = re.compile(r"\s*[-‐‑‒–—−:]+\s*")
_SPACES = re.compile(r"\s+")

FORFEIT_LINES = {
    **dict.fromkeys(("1f", "1-0f", "+/-", "+-"), "1-0F"),
    **dict.fromkeys(("0f", "0-1f", "-/+", "-+"), "0-1F"),
    **dict.fromkeys(("=f", "f", "0-0f", "-/-"), "0-0F"),
}
_HALF = ("½", "1/2", "0.5", "0,5", ".5", ",5")
AGREED_DRAW_LINES = ("=", "d", "draw", "½", "½-½", "½ ½", "1/2-1/2")
DECIDED_LINES = {
    **dict.fromkeys(("1", "1-0", "1 0"), "1-0"),
    **dict.fromkeys(("0", "0-1", "0 1"), "0-1"),
    **dict.fromkeys(("=", "d", "draw", "=-=", *_HALF), "1/2-1/2"),
    **{f"{half}{between}{half}": "1/2-1/2" for half in _HALF for between in ("-", " ")},
    **{f"{half}{between}0": "1/2-0" for half in (*_HALF, "=") for between in ("-", " ")},
    **{f"0{between}{half}": "0-1/2" for half in (*_HALF, "=") for between in ("-", " ")},
    **dict.fromkeys(("0-0", "0 0"), "0-0"),
}
_UNRATED = re.compile(r" ?(u|unrated)$")


def decided_in(line: str) -> str | None:
    """Return the code of a decided result in a normalised line: `1`, `0-½`, `=u`."""
    code = DECIDED_LINES.get(_UNRATED.sub("", line))
    return f"{code}U" if code and _UNRATED.search(line) else code


def normalised(text: str) -> str:
    """Return lower case, single spaces, and a plain hyphen for any dash between two numbers."""
    return _SPACES.sub(" ", _DASHES.sub("-", text.strip().lower()))


def forfeit_in(line: str) -> str | None:
    """Return the code of a forfeit in a normalised line: `1f`, `0-1 F`, `=f`."""
    return FORFEIT_LINES.get(line.replace(" ", ""))


def numbers_in(line: str, between: str = r"[ -]|, |/| / ") -> tuple[int, ...] | None:
    """Whole numbers of at most six digits with one separator between any two; None for anything else."""
    parts = re.split(between, line)
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        return None
    return tuple(int(part) for part in parts)


def without_open_mark(line: str) -> tuple[str, bool]:
    """Remove the mark of a series in progress: `1-1 so far`, `1-1 …`. Time could also have ended it."""
    for mark in ("so far", "...", "…"):
        if line.endswith(mark):
            return line.removesuffix(mark).strip(), True
    return line, False


def pairs_in(line: str) -> tuple[tuple[int, int], ...] | None:
    """Parse `21-19 18-21`, with commas or slashes between, or `21 19 18 21`. None for anything else."""
    tokens = re.split(r"[ ,;/|]+", line)
    if all(re.fullmatch(r"[0-9]{1,4}-[0-9]{1,4}", token) for token in tokens):
        numbers = [int(n) for token in tokens for n in token.split("-")]
    elif len(tokens) % 2 == 0 and all(re.fullmatch(r"[0-9]{1,4}", token) for token in tokens):
        numbers = [int(token) for token in tokens]
    else:
        return None
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


Json = dict[str, Any]
SIDES = ("first", "second")
# No game scores more; a longer number is a typing mistake or an attack.
HIGHEST = 999_999
FORFEIT_CHOICES = tuple((code, CODE_WORDS[code]) for code in FORFEITS)


@dataclass(frozen=True, slots=True)
class Field:
    """One input field, as a page, a phone, a slip or an API document needs it.

    `side` is "first", "second" or empty; `part` is the number of a set, 0 where there are none.
    """

    name: str
    label: str
    most: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    side: str = ""
    part: int = 0
    required: bool = True


@dataclass(frozen=True, slots=True)
class Limit:
    """The range of a number, from 0, and its name."""

    label: str
    most: int | None = None

    def check(self, field: str, value: object) -> int:
        """Return the number if it is in range. Raises NotPossible with the field."""
        highest = HIGHEST if self.most is None else self.most
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= highest:
            return value
        raise NotPossible(field, _shown(value), self.label, self.most)

    def read(self, field: str, text: str | None) -> int:
        """Parse digits from a form. Raises NotPossible."""
        digits = (text or "")[:20].strip()
        return self.check(field, int(digits) if re.fullmatch(r"[0-9]{1,6}", digits) else digits or None)

    def schema(self) -> Json:
        return {"type": "integer", "minimum": 0, "maximum": HIGHEST if self.most is None else self.most}


def _shown(value: object) -> str | int | None:
    """Return the value short enough for a sentence: a number of 5,000 digits cannot even be printed."""
    if value is None or (isinstance(value, int) and abs(value) < 10**12):
        return value
    return "This" if isinstance(value, int) else str(value)[:20]


def two_sides(score: object, wanted: str) -> tuple[object, object]:
    """Unpack `{"first": …, "second": …}` or a list of two, with any values. Raises NotAScore."""
    if isinstance(score, Mapping) and set(score) <= set(SIDES):
        return score.get("first"), score.get("second")
    if isinstance(score, Sequence) and not isinstance(score, str) and len(score) == 2:
        return score[0], score[1]
    raise NotAScore(SIDES[0], wanted)


class ResultShape(ABC):
    """Base class of the shapes, all of them frozen values."""

    kind: ClassVar[str]
    # Whether a score can be typed without a space, so several fit in one line.
    is_one_word: ClassVar[bool] = True
    # The name of the tally for totals and margin; empty where nothing is counted.
    counted: ClassVar[str] = ""
    # Best of n: the score has the sets, legs or games of one sitting.
    has_parts: ClassVar[bool] = False
    draws: bool

    # Implemented by each shape, for what was played.

    @abstractmethod
    def fields(self) -> tuple[Field, ...]:
        """Return the fields of a form. A forfeit is offered in addition (`FORFEIT_CHOICES`)."""

    def rows(self) -> list[tuple[Field, ...]]:
        """Return the same fields in form rows: the fields of both sides for one thing are in one row."""
        rows: dict[tuple[int, str], list[Field]] = {}
        for field in self.fields():
            name = field.name.replace(field.side, "", 1) if field.side else field.name
            rows.setdefault((field.part, name), []).append(field)
        return [tuple(row) for row in rows.values()]

    @property
    def may_agree_to_draw(self) -> bool:
        """Whether two players may agree to a draw without playing; the shape defines how it is reported."""
        return False

    def line_examples(self) -> tuple[str, ...]:
        """Return examples for the hint under the desk's field; each of them can be parsed."""
        return self.to_line(self.example(Outcome.WIN)), "1f"

    @property
    def line_length(self) -> int:
        """Numbers or words in every line, so the desk knows when one is complete; 0 if it differs."""
        return len(self.fields())

    @abstractmethod
    def schema(self) -> Json:
        """The JSON schema of a score that was played."""

    @abstractmethod
    def example(self, outcome: Outcome) -> Score:
        """Return a usual score with this outcome for the first side: win, loss, or draw if possible."""

    def random_score(self, outcome: Outcome, random: Random) -> Score:
        """Return a plausible score with this outcome, for rehearsals: other numbers each time, where there are some."""
        return self.example(outcome)

    @property
    def may_end_level(self) -> bool:
        return self.draws

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The possible outcomes of the first side in a match that is played."""
        drawn = (Outcome.DRAW,) if self.may_end_level else ()
        return (Outcome.WIN, *drawn, Outcome.LOSS)

    @abstractmethod
    def _read(self, score: object) -> Score: ...
    @abstractmethod
    def _read_line(self, line: str) -> Score: ...
    @abstractmethod
    def _read_fields(self, values: Mapping[str, str]) -> Score: ...
    @abstractmethod
    def _to_fields(self, score: Score) -> dict[str, str]: ...
    @abstractmethod
    def _to_json(self, score: Score) -> str | Json: ...
    @abstractmethod
    def _to_line(self, score: Score) -> str: ...

    # Public interface. Each raises ScoreRefused for a score that is not possible.

    def read(self, score: object) -> Score:
        """Parse a code, `{"result": code}` or what `schema` describes, from the API, the database or a file."""
        if isinstance(score, Mapping) and set(score) == {"result"}:
            score = score["result"]
        if isinstance(score, str) and score in FORFEITS:
            return self._forfeit(score)
        return self._read(score)

    def read_line(self, text: str) -> Score:
        """Parse a line of the desk: `72 45`, `1`, `=`, `1f`, `21-19 18-21 21-17`."""
        line = normalised(text) if len(text) <= MOST_CHARACTERS else ""
        if not line:
            raise self.not_a_line(text)
        forfeit = forfeit_in(line)
        return self._forfeit(forfeit) if forfeit else self._read_line(line)

    def read_fields(self, values: Mapping[str, str]) -> Score:
        """Parse a form: the fields by name; or `result` alone with the code of a forfeit."""
        code = values.get("result", "").strip()
        return self._forfeit(code) if code in FORFEITS else self._read_fields(values)

    def to_fields(self, score: Score) -> dict[str, str]:
        """Return the initial values of a form; parsing them gives the same score."""
        return {"result": score.code} if score.is_forfeit else self._to_fields(score)

    def to_json(self, score: Score) -> str | Json:
        """Return the score as stored and sent; parsing it gives the same score."""
        return score.code if score.is_forfeit else self._to_json(score)

    def to_line(self, score: Score) -> str:
        """Return the score as it could have been typed."""
        return FORFEIT_SHORT[score.code] if score.is_forfeit else self._to_line(score)

    def check_over(self, score: Score) -> Score:
        """Return the score if the match is finished. Raises NotOverYet, only in a best of n."""
        return score

    def _forfeit(self, code: str) -> Score:
        """A match not played has no numbers, unless the game's rules give it some."""
        return by_code(code)

    def not_a_line(self, text: str) -> NotALine:
        return NotALine(self.fields()[0].name, text.strip()[:40], self.line_examples())

    @staticmethod
    def object_schema(properties: Json, required: Sequence[str]) -> Json:
        """Return the schema of an object with these properties and no others."""
        return {
            "type": "object",
            "properties": properties,
            "required": list(required),
            "additionalProperties": False,
        }

    def describe(self) -> Json:
        """Return the shape itself as data: its kind and all its options."""
        assert is_dataclass(self)
        return {"kind": self.kind, **asdict(self)}


FORFEIT_SHORT = {"1-0F": "1f", "0-1F": "0f", "0-0F": "=f"}


def score_schema(shape: ResultShape) -> Json:
    """Return the schema of every possible score: what was played, or the code of a forfeit."""
    return {"oneOf": [shape.schema(), {"type": "string", "enum": list(FORFEITS)}]}
