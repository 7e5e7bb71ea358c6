"""The score of a match: one frozen value, `Score`. Two reports agree when their scores are equal.

The codes are the same for every game. A match that was not played has only a code. A score is complete: it is stored
whole, and counted and worded again without its game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from crosstable.engine.model import Outcome, Result, Tally
from crosstable.text import tr

Outcomes = tuple[Outcome, Outcome]
Value = Any
"""The shape's own value, always hashable: a code, a tuple of numbers, or such a tuple per part."""

PARTS, POINTS, SHEET = "parts", "points", "sheet"
"""The names of tallies.

Sets, legs or games won; points, goals or victory points scored; the sums of two sheets from which battle points are
computed.
"""

OUTCOMES: dict[str, Outcomes] = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "1-0F": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "0-1F": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "0-0F": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    "0-0": (Outcome.LOSS, Outcome.LOSS),
    "1/2-0": (Outcome.DRAW, Outcome.LOSS),
    "0-1/2": (Outcome.LOSS, Outcome.DRAW),
}
CODES: dict[Outcomes, str] = {outcomes: code for code, outcomes in OUTCOMES.items()}
FORFEITS = ("1-0F", "0-1F", "0-0F")
USUAL = ("1-0", "0-1", "1/2-1/2")
UNEQUAL = ("1/2-0", "0-1/2")
"""The arbiter deducted half a point from one side after a draw."""
UNRATED = "U"
"""At the end of a code: played and counted in the standings, but not rated (TRF: W, D, L)."""
OUTCOMES |= {f"{code}{UNRATED}": OUTCOMES[code] for code in (*USUAL, "0-0", *UNEQUAL)}
CODE_WORDS = {
    "1-0": "1–0",
    "0-1": "0–1",
    "1/2-1/2": "½–½",
    "1-0F": tr("1–0 forfeit"),
    "0-1F": tr("0–1 forfeit"),
    "0-0F": tr("0–0 forfeit"),
    "0-0": "0–0",
    "1/2-0": "½–0",
    "0-1/2": "0–½",
}
CODE_WORDS |= {
    code: tr("{result} unrated", result=CODE_WORDS[code.removesuffix(UNRATED)])
    for code in OUTCOMES
    if UNRATED in code
}


@dataclass(frozen=True, slots=True)
class Score:
    """`outcomes` is None while a series is in progress. Totals and margin are of the first tally."""

    value: Value
    outcomes: Outcomes | None
    tallies: tuple[Tally, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.outcomes is not None

    @property
    def is_forfeit(self) -> bool:
        return self.value in FORFEITS

    @property
    def code(self) -> str:
        """The result without its numbers; empty while in progress."""
        if isinstance(self.value, str):
            return self.value
        return CODES[self.outcomes] if self.outcomes else ""

    @property
    def is_usual(self) -> bool:
        """Won, lost or drawn over the board and rated: a desk helper may enter it, an arbiter the rest."""
        return not self.is_over or self.code in USUAL

    @property
    def totals(self) -> tuple[int, int] | None:
        return (self.tallies[0].first, self.tallies[0].second) if self.tallies else None

    @property
    def margin(self) -> int | None:
        """The lead of the first side."""
        return self.tallies[0].first - self.tallies[0].second if self.tallies else None

    @property
    def words(self) -> str:
        """The score as text: `72–45`, `½–½`, `2–1 (21–19, 18–21, 21–17)`, `15–5 (80 to 50)`, `1–0 forfeit`."""
        if isinstance(self.value, str):
            return CODE_WORDS[self.value]
        so_far = "" if self.is_over else " so far"
        return f"{'–'.join(map(str, _numbers(self.tallies[0])))}{so_far}{self._details()}"

    def _details(self) -> str:
        if sums := self.tally(SHEET):
            return f" ({sums.first} to {sums.second})"
        if self.tallies[0].name == PARTS and isinstance(self.value[0], tuple):
            return f" ({', '.join(f'{first}–{second}' for first, second in self.value)})"
        return ""

    @property
    def swapped(self) -> Score:
        """The score seen from the second side."""
        outcomes = (self.outcomes[1], self.outcomes[0]) if self.outcomes else None
        return Score(_swapped_value(self), outcomes, tuple(tally.swapped for tally in self.tallies))

    def words_for(self, *, first: bool) -> str:
        """Return the text for one side: its numbers first. Without numbers it is always first side first."""
        return self.swapped.words if self.tallies and not first else self.words

    @property
    def winner(self) -> Literal["first", "second", ""]:
        """The side that won; empty after a draw, a double forfeit or while in progress."""
        first, second = self.outcomes or (Outcome.DRAW, Outcome.DRAW)
        return "first" if first.is_win else "second" if second.is_win else ""

    def stored(self) -> dict[str, Any]:
        """Return the score as stored in JSON; `recalled` is the inverse. Only finished matches are stored."""
        score = self.value
        if not isinstance(score, str):
            score = [list(one) if isinstance(one, tuple) else one for one in score]
        tallies = [[t.name, t.first, t.second, t.drawn][: 4 if t.drawn else 3] for t in self.tallies]
        return {"result": self.code, "score": score, "tallies": tallies}

    def tally(self, name: str) -> Tally | None:
        return next((tally for tally in self.tallies if tally.name == name), None)

    def to_result(self, rated: bool = True) -> Result:
        """Return the engine's result of a finished match: check `is_over` or `ResultShape.check_over` first."""
        assert self.outcomes is not None, "an unfinished series has no result"
        rated = rated and not self.code.endswith(UNRATED)
        if self.tallies and self.tallies[0].name == POINTS:
            points, *others = self.tallies
            return Result(*self.outcomes, points.first, points.second, rated, tuple(others))
        return Result(*self.outcomes, rated=rated, tallies=self.tallies)


def by_code(code: str) -> Score:
    """Return a forfeit, or a match without recorded numbers."""
    return Score(code, OUTCOMES[code])


def by_result(result: Result) -> Score:
    """Return the score of a result without numbers, as in a report file."""
    unrated = UNRATED if not result.rated and result.first.was_played else ""
    return by_code(CODES[result.first, result.second] + unrated)


def recalled(result: str, score: Any, tallies: Sequence[Any]) -> Score:
    """Return what `stored` returned, without checks: a confirmed score stays valid under later settings."""
    if isinstance(score, list):
        score = tuple(tuple(one) if isinstance(one, list) else one for one in score)
    return Score(score, OUTCOMES[result], tuple(Tally(*tally) for tally in tallies))


def is_storable(score: object, tallies: object) -> bool:
    """Return whether a score and its tallies have the stored form; for input from outside."""
    if not isinstance(tallies, list) or not all(_is_tally(tally) for tally in tallies):
        return False
    if isinstance(score, str):
        return score in OUTCOMES
    if not tallies or not isinstance(score, list) or not score:
        return False
    if _are_numbers(score):
        return len(score) in (2, 3)
    of_pairs = tallies[0][0] == PARTS
    return all(_are_numbers(one) for one in score) and (
        all(len(pair) == 2 for pair in score) if of_pairs else len(score) == 2
    )


def _is_tally(value: object) -> bool:
    known = isinstance(value, list) and len(value) in (3, 4) and value[0] in (PARTS, POINTS, SHEET)
    return known and _are_numbers(value[1:])  # type: ignore[index]


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(one) is int and 0 <= one < 10**9 for one in value)


def by_points(code: str, first: int, second: int) -> Score:
    """Return points with a given result: boards won, and not points, decide a team match."""
    return Score((first, second), OUTCOMES[code], (Tally(POINTS, first, second),))


def by_comparison(first: int, second: int) -> Outcomes:
    if first == second:
        return Outcome.DRAW, Outcome.DRAW
    return (Outcome.WIN, Outcome.LOSS) if first > second else (Outcome.LOSS, Outcome.WIN)


def swapped_code(code: str) -> str:
    """Return the same result for the second side."""
    first, second = OUTCOMES[code]
    return CODES[second, first] + (UNRATED if code.endswith(UNRATED) else "")


def _swapped_value(score: Score) -> Value:
    if isinstance(score.value, str):
        return swapped_code(score.value)
    if score.tallies[0].name == PARTS and isinstance(score.value[0], tuple):
        return tuple((second, first) for first, second in score.value)
    first, second, *drawn = score.value
    return (second, first, *drawn)


def _numbers(tally: Tally) -> tuple[int, ...]:
    """Return the numbers of a tally, drawn ones last if there are any: 2–1, 1–1–1."""
    return (tally.first, tally.second, tally.drawn)[: 3 if tally.drawn else 2]


# A match of several parts reported one by one: the boards of a team match, the games of a series. The parts decide who
# won; their counts are added up for margins and tie-breaks in points, goals and sets.


def from_boards(code: str, boards: Sequence[Score]) -> Score:
    """Return the score of a team match with this result; only the code if nothing was played or counted."""
    tallies = _added_up(boards)
    return _told_by(code, tallies) if tallies and code not in FORFEITS else by_code(code)


def from_series(code: str, games: Sequence[Score]) -> Score:
    """Return the score of a best of n with this result: the games won first, then the counts in them."""
    results = [game.to_result() for game in games]
    first, second = sum(r.first.is_win for r in results), sum(r.second.is_win for r in results)
    level = sum(not (r.first.is_win or r.second.is_win) for r in results)
    return _told_by(code, (Tally(PARTS, first, second, level), *_added_up(games)))


def _told_by(code: str, tallies: Sequence[Tally]) -> Score:
    return Score(_numbers(tallies[0]), OUTCOMES[code], tuple(tallies))


def _added_up(parts: Sequence[Score]) -> tuple[Tally, ...]:
    """Return each tally over all parts, in the order in which a part has them."""
    sums: dict[str, Tally] = {}
    for tally in (tally for part in parts for tally in part.tallies):
        sums[tally.name] = sums.get(tally.name, Tally(tally.name, 0, 0)) + tally
    return tuple(sums.values())
