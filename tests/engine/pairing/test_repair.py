"""Repairs of a live round: the ways out, their order, and that each is the best of all within what it may touch."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from crosstable.engine.model import Bye, ByeKind, Color, Entry, EntryId, Pairing, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from crosstable.engine.pairing.repair import (
    LiveRound,
    LiveTable,
    Proposal,
    RepairKind,
    make_rules,
    propose_repairs,
)
from crosstable.engine.pairing.repair.proposals import _problem
from crosstable.engine.pairing.repair.solver import FAIREST, LEAST_CHANGE, NO_GAME, solve
from crosstable.engine.pairing.swiss import pair_round
from engine.building import ids_of, played, random_event


def live(tournament: Tournament, *lines: str, absent: str = "", waiting: str = "", **extra) -> LiveRound:
    """'a-b' and 'c-d' sit at tables 1, 2 …; 'e-f playing' has begun; 'g bye' has the bye."""
    ids = {entry.name: entry.id for entry in tournament.entries}
    tables, byes = [], []
    for line in lines:
        who, _, what = line.partition(" ")
        if what in ("bye", "zero"):
            byes.append(Bye(ids[who], ByeKind.ALLOCATED if what == "bye" else ByeKind.ZERO))
            continue
        first, second = who.split("-")
        pairing = Pairing(ids[first], ids[second], len(tables) + 1)
        tables.append(LiveTable(pairing, may_move=what != "playing"))
    gone, late = ids_of(tournament, absent), ids_of(tournament, waiting)
    return LiveRound(tuple(tables), tuple(byes), frozenset(gone), tuple(late), **extra)


def proposed(tournament: Tournament, round_: LiveRound, forbidden=()) -> list[Proposal]:
    rules = make_rules(tournament, [e.id for e in tournament.entries], SYSTEMS["swiss-wargame"], forbidden)
    return list(propose_repairs(round_, rules))


def words(tournament: Tournament, proposal: Proposal) -> list[str]:
    """'1 a-b' for a new pairing at table 1, 'a-b forfeit' for one that stands, 'c bye', 'c zero'."""
    names = {entry.id: entry.name for entry in tournament.entries}
    return [
        *(f"{p.table} {names[p.first]}-{names[p.second]}" for p in proposal.pairings),
        *(f"{names[p.first]}-{names[p.second]} forfeit" for p in proposal.forfeits),
        *(f"{names[b.entry]} {'zero' if b.kind is ByeKind.ZERO else 'bye'}" for b in proposal.byes),
    ]


def test_two_players_without_opponents_meet_where_one_of_them_sits_and_the_absent_get_nothing():
    t = played("a b c d e f")
    found = proposed(t, live(t, "a-b playing", "c-d playing", "e-f playing", absent=""))
    assert found == []
    found = proposed(t, live(t, "a-b", "c-d", "e-f playing", absent="b d"))
    assert [(p.kind, words(t, p)) for p in found] == [
        (RepairKind.PLAY_EACH_OTHER, ["1 a-c", "b zero", "d zero"]),
        (RepairKind.FORFEIT, ["a-b forfeit", "c-d forfeit"]),
    ]
    assert (found[0].disturbance.notified, found[0].disturbance.walking, found[0].disturbance.idle) == (
        2,
        1,
        0,
    )
    assert (found[1].disturbance.notified, found[1].disturbance.walking, found[1].disturbance.idle) == (
        2,
        0,
        2,
    )


def test_a_player_without_an_opponent_meets_the_bye_at_the_same_table_before_winning_by_forfeit():
    t = played("a b c d e")
    found = proposed(t, live(t, "a-b playing", "c-d", "e bye", absent="c"))
    assert [(p.kind, words(t, p)) for p in found] == [
        (RepairKind.MEETS_BYE, ["2 d-e", "c zero"]),
        (RepairKind.FORFEIT, ["c-d forfeit"]),
    ]
    assert found[0].recipients == tuple(ids_of(t, "d e"))


def test_a_single_player_without_an_opponent_in_a_round_being_played_wins_by_forfeit_or_has_the_bye():
    t = played("a b c d")
    found = proposed(t, live(t, "a-b playing", "c-d", absent="d"))
    assert [(p.kind, words(t, p)) for p in found] == [
        (RepairKind.FORFEIT, ["c-d forfeit"]),
        (RepairKind.BYE, ["c bye", "d zero"]),
    ]


def test_before_the_start_the_lowest_of_the_score_group_may_have_a_bye_instead_of_a_leader():
    t = played("a b c d e f", "a-d 60-40", "b-e 60-40", "c-f 60-40")
    # a, b, c have won; a-b and c-d are to be played, e-f has begun.
    found = proposed(t, live(t, "a-b", "c-d", "e-f playing", absent="b"))
    assert [(p.kind, words(t, p)) for p in found] == [
        (RepairKind.FORFEIT, ["a-b forfeit"]),
        (RepairKind.RE_PAIR, ["1 a-c", "d bye", "b zero"]),
    ]


def test_someone_late_plays_the_bye_at_the_first_free_table_that_is_not_blocked():
    t = played("a b c d")
    found = proposed(t, live(t, "a-b playing", "c bye", waiting="d", blocked_tables=frozenset({2})))
    assert [(p.kind, words(t, p)) for p in found] == [(RepairKind.LATE_PLAYS, ["3 c-d"])]


def test_a_late_player_meets_one_without_an_opponent_and_loses_the_zero_point_bye():
    t = played("a b c d e")
    found = proposed(t, live(t, "a-b playing", "c-d", "e zero", absent="d", waiting="e"))
    assert words(t, found[0]) == ["2 c-e", "d zero"]
    assert found[0].kind is RepairKind.LATE_PLAYS


def test_two_who_must_not_meet_are_never_proposed():
    t = played("a b c d")
    forbidden = [tuple(ids_of(t, "a c"))]
    found = proposed(t, live(t, "a-b", "c-d", absent="b d"), forbidden)
    assert [words(t, p) for p in found] == [["a-b forfeit", "c-d forfeit"]]


def test_a_rematch_is_proposed_last_and_said():
    t = played("a b c d", "a-c 60-40", "b-d 60-40")
    found = proposed(t, live(t, "a-b", "c-d", absent="b d"))
    assert [words(t, p) for p in found] == [["a-b forfeit", "c-d forfeit"], ["1 a-c", "b zero", "d zero"]]
    assert [notice.rule for notice in found[1].notices] == ["rematch"]


def test_a_table_at_which_both_are_missing_is_lost_by_both_in_every_way_out():
    t = played("a b c d e f")
    found = proposed(t, live(t, "a-b", "c-d playing", "e-f", absent="a b e"))
    assert all("a-b forfeit" in words(t, p) for p in found)


def test_someone_with_a_fixed_seat_stays_there():
    t = played("a b c d")
    c = ids_of(t, "c")[0]
    found = proposed(t, live(t, "a-b", "c-d", absent="b d", seats={c: 2}))
    assert words(t, found[0]) == ["2 a-c", "b zero", "d zero"]


def test_the_colours_of_a_new_pairing_are_those_of_the_system():
    entries = tuple(Entry(EntryId(i), i, rating=2000 - i) for i in range(1, 7))
    t = Tournament(entries, total_rounds=5)
    rules = make_rules(t, [e.id for e in entries], SYSTEMS["fide-dutch"], initial=Color.WHITE)
    tables = tuple(
        LiveTable(Pairing(EntryId(a), EntryId(b), n))
        for n, (a, b) in enumerate(((1, 4), (5, 2), (3, 6)), start=1)
    )
    found = propose_repairs(LiveRound(tables, absent=frozenset({EntryId(4), EntryId(5)})), rules)
    assert found[0].pairings == (Pairing(EntryId(1), EntryId(2), 1),)


# Against every possible answer.


def rounds_of(people: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    if not people:
        yield []
        return
    one, *rest = people
    for i, two in enumerate(rest):
        for others in rounds_of(tuple(rest[:i] + rest[i + 1 :])):
            yield [(one, two), *others]


@pytest.mark.parametrize("order", [LEAST_CHANGE, FAIREST], ids=["least change", "fairest"])
@pytest.mark.parametrize("seed", range(40))
def test_no_other_round_within_the_same_tables_is_better(seed, order):
    tournament, round_ = random_live_round(Random(seed), size=9)
    rules = make_rules(tournament, [e.id for e in tournament.entries], SYSTEMS["swiss-wargame"])
    opened = [t for t in round_.tables if t.may_move]
    problem = _problem(round_, rules, opened, with_bye=True, win_by_forfeit=False)
    people = problem.people + ((NO_GAME,) if len(problem.people) % 2 else ())

    def cost(pairs) -> tuple[int, ...] | None:
        ends = [(a, b) if a != NO_GAME else (b, a) for a, b in pairs]
        if any(b == NO_GAME and a not in problem.may_get_bye for a, b in ends):
            return None
        return tuple(sum(price(problem, rules, a, b) for a, b in ends) for price in order)

    costs = [c for pairs in rounds_of(people) if (c := cost(pairs)) is not None]
    solution = solve(problem, rules, order)
    if solution is None:
        assert not costs
    else:
        assert cost([*solution.pairs, *((id, NO_GAME) for id in solution.idle)]) == min(costs)


def random_live_round(rng: Random, size: int) -> tuple[Tournament, LiveRound]:
    """A paired round in which some tables play, some players are absent and some are late entries."""
    tournament, active = random_event(rng, size, rounds=rng.randint(0, 3))
    late = [id for id in active if rng.random() < 0.15]
    plan = pair_round(tournament, [id for id in active if id not in late])
    absent = frozenset(id for p in plan.pairings for id in (p.first, p.second) if rng.random() < 0.25)
    tables = tuple(
        LiveTable(p, may_move=bool({p.first, p.second} & absent) or rng.random() < 0.6) for p in plan.pairings
    )
    blocked = frozenset({rng.randint(1, size)} - {t.table for t in tables})
    return tournament, LiveRound(tables, plan.byes, absent, tuple(late), blocked_tables=blocked)


@pytest.mark.parametrize("seed", range(150))
def test_whatever_is_proposed_leaves_a_whole_round(seed):
    """No player twice or left out, no table twice, no absent player paired, no table at play moved, one bye."""
    rng = Random(seed)
    tournament, round_ = random_live_round(rng, size=rng.randint(4, 30))
    before = [id for t in round_.tables for id in t.entries] + [b.entry for b in round_.byes]
    for proposal in proposed(tournament, round_):
        tables, byes = after(round_, proposal)
        people = [id for t in tables for id in (t.first, t.second)] + [b.entry for b in byes]
        assert sorted(people) == sorted({*before, *round_.waiting})
        numbers = [t.table for t in tables]
        assert len(set(numbers)) == len(numbers)
        assert round_.blocked_tables.isdisjoint(numbers)
        assert {t.pairing for t in round_.tables if not t.may_move} <= set(tables)
        assert all(round_.absent.isdisjoint((p.first, p.second)) for p in proposal.pairings)
        assert sum(b.kind is ByeKind.ALLOCATED for b in byes) <= 1


def after(round_: LiveRound, proposal: Proposal) -> tuple[list[Pairing], list[Bye]]:
    """The round as it is once the proposal is applied."""
    moved = {id for p in proposal.pairings for id in (p.first, p.second)} | {b.entry for b in proposal.byes}
    tables = [t.pairing for t in round_.tables if moved.isdisjoint(t.entries)]
    byes = [b for b in round_.byes if b.entry not in moved]
    return [*tables, *proposal.pairings], [*byes, *proposal.byes]


def test_of_a_large_hall_only_the_tables_nearest_in_the_ranking_are_stirred():
    names = " ".join(f"p{n}" for n in range(400))
    t = played(names)
    tables = tuple(LiveTable(Pairing(EntryId(2 * n + 1), EntryId(2 * n + 2), n + 1)) for n in range(200))
    found = proposed(t, LiveRound(tables, absent=frozenset({EntryId(201)})))
    moved = {id for p in found for pairing in p.pairings for id in (pairing.first, pairing.second)}
    moved |= {bye.entry for p in found for bye in p.byes}
    assert moved <= set(range(201 - 60, 202 + 60))
    assert len(found) >= 2


def test_a_round_of_200_is_repaired_by_every_system_in_the_same_way():
    for system in ("fide-dutch", "swiss-club", "swiss-next", "swiss-simple", "swiss-monrad"):
        entries = tuple(Entry(EntryId(i), i, rating=2500 - i) for i in range(1, 202))
        t = Tournament(entries, total_rounds=5)
        plan = SYSTEMS[system].pair_round(t, [e.id for e in entries], RoundConditions())
        rules = make_rules(t, [e.id for e in entries], SYSTEMS[system], initial=Color.WHITE)
        gone = frozenset({plan.pairings[3].first})
        found = propose_repairs(LiveRound(tuple(LiveTable(p) for p in plan.pairings), plan.byes, gone), rules)
        assert [p.kind for p in found][:2] == [RepairKind.MEETS_BYE, RepairKind.FORFEIT]
        assert 2 <= len(found) <= 4
