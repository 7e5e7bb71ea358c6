"""The two methods against each other, and against the rules written down literally, on random rounds."""

import pytest

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.fide.bitset_matching import members
from crosstable.engine.pairing.fide.dutch import Method, pair_brackets
from crosstable.engine.pairing.fide.weighted_method import pair_by_weights
from dutch_support.events import Position, random_positions
from dutch_support.literal import LiteralDutch, NoCompletePairing

Paired = tuple[set[frozenset[EntryId]], EntryId | None]


def paired(position: Position, method: Method | None = None) -> Paired | None:
    """The pairs and the bye by one method; None if the round cannot be paired."""
    try:
        facts = position.facts()
    except PairingImpossible:
        return None
    brackets = pair_brackets(facts, method)
    ids = [player.id for player in facts.players]
    pairs = {frozenset((ids[a], ids[b])) for made in brackets for a, b in made.decision.pairs}
    byes = [ids[v] for v in members(brackets[-1].decision.floaters)]
    return pairs, byes[0] if byes else None


def paired_literally(position: Position) -> Paired | None:
    try:
        return LiteralDutch(position.players, position.forbidden, position.initial).pair()
    except NoCompletePairing:
        return None


@pytest.mark.parametrize("start", range(0, 100, 20))
def test_both_methods_agree_on_fields_of_any_kind(start: int):
    for seed, position in random_positions(range(start, start + 20), (5, 33), (3, 9)):
        if position.players:
            assert paired(position) == paired(position, pair_by_weights), seed


@pytest.mark.parametrize("start", range(1000, 1040, 10))
def test_both_methods_agree_on_long_events(start: int):
    for seed, position in random_positions(range(start, start + 10), (8, 22), (8, 20)):
        if position.players:
            assert paired(position) == paired(position, pair_by_weights), seed


@pytest.mark.parametrize("start", range(2000, 2120, 20))
def test_small_fields_are_paired_as_the_text_says(start: int):
    for seed, position in random_positions(range(start, start + 20), (4, 8), (3, 7)):
        if position.players:
            assert paired(position) == paired_literally(position), seed
