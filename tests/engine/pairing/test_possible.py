"""Pairing on with a match open: what could change, tried out literally."""

from __future__ import annotations

from functools import partial

from crosstable.engine.model import Tournament
from crosstable.engine.pairing.possible import OpenMatch, possibilities, seats_of, with_results
from crosstable.engine.pairing.swiss import pair_round
from engine.building import ids_of, played, result_from_vp

RESULTS = (result_from_vp(60, 40), result_from_vp(50, 50), result_from_vp(40, 60))


def names(tournament: Tournament, seats) -> set[str]:
    called = {entry.id: entry.name for entry in tournament.entries}
    return {"".join(sorted(called[id] for id in seat)) for seat in seats}


def open_match(tournament: Tournament, first: str, second: str, number: int = 1) -> OpenMatch:
    return OpenMatch(number, frozenset(ids_of(tournament, f"{first} {second}")), RESULTS)


def test_every_result_of_an_open_match_is_paired_on():
    event = played("a b c d", "a-c 70-40", "b-d")
    found = possibilities(
        event, [open_match(event, "b", "d")], partial(pair_round, active=ids_of(event, "a b c d"))
    )
    assert found.is_complete
    assert [(s.combination, names(event, s.seats)) for s in found.scenarios] == [
        (((0, 0),), {"ab", "cd"}),
        (((0, 1),), {"ab", "cd"}),
        (((0, 2),), {"ad", "bc"}),
    ]


def test_a_scenario_is_what_pairing_those_results_gives():
    event = played("a b c d e f", "a-d", "b-e 60-20", "c-f")
    pair = partial(pair_round, active=ids_of(event, "a b c d e f"))
    matches = [open_match(event, "a", "d"), open_match(event, "c", "f")]
    found = possibilities(event, matches, pair)
    assert len(found.scenarios) == 9
    for scenario in found.scenarios:
        results = {(1, matches[m].entries): matches[m].results[r] for m, r in scenario.combination}
        assert scenario.seats == seats_of(pair(with_results(event, results)))


def test_too_many_combinations_are_tried_one_match_at_a_time():
    event = played("a b c d e f", "a-d", "b-e", "c-f")
    matches = [open_match(event, *pair) for pair in ("ad", "be", "cf")]
    found = possibilities(event, matches, partial(pair_round, active=ids_of(event, "a b c d e f")), most=26)
    assert not found.is_complete
    assert [s.combination for s in found.scenarios] == [((m, r),) for m in range(3) for r in range(3)]
