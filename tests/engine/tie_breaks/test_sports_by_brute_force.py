"""The rules of the sports for ties in a group against a plain reading of them, over random groups with many ties.

The reading shares nothing with the engine: it counts from the lines of the results.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, groupby
from random import Random

import pytest

from crosstable.engine.standings import standings
from engine.tie_breaks.test_worked_groups import codes_of, tournament_of
from worked_groups import DIRECT_MATCHES_FIRST, GOAL_DIFFERENCE_FIRST, WorkedGroup

Names = tuple[str, ...]
Key = Callable[[str, Names], object]
Played = dict[tuple[str, str], list[tuple[int, int]]]


class Reading:
    """One group: the matches, and the sets or goals, from the side of each."""

    def __init__(self, names: Names, played: Played) -> None:
        self.names = names
        self.parts = {**played, **{(b, a): [(y, x) for x, y in sets] for (a, b), sets in played.items()}}

    def sets(self, one: str, among: Names) -> tuple[int, int]:
        pairs = [pair for other in among if other != one for pair in self.parts[one, other]]
        return sum(x > y for x, y in pairs), sum(x < y for x, y in pairs)

    def points(self, one: str, among: Names) -> tuple[int, int]:
        pairs = [pair for other in among if other != one for pair in self.parts[one, other]]
        return sum(x for x, _ in pairs), sum(y for _, y in pairs)

    def margins(self, one: str, among: Names) -> list[int]:
        """Sets won minus lost of every match; in football goals."""
        scores = [
            self.parts[one, other] if len(self.parts[one, other]) == 1 else self._by_sets(one, other)
            for other in among
            if other != one
        ]
        return [sum(x - y for x, y in score) for score in scores]

    def _by_sets(self, one: str, other: str) -> list[tuple[int, int]]:
        return [(int(x > y), int(x < y)) for x, y in self.parts[one, other]]

    def wins(self, one: str, among: Names) -> int:
        return sum(margin > 0 for margin in self.margins(one, among))

    def football(self, one: str, among: Names) -> int:
        return sum(3 if margin > 0 else margin == 0 for margin in self.margins(one, among))

    def volleyball(self, one: str, among: Names) -> int:
        return sum({3: 3, 2: 3, 1: 2, -1: 1}.get(margin, 0) for margin in self.margins(one, among))

    def set_ratio(self, one: str, among: Names) -> Fraction | float:
        return _ratio(self.sets(one, among))

    def point_ratio(self, one: str, among: Names) -> Fraction | float:
        return _ratio(self.points(one, among))

    def set_difference(self, one: str, among: Names) -> int:
        won, lost = self.sets(one, among)
        return won - lost

    def difference(self, one: str, among: Names) -> int:
        won, lost = self.points(one, among)
        return won - lost

    def scored(self, one: str, among: Names) -> int:
        return self.points(one, among)[0]

    def apart(self, level: Names, key: Key, among: Names) -> list[Names]:
        """By this number, best first; those with the same stay together."""
        values = {one: key(one, among) for one in level}
        ordered = sorted(level, key=lambda one: values[one], reverse=True)  # type: ignore[arg-type, return-value]
        return [tuple(same) for _, same in groupby(ordered, key=lambda one: values[one])]

    def ittf(self) -> list[Names]:
        return self._each(self.apart(self.names, self.wins, self.names), self._ittf)

    def _ittf(self, level: Names) -> list[Names]:
        for key in (self.wins, self.set_ratio, self.point_ratio):
            parts = self.apart(level, key, level)
            if len(parts) > 1:  # as soon as a step places an entry, the others start again
                return self._each(parts, self._ittf)
        return [level]

    def bwf(self) -> list[Names]:
        return self._each(self.apart(self.names, self.wins, self.names), self._bwf)

    def _bwf(self, level: Names) -> list[Names]:
        if len(level) == 2:
            return self.apart(level, self.wins, level)
        for key in (self.set_difference, self.difference):
            parts = self.apart(level, key, self.names)
            if len(parts) > 1:
                return self._each(parts, self._bwf)
        return [level]

    def fivb(self) -> list[Names]:
        keys: list[Key] = [self.wins, self.volleyball, self.set_ratio, self.point_ratio]
        return self._each(self._all(self.names, keys, self.names), lambda level: self._fivb(level, keys))

    def _fivb(self, level: Names, keys: list[Key]) -> list[Names]:
        parts = self._all(level, keys, level)
        return [level] if len(parts) == 1 else self._each(parts, lambda again: self._fivb(again, keys))

    def goals_first(self) -> list[Names]:
        """FIFA World Cups to 2022."""
        keys: list[Key] = [self.football, self.difference, self.scored]
        level = self._all(self.names, keys, self.names)
        return self._each(level, lambda some: self._all(some, keys, some))

    def direct_first(self) -> list[Names]:
        """UEFA, and FIFA since 2025."""
        return self._each(self.apart(self.names, self.football, self.names), self._direct)

    def _direct(self, level: Names) -> list[Names]:
        parts = self._all(level, [self.football, self.difference, self.scored], level)
        if len(parts) > 1:
            return self._each(parts, self._direct)
        return self._all(level, [self.difference, self.scored], self.names)

    def _all(self, level: Names, keys: list[Key], among: Names) -> list[Names]:
        return self.apart(level, lambda one, some: tuple(key(one, some) for key in keys), among)

    def _each(self, parts: list[Names], further: Callable[[Names], list[Names]]) -> list[Names]:
        return [final for part in parts for final in (further(part) if len(part) > 1 else [part])]


def _ratio(pair: tuple[int, int]) -> Fraction | float:
    won, lost = pair
    return Fraction(won, lost) if lost else float("inf") if won else 0


# Few scores, so that many are tied.
TABLE_TENNIS = ["11-9 11-9 11-9", "11-9 11-9 9-11 11-9", "11-9 9-11 11-9 9-11 11-9", "11-9 11-9 11-7"]
BADMINTON = ["21-19 21-19", "21-19 19-21 21-19", "21-19 21-17"]
VOLLEYBALL = [
    "25-20 25-20 25-20",
    "25-20 20-25 25-20 25-20",
    "25-20 20-25 25-20 20-25 15-10",
    "25-20 20-25 20-25 25-20 15-10",
]
FOOTBALL = ["1-0", "2-1", "2-0", "0-0", "1-1"]
SPORTS: dict[str, tuple[str, str, list[str], tuple[str, ...]]] = {
    "ittf": ("sets", "table-tennis", TABLE_TENNIS, ()),
    "bwf": ("sets", "badminton", BADMINTON, ()),
    "fivb": ("sets", "volleyball", VOLLEYBALL, ()),
    "goals_first": ("goals", "", FOOTBALL, GOAL_DIFFERENCE_FIRST),
    "direct_first": ("goals", "", FOOTBALL, DIRECT_MATCHES_FIRST),
}


class RandomGroup(WorkedGroup):
    @property
    def entered(self) -> str:
        return self.order


def random_group(rule: str, rng: Random) -> tuple[RandomGroup, Reading]:
    game, variant, scores, codes = SPORTS[rule]
    names = tuple("ABCDEF"[: rng.randint(3, 6)])
    lines, played = [], {}
    for pair in combinations(names, 2):
        first, second = pair if rng.random() < 0.5 else pair[::-1]
        score = rng.choice(scores)
        lines.append(f"{first}-{second} {score}")
        played[first, second] = [(int(x), int(y)) for x, y in (part.split("-") for part in score.split())]
    group = RandomGroup(rule, game, variant, tuple(lines), " ".join(names), codes)
    return group, Reading(names, played)


@pytest.mark.parametrize("rule", SPORTS)
def test_random_groups_come_out_as_the_rule_reads(rule: str) -> None:
    rng, level = Random(rule), 0
    for _ in range(300):
        group, reading = random_group(rule, rng)
        expected = getattr(reading, rule)()
        rows = standings(tournament_of(group), codes_of(group))
        found = [{row.entry.name for row in same} for _, same in groupby(rows, key=lambda row: row.rank)]
        assert found == [set(part) for part in expected], group.results
        level += len(reading.names) - len(reading.apart(reading.names, reading.wins, reading.names))
    assert level > 150, "most groups have players level on wins"
