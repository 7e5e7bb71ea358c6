"""What can still be reached, against trying out every result (and every score) by hand."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from crosstable.engine.model import EntryId, Match, Pairing, Round, Tournament
from crosstable.engine.outlook import Ending, can_be_exact, exact_outlook, open_games
from crosstable.engine.outlook.exact import result_of, with_endings
from crosstable.engine.standings import standings
from engine.building import ids_of, played, random_event, result_from_vp

WARGAME = ("WINS", "MARGIN", "SOS", "VP")
CHESS = ("PTS", "DE", "BH/C1", "BH", "SB")
MOST = 3


def before_the_end(seed: int, size: int, games: int, most: int) -> Tournament:
    """Build some rounds of small scores, and a last one in which `games` games are open."""
    rng = Random(seed)
    event, _ = random_event(rng, size, 2, churn=0)
    rounds = []
    for round_ in event.rounds:
        matches = tuple(
            Match(m.pairing, result_from_vp(rng.randint(0, most), rng.randint(0, most)))
            for m in round_.matches
        )
        rounds.append(Round(round_.number, matches, round_.byes))
    order = rng.sample([entry.id for entry in event.entries], size)
    pairs = list(zip(order[::2], order[1::2], strict=False))
    last = tuple(
        Match(
            Pairing(a, b), None if n < games else result_from_vp(rng.randint(0, most), rng.randint(0, most))
        )
        for n, (a, b) in enumerate(pairs)
    )
    return Tournament(event.entries, (*rounds, Round(3, last)), total_rounds=3)


def by_hand(event: Tournament, codes, most: int | None):
    """For every entry: ending of the own game → best and worst place, over every result or score there can be."""
    games = open_games(event)
    scores = list(product(range(most + 1), repeat=2)) if most is not None else None
    ways = [result_from_vp(*score) for score in scores] if scores else [result_of(e) for e in Ending]
    found: dict[EntryId, dict[Ending | None, set[int]]] = {entry.id: {} for entry in event.entries}
    for results in product(ways, repeat=len(games)):
        own: dict[EntryId, Ending] = {}
        for game, result in zip(games, results, strict=True):
            ending = next(e for e in Ending if result_of(e).first == result.first)
            own |= {game.first: ending, game.second: ending.swapped}
        for row in standings(with_endings(event, dict(zip(games, results, strict=True))), codes):
            found[row.entry.id].setdefault(own.get(row.entry.id), set()).add(row.rank)
    return {id: {own: (min(p), max(p)) for own, p in places.items()} for id, places in found.items()}


def by_machine(event: Tournament, codes, most: int | None):
    return {
        entry.id: {p.mine: (p.best, p.worst) for p in exact_outlook(event, codes, entry.id, most)}
        for entry in event.entries
    }


@pytest.mark.parametrize("seed", range(20))
def test_results_alone_give_the_range_of_every_entry(seed):
    event = before_the_end(seed, 6 + seed % 3, 2 + seed % 2, 100)
    assert by_machine(event, CHESS, None) == by_hand(event, CHESS, None)


@pytest.mark.parametrize("codes", [WARGAME, ("WINS", "VP", "MARGIN"), ("WINS", "VP"), ("MARGIN",)])
@pytest.mark.parametrize("seed", range(12))
def test_with_scores_the_range_holds_over_every_possible_score(codes, seed):
    event = before_the_end(seed, 6, 2, MOST)
    assert by_machine(event, codes, MOST) == by_hand(event, codes, MOST)


def test_with_three_games_left_as_well():
    event = before_the_end(1, 6, 3, 2)
    assert by_machine(event, WARGAME, 2) == by_hand(event, WARGAME, 2)


def test_what_the_others_must_do_is_named():
    # a and b lead with two wins and meet others in the last round; c can no longer reach them.
    event = played(
        "a b c d", "a-c 60-40", "b-d 60-40", "/", "a-d 60-40", "b-c 60-30", "/", "a-b", "c-d 60-40"
    )
    a = ids_of(event, "a")[0]
    found = {p.mine: (p.best, p.worst, p.needs) for p in exact_outlook(event, ("WINS",), a)}
    assert found == {Ending.WIN: (1, 1, ()), Ending.DRAW: (1, 1, ()), Ending.LOSS: (2, 2, ())}
    race = played("a b c d", "a-c 60-40", "b-d 60-40", "/", "a-d", "b-c")
    (win,) = (p for p in exact_outlook(race, ("WINS",), ids_of(race, "c")[0]) if p.mine is Ending.WIN)
    assert (win.best, win.worst) == (1, 2)
    assert [(n.game.first, n.game.second, n.endings) for n in win.needs] == [
        (a, ids_of(race, "d")[0], frozenset((Ending.DRAW, Ending.LOSS)))
    ]


def test_with_nothing_open_there_is_one_place_and_no_condition():
    event = played("a b", "a-b 60-40")
    (only,) = exact_outlook(event, WARGAME, ids_of(event, "b")[0], 100)
    assert (only.mine, only.best, only.worst, only.needs) == (None, 2, 2, ())


def test_too_many_games_or_two_of_ones_own_are_not_for_counting_out():
    many = before_the_end(3, 30, 12, 100)
    assert not can_be_exact(many, WARGAME, many.entries[0].id, 100)
    two = played("a b c d", "a-b", "c-d 60-40", "/", "a-c", "b-d 60-40")
    assert not can_be_exact(two, WARGAME, ids_of(two, "a")[0], 100)
    assert can_be_exact(two, WARGAME, ids_of(two, "d")[0], 100)
    assert not can_be_exact(two, ("WINS", "DE"), ids_of(two, "d")[0], 100)
