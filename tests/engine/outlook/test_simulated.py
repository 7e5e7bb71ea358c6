"""Simulated prospects: the same from the same seed, and near the truth within the error they state."""

from __future__ import annotations

from functools import partial

from crosstable.engine.model import Entry, Tournament
from crosstable.engine.outlook import Ending, Simulation, neighbours_meet, open_games, simulate
from engine.building import ids_of, played

WARGAME = ("WINS", "MARGIN", "SOS", "VP")
RACE = played("a b c d", "a-c 60-40", "b-d 60-40", "/", "a-d", "b-c")


def test_the_same_seed_gives_the_same_answer_and_another_seed_another():
    one, two, other = (simulate(RACE, WARGAME, 200, seed, with_vp=True) for seed in (7, 7, 8))
    assert one.places == two.places
    assert one.places != other.places


def test_every_sample_is_counted_once_for_everyone():
    found = simulate(RACE, WARGAME, 100, 1, with_vp=True)
    assert {id: sum(sum(c.values()) for c in by.values()) for id, by in found.places.items()} == {
        entry.id: 100 for entry in RACE.entries
    }


def test_a_sure_thing_is_seen_as_one():
    # a has won, and no other player can still reach two wins.
    event = played("a b c d", "a-b 60-40", "c-d 60-40", "/", "a-c 60-40", "b-d")
    found = simulate(event, WARGAME, 100, 1, with_vp=True)
    assert found.places[ids_of(event, "a")[0]] == {None: {1: 100}}


def test_the_truth_lies_within_the_stated_error():
    """Even chances and no draws so far: a wins in half of the games left, give or take the draws assumed."""
    found = simulate(RACE, ("WINS",), 2000, 3)
    places = found.places[ids_of(RACE, "a")[0]]
    won, lost = (sum(places[e].values()) for e in (Ending.WIN, Ending.LOSS))
    assert abs(won - lost) / 2000 < 2 * Simulation.error(places[Ending.WIN], 0.5)
    # With a win a is first: alone, or level with b.
    assert Simulation.share(places[Ending.WIN], 1, 1) == 1.0
    assert 0 < Simulation.error(places[Ending.WIN], 1.0) < 0.01


def test_the_error_shrinks_with_the_root_of_the_samples():
    few, many = simulate(RACE, WARGAME, 100, 1), simulate(RACE, WARGAME, 1600, 1)
    a = ids_of(RACE, "a")[0]
    errors = [Simulation.error(found.places[a][Ending.WIN], 0.5) for found in (few, many)]
    assert 3 < errors[0] / errors[1] < 5


def test_the_stronger_win_more_often():
    names = [("a", 2400), ("b", 1400)]
    entries = tuple(Entry(id, id, name, rating) for id, (name, rating) in enumerate(names, start=1))
    event = Tournament(entries, played("a b", "a-b").rounds)
    found = simulate(event, ("PTS",), 500, 1)
    assert sum(found.places[entries[0].id][Ending.WIN].values()) > 400


def test_a_round_that_is_not_paired_is_guessed_from_the_standings():
    event = played("a b c d", "a-c 60-40", "b-d 60-50", "/", "a-b 60-40", "c-d 60-40")
    guessed = neighbours_meet(event, WARGAME, ids_of(event, "a b c d"))
    assert [(g.round, g.first, g.second) for g in open_games(guessed)] == [
        (3, *ids_of(event, "a d")),
        (3, *ids_of(event, "c b")),
    ]
    pair = partial(neighbours_meet, codes=WARGAME, active=ids_of(event, "a b c d"))
    found = simulate(event, WARGAME, 50, 1, with_vp=True, last_round=pair)
    assert {sum(sum(c.values()) for c in by.values()) for by in found.places.values()} == {50}
