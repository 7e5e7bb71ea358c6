"""Ties that decide something: found before the next stage is drawn, and decided so that it can be repeated."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from crosstable.engine.model import EntryId, Outcome, Result, Scoring
from crosstable.engine.stages import DecidingTie, Qualification, Stake, deciding_ties, next_best, qualified
from crosstable.engine.standings import Decision, Row, Way, by_play_off, by_values, draw_lots, standings
from engine.building import played

PLACE, SEED = Stake.PLACE, Stake.SEED


def rows(points: list[int], first: int = 1) -> list[Row]:
    """A pool whose entries have these values, best first; equal values share a rank. No match was played."""
    names = " ".join(f"p{i}" for i in range(len(points)))
    template = standings(played(names), ["PTS"])
    ranks = [1 + sum(other > value for other in points) for value in points]
    return [
        replace(
            row,
            rank=rank,
            values=(value,),
            entry=replace(row.entry, id=EntryId(first + i), seed=first + i),
        )
        for i, (row, rank, value) in enumerate(zip(template, ranks, points, strict=True))
    ]


def entries(pools: dict[str, list[Row]], rule: Qualification, *decisions: Decision) -> list[int | None]:
    return [place.entry for place in qualified(pools, rule, decisions)]


def test_four_equal_seconds_for_one_place_are_a_tie_and_no_longer_the_order_of_entry() -> None:
    pools = {"A": rows([9, 6, 6, 6, 6])}
    assert deciding_ties(pools, Qualification(2)) == [DecidingTie((2, 3, 4, 5), 2, 1, PLACE, "A")]


def test_a_play_off_parts_by_its_points_and_decisions_hold_in_whatever_order_they_come() -> None:
    a, b, c = (EntryId(n) for n in (1, 2, 3))
    won, drawn = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW)
    first = by_play_off([(a, b, drawn), (c, a, won), (c, b, won)], Scoring())
    assert first == Decision(((c,), (a, b)), Way.PLAY_OFF, "2–0.5–0.5")
    second = by_play_off([(a, b, Result(Outcome.LOSS, Outcome.WIN))], Scoring())
    pools = {"A": rows([7, 7, 7])}
    assert entries(pools, Qualification(2), second, first) == [3, 2]
    assert by_play_off([(a, b, drawn)], Scoring()).groups == ((a, b),)


def test_level_entries_who_all_go_on_tie_for_a_seed_and_those_below_for_nothing() -> None:
    pools = {"A": rows([9, 9, 5, 5])}
    assert deciding_ties(pools, Qualification(2)) == [DecidingTie((1, 2), 1, 2, SEED, "A")]


def test_a_tie_for_the_place_that_is_compared_with_other_pools_comes_before_the_comparison() -> None:
    pools = {"A": rows([9, 6, 6]), "B": rows([9, 6, 3], first=4)}
    rule = Qualification(1, next_best=1)
    assert deciding_ties(pools, rule) == [DecidingTie((2, 3), 2, 1, PLACE, "A")]
    in_pool = Decision(((EntryId(3),), (EntryId(2),)), Way.PLAY_OFF, "11-7")
    assert deciding_ties(pools, rule, [in_pool]) == [DecidingTie((3, 5), 1, 1, PLACE, None)]
    across = Decision(((EntryId(5),), (EntryId(3),)), Way.TIE_BREAK, "SB")
    assert deciding_ties(pools, rule, [in_pool, across]) == []
    assert entries(pools, rule, in_pool, across) == [1, 4, 5]
    assert [row.entry.id for row in next_best(pools, rule, [in_pool])] == [3, 5]


def test_two_of_three_best_thirds_who_are_level_and_both_go_on_tie_for_a_seed() -> None:
    pools = {"A": rows([9, 4]), "B": rows([9, 4], first=3), "C": rows([9, 2], first=5)}
    assert deciding_ties(pools, Qualification(1, 2)) == [DecidingTie((2, 4), 1, 2, SEED, None)]
    assert deciding_ties(pools, Qualification(1, 1)) == [DecidingTie((2, 4), 1, 1, PLACE, None)]


def test_a_next_tie_break_may_leave_some_level_and_the_rest_is_still_open() -> None:
    pools = {"A": rows([6, 6, 6, 6])}
    groups = by_values(
        [EntryId(i) for i in (1, 2, 3, 4)],
        {EntryId(i): v for i, v in zip((1, 2, 3, 4), (1, 5, 1, 0), strict=True)},
    )
    assert groups == ((2,), (1, 3), (4,))
    decision = Decision(groups, Way.TIE_BREAK, "SB")
    assert deciding_ties(pools, Qualification(2), [decision]) == [DecidingTie((1, 3), 2, 1, PLACE, "A")]
    lots = draw_lots([EntryId(1), EntryId(3)], "42")
    assert deciding_ties(pools, Qualification(2), [decision, lots]) == []
    assert entries(pools, Qualification(2), decision, lots) == [2, lots.groups[0][0]]


def test_a_decision_about_others_is_left_aside() -> None:
    pools = {"A": rows([6, 6, 3])}
    stale = Decision(((EntryId(3),), (EntryId(2),), (EntryId(1),)), Way.LOTS, "7")
    assert deciding_ties(pools, Qualification(1), [stale]) == [DecidingTie((1, 2), 1, 1, PLACE, "A")]
    assert entries(pools, Qualification(1), stale) == [1]


def test_lots_are_the_hashes_anyone_can_calculate_again() -> None:
    drawn = draw_lots([EntryId(3), EntryId(1), EntryId(2)], "18:00 Ann's birthday")
    hashes = {i: sha256(f"18:00 Ann's birthday:{i}".encode()).hexdigest() for i in (1, 2, 3)}
    assert [group[0] for group in drawn.groups] == sorted(hashes, key=lambda i: hashes[i])
    assert (drawn.way, drawn.note) == (Way.LOTS, "18:00 Ann's birthday")


@given(ids=st.sets(st.integers(1, 99), min_size=2, max_size=6), seed=st.text())
def test_lots_do_not_depend_on_the_order_of_names(ids: set[int], seed: str) -> None:
    named = [EntryId(i) for i in sorted(ids)]
    assert draw_lots(named, seed) == draw_lots(reversed(named), seed)


def test_every_order_of_three_comes_out_of_lots_about_equally_often() -> None:
    drawn = [draw_lots([EntryId(1), EntryId(2), EntryId(3)], str(seed)).groups for seed in range(6000)]
    counts = [drawn.count(tuple((EntryId(i),) for i in order)) for order in permutations((1, 2, 3))]
    assert min(counts) > 900 and max(counts) < 1100


@given(
    points=st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=6), min_size=1, max_size=3),
    per_pool=st.integers(1, 2),
    more=st.integers(0, 1),
    seed=st.text(max_size=3),
)
def test_lots_for_every_tie_leave_none_open_and_without_ties_the_order_of_entry_decides_nothing(
    points: list[list[int]], per_pool: int, more: int, seed: str
) -> None:
    begin = 1
    pools = {}
    for number, values in enumerate(points):
        pools["ABC"[number]] = rows(sorted(values, reverse=True), first=begin)
        begin += len(values)
    rule = Qualification(per_pool, more)
    decisions: list[Decision] = []
    while ties := deciding_ties(pools, rule, decisions):
        decisions += [draw_lots(tie.entries, seed) for tie in ties]
    turned = {name: _turned(table) for name, table in pools.items()}
    assert entries(pools, rule, *decisions) == entries(turned, rule, *decisions)


def _turned(table: list[Row]) -> list[Row]:
    """The same pool had its entries come in the opposite order: level entries the other way round, seeds too."""
    ordered = sorted(table, key=lambda row: (row.rank, -row.entry.seed))
    return [replace(row, entry=replace(row.entry, seed=-row.entry.seed)) for row in ordered]
