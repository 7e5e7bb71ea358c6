"""One shape of every kind, and every score it can have or a good part of them, for the tests of all shapes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from crosstable.engine.results import (
    FORFEITS,
    OUTCOMES,
    BattleTable,
    Decided,
    Points,
    ResultShape,
    Score,
    ScoreRefused,
    Series,
    SetRule,
    Sets,
    Sheet,
    SheetLine,
)

SHEET = Sheet(
    (SheetLine("primary", "Primary", 6), SheetLine("painted", "Painted", 2)),
    BattleTable(((0, 10), (2, 12), (5, 20))),
)
SHAPES: dict[str, ResultShape] = {
    "decided": Decided(),
    "decided without draws": Decided(draws=False),
    "decided with an arbiter": Decided(special=True, unequal=True),
    "decided on boards of teams": Decided(special=True),
    "points": Points("victory points", most=12),
    "points without draws": Points(most=12, draws=False),
    "fewer points win": Points("strokes", most=12, lower_wins=True),
    "sets by two": Sets(3, SetRule(3, by_two=True, cap=5)),
    "sets with a short last one": Sets(3, SetRule(4), last_rule=SetRule(2), forfeits_count=True),
    "two sets": Sets(2, SetRule(3), draws=True),
    "sets against the clock": Sets(3, SetRule(3), draws=True, timed=True),
    "legs": Series(5, "leg"),
    "legs of four": Series(4, "leg", draws=True),
    "four against the clock": Series(4, "game", draws=True, timed=True),
    "cards": Series(3, "game", drawn_parts=True, draws=True, timed=True, forfeits_count=True),
    "cards without draws": Series(3, "game", drawn_parts=True, timed=True),
    "sheet": SHEET,
    "sheet by its sum": Sheet((SheetLine("army", "Army", 4), SheetLine("king", "King", 2)), draws=False),
}


def scores(shape: ResultShape) -> Iterator[object]:
    """Scores to try, possible or not, of the form the shape wants."""
    yield from FORFEITS
    if isinstance(shape, Decided):
        yield from (*OUTCOMES, "2-0", "")
    elif isinstance(shape, Points):
        yield from product(range(-1, 14), repeat=2)
    elif isinstance(shape, Sets):
        pairs = list(product(range(6), repeat=2))
        for length in range(3):
            yield from product(pairs, repeat=length)
        ended = [pair for pair in pairs if shape.rule.ends(max(pair), min(pair))]
        yield from product(ended, ended, pairs)
        yield from ({"sets": [pair], "open": True} for pair in pairs)
    elif isinstance(shape, Series):
        numbers = len(shape.fields())
        yield from product(range(5), repeat=numbers)
        yield from ({"first": a, "second": b, "open": True} for a, b in product(range(4), repeat=2))
    else:
        sides = list(product(range(0, 8, 2), range(4)))
        yield from product(sides, repeat=2)


def all_scores(shape: ResultShape) -> list[Score]:
    parsed = []
    for score in scores(shape):
        try:
            parsed.append(shape.read(score))
        except ScoreRefused:
            continue
    return parsed
