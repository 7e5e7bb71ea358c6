"""Exchanges that bans force (art. 4.3): the first by the text, the same by both methods, and found in large fields."""

from itertools import combinations
from random import Random

import pytest

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import Entry, EntryId, Match, Outcome, Pairing, Result, Round, Tournament
from crosstable.engine.pairing.fide.dutch import Method, pair_brackets
from crosstable.engine.pairing.fide.exchanges import Demand, search_leaders
from crosstable.engine.pairing.fide.facts import facts_of_round
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.fide.weighted_method import pair_by_weights

Bans = list[tuple[int, int]]
ENOUGH_STEPS = 10**6
DRAW = Result(Outcome.DRAW, Outcome.DRAW)


def exchanges_in_order(size: int, pairs: int) -> list[list[int]]:
    """S1 after every exchange, in the order of the text: number, sum, largest leaving S1, smallest leaving S2."""
    found = []
    for count in range(min(pairs, size - pairs) + 1):
        for leaving in combinations(range(pairs), count):
            for coming in combinations(range(pairs, size), count):
                key = (count, sum(coming) - sum(leaving), [-v for v in reversed(leaving)], coming)
                found.append((key, [v for v in range(pairs) if v not in leaving] + list(coming)))
    return [leaders for _, leaders in sorted(found)]


def unmet(demands: list[Demand], leaders: list[int]) -> list[Demand]:
    return [demand for demand in demands if sum(demand.numbers[place] for place in leaders) > demand.most]


def random_demands(random: Random, size: int, possible: list[int]) -> list[Demand]:
    """Demands that at least one set of leaders meets."""
    demands = []
    for _ in range(random.randint(1, 4)):
        numbers = [random.choice((0, 0, 1, 2)) * random.choice((1, 1, -1)) for _ in range(size)]
        demands.append(Demand(numbers, sum(numbers[place] for place in possible)))
    return demands


@pytest.mark.parametrize("size", range(4, 11))
def test_the_first_exchange_that_meets_every_demand_is_found(size: int):
    in_order = exchanges_in_order(size, size // 2)
    for seed in range(30):
        random = Random(100 * size + seed)
        demands = random_demands(random, size, random.choice(in_order))
        first = next(leaders for leaders in in_order if not unmet(demands, leaders))
        found = search_leaders(size, size // 2, lambda tried: unmet(demands, tried)[:1], ENOUGH_STEPS)  # noqa: B023
        assert found == first, seed


def test_a_search_that_is_too_long_has_no_answer():
    demand = Demand([1, 1, 0, 0], 0)
    assert search_leaders(4, 2, lambda tried: unmet([demand], tried), ENOUGH_STEPS) == [2, 3]
    assert search_leaders(4, 2, lambda tried: unmet([demand], tried), 3) is None


def field(players: int, drawn: bool) -> Tournament:
    """All players with one score: before the first round, or after a round of draws."""
    half = players // 2
    boards = [(upper, upper + half) if upper % 2 else (upper + half, upper) for upper in range(1, half + 1)]
    matches = [Match(Pairing(EntryId(white), EntryId(black)), DRAW) for white, black in boards]
    entries = tuple(Entry(EntryId(number), number) for number in range(1, players + 1))
    return Tournament(entries, (Round(1, tuple(matches)),) if drawn else (), 9)


def pairs_of(position: Tournament, bans: Bans, method: Method | None = None) -> list[tuple[int, int]]:
    book = Scorebook(position, DutchOptions())
    for round_ in position.rounds:
        book.add(round_)
    facts = facts_of_round(book.players(()), [(EntryId(a), EntryId(b)) for a, b in bans])
    ids = [player.id for player in facts.players]
    made = pair_brackets(facts, method)
    return sorted((ids[a], ids[b]) for bracket in made for a, b in bracket.decision.pairs)


def banned(numbers: list[int], others: range) -> Bans:
    return [(number, other) for number in numbers for other in others if other != number]


def contrived(players: int) -> dict[str, Bans]:
    half, last = players // 2, players
    lower, most = range(half + 1, last + 1), range(half * 3 // 4, last + 1)
    return {
        "1 not with the lower half": banned([1], lower),
        "1 not with the lower half, nor the last of the upper": banned([1], most),
        "1 and 2 not with the lower half": banned([1, 2], lower),
        "1 to 6 not with the lower half": banned([1, 2, 3, 4, 5, 6], lower),
        "the last not with the upper half": banned([last], range(1, half + 1)),
        "the last not with the upper half, nor the first of the lower": banned(
            [last], range(1, half * 5 // 4)
        ),
        "the first and the last": banned([1], most) + banned([last], range(1, half * 5 // 4)),
        "1, 5 and 9, each with fewer": banned([1], range(half - 1, last + 1)) + banned([5, 9], most),
    }


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("name", contrived(40))
def test_both_methods_agree_where_bans_force_an_exchange(name: str, drawn: bool):
    for players in (32, 40):
        position, bans = field(players, drawn), contrived(players)[name]
        assert pairs_of(position, bans) == pairs_of(position, bans, pair_by_weights)


@pytest.mark.parametrize("start", range(0, 100, 20))
def test_both_methods_agree_on_random_bans(start: int):
    for seed in range(start, start + 20):
        random = Random(seed)
        players = 2 * random.randint(3, 14)
        share = random.choice((0.5, 0.8, 0.9))
        low = random.sample(range(1, players + 1), random.randint(1, players))
        bans = [ban for ban in banned(low, range(1, players + 1)) if random.random() < share]
        position = field(players, seed % 2 == 0)
        try:
            pairs = pairs_of(position, bans)
        except PairingImpossible:
            continue
        assert pairs == pairs_of(position, bans, pair_by_weights), seed


def test_in_a_thousand_players_number_1_meets_the_last_of_the_upper_half():
    """How long it takes stands in docs/algorithms/dutch.md: a clock fails no test."""
    pairs = pairs_of(field(1000, False), contrived(1000)["1 not with the lower half"])
    others = [*range(2, 500), 501]
    assert pairs == [(1, 500), *zip(others, range(502, 1001), strict=True)]
