"""What the pages of a chess event show and accept: the arbiter's, the player's, the public ones, the share link's."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from building import match_of
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import ByeRequest, ForbiddenPair, Match, Tournament
from crosstable.web.organiser.event_form import EventForm
from web.visiting import page, text

pytestmark = pytest.mark.django_db

FORM = {
    "name": "City Championship",
    "date": "2026-11-21",
    "end_date": "2026-11-22",
    "total_rounds": "5",
    "system": "swiss-monrad",
    "initial_color": "",
    "most_requested_byes": "1",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "allocated_bye": "3",
    "half_bye": "0.5",
    "forfeit_win": "1",
    "forfeit_loss": "0",
    "tie_break_1": "BH",
    "tie_break_2": "",
    "tie_break_3": "SB",
}


# ---------- creating and settings ----------


def test_a_chess_event_is_created_with_every_choice(vera):
    response = vera.post("/new/chess", FORM)
    made = Tournament.objects.get()
    assert (response.status_code, response.url) == (302, f"/t/{made.slug}/control")
    assert (made.game, made.system, made.end_date) == ("chess", "swiss-monrad", date(2026, 11, 22))
    assert made.tie_breaks == ["PTS", "BH", "SB"]
    fields = {"win": "3", "draw": "1", "allocated_bye": "3", "half_bye": "0.5", "forfeit_win": "1"}
    assert made.scoring == {**fields, "full_bye": "3"}
    assert made.players_may_report is False


def test_a_forfeit_and_a_bye_left_empty_are_worth_as_much_as_a_win(vera):
    vera.post("/new/chess", {**FORM, "allocated_bye": "", "half_bye": "", "forfeit_win": ""})
    made = Tournament.objects.get()
    worth = {"forfeit_win": "3", "allocated_bye": "3", "full_bye": "3", "half_bye": "1"}
    assert made.scoring == {"win": "3", "draw": "1", **worth}
    shown = EventForm.of(made).initial
    assert [shown[name] for name in ("forfeit_win", "allocated_bye", "half_bye")] == [None, None, None]


def test_settings_of_an_event_from_before_keep_what_its_forfeits_were_worth(vera):
    made = chess(SIX, scoring={"win": "3"})
    address = f"/t/{made.slug}/control/settings"
    form = vera.get(address).context["form"]
    sent = {f.name: f.value() for f in form if f.value() is not None and f.value() is not False}
    answer = vera.post(address, {**sent, "name": "Renamed"})
    made.refresh_from_db()
    assert (answer.status_code, made.name, made.scoring) == (302, "Renamed", {"win": "3"})


def test_next_in_the_standings_is_ranked_by_the_opponents_points_unless_others_are_chosen(vera):
    usual = {"tie_break_1": "BH/C1", "tie_break_2": "BH", "tie_break_3": "SB"}
    vera.post("/new/chess", {**FORM, **usual, "system": "swiss-next"})
    made = Tournament.objects.get()
    assert rules_of(made).chosen_tie_breaks == ("PTS", "OPP", "RTNG")
    address = f"/t/{made.slug}/control/settings"
    form = vera.get(address).context["form"]
    sent = {f.name: f.value() for f in form if f.value() is not None and f.value() is not False}
    assert [sent.get(f"tie_break_{n}") for n in (1, 2, 3)] == ["OPP", "RTNG", ""]
    vera.post(address, {**sent, **usual})
    assert rules_of(Tournament.objects.get()).chosen_tie_breaks == ("PTS", "BH/C1", "BH", "SB")


def test_the_form_says_what_each_system_does_and_how_many_rounds_are_usual(vera):
    text = page(vera, "/new/chess")
    assert "FIDE handbook" in text and "Monrad" in text and "Random Swiss" not in text
    assert "8 → 3–4 · 16 → 4–5 · 32 → 5–6 · 64 → 6–7 · 128 → 7–9" in text


def test_an_end_before_the_start_is_said_beside_the_field(vera):
    response = vera.post("/new/chess", {**FORM, "end_date": "2026-11-20"})
    assert response.status_code == 422
    assert "The event cannot end before it starts." in response.content.decode()
    assert not Tournament.objects.exists()


def test_saving_settings_no_one_changed_leaves_no_trace(vera):
    tournament = chess(SIX)
    address = f"/t/{tournament.slug}/control/settings"
    form = vera.get(address).context["form"]
    sent = {f.name: f.value() for f in form if f.value() is not None and f.value() is not False}
    assert vera.post(address, sent).status_code == 302
    assert Tournament.objects.get().revision == tournament.revision


def test_the_system_stays_once_a_round_is_published(vera):
    tournament = chess(SIX)
    start_chess(tournament)
    response = vera.post(f"/t/{tournament.slug}/control/settings", FORM)
    assert response.status_code == 422
    assert "The pairing system can be changed only before the first round" in response.content.decode()


# ---------- the arbiter ----------


def test_registration_goes_straight_to_play(vera):
    tournament = chess(SIX, started=False)
    text = page(vera, f"/t/{tournament.slug}/control")
    assert "Close registration and start" in text and "check-in" not in text.lower()


def test_a_player_is_added_with_everything_chess_knows(vera):
    tournament = chess(SIX)
    values = {
        "display_name": "Gus",
        "rating": "1500",
        "title": "cm",
        "federation": "nor",
        "team_name": "Oslo",
    }
    assert vera.post(f"/t/{tournament.slug}/control/players/add", values).status_code == 302
    gus = tournament.entries.get(display_name="Gus")
    assert (gus.rating, gus.title, gus.federation, gus.team_name, gus.is_active) == (
        1500,
        "CM",
        "NOR",
        "Oslo",
        True,
    )
    text = page(vera, f"/t/{tournament.slug}/control/players")
    assert "Gus" in text and "Faction" not in text
    edited = {**values, "rating": "1550"}
    assert vera.post(f"/t/{tournament.slug}/control/players/{gus.pk}", edited).status_code == 302
    gus.refresh_from_db()
    assert gus.rating == 1550


def test_the_control_room_speaks_chess(vera):
    tournament = chess(SIX)
    start_chess(tournament)
    page_text = text(vera.get(f"/t/{tournament.slug}/control"))
    for word in ("Board", "White", "Black", "Missing results"):
        assert word in page_text
    for word in ("Mission", "Lock lists", "VP", "Table"):
        assert word not in page_text.split() if " " not in word else word not in page_text


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("1", "1-0"),
        ("0", "0-1"),
        ("=", "1/2-1/2"),
        ("1f", "1-0F"),
        ("0F", "0-1F"),
        ("=f", "0-0F"),
        ("½–½", "1/2-1/2"),
    ],
)
def test_a_result_is_entered_by_board_and_key(vera, typed, code):
    tournament = chess(SIX)
    start_chess(tournament)
    response = vera.post(f"/t/{tournament.slug}/control/enter", {"table": "2", "result": typed})
    assert response.status_code == 302
    assert match_of(tournament, "bo").result == code


@pytest.mark.parametrize(
    ("table", "typed", "why"), [("9", "1", "no board 9"), ("1", "2", "“2” is not a score here")]
)
def test_a_slip_at_the_desk_is_said_and_changes_nothing(vera, table, typed, why):
    tournament = chess(SIX)
    start_chess(tournament)
    response = vera.post(f"/t/{tournament.slug}/control/enter", {"table": table, "result": typed})
    assert (response.status_code, why in response.content.decode()) == (422, True)
    assert not Match.objects.filter(state="agreed").exists()


def test_a_row_replaces_the_result_it_shows_but_not_one_it_has_not_seen(vera):
    tournament = chess(SIX)
    start_chess(tournament)
    address, seen = f"/t/{tournament.slug}/control/enter", {"table": "1", "result": "1-0", "version": "1"}
    assert vera.post(address, seen).status_code == 302
    assert vera.post(address, {**seen, "result": "0-1", "version": "2"}).status_code == 302
    stale = vera.post(address, {**seen, "version": "2"})
    assert stale.status_code == 422
    assert "You typed 1–0. You entered 0–1 at " in stale.content.decode()
    assert match_of(tournament, "ann").result == "0-1"


def test_a_board_is_ruled_its_game_timed_and_its_result_taken_back(vera):
    tournament = chess(SIX)
    start_chess(tournament)
    match = match_of(tournament, "ann")
    board = f"/t/{tournament.slug}/control/matches/{match.pk}"
    assert "Start this game" in page(vera, board)
    assert vera.post(f"{board}/start").url == board
    assert "Stop this game" in page(vera, board)
    vera.post(f"{board}/stop")
    assert vera.post(board, {"result": "1/2-1/2", "version": "1"}).status_code == 302
    assert "decided by vera" in page(vera, board)
    vera.post(board, {"do": "clear", "version": "2"})
    match.refresh_from_db()
    assert (match.state, match.result, match.game_stopped_at is not None) == ("open", "", True)


def test_byes_are_given_and_withdrawn(vera):
    tournament = chess(SIX)
    bo = tournament.entries.get(display_name="bo")
    address = f"/t/{tournament.slug}/control/byes"
    vera.post(f"{address}/add", {"entry": bo.pk, "round_number": "2", "kind": "half"})
    assert list(ByeRequest.objects.values_list("entry", "round_number", "kind")) == [(bo.pk, 2, "half")]
    assert "Cancel the bye" in page(vera, address)
    vera.post(f"{address}/{bo.pk}/2")
    assert not ByeRequest.objects.exists()


def test_pairs_are_forbidden_and_allowed(vera):
    tournament = chess(SIX)
    ann, di = (tournament.entries.get(display_name=name).pk for name in ("ann", "di"))
    address = f"/t/{tournament.slug}/control/pairs"
    vera.post(f"{address}/forbid", {"first": di, "second": ann})
    assert "ann and di" in page(vera, address)
    vera.post(f"{address}/allow", {"first": ann, "second": di})
    assert not ForbiddenPair.objects.exists()


def test_a_draft_shows_scores_and_what_has_to_be_looked_at(vera):
    tournament = chess({"ann": 2000, "bo": 1900}, system="swiss-club", total_rounds=3)
    play_chess(tournament, "1-0")
    vera.post(f"/t/{tournament.slug}/control/pair")
    text = page(vera, f"/t/{tournament.slug}/control")
    assert "have met before" in text
    assert "2000 · 1" in text and "1900 · 0" in text
    Match.objects.filter(round__number=2).update(review="no colours suit both players")
    assert "No colours suit both" in page(vera, f"/t/{tournament.slug}/control")


def test_a_draft_is_paired_again_by_its_own_button_and_not_by_the_next_step_pressed_twice(vera):
    tournament = chess(SIX)
    control = f"/t/{tournament.slug}/control"
    vera.post(f"{control}/next", {"seen": "pair"})
    vera.post(f"{control}/next", {"seen": "pair"})
    assert verbs_of_rounds(tournament) == ["round.paired"]
    vera.post(f"{control}/pair")
    assert verbs_of_rounds(tournament) == ["round.paired", "round.paired-again"]


def verbs_of_rounds(tournament: Tournament) -> list[str]:
    entries = tournament.journal.filter(verb__startswith="round.").order_by("number")
    return list(entries.values_list("verb", flat=True))


def test_colours_of_a_board_are_swapped_in_the_draft(vera):
    tournament = chess(SIX)
    vera.post(f"/t/{tournament.slug}/control/pair")
    ann, di = (tournament.entries.get(display_name=name).pk for name in ("ann", "di"))
    vera.post(f"/t/{tournament.slug}/control/swap", {"first": ann, "second": di})
    match = match_of(tournament, "ann")
    assert (str(match.first), str(match.second)) == ("di", "ann")


# ---------- cost ----------


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/standings",
        "/rounds/1",
        "/crosstable",
        "/board",
        "/entries/{entry}",
        "/control",
        "/control/players",
    ],
)
def test_a_page_costs_the_same_for_four_players_and_for_many(vera, address):
    counts = []
    for count in (4, 24):
        ratings = {f"p{n}": 1000 + n for n in range(count)}
        tournament = chess(ratings)
        play_chess(tournament)
        entry = tournament.entries.first().pk
        with CaptureQueriesContext(connection) as asked:
            assert vera.get(f"/t/{tournament.slug}{address.format(entry=entry)}").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_anyone_who_leaves_resigns_and_withdraws_and_is_told_so_in_these_words(vera):
    tournament = chess(SIX)
    start_chess(tournament)
    ann, bo = (tournament.entries.get(display_name=name) for name in ("ann", "bo"))
    address = f"/t/{tournament.slug}/control/players"
    assert "ann has withdrawn." in text(vera.post(f"{address}/{ann.pk}/drop", follow=True))
    assert "bo has resigned and withdrawn." in text(vera.post(f"{address}/{bo.pk}/concede", follow=True))
