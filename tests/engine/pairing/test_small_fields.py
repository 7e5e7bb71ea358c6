"""How many rounds small fields can play, and a round with as few rematches as possible."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import Entry, EntryId, Match, Outcome, Result, Round, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from crosstable.engine.pairing.small_fields import most_rounds, pair_with_few_rematches, safe_rounds

DUTCH = SYSTEMS["fide-dutch"]
RESULTS = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.LOSS, Outcome.WIN),
)


def played_until_stuck(players: int, seed: int) -> Tournament | None:
    """An event by the Dutch system up to the first round that cannot be paired; None if none comes."""
    random = Random(seed)
    entries = tuple(Entry(EntryId(n), n) for n in range(1, players + 1))
    tournament = Tournament(entries, (), most_rounds(players))
    for number in range(1, most_rounds(players) + 1):
        try:
            plan = DUTCH.pair_round(tournament, [entry.id for entry in entries], RoundConditions())
        except PairingImpossible:
            return tournament
        matches = tuple(Match(pairing, random.choice(RESULTS)) for pairing in plan.pairings)
        rounds = (*tournament.rounds, Round(number, matches, plan.byes))
        tournament = Tournament(entries, rounds, most_rounds(players))
    return None


def met_in(tournament: Tournament) -> set[frozenset[EntryId]]:
    return {match.pairing.entries for round_ in tournament.rounds for match in round_.matches}


def fewest_rematches(ids: list[EntryId], met: set[frozenset[EntryId]]) -> int:
    """Over all ways to pair them; one has a bye if their number is odd."""
    if len(ids) % 2:
        return min(fewest_rematches([id for id in ids if id != bye], met) for bye in ids)
    if not ids:
        return 0
    first, *others = ids
    return min(
        (frozenset((first, other)) in met) + fewest_rematches([id for id in others if id != other], met)
        for other in others
    )


@pytest.mark.parametrize(("entries", "most"), [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (9, 9), (10, 9)])
def test_everyone_meets_everyone_once_at_most(entries: int, most: int):
    assert most_rounds(entries) == most


def test_rounds_are_risky_from_4_with_5_or_6_entries_6_with_7_or_8_and_8_with_9_or_10():
    risky = {(n, r) for n in range(2, 13) for r in range(1, most_rounds(n) + 1) if safe_rounds(n, r) < r}
    assert risky == {
        *((5, 4), (5, 5), (6, 4), (6, 5)),
        *((7, 6), (7, 7), (8, 6), (8, 7)),
        *((9, 8), (9, 9), (10, 8), (10, 9)),
    }


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_a_stuck_round_is_paired_with_the_fewest_rematches_there_can_be(players: int):
    stuck = [event for seed in range(40) if (event := played_until_stuck(players, seed)) is not None]
    assert stuck
    for event in stuck:
        ids, met = [entry.id for entry in event.entries], met_in(event)
        plan = pair_with_few_rematches(DUTCH, event, ids, RoundConditions())
        assert sorted(plan.players) == ids
        again = [pairing for pairing in plan.pairings if pairing.entries in met]
        assert len(again) == fewest_rematches(ids, met)
        assert {notice.entries for notice in plan.warnings if notice.rule == "rematch"} <= {
            pair
            for pairing in again
            for pair in ((pairing.first, pairing.second), (pairing.second, pairing.first))
        }


def test_a_forbidden_pair_is_avoided_even_for_a_rematch():
    event = next(event for seed in range(40) if (event := played_until_stuck(6, seed)) is not None)
    ids = [entry.id for entry in event.entries]
    for banned in combinations(ids, 2):
        plan = pair_with_few_rematches(DUTCH, event, ids, RoundConditions(forbidden=frozenset({banned})))
        assert frozenset(banned) not in {pairing.entries for pairing in plan.pairings}


def test_only_the_dutch_system_refuses_rematches():
    assert [system.name for system in SYSTEMS.values() if not system.allows_rematches] == ["fide-dutch"]
