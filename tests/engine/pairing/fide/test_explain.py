"""Explanations: the first reason why two players did not meet, as data."""

from itertools import combinations

from test_rules import event

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import Bye, ByeKind, Color, Entry, EntryId, Points, Tournament
from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.pairing.fide.explain import BracketView, Explanation, Reason, explain_pairing
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup
from crosstable.engine.pairing.fide.player import Allocation
from crosstable.engine.pairing.fide.scorebook import Scorebook
from dutch_support.events import random_positions


def explained(
    position: Tournament, one: int, two: int, byes: tuple[Bye, ...] = (), options: DutchOptions | None = None
) -> Explanation:
    book = Scorebook(position, options or DutchOptions())
    for round_ in position.rounds:
        book.add(round_)
    return explain_pairing(book, [bye.entry for bye in byes], Color.WHITE, EntryId(one), EntryId(two))


AFTER_ROUND_1 = event(5, "5w1", "6b1", "7w1", "8b1", "1b0", "2w0", "3b0", "4w0")
"""Eight players, the upper four won. Round 2 is 4-1, 2-3, 8-5, 6-7: 1-3 and 2-4 would refuse two colours."""

FOUR_NEWCOMERS = Tournament(tuple(Entry(EntryId(number), number) for number in range(1, 5)), total_rounds=3)


def ids(*numbers: int) -> tuple[EntryId, ...]:
    return tuple(map(EntryId, numbers))


def test_a_pair_that_was_made_names_the_rule_of_its_colors():
    found = explained(AFTER_ROUND_1, 1, 4)
    assert (found.reason, found.color_rule) == (Reason.PAIRED, Allocation.BOTH_PREFERENCES)


def test_a_pair_that_would_refuse_colors_is_worse_by_c12():
    found = explained(AFTER_ROUND_1, 1, 3)
    assert found.reason is Reason.WORSE
    decisive = found.comparisons[-1]
    assert (decisive.code, decisive.actual, decisive.expected) == ("C12", (0,), (2,))


def test_a_pair_that_is_as_good_was_generated_later():
    assert explained(AFTER_ROUND_1, 1, 2).reason is Reason.LATER


def test_a_pair_across_brackets_costs_floaters():
    found = explained(AFTER_ROUND_1, 1, 6)
    assert (found.reason, found.comparisons[-1].code) == (Reason.WORSE, "C6")
    assert (found.comparisons[-1].actual, found.comparisons[-1].expected) == ((0,), (2,))


def test_players_who_met_may_not_meet_again():
    assert explained(AFTER_ROUND_1, 1, 5).reason is Reason.MET_BEFORE


def test_a_forbidden_pair_is_named_as_such():
    options = DutchOptions(forbidden=(ForbiddenGroup((EntryId(1), EntryId(4))),))
    assert explained(AFTER_ROUND_1, 4, 1, options=options).reason is Reason.FORBIDDEN


def test_an_absent_player_is_named():
    found = explained(AFTER_ROUND_1, 1, 2, (Bye(EntryId(2), ByeKind.HALF),))
    assert (found.reason, found.absent) == (Reason.ABSENT, (2,))


def test_two_with_the_same_absolute_preference_may_not_meet():
    upper = ("3w1 4w1", "4w1 3w1", "1b0 2b0", "2b0 1b0")
    position = event(9, *upper, "6w0 7b0", "5b1 8w1", "8w0 5w1", "7b1 6b0")
    assert explained(position, 1, 2).reason is Reason.SAME_ABSOLUTE_PREFERENCE


def test_a_pair_that_leaves_others_without_opponents_cannot_be_completed():
    options = DutchOptions(forbidden=(ForbiddenGroup((EntryId(3), EntryId(4))),))
    assert explained(FOUR_NEWCOMERS, 1, 2, options=options).reason is Reason.NO_COMPLETION


def test_the_bracket_lists_residents_pairs_and_floaters():
    bracket = explained(AFTER_ROUND_1, 1, 3).bracket
    assert bracket == BracketView(Points(1), (), ids(1, 2, 3, 4), ((1, 4), (2, 3)), ())


def test_checking_reports_what_each_side_has():
    (checked,) = check_rounds(event(5, "2w1", "1b0", "4w1", "3b0"))
    assert (checked.ours, checked.theirs) == (((1, 3), (4, 2)), ((1, 2), (3, 4)))


def test_no_pair_anyone_could_expect_is_better_than_what_was_made():
    for seed, position in random_positions(range(10), (6, 12), (3, 6)):
        try:
            facts = position.facts()
        except PairingImpossible:
            continue
        for one, two in combinations([player.id for player in facts.players], 2):
            found = explain_pairing(position.book, position.absent, position.initial, one, two)
            changed = [c for c in found.comparisons if c.actual != c.expected]
            assert all(c.is_worse for c in changed), (seed, one, two)
            assert bool(changed) == (found.reason is Reason.WORSE), (seed, one, two)
