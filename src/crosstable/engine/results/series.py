"""Series: best of n reported by the parts won. Legs of darts, games of a card match with draws.

The order of the games is not stored: 2–1 is 2–1. A match ended by time is finished, unless marked "so far".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from crosstable.engine.model import Outcome, Tally
from crosstable.engine.results.errors import (
    MoreThanPlayed,
    NoDraw,
    NotAResult,
    NotAScore,
    NothingPlayed,
    OverBefore,
)
from crosstable.engine.results.score import PARTS, Score
from crosstable.engine.results.sets import BestOf
from crosstable.engine.results.shape import (
    AGREED_DRAW_LINES,
    DECIDED_LINES,
    Field,
    Json,
    Limit,
    numbers_in,
    without_open_mark,
)
from crosstable.text import tr

COUNTS = ("first", "second", "drawn")
MOST_DRAWN = 9
DRAW = "1/2-1/2"
GAMES = ("1-0", "0-1", DRAW)
WON = {"game": tr("Games won"), "leg": tr("Legs won"), "set": tr("Sets won")}
SEVERAL = {"game": tr("games"), "leg": tr("legs"), "set": tr("sets")}


@dataclass(frozen=True)
class Series(BestOf):
    """`drawn_parts`: a game of it may be drawn, and counts for neither side."""

    best_of: int = 3
    part: str = "game"
    drawn_parts: bool = False
    draws: bool = False
    timed: bool = False
    forfeits_count: bool = False
    kind: ClassVar[str] = "series"
    result_name: ClassVar[str] = "first"

    @property
    def may_agree_to_draw(self) -> bool:
        """Two players may agree to a draw without playing: reported as n drawn games."""
        return self.draws and self.timed and self.drawn_parts

    @property
    def counts(self) -> tuple[str, ...]:
        return COUNTS if self.drawn_parts else COUNTS[:2]

    def fields(self) -> tuple[Field, ...]:
        won = [Field(side, WON[self.part], most=self.needed, side=side) for side in COUNTS[:2]]
        drawn = Field("drawn", tr("Games drawn"), most=MOST_DRAWN, required=False)
        return (*won, drawn) if self.drawn_parts else tuple(won)

    def line_examples(self) -> tuple[str, ...]:
        shown = [outcome for outcome in self.outcomes if outcome is not Outcome.LOSS]
        agreed = ("=",) if self.may_agree_to_draw else ()
        return (*(self.to_line(self.example(outcome)) for outcome in shown), *agreed, "1f")

    @property
    def line_length(self) -> int:
        return 0 if self.drawn_parts or self.may_agree_to_draw else 2

    def schema(self) -> Json:
        won = Limit(self.part, self.needed).schema()
        numbers = dict.fromkeys(COUNTS[:2], won)
        drawn = {"drawn": Limit(self.part, MOST_DRAWN).schema()} if self.drawn_parts else {}
        counted = self.object_schema({**numbers, **drawn, "open": {"type": "boolean"}}, COUNTS[:2])
        agreed = [{"type": "string", "enum": [DRAW]}] if self.may_agree_to_draw else []
        return {"oneOf": [counted, self._games_schema(), *agreed]}

    def _games_schema(self) -> Json:
        known = GAMES if self.drawn_parts else GAMES[:2]
        one, most = {"type": "string", "enum": list(known)}, self.best_of + MOST_DRAWN
        games = {"type": "array", "items": one, "minItems": 1, "maxItems": most}
        return self.object_schema({"games": games, "open": {"type": "boolean"}}, ["games"])

    def example(self, outcome: Outcome) -> Score:
        if outcome is Outcome.DRAW:
            level = self.needed - 1
            return self.read((level, level, 1) if self.drawn_parts else (level, level))
        score = self.read((self.needed, min(1, self.best_of - self.needed)))
        return score.swapped if outcome is Outcome.LOSS else score

    def _won_to_nil(self) -> tuple[Tally, ...]:
        return (Tally(PARTS, self.needed, 0),)

    def _read(self, score: object) -> Score:
        if score == DRAW:
            return self._agreed_draw()
        if not isinstance(score, Mapping):
            return self._decide(self._listed(score))
        is_open, rest = score.get("open") is True, {k: v for k, v in score.items() if k != "open"}
        if set(rest) == {"games"}:
            return self._decide(self._counted(rest["games"]), is_open)
        if not rest or not set(rest) <= set(self.counts):
            raise NotAScore("first", '{"first": 2, "second": 1}')
        return self._decide([rest.get("first"), rest.get("second"), rest.get("drawn", 0)], is_open)

    def _listed(self, score: object) -> list[object]:
        if (
            isinstance(score, str)
            or not isinstance(score, Sequence)
            or len(score) not in (2, len(self.counts))
        ):
            raise NotAScore("first", '{"first": 2, "second": 1}')
        return [*score, 0][:3]

    def _counted(self, games: object) -> list[object]:
        """Parse the games one by one, in order. Raises OverBefore, NotAResult."""
        if isinstance(games, str) or not isinstance(games, Sequence):
            raise NotAScore("games", '{"games": ["1-0", "0-1", "1-0"]}')
        if len(games) > self.best_of + MOST_DRAWN:
            raise MoreThanPlayed("games", self.part, self.best_of)
        known, numbers = GAMES if self.drawn_parts else GAMES[:2], [0, 0, 0]
        for number, game in enumerate(games, start=1):
            if game not in known:
                raise NotAResult(f"games.{number}", known)
            if max(numbers[:2]) == self.needed:
                raise OverBefore(f"games.{number}", self.part, number - 1)
            numbers[GAMES.index(game)] += 1
        return [*numbers]

    def _decide(self, numbers: Sequence[object], is_open: bool = False) -> Score:
        label = SEVERAL[self.part]
        most = (self.needed, self.needed, MOST_DRAWN)
        first, second, drawn = (
            Limit(label, limit).check(name, value)
            for name, limit, value in zip(COUNTS, most, numbers, strict=True)
        )
        if first + second + drawn == 0:
            raise NothingPlayed("first", self.part)
        if first + second > self.best_of:
            raise MoreThanPlayed("second", self.part, self.best_of)
        score = (first, second, drawn) if self.drawn_parts else (first, second)
        ended = self.ended(first, second, at="second", is_open=is_open)
        return Score(score, ended, (Tally(PARTS, first, second, drawn),))

    def _read_line(self, line: str) -> Score:
        line, is_open = without_open_mark(line)
        if line in AGREED_DRAW_LINES:
            return self._agreed_draw()
        numbers = numbers_in(line, "[ -]|, ")
        if numbers is not None and len(numbers) in (2, len(self.counts)):
            return self._read({**dict(zip(COUNTS, numbers, strict=False)), "open": is_open})
        games = [DECIDED_LINES.get(token, "") for token in line.split(" ")]
        if numbers is not None or len(games) < 2 or "" in games:
            raise self.not_a_line(line)
        return self._read({"games": games, "open": is_open})

    def _agreed_draw(self) -> Score:
        if not self.may_agree_to_draw:
            raise NoDraw("first")
        return self._decide((0, 0, self.best_of))

    def _read_fields(self, values: Mapping[str, str]) -> Score:
        """An empty field of drawn games means none."""
        texts = {name: values.get(name, "").strip() for name in self.counts}
        limit = Limit(SEVERAL[self.part])
        numbers = {name: limit.read(name, text) for name, text in texts.items() if text or name != "drawn"}
        return self._read({**numbers, "open": bool(values.get("open"))})

    def _to_fields(self, score: Score) -> dict[str, str]:
        numbers = {name: str(n) for name, n in zip(self.counts, score.value, strict=True)}
        return numbers if score.is_over else {**numbers, "open": "on"}

    def _to_json(self, score: Score) -> str | Json:
        numbers = dict(zip(self.counts, score.value, strict=True))
        return numbers if score.is_over else {**numbers, "open": True}

    def _to_line(self, score: Score) -> str:
        return f"{self._joined(score, '-')}{'' if score.is_over else ' so far'}"

    def _joined(self, score: Score, dash: str) -> str:
        """Return the numbers with drawn games last, if there are any: 2–1, 1–1–1."""
        numbers = score.value[:2] if not any(score.value[2:]) else score.value
        return dash.join(map(str, numbers))
