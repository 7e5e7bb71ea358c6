"""A10 and A11 worked by hand."""

from __future__ import annotations

import pytest

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import EntryId, Notice, Pairing, RoundPlan, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from crosstable.engine.pairing.swiss import CLUB, MONRAD, RANDOM, Method, SwissOptions, pair_round
from engine.building import ids_of, named, played


def paired(tournament: Tournament, active: str = "", options: SwissOptions | None = None) -> list[str]:
    ids = ids_of(tournament, active) if active else [entry.id for entry in tournament.entries]
    plan = pair_round(tournament, ids) if options is None else pair_round(tournament, ids, options)
    return named(tournament, plan)


def warnings(tournament: Tournament, active: str = "") -> list[tuple[str, str, int]]:
    ids = ids_of(tournament, active) if active else [entry.id for entry in tournament.entries]
    names = {entry.id: entry.name for entry in tournament.entries}
    plan = pair_round(tournament, ids)
    return [(w.rule, " ".join(names[e] for e in w.entries), w.count) for w in plan.warnings]


def test_round_one_pairs_the_upper_half_with_the_lower_half_in_order_of_registration() -> None:
    assert paired(played("a b c d e f")) == ["a-d", "b-e", "c-f"]


def test_round_one_of_an_odd_field_gives_the_last_registered_the_bye() -> None:
    assert paired(played("a b c d e")) == ["a-c", "b-d", "e bye"]


def test_fold_pairs_the_first_with_the_last() -> None:
    assert paired(played("a b c d e f"), options=CLUB) == ["a-f", "b-e", "c-d"]


def test_adjacent_pairs_neighbours() -> None:
    assert paired(played("a b c d e f"), options=MONRAD) == ["a-b", "c-d", "e-f"]


def test_monrad_gives_everyone_the_nearest_not_met_yet() -> None:
    t = played("a b c d", "a-b 10-0", "c-d 10-0", "/", "a-c 10-0", "b-d 10-0")
    assert paired(t, options=MONRAD) == ["a-d", "b-c"]


def test_a_random_round_is_drawn_from_its_seed() -> None:
    t = played("a b c d e f g h")
    rounds = [paired(t, options=SwissOptions(method=Method.RANDOM, seed=seed)) for seed in (1, 1, 2)]
    assert rounds[0] == rounds[1]
    assert rounds[0] != rounds[2]
    assert sorted("".join(paired(t, options=RANDOM)).replace("-", "")) == sorted("abcdefgh")


def test_winners_meet_winners_in_order_of_their_margin() -> None:
    t = played("a b c d e f g h", "a-e 60-50", "b-f 90-10", "c-g 55-50", "d-h 70-40")
    # Winners b +80, d +30, a +10, c +5; losers g −5, e −10, h −30, f −80.
    assert paired(t) == ["b-a", "d-c", "g-h", "e-f"]


def test_equal_margins_are_ordered_by_strength_of_schedule() -> None:
    t = played(
        "a b c d e f",
        *("a-c 60-50", "b-d 60-50", "e-f 60-50"),
        *("/", "d-e 60-50", "f-c 60-50", "a zero", "b zero"),
    )
    # a and b are 1-1 with +10; b beat d, who has won since, a beat c, who has not. d has 0; c is 0-2.
    assert paired(t, "a b c d") == ["b-a", "d-c"]


def test_players_equal_in_everything_stand_in_order_of_registration() -> None:
    t = played("a b c d", "a-c 60-50", "b-d 60-50", "/", "c-a 60-50", "d-b 60-50")
    # All are 1-1 with margin 0 and schedule ½; the slide a-c, b-d would be played a third time.
    assert paired(t) == ["a-d", "b-c"]


def test_an_odd_group_sends_its_lowest_to_the_next() -> None:
    t = played("a b c d e f", "a-d 60-50", "b-e 70-50", "c-f 80-50")
    # Winners c +30, b +20, a +10; losers d −10, e −20, f −30. a falls; it has met d.
    assert paired(t) == ["c-b", "a-e", "d-f"]


def test_a_rematch_is_avoided_by_the_smallest_change_furthest_down() -> None:
    t = played("a b c d e f g h", "a-e 50-50", "b-f 50-50", "c-g 50-50", "d-h 50-50")
    # All are equal again, so the slide would repeat every pair; neighbours trade opponents.
    assert paired(t) == ["a-f", "b-e", "c-h", "d-g"]


def test_one_rematch_in_the_middle_is_mended_downwards() -> None:
    t = played("a b c d e f g h", "b-f")  # still open: no points, but they will have met
    assert paired(t) == ["a-e", "b-g", "c-f", "d-h"]


def test_the_bye_is_a_win_and_goes_to_the_lowest_without_one() -> None:
    t = played("a b c d e", "a-c 60-50", "b-d 70-50", "e bye")
    # 1-0: b +20, a +10, e 0; 0-1: c −10, d −20. d is the lowest and has had none.
    assert paired(t) == ["b-a", "e-c", "d bye"]


def test_the_bye_passes_over_those_who_had_one_even_if_they_are_last() -> None:
    t = played("a b c", "a-b 60-50", "c bye", "/", "a-c 60-50", "b bye")
    # a 2-0, b and c 1-1, both had a bye: the leader is the only one left.
    assert paired(t) == ["b-c", "a bye"]


def test_no_one_has_a_bye_twice_while_another_has_not_but_then_the_organiser_is_told() -> None:
    t = played("a b c", "a-b 60-50", "c bye", "/", "a-c 60-50", "b bye", "/", "b-c 60-50", "a bye")
    assert paired(t) == ["a-b", "c bye"]
    assert warnings(t) == [("rematch", "a b", 1), ("second-bye", "c", 1)]


def test_floaters_pass_down_through_several_odd_groups() -> None:
    t = played(
        "a b c d e f g h",
        *("a-b 50-50", "c-e 60-50", "d-f 60-50", "g-h 60-50"),
        *("/", "a-g 60-50", "b-c 60-50", "d-h 60-50", "e-f 60-50"),
    )
    # 2-0 d; 1-0-1 a b; 1-1 c g e; 0-2 f h. d falls to a, so b falls; b has met c and c has met e.
    assert paired(t) == ["d-a", "b-e", "c-g", "f-h"]


def test_a_group_whose_two_members_have_met_sends_both_down() -> None:
    t = played("a b c d e f", "a-b 50-50", "c-d 60-50", "e-f 60-50")
    # 1-0 c e; drawn a b; 0-1 d f. Taking a and b up would cost the same gaps, but higher players would fall.
    assert paired(t) == ["c-e", "a-d", "b-f"]


def test_dropped_players_are_left_out_and_their_games_still_count() -> None:
    t = played("a b c d e f", "a-d 60-50", "b-e 70-50", "c-f 80-50")
    assert paired(t, "a b d e f") == ["b-a", "d-e", "f bye"]


def test_a_late_entry_takes_part_with_the_record_it_has() -> None:
    t = played("a b c d z", "a-c 60-50", "b-d 60-50")
    # 1-0 a b; 0-0 z; 0-1 c d: the newcomer stands between, and the lowest has the bye.
    assert paired(t) == ["a-b", "z-c", "d bye"]


def test_two_players_can_meet_five_times_and_the_organiser_is_told_how_often_they_have() -> None:
    t = played("a b", "a-b 60-50", "/", "a-b 40-50", "/", "a-b 60-50", "/", "a-b 70-50")
    assert paired(t) == ["a-b"]
    assert warnings(t) == [("rematch", "a b", 4)]


def test_four_players_run_out_of_fresh_opponents_after_three_rounds() -> None:
    t = played(
        "a b c d", "a-c 60-50", "b-d 70-50", "/", "b-a 60-50", "c-d 60-50", "/", "b-c 60-50", "a-d 60-50"
    )
    # b 3-0, a 2-1, c 1-2, d 0-3: the smallest gaps decide which rematches.
    assert paired(t) == ["b-a", "c-d"]
    assert warnings(t) == [("rematch", "b a", 1), ("rematch", "c d", 1)]


def test_fewer_repeated_meetings_come_before_equal_records() -> None:
    t = played("a b c d", "a-b 60-50", "c-d 60-50", "/", "a-b 50-60", "c-d 50-60", "/", "a-c 1-0", "b-d 1-0")
    assert paired(t) == ["a-d", "b-c"]


def test_a_floater_falls_to_the_one_it_has_not_met_and_no_further() -> None:
    t = played("a b c d", "a-b 60-50", "c-d 50-50", "/", "a-c 60-50", "b zero", "d zero")
    # 2-0 a; 0-1-1 d and c; 0-2 b: a has met c, so it meets d, and nothing is out of the ordinary.
    assert paired(t) == ["a-d", "c-b"]
    assert warnings(t) == []


def test_no_one_active_makes_an_empty_round() -> None:
    assert pair_round(played("a b"), []) == RoundPlan(1, ())


def test_one_alone_gets_the_bye() -> None:
    assert paired(played("a b c"), "b") == ["b bye"]


def test_an_entry_that_is_not_in_the_tournament_cannot_be_paired() -> None:
    with pytest.raises(PairingImpossible) as refusal:
        pair_round(played("a b"), [EntryId(1), EntryId(9)])
    assert (refusal.value.entries, refusal.value.rule) == ([9], "entered")


def test_a_forfeit_is_not_a_meeting() -> None:
    t = played("a b", "a-b 1-0F")
    assert warnings(t) == []


def test_tables_are_numbered_by_the_rank_of_the_higher_player() -> None:
    t = played("a b c d", "c-d 90-10", "a-b 60-50")
    assert pair_round(t, [entry.id for entry in t.entries]).pairings == (
        Pairing(EntryId(3), EntryId(1), 1),
        Pairing(EntryId(2), EntryId(4), 2),
    )


def test_a_wide_gap_is_worded_with_both_entries_and_the_rungs_between() -> None:
    t = played(
        "a b c d", "a-b 60-50", "c-d 60-50", "/", "a-c 60-50", "b-d 60-50", "/", "a bye", "b zero", "c half"
    )
    plan = pair_round(t, ids_of(t, "a b c d"))
    assert named(t, plan) == ["a-d", "c-b"]
    assert plan.warnings == (Notice("gap", tuple(ids_of(t, "a d")), 3),)


def test_every_system_says_what_it_does_and_pairs_a_round() -> None:
    t = played("a b c d")
    for name, system in SYSTEMS.items():
        assert system.name == name
        assert system.sentence.endswith(".")
        assert sorted(system.pair_round(t, ids_of(t, "a b c d"), RoundConditions()).players) == [1, 2, 3, 4]
