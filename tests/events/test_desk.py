"""What is typed at the desk goes to the match it names, once, or is said to have gone nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from building import event, user
from chess_building import SIX, chess, start_chess
from crosstable.events.actions.event.access import appoint_director
from crosstable.events.actions.results import results
from crosstable.events.actions.results.desk import DeskAnswer, DeskEntry, take_entries, take_entry
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import JournalEntry, Match, Status, Tournament
from crosstable.events.queries.desk.places import desk_of
from crosstable.events.queries.standings.ranking import ranking
from events.test_teams import doubles
from events.test_teams import playing as playing_teams
from knockout_building import started, with_knockout
from pool_building import playing_pools

pytestmark = pytest.mark.django_db


def playing(names: str = "ann bo cy di") -> Tournament:
    tournament = event(names, Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def entry_for(match: Match, text: str, key: str = "k1", **more: object) -> DeskEntry:
    return DeskEntry(key, match.pk, match.round.number, match.first_id, match.second_id or 0, text, **more)  # type: ignore[arg-type]


def typed(match: Match, text: str, key: str = "k1", by: str = "", **more: object) -> DeskAnswer:
    tournament = match.round.tournament
    who = user(by) if by else tournament.owner
    return take_entry(tournament=tournament, entry=entry_for(match, text, key, **more), by=who)


def stands(match: Match) -> tuple[str, str, int]:
    match.refresh_from_db()
    return match.state, match.result_words, match.version


def at_table(tournament: Tournament, table: int) -> Match:
    return Match.objects.select_related("round__tournament").get(round__tournament=tournament, table=table)


def entries_in_journal(tournament: Tournament) -> int:
    return JournalEntry.objects.filter(tournament=tournament, verb__startswith="result.").count()


def test_a_line_is_stored_at_the_match_it_names():
    match = at_table(playing(), 2)
    answer = typed(match, "72 45")
    assert answer == DeskAnswer("k1", "saved", "72–45", won="first", version=2, undoable=True, match=match.pk)
    assert stands(match) == ("agreed", "72–45", 2)


def test_the_same_entry_sent_again_is_stored_once_and_answered_the_same():
    match = at_table(playing(), 1)
    first = typed(match, "72 45")
    assert typed(match, "72 45") == first
    assert entries_in_journal(match.round.tournament) == 1


def test_the_same_entry_sent_again_after_a_change_does_not_bring_its_score_back():
    match = at_table(playing(), 1)
    typed(match, "72 45")
    results.enter_result(
        match=match, score=parse_score(match, (60, 50)), overwrite=True, by=match.round.tournament.owner
    )
    assert typed(match, "72 45").state == "saved"
    assert stands(match) == ("agreed", "60–50", 3)


def test_the_same_score_under_another_key_is_fine_and_changes_nothing():
    match = at_table(playing(), 1)
    typed(match, "72 45")
    answer = typed(match, "72 45", key="k2")
    assert (answer.state, answer.words, answer.undoable) == ("saved", "72–45", False)
    assert stands(match) == ("agreed", "72–45", 2)


def test_another_score_is_a_conflict_and_nothing_is_overwritten():
    match = at_table(playing(), 1)
    typed(match, "72 45")
    answer = typed(match, "70 40", key="k2")
    at = match.round.tournament.rounds.get().matches.get(pk=match.pk).decided_at
    assert (answer.state, answer.words, answer.message.partition(" at ")[0]) == (
        "conflict",
        "70–40",
        "You typed 70–40. You entered 72–45",
    )
    assert answer.theirs is not None and (answer.theirs.words, answer.theirs.version) == ("72–45", 2)
    assert at is not None and stands(match) == ("agreed", "72–45", 2)


def test_a_conflict_says_whose_result_stands_there():
    tournament = playing()
    players, other = at_table(tournament, 1), at_table(tournament, 2)
    for side in (players.first, players.second):
        results.report(match=players, score=parse_score(players, (61, 61)), by=side.player.user)
    assert typed(players, "70 40").message.startswith("You typed 70–40. The players confirmed 61–61 at ")
    deputy = user("dora")
    appoint_director(tournament=tournament, user=deputy, by=tournament.owner)
    results.enter_result(match=other, score=parse_score(other, (1, 2)), by=deputy)
    assert typed(other, "70 40", key="k2").message.startswith("You typed 70–40. dora entered 1–2 at ")


def test_who_saw_the_conflict_may_change_the_result_and_only_from_what_was_seen():
    match = at_table(playing(), 1)
    typed(match, "72 45")
    assert typed(match, "70 40", key="k2", version=1).state == "conflict"
    assert typed(match, "70 40", key="k3", version=2).state == "saved"
    assert stands(match) == ("agreed", "70–40", 3)


def test_an_entry_that_waited_until_the_next_round_is_refused():
    tournament = playing()
    waiting = entry_for(at_table(tournament, 1), "72 45")
    for match in Match.objects.filter(round__tournament=tournament):
        results.enter_result(match=match, score=parse_score(match, (50, 10)), by=tournament.owner)
    rounds.close_round(tournament=tournament, by=tournament.owner)
    for act in (rounds.pair_next_round, rounds.publish_round, rounds.start_round):
        act(tournament=tournament, by=tournament.owner)
    answer = take_entry(tournament=tournament, entry=waiting, by=tournament.owner)
    assert (answer.state, answer.message) == (
        "refused",
        "Round 1 is not in progress, so no result can be entered for it.",
    )
    assert set(tournament.rounds.get(number=2).matches.values_list("state", flat=True)) == {"open"}


@pytest.mark.parametrize("change", [{"round": 2}, {"first": 999}, {"second": 999}, {"match": 999_999}])
def test_an_entry_that_names_anything_else_is_refused(change):
    tournament = playing()
    entry = replace(entry_for(at_table(tournament, 1), "72 45"), **change)
    answer = take_entry(tournament=tournament, entry=entry, by=tournament.owner)
    assert (answer.state, answer.message.startswith("This was typed for round ")) == ("refused", True)
    assert entries_in_journal(tournament) == 0


def test_an_entry_for_another_event_is_refused():
    match, elsewhere = at_table(playing(), 1), event("x y", name="Another one")
    answer = take_entry(tournament=elsewhere, entry=entry_for(match, "72 45"), by=elsewhere.owner)
    assert (answer.state, stands(match)[0]) == ("refused", "open")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("101 3", "101 is not a possible score: victory points are whole numbers from 0 to 100."),
        ("72", "“72” is not a score here. Type for example 60 40 or 1f."),
        ("", "Type a score, for example 60 40 or 1f."),
    ],
)
def test_what_is_no_score_is_refused_with_the_reason(text, message):
    match = at_table(playing(), 1)
    answer = typed(match, text)
    assert (answer.state, answer.message, answer.match) == ("refused", message, match.pk)
    assert stands(match) == ("open", "", 1)


def test_one_refusal_does_not_hold_up_the_entries_after_it():
    tournament = playing()
    one, two = at_table(tournament, 1), at_table(tournament, 2)
    entries = [entry_for(one, "999 1", "k1"), entry_for(two, "10 20", "k2"), entry_for(one, "30 20", "k3")]
    answers = take_entries(tournament=tournament, entries=entries, by=tournament.owner)
    assert [(a.key, a.state) for a in answers] == [("k1", "refused"), ("k2", "saved"), ("k3", "saved")]
    assert (stands(one)[1], stands(two)[1]) == ("30–20", "10–20")


def test_only_organisers_type_at_the_desk():
    match = at_table(playing(), 1)
    answer = typed(match, "72 45", by="ann")
    assert (answer.state, stands(match)[0]) == ("refused", "open")


def test_comparing_stores_nothing_and_says_what_differs():
    match = at_table(playing(), 1)
    assert typed(match, "72 45", compare=True).state == "differs"
    typed(match, "72 45")
    assert typed(match, "72 45", key="k2", compare=True).state == "same"
    differs = typed(match, "72 54", key="k3", compare=True)
    assert differs.theirs is not None
    assert (differs.state, differs.words, differs.theirs.words) == ("differs", "72–54", "72–45")
    assert stands(match) == ("agreed", "72–45", 2)


def test_an_entry_is_taken_back_while_it_is_what_was_stored():
    match = at_table(playing(), 1)
    saved = typed(match, "72 45")
    assert typed(match, "", key="k2", clear=True, version=saved.version).state == "saved"
    assert stands(match) == ("open", "", 3)
    typed(match, "60 50", key="k3")
    assert typed(match, "", key="k4", clear=True, version=saved.version).state == "conflict"
    assert stands(match)[1] == "60–50"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1", "1–0"),
        ("0", "0–1"),
        ("=", "½–½"),
        ("½", "½–½"),
        ("1f", "1–0 forfeit"),
        ("=F", "0–0 forfeit"),
        ("0-1", "0–1"),
    ],
)
def test_a_board_takes_a_result_by_key(text, words):
    tournament = chess(SIX)
    start_chess(tournament)
    match = at_table(tournament, 2)
    assert (typed(match, text).words, stands(match)[1]) == (words, words)


def test_a_forfeit_is_typed_in_any_game():
    match = at_table(playing(), 1)
    assert (typed(match, "0f").state, stands(match)[1]) == ("saved", "0–1 forfeit")


def test_at_a_board_of_a_pool_each_entry_names_its_own_match():
    stage = playing_pools(boards=1)
    desk = desk_of(stage.tournament)
    assert [place.match.table for place in desk.places] == [1] * 15
    for n, place in enumerate(desk.places[:3]):
        assert typed(place.match, "1", key=f"k{n}").state == "saved"
    assert [stands(place.match)[1] for place in desk.places[:4]] == ["1–0", "1–0", "1–0", ""]


def test_a_knockout_moves_on_and_its_next_match_can_be_typed():
    stage = started(with_knockout("ann bo cy di"))
    for n, place in enumerate(desk_of(stage.tournament).places):
        assert typed(place.match, "60 40", key=f"k{n}").state == "saved"
    final = [place for place in desk_of(stage.tournament).places if not place.match.is_agreed]
    assert len(final) == 1
    assert typed(final[0].match, "60 60", key="final").state == "refused"
    assert typed(final[0].match, "60 41", key="final").state == "saved"


def series_of_three() -> Match:
    stage = started(with_knockout("ann bo", best_of=3))
    return desk_of(stage.tournament).places[0].match


def test_a_series_is_typed_whole_or_as_far_as_it_went():
    match = series_of_three()
    refused = typed(match, "60 40", key="k0").message
    assert refused.startswith("“60” is not a score here. Type for example 60-40 or 1f.")
    assert typed(match, "60-40").words == "60–40 so far"
    assert typed(match, "60-40 30-50", key="k2").words == "60–40, 30–50 so far"
    assert stands(match)[0] == "open"
    assert typed(match, "60-40 30-50 70-20", key="k3").words == "60–40, 30–50, 70–20"
    assert stands(match)[:2] == ("agreed", "2–1")


def test_the_same_games_again_are_fine_and_fewer_games_are_a_conflict():
    match = series_of_three()
    typed(match, "60-40 30-50")
    assert typed(match, "60-40 30-50", key="k2").state == "saved"
    assert typed(match, "60-40", key="k3").state == "conflict"
    assert typed(match, "61-40 30-50 1-0", key="k4").state == "conflict"
    assert [part.points[0] for part in match.parts.order_by("number")] == [60, 30]


def test_a_walkover_ends_a_series():
    match = series_of_three()
    assert typed(match, "0f").state == "saved"
    assert stands(match)[:2] == ("agreed", "0–1 forfeit")


def test_the_boards_of_a_team_match_are_typed_in_order_and_all_of_them():
    stage = playing_teams(doubles("Owls", "Crows", team_boards=2))
    match = desk_of(stage.tournament).places[0].match
    assert typed(match, "1").message == "This match is played on 2 boards: give the result of each."
    assert typed(match, "1 = 0", key="k2").state == "refused"
    assert (stands(match)[0], match.parts.exclude(result="").count()) == ("open", 0)
    assert typed(match, "1 =", key="k3").words == "1–0, ½–½"
    assert stands(match)[0] == "agreed"
    assert list(match.parts.values_list("number", "result")) == [(1, "1-0"), (2, "1/2-1/2")]
    assert typed(match, "1 =", key="k4").state == "saved"
    assert typed(match, "= 1", key="k5").state == "conflict"


def test_the_example_of_the_line_has_as_many_values_as_a_team_match_has_boards():
    stage = playing_teams(doubles("Owls", "Crows", team_size=4, team_boards=4))
    assert desk_of(stage.tournament).example == "1 1 1 1 1"


def test_a_first_board_that_was_not_played_is_one_board_and_not_the_match():
    stage = playing_teams(doubles("Owls", "Crows", team_boards=2))
    match = desk_of(stage.tournament).places[0].match
    assert typed(match, "1f 0").words == "1–0 forfeit, 0–1"
    assert stands(match)[:2] == ("agreed", "½–½")
    assert list(match.parts.values_list("number", "result")) == [(1, "1-0F"), (2, "0-1")]
    won = typed(match, "1f", key="k2", version=Match.objects.get(pk=match.pk).version)
    assert (won.words, stands(match)[1]) == ("1–0 forfeit", "1–0 forfeit")
    [owls] = [row for row in ranking(stage.tournament).rows if row.entry.name == str(match.first)]
    assert owls.values[:2] == (2, 2)


def test_the_desk_lists_the_newest_round_and_keeps_earlier_ones_for_their_cards():
    tournament = playing("ann bo cy di ed flo")
    results.enter_result(
        match=at_table(tournament, 1), score=parse_score(at_table(tournament, 1), (1, 0)), by=tournament.owner
    )
    results.enter_result(
        match=at_table(tournament, 2), score=parse_score(at_table(tournament, 2), (1, 0)), by=tournament.owner
    )
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, with_open=True)
    rounds.publish_round(tournament=tournament, by=tournament.owner, with_open=True)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    desk = desk_of(tournament)
    assert desk.title == "Round 2"
    assert [(p.match.round.number, p.match.table, p.typed) for p in desk.places] == [
        (1, 1, False), (1, 2, False), (1, 3, False), (2, 1, True), (2, 2, True), (2, 3, True),
    ]  # fmt: skip


def test_the_desk_takes_the_same_queries_whatever_the_size(django_assert_num_queries):
    small, large = playing(), playing("ann bo cy di ed flo gus hal ivy jo")
    for tournament in (small, large):
        with django_assert_num_queries(3):
            desk_of(tournament).as_json()


def test_without_a_round_there_is_nothing_to_type():
    expected = {"round": None, "fields": 2, "example": "1 60 40", "forfeit": "1 1f", "places": []}
    assert desk_of(event("ann bo")).as_json() == expected
