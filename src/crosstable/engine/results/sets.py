"""Sets: best of n, each with a score.

Table tennis, badminton, volleyball, pickleball, darts leg by leg.

A set with an impossible final score is refused; a match not decided yet is a state ("1–1 so far"), not an error.
`BestOf` is the common part of sets and series: best of n, and when that is finished.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from crosstable.engine.model import Outcome, Tally
from crosstable.engine.results.errors import (
    MoreThanPlayed,
    NoDraw,
    NotAScore,
    NothingPlayed,
    NotOverYet,
    OverBefore,
    PartCannotEndSo,
)
from crosstable.engine.results.score import OUTCOMES, PARTS, POINTS, Outcomes, Score, by_code, by_comparison
from crosstable.engine.results.shape import (
    SIDES,
    Field,
    Json,
    Limit,
    ResultShape,
    pairs_in,
    two_sides,
    without_open_mark,
)
from crosstable.text import tr


class BestOf(ResultShape):
    """`draws`: it may be drawn. `timed`: time may end it, and the side in the lead wins.

    `drawn_parts`: a part may be drawn, so games may have been played although neither side has won any.
    `forfeits_count`: a walkover is won to nil.
    """

    best_of: int
    part: str
    draws: bool
    timed: bool
    forfeits_count: bool
    drawn_parts: bool = False
    # The name of the score as a whole.
    result_name: ClassVar[str]
    counted: ClassVar[str] = PARTS
    has_parts: ClassVar[bool] = True

    @property
    def needed(self) -> int:
        return self.best_of // 2 + 1

    @property
    def may_end_level(self) -> bool:
        by_time = self.timed and (self.best_of > 2 or self.drawn_parts)
        return self.draws and (by_time or self.best_of % 2 == 0)

    def check_over(self, score: Score) -> Score:
        if score.outcomes is not None:
            return score
        won = score.tallies[0]
        raise NotOverYet(self.result_name, self.part, won.first, won.second, self.needed)

    def _forfeit(self, code: str) -> Score:
        if not self.forfeits_count or code == "0-0F":
            return by_code(code)
        outcomes, won = OUTCOMES[code], self._won_to_nil()
        return Score(code, outcomes, won if outcomes[0].is_win else tuple(tally.swapped for tally in won))

    @abstractmethod
    def _won_to_nil(self) -> tuple[Tally, ...]:
        """Return the tallies of a walkover, for the first side."""

    def ended(self, first: int, second: int, *, at: str, is_open: bool = False) -> Outcomes | None:
        """Return the outcome with these parts won; None while in progress. Raises NoDraw with the field `at`."""
        is_full = first + second == self.best_of
        if max(first, second) == self.needed:
            return by_comparison(first, second)
        if is_full and not self.draws:
            raise NoDraw(at)
        stopped = self.timed and not is_open and (first != second or self.draws)
        return by_comparison(first, second) if is_full or stopped else None


@dataclass(frozen=True, slots=True)
class SetRule:
    """`target` None: the side with more wins.

    Badminton is SetRule(21, by_two=True, cap=30), a leg of darts SetRule(501).
    """

    target: int | None = None
    by_two: bool = False
    cap: int | None = None

    @property
    def most(self) -> int | None:
        """The highest score of a side; None if a set has no limit."""
        return self.cap if self.by_two else self.target

    @property
    def sentence(self) -> str:
        if self.target is None:
            return tr("One side must have more points.")
        if self.by_two and self.cap:
            return tr(
                "It is played to {target}, two ahead, and to {cap} at most.", target=self.target, cap=self.cap
            )
        if self.by_two:
            return tr("It is played to {target}, two ahead.", target=self.target)
        return tr("It is played to {target}.", target=self.target)

    def ends(self, high: int, low: int) -> bool:
        if self.target is None or high <= low:
            return high > low
        if not self.by_two:
            return high == self.target
        if self.cap is not None and high >= self.cap:
            return high == self.cap and (low >= self.cap - 2 or high == self.target)
        return (high == self.target and low <= high - 2) or (high > self.target and high - low == 2)

    def usual(self, is_won: bool) -> tuple[int, int]:
        """Return a usual score: the loser has two thirds."""
        high = 3 if self.target is None else self.target
        low = max(0, min(high * 2 // 3, high - 2))
        return (high, low) if is_won else (low, high)


WHO_HAS_MORE = SetRule()


WANTED = '{"sets": [[21, 19], [18, 21], [21, 17]]}'
Pair = tuple[int, int]


@dataclass(frozen=True)
class Sets(BestOf):
    """`last_rule` is that of set n where it differs (volleyball)."""

    best_of: int = 3
    rule: SetRule = WHO_HAS_MORE
    last_rule: SetRule | None = None
    part: str = "set"
    label: str = "points"
    draws: bool = False
    timed: bool = False
    forfeits_count: bool = False
    kind: ClassVar[str] = "sets"
    is_one_word: ClassVar[bool] = False
    result_name: ClassVar[str] = "sets"

    def rule_of(self, number: int) -> SetRule:
        return self.last_rule if self.last_rule and number == self.best_of else self.rule

    def fields(self) -> tuple[Field, ...]:
        return tuple(self._field(n, side) for n in range(1, self.best_of + 1) for side in SIDES)

    def _field(self, number: int, side: str) -> Field:
        label = f"{self.part.capitalize()} {number}"
        most = self.rule_of(number).most
        return Field(f"sets.{number}.{side}", label, most=most, side=side, part=number, required=number == 1)

    @property
    def line_length(self) -> int:
        return 0  # two sets may be enough, or five

    def schema(self) -> Json:
        pair = {"type": "array", "items": Limit(self.label).schema(), "minItems": 2, "maxItems": 2}
        sets = {"type": "array", "items": pair, "minItems": 1, "maxItems": self.best_of}
        return self.object_schema({"sets": sets, "open": {"type": "boolean"}}, ["sets"])

    def example(self, outcome: Outcome) -> Score:
        """The loser wins the first set where possible; a draw is one set each, and again one each."""
        if outcome is Outcome.DRAW:
            winners = [False, True] * (self.needed - 1)
        else:
            winners = [False] * min(1, self.best_of - self.needed) + [True] * self.needed
        score = self.read([self.rule_of(n).usual(is_won) for n, is_won in enumerate(winners, start=1)])
        return score.swapped if outcome is Outcome.LOSS else score

    def _won_to_nil(self) -> tuple[Tally, ...]:
        return Tally(PARTS, self.needed, 0), Tally(POINTS, self.needed * (self.rule.target or 0), 0)

    def _read(self, score: object) -> Score:
        fields = score if isinstance(score, Mapping) else {"sets": score}
        sets = fields.get("sets")
        if isinstance(sets, str) or not isinstance(sets, Sequence) or not set(fields) <= {"sets", "open"}:
            raise NotAScore("sets", WANTED)
        pairs = [self._pair(n, one) for n, one in self._numbered(sets)]
        return self._decide(pairs, is_open=fields.get("open") is True)

    def _numbered(self, score: Sequence[Any]) -> list[tuple[int, Any]]:
        if not score:
            raise NothingPlayed("sets", self.part)
        if len(score) > self.best_of:
            raise MoreThanPlayed("sets", self.part, self.best_of)
        return list(enumerate(score, start=1))

    def _pair(self, number: int, score: object) -> Pair:
        """Parse one set. Raises NotPossible, PartCannotEndSo."""
        try:
            sides = two_sides(score, WANTED)
        except NotAScore:
            raise NotAScore(f"sets.{number}.first", WANTED) from None
        limit = Limit(self.label)
        first, second = (
            limit.check(f"sets.{number}.{side}", value) for side, value in zip(SIDES, sides, strict=True)
        )
        rule = self.rule_of(number)
        if not rule.ends(max(first, second), min(first, second)):
            raise PartCannotEndSo(f"sets.{number}.second", self.part, first, second, rule.sentence)
        return first, second

    def _decide(self, sets: list[Pair], *, is_open: bool) -> Score:
        won = [0, 0]
        for number, (first, second) in enumerate(sets, start=1):
            if max(won) == self.needed:
                raise OverBefore(f"sets.{number}.first", self.part, number - 1)
            won[0 if first > second else 1] += 1
        scored = (sum(first for first, _ in sets), sum(second for _, second in sets))
        tallies = (Tally(PARTS, *won), Tally(POINTS, *scored))
        ended = self.ended(*won, at=f"sets.{len(sets)}.second", is_open=is_open)
        return Score(tuple(sets), ended, tallies)

    def _read_line(self, line: str) -> Score:
        line, is_open = without_open_mark(line)
        sets = pairs_in(line)
        if sets is None:
            raise self.not_a_line(line)
        return self._read({"sets": sets, "open": is_open})

    def _read_fields(self, values: Mapping[str, str]) -> Score:
        """Sets left empty at the end were not played."""
        played = [n for n in range(1, self.best_of + 1) if any(_text(values, n, s) for s in SIDES)]
        limit = Limit(self.label)
        sets = [
            [limit.read(f"sets.{n}.{side}", _text(values, n, side)) for side in SIDES]
            for n in range(1, max(played, default=0) + 1)
        ]
        return self._read({"sets": sets, "open": bool(values.get("open"))})

    def _to_fields(self, score: Score) -> dict[str, str]:
        sets = {
            f"sets.{n}.{side}": str(value)
            for n, pair in enumerate(score.value, start=1)
            for side, value in zip(SIDES, pair, strict=True)
        }
        return sets if score.is_over else {**sets, "open": "on"}

    def _to_json(self, score: Score) -> str | Json:
        sets = {"sets": [list(pair) for pair in score.value]}
        return sets if score.is_over else {**sets, "open": True}

    def _to_line(self, score: Score) -> str:
        sets = " ".join(f"{first}-{second}" for first, second in score.value)
        return sets if score.is_over else f"{sets} so far"


def _text(values: Mapping[str, str], number: int, side: str) -> str:
    return values.get(f"sets.{number}.{side}", "").strip()
