"""Sheet: named lines for each side, each with its limit, and their sum.

A table may convert it to battle points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from crosstable.engine.model import Outcome, Tally
from crosstable.engine.results.errors import NoDraw, NotAScore
from crosstable.engine.results.score import POINTS, SHEET, Score, by_comparison
from crosstable.engine.results.shape import SIDES, Field, Json, Limit, ResultShape, numbers_in, two_sides
from crosstable.text import tr


@dataclass(frozen=True, slots=True)
class SheetLine:
    name: str
    label: str
    most: int

    @property
    def limit(self) -> Limit:
        return Limit(tr("points for {label}", label=self.label), self.most)


@dataclass(frozen=True, slots=True)
class BattleTable:
    """`bands`: minimum difference → the winner's part of the `pool`, from 0 upwards (0: 10, 6: 11 …)."""

    bands: tuple[tuple[int, int], ...]
    pool: int = 20

    def points(self, first: int, second: int) -> tuple[int, int]:
        winner = max(points for least, points in self.bands if abs(first - second) >= least)
        return (winner, self.pool - winner) if first >= second else (self.pool - winner, winner)


@dataclass(frozen=True)
class Sheet(ResultShape):
    """The higher total wins, or the more battle points: 50–49 is 10–10 by most tables, and a draw."""

    lines: tuple[SheetLine, ...]
    table: BattleTable | None = None
    draws: bool = True
    label: str = tr("points")
    kind: ClassVar[str] = "sheet"
    is_one_word: ClassVar[bool] = False
    counted: ClassVar[str] = POINTS

    def fields(self) -> tuple[Field, ...]:
        return tuple(
            Field(f"{side}.{line.name}", line.label, most=line.most, side=side)
            for side in SIDES
            for line in self.lines
        )

    def schema(self) -> Json:
        names = [line.name for line in self.lines]
        side = self.object_schema({line.name: line.limit.schema() for line in self.lines}, names)
        return self.object_schema(dict.fromkeys(SIDES, side), SIDES)

    def example(self, outcome: Outcome) -> Score:
        high = tuple(line.most * 4 // 5 for line in self.lines)
        low = tuple(line.most * 2 // 5 for line in self.lines)
        scores = {Outcome.WIN: (high, low), Outcome.LOSS: (low, high), Outcome.DRAW: (high, high)}
        return self.read(scores[outcome])

    def random_score(self, outcome: Outcome, random: Random) -> Score:
        """Vary each line of the usual score, the same way on both sides."""
        usual = self.example(outcome)
        steps = [random.randint(-(line.most // 5), line.most // 5) for line in self.lines]
        first, second = (
            tuple(value + step for value, step in zip(side, steps, strict=True)) for side in usual.value
        )
        return self.read((first, second))

    def _read(self, score: object) -> Score:
        sides = zip(SIDES, two_sides(score, self._wanted()), strict=True)
        first, second = (self._side(side, value) for side, value in sides)
        sums = sum(first), sum(second)
        totals = self.table.points(*sums) if self.table else sums
        outcomes = by_comparison(*totals)
        if outcomes[0] is Outcome.DRAW and not self.draws:
            raise NoDraw(f"second.{self.lines[-1].name}")
        sheet = (Tally(SHEET, *sums),) if self.table else ()
        return Score((first, second), outcomes, (Tally(POINTS, *totals), *sheet))

    def _side(self, side: str, value: object) -> tuple[int, ...]:
        """Parse the lines of one side, by name or in their order. Raises NotAScore, NotPossible."""
        names = [line.name for line in self.lines]
        if isinstance(value, Mapping) and set(value) <= set(names):
            value = [value.get(name) for name in names]
        if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != len(names):
            raise NotAScore(side, self._wanted())
        return tuple(
            line.limit.check(f"{side}.{line.name}", one) for line, one in zip(self.lines, value, strict=True)
        )

    def _wanted(self) -> str:
        one = ", ".join(f'"{line.name}": {line.most}' for line in self.lines)
        return f'{{"first": {{{one}}}, "second": {{{one}}}}}'

    def _read_line(self, line: str) -> Score:
        """Parse the lines of one side, a slash, those of the other; without the slash if none is left out."""
        sides, half = [numbers_in(side.strip(), "[ -]|, ") or () for side in line.split("/")], len(self.lines)
        if len(sides) == 1:
            sides = [sides[0][:half], sides[0][half:]]
        if len(sides) != 2 or any(len(side) != half for side in sides):
            raise self.not_a_line(line)
        return self._read(sides)

    def _read_fields(self, values: Mapping[str, str]) -> Score:
        return self._read(
            [
                [
                    line.limit.read(f"{side}.{line.name}", values.get(f"{side}.{line.name}"))
                    for line in self.lines
                ]
                for side in SIDES
            ]
        )

    def _to_fields(self, score: Score) -> dict[str, str]:
        return {
            f"{side}.{line.name}": str(value)
            for side, values in zip(SIDES, score.value, strict=True)
            for line, value in zip(self.lines, values, strict=True)
        }

    def _to_json(self, score: Score) -> str | Json:
        names = [line.name for line in self.lines]
        return {
            side: dict(zip(names, values, strict=True))
            for side, values in zip(SIDES, score.value, strict=True)
        }

    def _to_line(self, score: Score) -> str:
        return " / ".join(" ".join(map(str, side)) for side in score.value)
