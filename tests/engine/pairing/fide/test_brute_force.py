"""Brackets of up to eight players: of all sets of pairs the best, in the order of article 4.

Unlike the literal oracle this does not generate candidates in order; it takes every set of pairs there is and
sorts, by the criteria and then by the place of the set in the sequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.pairing.fide.bitset_matching import members
from crosstable.engine.pairing.fide.dutch import pair_brackets
from dutch_support.events import random_positions
from dutch_support.literal import LiteralDutch

Pairs = tuple[tuple[int, int], ...]


def all_pairings(literal: LiteralDutch, movers: Sequence[int], pool: Sequence[int]) -> Iterator[Pairs]:
    if not pool:
        yield ()
        return
    first, rest = pool[0], pool[1:]
    yield from all_pairings(literal, movers, rest)
    for other in rest:
        if literal.may_meet(first, other) and not (first in movers and other in movers):
            for more in all_pairings(literal, movers, [v for v in rest if v != other]):
                yield ((first, other), *more)


def place_in_sequence(pairs: Pairs, movers: Sequence[int], residents: Sequence[int]) -> tuple[object, ...]:
    """Art. 4: the moved-down players paired, their opponents, the exchange, the transposition."""
    made = sorted(pairs)
    above = [(a, b) for a, b in made if a in movers]
    within = [(a, b) for a, b in made if a not in movers]
    taken = {b for _, b in above}
    order = {v: bsn for bsn, v in enumerate((v for v in residents if v not in taken), start=1)}
    count = len(within)
    leaders = {order[a] for a, _ in within}
    leaving = sorted((bsn for bsn in range(1, count + 1) if bsn not in leaders), reverse=True)
    coming = sorted(bsn for bsn in leaders if bsn > count)
    return (
        [a for a, _ in above],
        [b for _, b in above],
        len(leaving),
        sum(coming) - sum(leaving),
        [-bsn for bsn in leaving],
        coming,
        [b for _, b in within],
    )


@pytest.mark.parametrize("start", range(0, 160, 20))
def test_the_decision_is_the_first_of_the_best_of_all_sets_of_pairs(start: int):
    for seed, position in random_positions(range(5000 + start, 5020 + start), (5, 8), (3, 7)):
        try:
            facts = position.facts()
        except PairingImpossible:
            continue
        literal = LiteralDutch(position.players, position.forbidden, position.initial)
        for made in pair_brackets(facts):
            bracket = made.bracket
            movers, residents = tuple(members(bracket.moved_down)), tuple(members(bracket.residents))
            below = frozenset(members(bracket.below & ~facts.bye_vertex))
            following = tuple(members(bracket.following))
            ranked = []
            for pairs in all_pairings(literal, movers, [*movers, *residents]):
                used = {v for pair in pairs for v in pair}
                floaters = tuple(v for v in (*movers, *residents) if v not in used)
                value = literal.value((pairs, tuple(sorted(floaters))), movers, residents, following, below)
                if value is not None:
                    ranked.append((value, place_in_sequence(pairs, movers, residents), sorted(pairs)))
            assert sorted(tuple(sorted(pair)) for pair in made.decision.pairs) == min(ranked)[2], seed
