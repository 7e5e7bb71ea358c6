"""Write docs/conformance.md: `python tests/conformance.py`. A test compares the page and checks the tests it names.

The tables below are the only source: articles in our words with their tests, interpretations, known differences, and
FIDE's criteria for accepting programs, as far as they have been assessed.
"""

# ruff: noqa: E501
# One line per entry of the page.
from __future__ import annotations

import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "conformance.md"
FIDE = "engine/pairing/fide"
TIES = "engine/tie_breaks"
LITERAL = f"{FIDE}/test_differential.py::test_small_fields_are_paired_as_the_text_says"
ORDER = f"{FIDE}/test_brute_force.py::test_the_decision_is_the_first_of_the_best_of_all_sets_of_pairs"
COLORS = f"{FIDE}/test_colors.py::test_the_first_rule_that_decides_gives_the_colors"
RULES = f"{FIDE}/test_rules.py"
EXERCISE = f"{TIES}/test_fide_exercise.py"
VALUES = f"{EXERCISE}::test_the_exercise_has_the_published_values"
UNPLAYED = f"{TIES}/test_many_unplayed_rounds.py::test_every_unplayed_round_counts_as_published"
DIRECT = f"{TIES}/test_direct_encounter.py"
ROBIN = f"{TIES}/test_round_robins.py"
KINDS = "engine/formats/test_trf_kinds.py"
COMMANDS = "cli/test_pairing_commands.py"


class Article(NamedTuple):
    number: str
    words: str
    tests: tuple[str, ...] = ()


DUTCH = (
    Article("1.2", "order: score, then pairing number", (LITERAL,)),
    Article("1.3, 1.4", "score groups, brackets, floats", (LITERAL, f"{FIDE}/test_explain.py::test_the_bracket_lists_residents_pairs_and_floaters")),
    Article("1.6, 1.7", "colour difference and preference", (f"{FIDE}/test_colors.py::test_the_preference_follows_from_the_colors_played",)),
    Article("1.8", "topscorers of the last round", (LITERAL,)),
    Article("1.9", "a complete round or none", (f"{RULES}::test_an_impossible_round_names_those_who_block_it",)),
    Article("2, C1", "no rematch; a forfeit is not a meeting", (f"{FIDE}/test_explain.py::test_players_who_met_may_not_meet_again", f"{RULES}::test_a_forfeit_is_no_meeting_so_the_two_may_be_paired_again")),
    Article("2, C2", "no second bye", (f"{RULES}::test_a_second_bye_is_impossible",)),
    Article("2, C3", "the same absolute preference", (f"{FIDE}/test_explain.py::test_two_with_the_same_absolute_preference_may_not_meet",)),
    Article("2, C4", "the rest can be completed", (f"{FIDE}/test_explain.py::test_a_pair_that_leaves_others_without_opponents_cannot_be_completed",)),
    Article("2, C5", "the lowest score has the bye", (f"{RULES}::test_c5_the_bye_goes_to_the_lowest_score_even_if_more_must_float",)),
    Article("2, C6–C8", "few floaters, low scores, the next bracket", (LITERAL, f"{FIDE}/test_explain.py::test_a_pair_across_brackets_costs_floaters")),
    Article("2, C9", "the bye goes to the player with the most games played", (f"{RULES}::test_c9_the_bye_goes_to_whom_has_played_most",)),
    Article("2, C10–C13", "colours", (LITERAL, f"{FIDE}/test_explain.py::test_a_pair_that_would_refuse_colors_is_worse_by_c12")),
    Article("2, C14–C21", "floats of the last two rounds", (LITERAL,)),
    Article("3", "pairing one bracket", (LITERAL, f"{RULES}::test_round_1_pairs_the_upper_half_with_the_lower_half")),
    Article("4.2", "transpositions, in their order", (LITERAL, ORDER)),
    Article("4.3", "exchanges, in their order", (f"{FIDE}/test_exchanges.py::test_both_methods_agree_where_bans_force_an_exchange", ORDER)),
    Article("4.4", "sets of moved-down players, in their order", (LITERAL, ORDER)),
    Article("4.5", "of equally good candidates the first", (ORDER, f"{FIDE}/test_explain.py::test_a_pair_that_is_as_good_was_generated_later")),
    Article("5.1", "initial colour", (f"{FIDE}/test_colors.py::test_black_as_initial_color_turns_round_1_around",)),
    Article("5.2.1–5.2.5", "who has White", (COLORS,)),
)  # fmt: skip

TIE_BREAKS = (
    Article("6.1, 6.2", "direct encounter where all have met", (f"{DIRECT}::test_two_who_met_are_ranked_by_their_game", f"{DIRECT}::test_a_subgroup_still_equal_is_ranked_by_its_own_games")),
    Article("6.3", "direct encounter with games missing", (f"{DIRECT}::test_with_games_missing_only_a_certain_leader_is_ranked", f"{DIRECT}::test_the_exercise_over_nine_rounds_has_the_published_ranks")),
    Article("6 with /P", "forfeits count", (f"{DIRECT}::test_with_the_modifier_p_a_forfeit_is_a_game",)),
    Article("7.1", "WIN", (f"{EXERCISE}::test_wins_and_rounds_elected_to_play_of_the_exercise", UNPLAYED)),
    Article("7.2–7.4", "WON, BPG, BWG", (UNPLAYED,)),
    Article("7.5", "PS and its cuts", (f"{EXERCISE}::test_progressive_scores_of_the_exercise", UNPLAYED)),
    Article("7.6", "REP", (f"{EXERCISE}::test_wins_and_rounds_elected_to_play_of_the_exercise",)),
    Article("7.7", "STD", (f"{EXERCISE}::test_own_results_of_player_12_with_a_bye_a_forfeit_win_and_two_absences",)),
    Article("7.8", "TPN", (f"{KINDS}::test_ranks_that_do_not_follow_from_the_list_are_named",)),
    Article("8.1, 8.3", "BH, FB and their cuts", (VALUES, UNPLAYED)),
    Article("8.2", "AOB, AOB/F", (VALUES, UNPLAYED, f"{EXERCISE}::test_the_average_of_fore_buchholz_is_the_mean_of_those_met")),
    Article("8, note", "no Buchholz in a round robin", (f"{ROBIN}::test_the_buchholz_family_is_for_the_swiss_and_koya_for_round_robins",)),
    Article("9.1", "SB and its cuts", (VALUES, UNPLAYED, f"{ROBIN}::test_an_odd_round_robin_is_the_plain_sums_of_its_cross_table")),
    Article("9.2, 14.5", "KS and its limits", (f"{ROBIN}::test_the_exercise_has_the_published_values", f"{ROBIN}::test_the_koya_limit_moves_by_half_points")),
    Article("10.1–10.5", "ARO, TPR, PTP, APRO, APPO", (VALUES,)),
    Article("10.6", "RTNG", (f"{EXERCISE}::test_the_higher_rating_comes_first_and_reversed_last",)),
    Article("11, 12", "teams: match and board points; BC, TBR, BBE", (f"{TIES}/test_team_scores.py::test_a_win_is_worth_two_and_every_board_its_points", f"{TIES}/test_team_scores.py::test_a_swiss_of_teams_is_ordered_by_plain_sums", f"{TIES}/test_team_scores.py::test_level_teams_are_separated_by_their_boards")),
    Article("13.1, 13.2", "teams: MPvGP, EMMSB, EMGSB, EGMSB, EGGSB", (f"{TIES}/test_team_scores.py::test_extended_sonneborn_berger_is_the_opponents_total_times_ones_own", f"{TIES}/test_team_scores.py::test_a_cut_leaves_out_the_match_against_the_weakest")),
    Article("13.3", "teams: EDE, EDEBT, EDEBB, EDET, EDEB", (f"{TIES}/test_team_scores.py::test_an_extended_direct_encounter_is_what_its_sentences_say", f"{TIES}/test_team_scores.py::test_a_direct_encounter_of_two_who_never_met_is_left_to_their_boards")),
    Article("13.4", "teams: SSSC", (f"{TIES}/test_team_scores.py::test_scores_and_strength_of_schedule_weighs_buchholz_by_the_length_of_the_event",)),
    Article("14, 16.5", "cuts", (f"{TIES}/test_cuts.py::test_no_cut_depends_on_the_order_of_the_rounds",)),
    Article("15.2", "round robins", (f"{ROBIN}::test_the_exercise_is_ranked_by_points_and_direct_encounter_with_its_forfeit", f"{ROBIN}::test_a_forfeit_stays_unplayed_in_ones_own_results_and_in_ratings")),
    Article("16.1–16.4", "unplayed rounds in a Swiss", (VALUES, UNPLAYED)),
    Article("16 with /P", "forfeits count", (f"{EXERCISE}::test_with_the_modifier_p_a_forfeit_lost_brings_the_scheduled_opponents_score",)),
)  # fmt: skip

INTERPRETATIONS = (
    ("C.07 6", "A direct encounter that separates some of a group gives the others of it a shared rank; one that separates no players gives none."),
    ("C.07 7.2–7.4", "A win by forfeit in a round robin is not a game over the board."),
    ("C.07 7.6", "The free round of a round robin counts as elected to play: all players have the same number."),
    ("C.07 7.7", "Literally: two players with equal scores, also by 0–0 or a double forfeit, have ½ each."),
    ("C.07 8.2", "Averages have two decimals, a half is rounded up."),
    ("C.07 9.2", "The available points in an odd round robin are those of the scheduled games; the free round has none."),
    ("C.07 9.1", "SB has the cuts C1 and C2 and no medians: SB/M1 and SB/M2, which some programs print, are not in the list."),
    ("C.07 13.2", "ESB is of teams, by match and game points. A program that prints it for single players repeats SB."),
    ("C.07, columns of other programs", "VUR and NUM (numbers of rounds), ABH (the adjusted score of 16.3), COP and CSQ are in tables of other programs; C.07 has no such tie-break."),
    ("C.07 10", "Unrated opponents are left out of averages."),
    ("C.07 16.4", "The number of rounds is that of the standings, not of the whole event."),
    ("C.07 16.5", "Of absences with equal value the one against the lower counterpart is cut first; the order of rounds does not matter."),
    ("TRF, ranks", "Players equal in the whole list may have any rank of the tie, as if lots had been drawn."),
    ("TRF, no 192", "Without a record of the type, an event in which all players met equally often is a round robin."),
    ("TRF, open game", "It is left out of the file: the published format has no sign for it."),
)  # fmt: skip

ACCEPTANCE = (
    ("Checker and generator exist, free, on the command line", "yes", f"{COMMANDS}::test_generated_tournaments_check_out"),
    ("The checker names wrong pairings by round", "yes", f"{COMMANDS}::test_check_prints_each_difference_and_exits_with_1"),
    ("The checker names ranks that do not follow from the file's list", "yes", f"{COMMANDS}::test_check_names_ranks_that_do_not_follow_from_the_list_of_the_file"),
    ("The generator: players, rounds, byes of every kind, forfeits, odd results, Baku, tie-breaks", "yes", f"{COMMANDS}::test_generated_files_carry_ranks_that_follow_from_their_list"),
    ("The generator draws at random what is not set", "no", "Only the seed is; players and rounds are required, rates have fixed defaults."),
    ("No fixed seed by default", "yes", f"{COMMANDS}::test_without_a_seed_another_tournament_is_drawn_and_says_which"),
    ("Generated results follow the rating table", "no", "Draws and upsets have separate rates."),
    ("50,000 tournaments both ways against another program", "not yet", "Pairings were compared on fewer; tie-breaks on published exercises only."),
    ("Swiss: every tie-break of the list", "yes", f"{ROBIN}::test_the_buchholz_family_is_for_the_swiss_and_koya_for_round_robins"),
    ("Round robin: every tie-break of the list", "yes", f"{ROBIN}::test_the_buchholz_family_is_for_the_swiss_and_koya_for_round_robins"),
    ("Buchholz is not offered in a round robin", "yes", "web/test_pool_pages.py::test_the_buchholz_family_is_not_offered_in_a_round_robin"),
    ("A double round robin can reverse the last two rounds of the first cycle", "not yet", "Not assessed."),
    ("Team tie-breaks and team files", "no", "Team files are not read."),
    ("FIDE mode, warning levels, comments `###` in the file", "not yet", "Not assessed."),
    ("Rating lists, numbers, adjourned games, integrity events", "not yet", "Not assessed."),
)  # fmt: skip


def page() -> str:
    return "\n".join(
        [
            "# Conformance",
            "",
            "For arbiters: the articles of FIDE's rules, in our words, with the tests of each. Written by",
            "`make conformance-page`; a test compares it.",
            "",
            *_articles("C.04.3, the Dutch system (2026)", DUTCH),
            *_articles("C.07, tie-breaks (2026)", TIE_BREAKS),
            "## Interpretations",
            "Our choices where the text is open. Those of the pairing system, and differences from other programs, are in",
            "[the Dutch system](algorithms/dutch.md).",
            "",
            *(line for where, words in INTERPRETATIONS for line in _item(f"**{where}:** {words}")),
            "",
            "## Acceptance of programs by FIDE",
            "Points of the draft checklist, from public trackers, with our answer.",
            "",
            *(line for point, answer, why in ACCEPTANCE for line in _point(point, answer, why)),
            "",
        ]
    )


def _articles(title: str, articles: tuple[Article, ...]) -> list[str]:
    lines = (line for article in articles for line in _article(article))
    return [f"## {title}", "", *lines, ""]


def _article(article: Article) -> list[str]:
    tests = [f"  - `{test}`" for test in article.tests] or ["  - no separate test"]
    return [*_item(f"**{article.number}:** {article.words}"), *tests]


def _point(point: str, answer: str, why: str) -> list[str]:
    if "::" in why:
        return [*_item(f"{point}: **{answer}**"), f"  - `{why}`"]
    return _item(f"{point}: **{answer}**. {why}")


def _item(text: str) -> list[str]:
    return textwrap.wrap(text, 116, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)


def named_tests() -> list[str]:
    tests = [test for article in (*DUTCH, *TIE_BREAKS) for test in article.tests]
    return sorted({*tests, *(why for _, _, why in ACCEPTANCE if "::" in why)})


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
