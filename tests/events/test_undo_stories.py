"""Stages, teams, knockouts, repairs, pairings by hand: their own tests are the stories in which each of their actions
is undone once and compared. Each story lists the actions it tries, so none is dropped unnoticed."""

from __future__ import annotations

import pytest

from building import match_of, playing
from crosstable.events.actions.core.undo import INVERSES
from crosstable.events.actions.event import screens
from crosstable.events.actions.rounds import clock
from crosstable.events.bridge.verbs import verbs_that
from events import (
    test_adjustments,
    test_boards_at_any_time,
    test_dispatch,
    test_knockout,
    test_knockout_corrections,
    test_late,
    test_line_ups,
    test_manual_pairing,
    test_play_offs,
    test_pool_people,
    test_pools,
    test_starting_now,
    test_teams,
    test_ties,
)
from events.undo_scenarios import SCENARIOS
from undo_check import every_action_undone
from web import test_claims

pytestmark = pytest.mark.django_db


def a_clock_is_set_stopped_and_lengthened():
    tournament = playing("ann bo cy di")
    by = tournament.owner
    clock.set_round_length(tournament=tournament, number=1, minutes=60, by=by)
    clock.pause_clock(tournament=tournament, by=by)
    clock.resume_clock(tournament=tournament, by=by)
    clock.add_time(tournament=tournament, minutes=5, by=by)
    clock.extend_table(match=match_of(tournament, "ann"), minutes=3, by=by)


def a_screen_comes_and_goes():
    tournament = playing("ann bo cy di")
    screen = screens.add_screen(tournament=tournament, name="Door", by=tournament.owner)
    screens.change_screen(screen=screen, name="Bar", rotation=screens.USUAL, by=tournament.owner)
    screens.remove_screen(screen=screen, by=tournament.owner)


STORIES = {
    a_clock_is_set_stopped_and_lengthened: {
        "clock.added",
        "clock.length-set",
        "clock.paused",
        "clock.resumed",
        "table.extended",
    },
    test_dispatch.test_every_action_of_the_evening_is_taken_back: {
        "board.closed",
        "board.opened",
        "evening.replanned",
        "evening.set",
        "match.called",
        "match.called-back",
    },
    a_screen_comes_and_goes: {"screen.added", "screen.changed", "screen.removed"},
    test_knockout.test_someone_who_withdrew_after_the_draw_is_replaced_and_the_others_move_up: {
        "knockout.replaced"
    },
    test_adjustments.test_taking_it_back_leaves_no_trace_but_in_the_journal: {
        "points.penalty",
        "points.taken-back",
    },
    test_adjustments.test_half_a_point_is_given_in_chess_and_a_thousandth_is_not: {"points.bonus"},
    test_late.test_plays_the_bye_at_a_table_of_their_own: {"entry.late"},
    test_late.test_plays_one_who_has_won_by_forfeit_already: {"entry.no-show", "round.repaired"},
    test_late.test_a_no_show_who_comes_after_all_begins_at_the_table_that_was_kept: {"entry.back"},
    test_late.test_someone_who_left_and_returns_is_seated_in_one_step: {"entry.conceded"},
    test_manual_pairing.test_two_who_are_to_meet_do_and_their_opponents_meet_each_other: {"pairing.set"},
    test_manual_pairing.test_a_draft_with_someone_unpaired_is_not_published_until_they_have_a_place: {
        "pairing.undone"
    },
    test_manual_pairing.test_a_bye_by_hand_puts_the_opponent_aside_and_there_is_one_bye_only: {
        "pairing.bye-given"
    },
    test_manual_pairing.test_after_publishing_those_concerned_are_told_and_no_one_else: {
        "pairing.table-changed"
    },
    test_manual_pairing.test_a_seat_is_one_persons_and_a_blocked_table_no_ones: {
        "seat.fixed",
        "seat.freed",
        "table.blocked",
        "table.unblocked",
    },
    test_teams.test_members_are_changed_until_the_lock_by_any_of_them_and_then_by_organisers: {
        "team.registered",
        "team.edited",
    },
    test_teams.test_any_member_reports_for_the_team_and_the_games_are_not_rated: {
        "pools.formed",
        "schedule.made",
        "stage.published",
        "stage.started-with-event",
        "stage.closed",
    },
    test_teams.test_several_boards_make_match_points_then_board_points: {"team.added", "boards.entered"},
    test_teams.test_both_teams_report_the_same_boards_and_agree: {"boards.reported"},
    test_knockout.test_results_move_the_bracket_on_until_there_is_a_champion: {
        "knockout.drawn",
        "knockout.published",
        "knockout.started",
        "knockout.closed",
    },
    test_knockout.test_two_seats_change_places_by_hand: {"knockout.swapped"},
    test_knockout.test_seats_are_fixed_once_published_unless_it_is_taken_back: {"knockout.taken-back"},
    test_knockout_corrections.test_the_games_of_a_series_are_set_together_and_corrected_so: {
        "series.entered"
    },
    test_knockout_corrections.test_a_match_is_given_to_one_side: {"walkover.given"},
    test_knockout_corrections.test_withdrawing_lets_the_opponent_go_on: {"knockout.withdrawn"},
    test_pools.test_someone_is_moved_by_hand_and_two_change_places: {"pools.moved", "pools.swapped"},
    test_pool_people.test_a_late_entry_meets_the_player_with_the_bye_and_no_other_match_moves: {
        "pools.joined"
    },
    test_pool_people.test_the_seat_of_someone_who_withdrew_is_taken_and_a_match_with_another_who_left_is_not_played: {
        "pools.seat-given"
    },
    test_pool_people.test_both_lose_where_neither_is_here: {"walkovers.given"},
    test_line_ups.test_until_the_deadline_no_one_sees_the_other_line_up_and_then_only_organisers_change_it: {
        "lineup.given",
        "lineups.due",
    },
    test_line_ups.test_the_crosstable_shows_board_points_and_a_chosen_tie_break_separates_level_teams: {
        "teams.ruled"
    },
    test_ties.test_lots_are_those_of_the_seed_and_the_seed_is_kept: {"tie.decided"},
    test_play_offs.test_nothing_is_drawn_or_decided_while_it_is_on_and_it_is_taken_back_until_someone_reports: {
        "playoff.made",
        "playoff.taken-back",
    },
    test_play_offs.test_a_tie_at_the_cut_of_a_swiss_is_played_off_at_a_table_of_its_own_and_no_score_changes: {
        "playoff.closed"
    },
    test_play_offs.test_several_are_closed_by_one_press_in_one_entry_that_undo_takes_back_whole: {
        "playoffs.closed"
    },
    test_pools.test_every_step_is_taken_back_until_play_starts: {"stage.stepped-back", "pools.discarded"},
    test_boards_at_any_time.test_a_board_is_added_while_pools_are_played_and_takes_the_next_match: {
        "board.added"
    },
    test_starting_now.test_a_round_is_started_from_a_draft: {"round.started-with-event"},
    test_starting_now.test_matches_that_share_boards_are_called_to_them: {
        "stage.drawn-and-started-with-event"
    },
    test_claims.test_thats_me_asks_the_organiser_who_agrees: {"entry.asked-for", "entry.claimed"},
    test_claims.test_the_organiser_declines_and_the_journal_says_so: {"entry.claim-declined"},
}
# Rows of one table each, written by the same few lines as those above.
ALIKE = {
    "entry.withdrawal-undone",
    "entry.withdrawn",
    "knockout.discarded",
    "knockout.drawn-again",
    "pairing.swapped",
    # Several actions as one step: tests/events/test_next_round.py undoes them.
    "round.begun",
    "round.closed-and-begun",
    "round.closed-and-paired",
}


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_every_action_of_the_story_is_undone_exactly(story):
    with every_action_undone() as tried:
        story()
    assert STORIES[story] - tried == set()


def test_every_inverse_is_tried_in_a_scenario_or_a_story():
    in_stories = set().union(*STORIES.values())
    can_be_undone = set(verbs_that(lambda verb: verb.undo in INVERSES))
    assert can_be_undone - set(SCENARIOS) - in_stories - ALIKE == set()
    assert (in_stories | ALIKE) - can_be_undone == set()
