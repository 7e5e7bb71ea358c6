"""Decided: chosen and not derived. 1–0, 0–1 and, where there are draws, ½–½.

For chess, go, any game without numbers.

An arbiter may also decide 0–0, ½–0 or 0–½, or that a game is not rated, where the game has such results.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from crosstable.engine.model import Outcome
from crosstable.engine.results.errors import NoDraw, NotAResult, UnequalResult
from crosstable.engine.results.score import (
    CODE_WORDS,
    CODES,
    FORFEITS,
    UNEQUAL,
    UNRATED,
    USUAL,
    Score,
    by_code,
)
from crosstable.engine.results.shape import Field, Json, ResultShape, decided_in
from crosstable.text import tr

SHORT = {"1-0": "1", "0-1": "0", "1/2-1/2": "=", "0-0": "0-0", "1/2-0": "½-0", "0-1/2": "0-½"}
SHORT |= {f"{code}{UNRATED}": f"{short}u" for code, short in SHORT.items()}
DRAW = "1/2-1/2"


@dataclass(frozen=True)
class Decided(ResultShape):
    """`draws`: a match may be drawn. `special`: 0–0 over the board and unrated games can be entered.

    `unequal`: also ½–0 and 0–½.
    """

    draws: bool = True
    special: bool = False
    unequal: bool = False
    kind: ClassVar[str] = "decided"

    @property
    def codes(self) -> tuple[str, ...]:
        return (*self.usual_codes, *self.special_codes)

    @property
    def usual_codes(self) -> tuple[str, ...]:
        return USUAL if self.draws else USUAL[:2]

    @property
    def special_codes(self) -> tuple[str, ...]:
        """Codes that only an arbiter enters. Where a match must have a winner there is no 0–0 either."""
        if not self.special:
            return ()
        no_winner = ("0-0", *(UNEQUAL if self.unequal else ())) if self.draws else ()
        return (*no_winner, *(f"{code}{UNRATED}" for code in (*self.usual_codes, *no_winner)))

    def fields(self) -> tuple[Field, ...]:
        return (
            Field("result", tr("Result"), choices=tuple((code, CODE_WORDS[code]) for code in self.codes)),
        )

    def line_examples(self) -> tuple[str, ...]:
        return (*(SHORT[code] for code in self.usual_codes), "1f")

    def schema(self) -> Json:
        return {"type": "string", "enum": list(self.codes)}

    def example(self, outcome: Outcome) -> Score:
        other = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN, Outcome.DRAW: Outcome.DRAW}[outcome]
        return self._read(CODES[outcome, other])

    def _read(self, score: object) -> Score:
        if isinstance(score, str) and score in self.codes:
            return by_code(score)
        if not self.draws and score == DRAW:
            raise NoDraw("result")
        if self.special and isinstance(score, str) and score.removesuffix(UNRATED) in UNEQUAL:
            raise UnequalResult("result", score)
        raise NotAResult("result", (*self.codes, *FORFEITS))

    def _read_line(self, line: str) -> Score:
        code = decided_in(line)
        if code is None:
            raise self.not_a_line(line)
        return self._read(code)

    def _read_fields(self, values: Mapping[str, str]) -> Score:
        return self._read(values.get("result"))

    def _to_fields(self, score: Score) -> dict[str, str]:
        return {"result": score.code}

    def _to_json(self, score: Score) -> str | Json:
        return score.code

    def _to_line(self, score: Score) -> str:
        return SHORT[score.code]
