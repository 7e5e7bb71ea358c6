"""Fixed seats and blocked tables; the rules a manual round violates, and where it differs from the engine's."""

from __future__ import annotations

from random import Random

import pytest

from crosstable.engine.model import Bye, EntryId, Notice, Pairing, RoundPlan
from crosstable.engine.pairing.registry import FIDE_DUTCH, RECORD_SWISS
from crosstable.engine.pairing.rule_checks import Setting, compare, seated, violated_rules
from crosstable.engine.pairing.swiss import pair_round
from engine.building import ids_of, played


def plan(*pairs: tuple[int, int]) -> RoundPlan:
    made = (Pairing(EntryId(a), EntryId(b), n) for n, (a, b) in enumerate(pairs, start=1))
    return RoundPlan(1, tuple(made))


def tables(made: RoundPlan) -> list[tuple[int | None, int, int]]:
    return [(p.table, p.first, p.second) for p in made.pairings]


def test_without_seats_and_blocked_tables_the_plan_is_as_it_was():
    made = plan((1, 2), (3, 4))
    assert seated(made, {}) is made


def test_blocked_tables_are_left_out_and_the_order_stays():
    assert tables(seated(plan((1, 2), (3, 4), (5, 6)), {}, {1, 3})) == [(2, 1, 2), (4, 3, 4), (5, 5, 6)]


def test_a_fixed_seat_is_kept_and_the_others_close_up_around_it():
    assert tables(seated(plan((1, 2), (3, 4), (5, 6)), {EntryId(1): 3})) == [(1, 3, 4), (2, 5, 6), (3, 1, 2)]


def test_two_with_fixed_seats_meet_at_one_of_them():
    seats = {EntryId(1): 9, EntryId(2): 4}
    assert tables(seated(plan((1, 2), (3, 4)), seats)) == [(1, 3, 4), (4, 1, 2)]


@pytest.mark.parametrize("seed", range(30))
def test_no_table_is_ever_given_twice(seed):
    rng = Random(seed)
    people = rng.sample(range(1, 41), 40)
    blocked = set(rng.sample(range(1, 30), 6))
    free = [n for n in range(1, 40) if n not in blocked]
    seats = {EntryId(p): t for p, t in zip(people[::5], rng.sample(free, 8), strict=True)}
    made = seated(plan(*zip(people[::2], people[1::2], strict=True)), seats, blocked)
    numbers = [p.table for p in made.pairings]
    assert len(set(numbers)) == 20
    assert blocked.isdisjoint(numbers)
    assert all(
        p.table in {seats[id] for id in p.entries if id in seats}
        for p in made.pairings
        if any(id in seats for id in p.entries)
    )


def test_every_rule_a_manual_pairing_violates_is_named_the_most_serious_first():
    t = played("a b c d e f g", "a-b 60-40", "c-d 60-40", "e-f 60-40", "g bye")
    a, b, c, d, e, f, g = ids_of(t, "a b c d e f g")
    setting = Setting(
        RECORD_SWISS,
        forbidden=[(c, e)],
        clubs={d: "Leeds", f: "Leeds", a: "York"},
        seats={d: 7},
        blocked_tables={2},
    )
    pairings = [Pairing(a, b, 1), Pairing(c, e, 2), Pairing(d, f, 3)]
    assert violated_rules(t, pairings, [Bye(g)], setting) == (
        Notice("forbidden", (c, e)),
        Notice("rematch", (a, b), 1),
        Notice("second-bye", (g,), 1),
        Notice("blocked-table", (c, e), 2),
        Notice("fixed-seat", (d, f), 7),
        Notice("club-mates", (d, f)),
    )


def test_where_everyone_comes_from_one_club_no_one_is_warned_about():
    t = played("a b")
    a, b = ids_of(t, "a b")
    assert (
        violated_rules(t, [Pairing(a, b, 1)], [], Setting(RECORD_SWISS, clubs={a: "Leeds", b: "Leeds"})) == ()
    )


def test_a_third_white_in_a_row_is_marked_where_there_are_colours():
    t = played(
        "a b c d", "a-b 1-0F", "c-d 1-0F", "/", "a-c 60-40", "b-d 60-40", "/", "a-d 60-40", "b-c 60-40"
    )
    a, b, c, d = ids_of(t, "a b c d")
    pairings = [Pairing(a, b, 1), Pairing(c, d, 2)]
    marked = [n for n in violated_rules(t, pairings, [], Setting(FIDE_DUTCH)) if n.rule == "color-review"]
    # The forfeits of round 1 had no colours: a and b had White twice, c and d Black.
    assert marked == [Notice("color-review", (a, b)), Notice("color-review", (c, d))]
    turned = violated_rules(t, [Pairing(a, c, 1), Pairing(d, b, 2)], [], Setting(FIDE_DUTCH))
    assert [n.entries for n in turned if n.rule == "color-review"] == [(a, c)]


def test_a_round_by_hand_is_laid_beside_the_engines_own():
    t = played("a b c d", "a-c 60-40", "b-d 60-40")
    a, b, c, d = ids_of(t, "a b c d")
    own = pair_round(t, [a, b, c, d])
    by_hand = [Pairing(a, c, 1), Pairing(b, d, 2)]
    found = compare(t, by_hand, [], own, Setting(RECORD_SWISS))
    assert found.only_here == ((a, c), (b, d))
    assert found.only_engine == ((a, b), (c, d))
    assert [n.rule for n in found.violated_here] == ["rematch", "rematch"]
    assert found.violated_by_engine == ()
    assert not compare(t, [Pairing(b, a, 5), Pairing(c, d, 6)], [], own, Setting(RECORD_SWISS)).differs
