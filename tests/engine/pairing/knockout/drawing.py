"""Brackets in one line for tests: entrants are ids 1, 2, 3 …; a result is the side that won."""

from __future__ import annotations

from collections.abc import Callable

from crosstable.engine.model import EntryId, Outcome, Result
from crosstable.engine.pairing.knockout import (
    Bracket,
    BracketState,
    Elimination,
    KnockoutOptions,
    LoserOf,
    Part,
    Seed,
    Slot,
    Status,
    StillIn,
    build_bracket,
    play,
)

FIRST = Result(Outcome.WIN, Outcome.LOSS)
SECOND = Result(Outcome.LOSS, Outcome.WIN)
DRAWN = Result(Outcome.DRAW, Outcome.DRAW)
SINGLE = KnockoutOptions()
DOUBLE = KnockoutOptions(Elimination.DOUBLE)


def bracket_of(size: int, options: KnockoutOptions = SINGLE) -> Bracket:
    return build_bracket([EntryId(i) for i in range(1, size + 1)], options)


def drawn(bracket: Bracket) -> list[str]:
    """Each match as `1 v 8`, `W1 v W2`, `L1 v L2`."""
    return [f"{_word(m.first)} v {_word(m.second)}" for m in bracket.matches]


def _word(slot: Slot) -> str:
    if isinstance(slot, Seed):
        return str(slot.number)
    if isinstance(slot, StillIn):
        return f"S{slot.rank}"
    return f"{'L' if isinstance(slot, LoserOf) else 'W'}{slot.match}"


def played_out(
    bracket: Bracket, wins: Callable[[EntryId, EntryId], bool]
) -> tuple[BracketState, dict[int, list[Result]]]:
    """Play all matches that are ready, until none is; `wins`: does the first beat the second?"""
    results: dict[int, list[Result]] = {}
    while ready := [s for s in play(bracket, results).matches.values() if s.status is Status.READY]:
        for now in ready:
            assert isinstance(now.first, int) and isinstance(now.second, int)
            game = FIRST if wins(now.first, now.second) else SECOND
            results[now.match.number] = [game] * (now.match.best_of // 2 + 1)
    return play(bracket, results), results


def later_matches(bracket: Bracket, number: int) -> tuple[int, ...]:
    """Every match that waits for this one, directly or through others, in playing order."""
    later = {number}
    for match in bracket.matches:
        waits_for = bracket.sources(match) | ({match.number - 1} if match.part is Part.RESET else set())
        later |= {match.number} if waits_for & later else set()
    return tuple(sorted(later - {number}))
