"""A live round in which a player is missing: proposals by key, applied once, told to players, refused when stale."""

from __future__ import annotations

import pytest

from building import entry, match_of, play_round, settle, start_next, user
from chess_building import SIX, chess, start_chess
from crosstable.events.actions.people import attendance, entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import clock, manual_pairing, repairs, rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import EntryIsDropped, NotAllowed
from crosstable.events.hooks import pairing_changed
from crosstable.events.models import JournalEntry, Match
from crosstable.events.play_errors import NoLiveRound, RepairOutdated
from events.live_building import notified_names, published, seen, ways_out

pytestmark = pytest.mark.django_db


def gone(tournament, *names):
    for name in names:
        attendance.mark_no_show(entry=entry(tournament, name), by=tournament.owner)


def apply(tournament, kind):
    offer = next(o for o in ways_out(tournament) if o.proposal.kind.value == kind)
    repairs.apply_repair(tournament=tournament, key=offer.key, by=tournament.owner)
    return offer


def test_a_no_show_leaves_the_table_as_it_is_until_someone_chooses():
    tournament = published("a b c d e")
    gone(tournament, "a")
    assert seen(tournament) == ["1 a-c", "2 b-d", "e allocated"]
    assert [o.proposal.kind.value for o in ways_out(tournament)][:2] == ["meets-bye", "forfeit"]
    assert notified_names(tournament) == set()


def test_the_player_without_an_opponent_meets_the_bye_and_only_the_two_are_told(
    django_capture_on_commit_callbacks,
):
    tournament = published("a b c d e")
    gone(tournament, "a")
    heard = []
    pairing_changed.connect(lambda **known: heard.append(known), weak=False, dispatch_uid="test")
    try:
        with django_capture_on_commit_callbacks(execute=True):
            apply(tournament, "meets-bye")
    finally:
        pairing_changed.disconnect(dispatch_uid="test")
    assert seen(tournament) == ["1 c-e", "2 b-d", "a zero"]
    assert notified_names(tournament) == {"a", "c", "e"}
    ids = sorted(entry(tournament, name).pk for name in "ace")
    assert [(h["tournament_id"], h["round_number"], h["entry_ids"]) for h in heard] == [
        (tournament.pk, 1, ids)
    ]


def test_two_players_without_opponents_meet():
    tournament = published("a b c d")
    gone(tournament, "c", "d")
    apply(tournament, "play-each-other")
    assert seen(tournament) == ["1 a-b", "c zero", "d zero"]


def test_a_forfeit_stands_also_before_the_start_and_counts_afterwards():
    tournament = published("a b c d")
    gone(tournament, "c")
    apply(tournament, "forfeit")
    assert seen(tournament) == ["1 a-c 1-0F", "2 b-d"]
    rounds.start_round(tournament=tournament, by=tournament.owner)
    settle(tournament, "b 60-40")
    assert rounds.close_round(tournament=tournament, by=tournament.owner).status == "closed"


def test_in_a_round_being_played_only_the_table_of_the_absent_player_is_touched():
    tournament = published("a b c d e f g")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    before = {
        m.pk: (m.table, m.first_id, m.second_id) for m in Match.objects.exclude(first__display_name="a")
    }
    gone(tournament, "a")
    for offer in ways_out(tournament):
        assert {m.table for m in offer.matches} <= {1, None}
    apply(tournament, "meets-bye")
    after = {m.pk: (m.table, m.first_id, m.second_id) for m in Match.objects.all()}
    assert {pk: row for pk, row in before.items() if row[0]}.items() <= after.items()


def test_what_a_person_paired_is_not_paired_again_by_the_machine():
    tournament = published("a b c d e f")
    manual_pairing.set_pairing(
        tournament=tournament,
        first=entry(tournament, "a"),
        second=entry(tournament, "b"),
        by=tournament.owner,
    )
    assert seen(tournament) == ["1 a-b", "2 d-e", "3 c-f"]
    gone(tournament, "f")
    assert {m.table for offer in ways_out(tournament) for m in offer.matches} == {3}


def test_where_games_are_started_singly_those_not_started_may_still_be_paired_again():
    tournament = chess(SIX)
    start_chess(tournament)
    clock.start_game(match=Match.objects.get(table=1), by=tournament.owner)
    attendance.mark_no_show(entry=Match.objects.get(table=2).second, by=tournament.owner)
    assert {table for offer in ways_out(tournament) for m in offer.matches if (table := m.table)} == {2, 3}


def test_a_key_from_before_a_change_of_its_tables_is_refused_and_changes_nothing():
    tournament = published("a b c d e")
    gone(tournament, "a")
    stale = ways_out(tournament)[0].key
    gone(tournament, "e")
    with pytest.raises(RepairOutdated):
        repairs.apply_repair(tournament=tournament, key=stale, by=tournament.owner)
    assert seen(tournament) == ["1 a-c", "2 b-d", "e zero"]


def test_a_key_survives_a_result_at_another_table_and_is_good_once():
    tournament = published("a b c d e")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    gone(tournament, "a")
    key = ways_out(tournament)[0].key
    settle(tournament, "b 60-40")
    repairs.apply_repair(tournament=tournament, key=key, by=tournament.owner)
    assert seen(tournament) == ["1 c-e", "2 b-d 1-0", "a zero"]
    with pytest.raises(RepairOutdated):
        repairs.apply_repair(tournament=tournament, key=key, by=tournament.owner)


def test_a_table_with_a_report_is_no_hole_even_if_someone_has_left_it():
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    results.report(
        match=match_of(tournament, "a"), score=parse_score(match_of(tournament, "a"), (60, 40)), by=user("a")
    )
    gone(tournament, "a")
    assert ways_out(tournament) == []


def test_the_journal_keeps_the_rows_as_they_were_and_as_they_are():
    tournament = published("a b c d e")
    gone(tournament, "a")
    apply(tournament, "meets-bye")
    last = JournalEntry.objects.filter(tournament=tournament).first()
    ids = {name: entry(tournament, name).pk for name in "ace"}
    assert (last.verb, last.subject) == ("round.repaired", "Round 1: c v e")
    assert [(m["table"], m["first_id"], m["second_id"], m["bye_kind"]) for m in last.before["matches"]] == [
        (1, ids["a"], ids["c"], ""),
        (None, ids["e"], None, "allocated"),
    ]
    assert [(m["table"], m["first_id"], m["second_id"], m["bye_kind"]) for m in last.after["matches"]] == [
        (1, ids["c"], ids["e"], ""),
        (None, ids["a"], None, "zero"),
    ]
    assert last.after["told"] == sorted(ids.values())


def test_the_absent_one_is_not_paired_again_until_back():
    tournament = published("a b c d")
    gone(tournament, "c")
    apply(tournament, "forfeit")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    play_round(tournament)
    start_next(tournament)
    assert seen(tournament) == ["1 b-a", "d allocated"]
    play_round(tournament)
    attendance.mark_back(entry=entry(tournament, "c"), by=tournament.owner)
    start_next(tournament)
    assert sorted("".join(seen(tournament))) == sorted("1 b-c2 d-a")


def test_marking_twice_is_harmless_and_leaves_one_trace():
    tournament = published("a b")
    gone(tournament, "a", "a")
    attendance.mark_back(entry=entry(tournament, "a"), by=tournament.owner)
    attendance.mark_back(entry=entry(tournament, "a"), by=tournament.owner)
    verbs = JournalEntry.objects.filter(tournament=tournament).values_list("verb", flat=True)
    assert [v for v in verbs if v in ("entry.no-show", "entry.back")] == ["entry.back", "entry.no-show"]


def test_a_no_show_does_not_win_by_the_bye_and_gets_it_back_if_marked_by_mistake():
    tournament = published("a b c d e")
    gone(tournament, "e")
    assert seen(tournament) == ["1 a-c", "2 b-d", "e zero"]
    assert ways_out(tournament) == []
    attendance.mark_back(entry=entry(tournament, "e"), by=tournament.owner)
    assert seen(tournament) == ["1 a-c", "2 b-d", "e allocated"]


def test_a_bye_someone_else_has_meanwhile_is_not_given_back():
    tournament = published("a b c d e")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    gone(tournament, "e", "a")
    apply(tournament, "bye")
    assert seen(tournament) == ["2 b-d", "a zero", "c allocated", "e zero"]
    attendance.mark_back(entry=entry(tournament, "e"), by=tournament.owner)
    assert seen(tournament) == ["2 b-d", "a zero", "c allocated", "e zero"]


def test_only_organisers_mark_and_repair():
    tournament = published("a b c d e")
    with pytest.raises(NotAllowed):
        attendance.mark_no_show(entry=entry(tournament, "a"), by=user("c"))
    gone(tournament, "a")
    with pytest.raises(NotAllowed):
        repairs.apply_repair(tournament=tournament, key=ways_out(tournament)[0].key, by=user("c"))


def test_without_a_live_round_there_is_nothing_to_repair():
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    play_round(tournament)
    with pytest.raises(NoLiveRound):
        repairs.apply_repair(tournament=tournament, key="x", by=tournament.owner)


# Leaving in the middle of a round.


def test_concede_and_drop_gives_the_opponent_the_win_at_once_and_coming_back_takes_it_back():
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    attendance.concede_and_drop(entry=entry(tournament, "c"), by=user("c"))
    assert seen(tournament) == ["1 a-c 1-0F", "2 b-d"]
    assert notified_names(tournament) == {"a"}
    assert entry(tournament, "c").is_dropped
    entries.rejoin(entry=entry(tournament, "c"), by=tournament.owner)
    assert seen(tournament) == ["1 a-c", "2 b-d"]
    assert entry(tournament, "c").is_active


def test_a_conceded_result_that_was_changed_since_is_not_taken_back():
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    attendance.concede_and_drop(entry=entry(tournament, "c"), by=user("c"))
    results.enter_result(
        match=match_of(tournament, "a"),
        score=parse_score(match_of(tournament, "a"), (80, 20)),
        overwrite=True,
        by=tournament.owner,
    )
    entries.rejoin(entry=entry(tournament, "c"), by=tournament.owner)
    assert seen(tournament) == ["1 a-c 1-0", "2 b-d"]


def test_to_resign_at_chess_is_to_lose_a_game_that_counts():
    tournament = chess(SIX)
    start_chess(tournament)
    match = Match.objects.get(table=1)
    attendance.concede_and_drop(entry=match.second, by=tournament.owner)
    match.refresh_from_db()
    assert (match.state, match.result) == ("agreed", "1-0")


def test_conceding_before_the_start_leaves_an_empty_chair_for_the_repairs():
    tournament = published("a b c d e")
    attendance.concede_and_drop(entry=entry(tournament, "c"), by=tournament.owner)
    assert seen(tournament) == ["1 a-c", "2 b-d", "e allocated"]
    apply(tournament, "meets-bye")
    assert seen(tournament) == ["1 a-e", "2 b-d", "c zero"]


def test_who_has_dropped_does_not_concede_as_well():
    tournament = published("a b c d")
    entries.drop(entry=entry(tournament, "a"), by=tournament.owner)
    with pytest.raises(EntryIsDropped):
        attendance.concede_and_drop(entry=entry(tournament, "a"), by=tournament.owner)
    with pytest.raises(EntryIsDropped):
        gone(tournament, "a")
