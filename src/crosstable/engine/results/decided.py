"""Decided: chosen and not derived. 1–0, 0–1 and, where there are draws, ½–½: chess, go, any game without numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from crosstable.engine.model import Outcome
from crosstable.engine.results.errors import NoDraw, NotAResult
from crosstable.engine.results.lines import DECIDED_LINES
from crosstable.engine.results.said import CODE_WORDS, CODES, OUTCOMES, Said, by_code
from crosstable.engine.results.shape import Field, Json, Shape

SHORT = {"1-0": "1", "0-1": "0", "1/2-1/2": "="}
DRAW = "1/2-1/2"


@dataclass(frozen=True)
class Decided(Shape):
    """`draws`: a match may end level."""

    draws: bool = True
    kind: ClassVar[str] = "decided"

    @property
    def codes(self) -> tuple[str, ...]:
        return ("1-0", "0-1", DRAW) if self.draws else ("1-0", "0-1")

    def fields(self) -> tuple[Field, ...]:
        return (Field("result", "Result", choices=tuple((code, CODE_WORDS[code]) for code in self.codes)),)

    def line_examples(self) -> tuple[str, ...]:
        return (*(SHORT[code] for code in self.codes), "1f")

    def schema(self) -> Json:
        return {"type": "string", "enum": list(self.codes)}

    def example(self, outcome: Outcome) -> Said:
        other = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN, Outcome.DRAW: Outcome.DRAW}[outcome]
        return self._read(CODES[outcome, other])

    def _read(self, score: object) -> Said:
        if not self.draws and score == DRAW:
            raise NoDraw("result")
        if not isinstance(score, str) or score not in self.codes:
            raise NotAResult("result", tuple(OUTCOMES))
        return by_code(score)

    def _read_line(self, line: str) -> Said:
        code = DECIDED_LINES.get(line)
        if code is None:
            raise self.not_a_line(line)
        return self._read(code)

    def _read_fields(self, values: Mapping[str, str]) -> Said:
        return self._read(values.get("result"))

    def _to_fields(self, said: Said) -> dict[str, str]:
        return {"result": said.code}

    def _to_json(self, said: Said) -> str | Json:
        return said.code

    def _to_line(self, said: Said) -> str:
        return SHORT[said.code]
