"""Brackets made to be hard: right by the second method where that is quick, and never slow."""

from collections.abc import Iterable
from random import Random

import pytest

from crosstable.engine.model import (
    Bye,
    ByeKind,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    RoundPlan,
    Tournament,
)
from crosstable.engine.pairing.fide.bitset_matching import members
from crosstable.engine.pairing.fide.dutch import Method, pair_brackets, pair_dutch
from crosstable.engine.pairing.fide.facts import facts_of_round
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.fide.weighted_method import pair_by_weights

DRAW = Result(Outcome.DRAW, Outcome.DRAW)
BOTH_LOSE = Result(Outcome.LOSS, Outcome.LOSS)
WHITE_WINS = Result(Outcome.WIN, Outcome.LOSS)


def after_round_1(players: int, odd_results: list[Result]) -> Tournament:
    """All games drawn but the last ones, which end as given."""
    half = players // 2
    results = [DRAW] * (half - len(odd_results)) + odd_results
    matches = []
    for upper, result in enumerate(results, start=1):
        white, black = (upper, upper + half) if upper % 2 else (upper + half, upper)
        matches.append(Match(Pairing(EntryId(white), EntryId(black)), result))
    entries = tuple(Entry(EntryId(number), number) for number in range(1, players + 1))
    return Tournament(entries, (Round(1, tuple(matches)),), 9)


def after_half_point_byes(players: int, drawn: int) -> tuple[Tournament, list[EntryId]]:
    """All had a half-point bye, except the last two, who lost to each other, and some who drew.

    The opponents of those are away now. Only they have not floated down, so they should float (C14): players
    of the upper half, who must leave S1.
    """
    last = Match(Pairing(EntryId(players - 1), EntryId(players)), BOTH_LOSE)
    pairs = [(5 + 2 * turn, players - 3 - turn) for turn in range(drawn)]
    matches = [Match(Pairing(EntryId(a), EntryId(b)), DRAW) for a, b in pairs]
    played = {players - 1, players} | {number for pair in pairs for number in pair}
    byes = [Bye(EntryId(n), ByeKind.HALF) for n in range(1, players + 1) if n not in played]
    entries = tuple(Entry(EntryId(number), number) for number in range(1, players + 1))
    rounds = (Round(1, (last, *matches), tuple(byes)),)
    return Tournament(entries, rounds, 9), [EntryId(away) for _, away in pairs]


SHAPES = {
    "two below have met": [BOTH_LOSE],
    "four below, two pairs of them have met": [BOTH_LOSE, BOTH_LOSE],
    "one above, two below": [BOTH_LOSE, WHITE_WINS],
    "two above, two below": [BOTH_LOSE, WHITE_WINS, WHITE_WINS],
    "two above, six below": [WHITE_WINS, WHITE_WINS, BOTH_LOSE, BOTH_LOSE],
}


def decided(
    position: Tournament,
    forbidden: list[tuple[EntryId, ...]],
    method: Method | None = None,
    absent: Iterable[EntryId] = (),
) -> list[object]:
    book = Scorebook(position, DutchOptions())
    book.add(position.rounds[0])
    brackets = pair_brackets(facts_of_round(book.players(absent), forbidden), method)
    return [(sorted(made.decision.pairs), members(made.decision.floaters)) for made in brackets]


@pytest.mark.parametrize("odd_results", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("club", [0.0, 0.3, 0.48])
def test_both_methods_agree_where_the_players_below_force_floaters(odd_results: list[Result], club: float):
    for players in (24, 40):
        position = after_round_1(players, odd_results)
        numbers = Random(players).sample(range(1, players + 1), int(players * club))
        forbidden = [tuple(map(EntryId, numbers))]
        assert decided(position, forbidden) == decided(position, forbidden, pair_by_weights)


@pytest.mark.parametrize("drawn", [1, 2, 3])
@pytest.mark.parametrize("players", [20, 21, 30, 41])
def test_both_methods_agree_where_the_upper_half_must_float(players: int, drawn: int):
    position, absent = after_half_point_byes(players, drawn)
    assert decided(position, [], absent=absent) == decided(position, [], pair_by_weights, absent)


@pytest.mark.parametrize("drawn", [1, 2, 3])
def test_six_hundred_players_whose_upper_half_must_float_are_all_paired(drawn: int):
    """How long it takes stands in bench/README.md: a clock fails no test."""
    position, absent = after_half_point_byes(600, drawn)
    plan = pair_dutch(position, [Bye(id, ByeKind.ZERO) for id in absent])
    assert paired_once(plan) == {entry.id for entry in position.entries} - set(absent)


@pytest.mark.parametrize("odd_results", SHAPES.values(), ids=SHAPES)
def test_six_hundred_players_are_all_paired(odd_results: list[Result]):
    position = after_round_1(600, odd_results)
    assert paired_once(pair_dutch(position)) == {entry.id for entry in position.entries}


def paired_once(plan: RoundPlan) -> set[EntryId]:
    seated = [id for pairing in plan.pairings for id in pairing.entries]
    seated += [bye.entry for bye in plan.byes if bye.kind is ByeKind.ALLOCATED]
    assert len(seated) == len(set(seated))
    return set(seated)
