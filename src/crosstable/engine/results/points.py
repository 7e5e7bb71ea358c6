"""Points: two whole numbers; the side with more (or fewer) wins. Victory points, goals, strokes."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from crosstable.engine.model import Outcome, Tally
from crosstable.engine.results.errors import NoDraw
from crosstable.engine.results.score import POINTS, Score, by_comparison
from crosstable.engine.results.shape import SIDES, Field, Json, Limit, ResultShape, numbers_in, two_sides
from crosstable.text import tr

LEAST_TO_VARY = 10
WANTED = '{"first": 72, "second": 45}'


@dataclass(frozen=True)
class Points(ResultShape):
    """`most` is the highest score one side can have; None if there is no limit."""

    label: str = tr("points")
    most: int | None = None
    draws: bool = True
    lower_wins: bool = False
    kind: ClassVar[str] = "points"
    counted: ClassVar[str] = POINTS

    def fields(self) -> tuple[Field, ...]:
        return tuple(Field(side, self.label, most=self.most, side=side) for side in SIDES)

    def line_examples(self) -> tuple[str, ...]:
        high, low = self._typical()
        return f"{high} {low}", "1f"

    def schema(self) -> Json:
        return self.object_schema(dict.fromkeys(SIDES, Limit(self.label, self.most).schema()), SIDES)

    def example(self, outcome: Outcome) -> Score:
        high, low = self._typical()
        scores = {Outcome.WIN: (high, low), Outcome.LOSS: (low, high), Outcome.DRAW: (high, high)}
        first, second = scores[outcome]
        if self.lower_wins and outcome is not Outcome.DRAW:
            first, second = second, first
        return self.read((first, second))

    def random_score(self, outcome: Outcome, random: Random) -> Score:
        """Return two numbers near the usual ones: up to three tenths of the limit more or less."""
        if self.most is not None and self.most < LEAST_TO_VARY:
            return self.example(outcome)
        usual = max(1, 3 if self.most is None else self.most * 3 // 10)
        low = random.randrange(usual + 1)
        high = low if outcome is Outcome.DRAW else low + random.randint(1, usual)
        if self.most is not None:
            base = min(self.most - high, self._typical()[1])
            low, high = low + base, high + base
        is_high_first = (outcome is Outcome.LOSS) is self.lower_wins
        return self.read((high, low) if is_high_first else (low, high))

    def _typical(self) -> tuple[int, int]:
        """Three fifths to two fifths of the limit."""
        low = 2 if self.most is None else self.most * 2 // 5
        return max(low + 1, 0 if self.most is None else self.most * 3 // 5), low

    def _read(self, score: object) -> Score:
        limit, sides = Limit(self.label, self.most), two_sides(score, WANTED)
        return self._counted(*map(limit.check, SIDES, sides))

    def _counted(self, first: int, second: int) -> Score:
        outcomes = by_comparison(second, first) if self.lower_wins else by_comparison(first, second)
        if outcomes[0] is Outcome.DRAW and not self.draws:
            raise NoDraw("second")
        return Score((first, second), outcomes, (Tally(POINTS, first, second),))

    def _read_line(self, line: str) -> Score:
        numbers = numbers_in(line)
        if numbers is None or len(numbers) != 2:
            raise self.not_a_line(line)
        return self._read(numbers)

    def _read_fields(self, values: Mapping[str, str]) -> Score:
        limit = Limit(self.label, self.most)
        return self._counted(*(limit.read(side, values.get(side)) for side in SIDES))

    def _to_fields(self, score: Score) -> dict[str, str]:
        return {side: str(value) for side, value in zip(SIDES, score.value, strict=True)}

    def _to_json(self, score: Score) -> str | Json:
        return dict(zip(SIDES, score.value, strict=True))

    def _to_line(self, score: Score) -> str:
        return " ".join(map(str, score.value))
