"""Words on pages that were not true: each was seen on a page, and none comes back."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from building import entry, event, play_round, playing, settle, start_next, user
from chess_building import SIX, chess, play_chess, start_chess, with_account
from crosstable.events.actions.hall import dispatch
from crosstable.events.actions.people import attendance, byes, entries, teams
from crosstable.events.actions.rounds import repairs, rounds
from crosstable.events.actions.stages import stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Match, NewsKind, Notification, StageKind, Status, Tournament
from events.live_building import published, ways_out
from knockout_building import beats, started, with_knockout
from pool_building import decide_the_rest, playing_pools
from web.visiting import logged_in, markup, text

pytestmark = pytest.mark.django_db


def read(who: str, tournament: Tournament, page: str = "") -> str:
    return text(logged_in(who).get(f"/t/{tournament.slug}{page}"))


def heading(tournament: Tournament, page: str) -> str:
    html = logged_in(tournament.owner.username).get(f"/t/{tournament.slug}{page}").content.decode()
    return " ".join(re.sub("<[^>]+>", " ", re.search(r"<h1>(.*?)</h1>", html, re.S).group(1)).split())


# ---------- check-in ----------
def test_a_second_check_in_by_a_plain_form_says_that_the_player_is_here():
    tournament = event("ann", Status.CHECK_IN)
    olga, ann = logged_in("olga"), entry(tournament, "ann")
    desk = f"/t/{tournament.slug}/control/players"
    for _ in range(2):
        answer = olga.post(
            f"{desk}/{ann.pk}/check-in", follow=True, headers={"referer": f"http://testserver{desk}"}
        )
    assert "ann is checked in already." in text(answer)
    assert "is not possible now" not in text(answer)


# ---------- no-shows ----------
def missing(tournament: Tournament, name: str) -> None:
    """`name` did not appear, and the round was repaired: the opponent waits no longer, `name` gets no points."""
    attendance.mark_no_show(entry=entry(tournament, name), by=tournament.owner)
    offer = next(o for o in ways_out(tournament))
    repairs.apply_repair(tournament=tournament, key=offer.key, by=tournament.owner)


def test_a_no_show_has_no_bye_anywhere():
    tournament = published("ann bo cy di ed")
    missing(tournament, "ann")
    gone = Match.objects.get(first__display_name="ann", second=None)
    assert gone.bye_kind == "zero"
    assert "ann Orks is absent no-show" in read("olga", tournament, "/control")
    assert "ann has the bye" not in read("olga", tournament, "/control")
    public = read("bo", tournament, "/rounds/1")
    assert "ann Orks is absent no-show" in public
    board = text(Client().get(f"/t/{tournament.slug}/board"))
    assert "Not playing ann" in board
    names = text(Client().get(f"/t/{tournament.slug}/screens/names"))
    assert "ann Not playing" in names
    assert "1 Absent – L" in read("ann", tournament, "/me")


def test_a_no_show_in_chess_has_no_bye_either():
    tournament = chess(SIX | {"gus": 1500})
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    missing(tournament, "ann")
    assert "is absent no-show" in read("vera", tournament, "/control")
    assert "is absent no-show" in read("vera", tournament, "/rounds/1")


def test_a_bye_that_was_given_is_still_called_one():
    tournament = published("ann bo cy")
    assert "has the bye" in read("olga", tournament, "/control")
    assert "Bye" in text(Client().get(f"/t/{tournament.slug}/screens/names"))


# ---------- standings ----------
def test_standings_are_provisional_only_while_a_round_is_being_played(client):
    tournament = playing("ann bo cy di")
    page = f"/t/{tournament.slug}/standings"
    assert "Standings in round 1 Provisional" in text(client.get(page))
    play_round(tournament)
    page_text = text(client.get(page))
    assert "Standings after round 1" in page_text
    assert "Provisional" not in page_text
    assert "Standings after round 1" in text(client.get(f"/t/{tournament.slug}/screens/standings"))
    start_next(tournament)
    assert "Standings in round 2 Provisional" in text(client.get(page))


def test_chess_standings_and_crosstable_are_not_provisional_between_two_rounds(client):
    tournament = chess(SIX)
    play_chess(tournament)
    for page in ("standings", "crosstable"):
        assert "Provisional" not in text(client.get(f"/t/{tournament.slug}/{page}"))
    start_chess(tournament)
    for page in ("standings", "crosstable"):
        assert "Provisional" in text(client.get(f"/t/{tournament.slug}/{page}"))


# ---------- the player's page ----------
def test_no_one_is_playing_before_the_round_starts():
    tournament = published("ann bo cy di")
    assert "not started" in read("ann", tournament, "/me")
    assert " playing " not in read("ann", tournament, "/me").replace("the one you are playing", "")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    assert "– playing" in read("ann", tournament, "/me")


def test_in_chess_no_one_is_playing_before_the_round_starts():
    tournament = chess(SIX)
    name = with_account(tournament, "ann").user.username
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    page_text = read(name, tournament, "/me")
    games = page_text[page_text.index("Your games") :]
    assert "not started" in games
    assert "playing" not in games.replace("you are playing", "")


def test_in_a_pool_no_one_is_playing_before_the_match_is_called_and_begins():
    stage = playing_pools("ann bo cy di")
    name = with_account(stage.tournament, "ann").user.username

    def games() -> tuple[int, ...]:
        page_text = read(name, stage.tournament, "/me")
        page_text = page_text[page_text.index("Your games") :].replace("you are playing", "")
        return tuple(page_text.count(f"– {word} ") for word in ("next", "called", "playing", "to come"))

    assert games() == (1, 0, 0, 2)
    called = dispatch.call_next(tournament=stage.tournament, by=user("olga"))
    assert games() == (0, 1, 0, 2)
    dispatch.start_match(match=called, by=user("olga"))
    assert games() == (0, 0, 1, 2)


def test_cards_of_earlier_rounds_stand_below_the_table_of_this_one():
    tournament = playing("ann bo cy di")
    old = settled_notification("ann", tournament, "60–40: the result of round 1 stands")
    play_round(tournament)
    start_next(tournament)
    new = settled_notification("ann", tournament, "Corrected just now")
    page_text = read("ann", tournament, "/me")
    table = page_text.index("Report the score")
    assert page_text.index(new) < table
    assert old not in page_text


def settled_notification(name: str, tournament: Tournament, title: str) -> str:
    news = {"kind": NewsKind.SETTLED, "title": title, "at": timezone.now()}
    Notification.objects.create(user=user(name), tournament=tournament, **news)
    return title


# ---------- how many, of what ----------
def test_players_with_a_bye_they_asked_for_are_not_to_be_paired():
    tournament = chess(SIX | {"gus": 1500, "hal": 1400})
    for name in ("ann", "bo"):
        byes.request_bye(entry=entry(tournament, name), round_number=1, kind="half", by=tournament.owner)
    assert "6 players to pair. 2 requested byes. Only organisers see the draft" in read(
        "vera", tournament, "/control"
    )
    entries.drop(entry=entry(tournament, "bo"), by=tournament.owner)
    assert "6 players to pair. 1 requested bye. Only organisers see the draft" in read(
        "vera", tournament, "/control"
    )
    byes.withdraw_bye(entry=entry(tournament, "ann"), round_number=1, by=tournament.owner)
    assert "7 players to pair. One player will have the bye. Only organisers" in read(
        "vera", tournament, "/control"
    )


def test_rounds_of_stages_are_not_counted_against_the_number_of_the_swiss():
    stage = playing_pools("ann bo cy di ed flo")
    Tournament.objects.update(total_rounds=1)
    tournament = stage.tournament
    decide_the_rest(stage)
    pages = ("/", f"/t/{tournament.slug}", f"/t/{tournament.slug}/control")
    for page_text in (text(logged_in("olga").get(page)) for page in pages):
        assert not re.search(r"[Rr]ound \d of 1\b|\b1 round\b", page_text)
    Tournament.objects.update(status=Status.COMPLETE)
    assert " of " not in heading(tournament, "/control")


def test_a_knockout_has_no_number_of_rounds_of_the_swiss_even_when_it_is_over(client):
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "ann di", "bo cy")
    Tournament.objects.update(total_rounds=1)
    assert "of 1" not in text(client.get("/"))
    Tournament.objects.update(status=Status.COMPLETE)
    assert not re.search(r"\d of 1\b", heading(stage.tournament, "/control"))


def test_a_swiss_says_how_many_rounds_it_has(client):
    tournament = playing("ann bo")
    assert heading(tournament, "/control") == "Round 1 of 3"
    assert "2 players · Round 1 of 3" in text(client.get("/"))


def doubles() -> Tournament:
    tournament = event("", Status.REGISTRATION, team_size=2)
    for name in ("Owls", "Bats", "Cats"):
        pair = [f"{name} one", f"{name} two"]
        teams.add_team(
            tournament=tournament, details=EntryDetails(name, "Orks"), members=pair, by=tournament.owner
        )
    return tournament


def test_pairs_are_counted_as_teams(client):
    tournament = doubles()
    plans = [StagePlan(StageKind.POOLS, "Pools", {})]
    stages.set_stages(tournament=tournament, plans=plans, by=tournament.owner)
    assert "3 teams" in text(client.get("/"))
    public = text(client.get(f"/t/{tournament.slug}"))
    assert "3 teams" in public
    assert "3 players" not in public
    mine = text(logged_in("olga").get("/mine"))
    assert "3 teams" in mine
    assert "3 players" not in mine


def test_the_control_room_of_a_team_event_counts_teams():
    tournament = doubles()
    assert "3 teams registered." in read("olga", tournament, "/control")


# ---------- what cannot be undone silently ----------
@pytest.mark.parametrize(
    ("status", "verb", "words"),
    [
        (Status.REGISTRATION, "drop", "ann has withdrawn."),
        (Status.REGISTRATION, "remove", "ann is removed."),
        (Status.IN_PROGRESS, "drop", "ann has withdrawn."),
        (Status.IN_PROGRESS, "no-show", "ann is marked as absent."),
    ],
)
def test_dropping_and_removing_say_what_they_did_with_undo_beside_it(status, verb, words):
    tournament = event("ann bo cy", status)
    before = entry(tournament, "ann")
    olga = logged_in("olga")
    response = olga.post(f"/t/{tournament.slug}/control/players/{before.pk}/{verb}", follow=True)
    message = re.search(r'<div class="message success">\s*<span>(.*?)</span>', markup(response)).group(1)
    assert words in message
    number = re.search(r'name="number" value="(\d+)"', message).group(1)
    back = olga.post(f"/t/{tournament.slug}/control/undo", {"number": number, "next": "players"})
    assert back.headers["location"] == f"/t/{tournament.slug}/control/players"
    after = entry(tournament, "ann")
    assert (after.pk, after.dropped_at, after.absent_since) == (before.pk, None, None)


def test_until_someone_is_paired_the_page_offers_to_remove_and_afterwards_says_that_it_is_a_drop():
    tournament = event("ann bo cy", Status.IN_PROGRESS)
    removes = "Not paired yet: Remove deletes the entry."
    drops = "Already paired or drawn: the entry cannot be removed, only withdrawn. Matches played count."
    page = read("olga", tournament, "/control/players")
    assert (page.count(removes), page.count(drops)) == (3, 0)
    rounds.pair_next_round(tournament=tournament, by=user("olga"))
    walk_in = EntryDetails("di", faction="Orks")
    entries.add_entry(tournament=tournament, details=walk_in, by=user("olga"))
    page = read("olga", tournament, "/control/players")
    assert (page.count(removes), page.count(drops)) == (1, 3)
    ann = entry(tournament, "ann")
    refused = logged_in("olga").post(f"/t/{tournament.slug}/control/players/{ann.pk}/remove", follow=True)
    assert "ann has been paired, so the entry stays. Withdraw ann instead" in text(refused)


def test_a_result_of_a_closed_round_has_a_button_that_changes_it():
    tournament = playing("ann bo")
    play_round(tournament)
    for page, words in (("/control", "confirmed Change"), ("/rounds/1", "Final Change")):
        page_text = read("olga", tournament, page)
        assert words in page_text
        assert "Correct" not in page_text


def test_in_chess_too_a_result_of_a_closed_round_is_changed():
    tournament = chess(SIX)
    play_chess(tournament)
    assert "confirmed Change" in read("vera", tournament, "/control")
    assert "Final Change" in read("vera", tournament, "/rounds/1")


# ---------- the desk ----------
def test_a_team_is_found_by_the_name_of_a_member():
    tournament = doubles()
    page = f"/t/{tournament.slug}/control/players"
    answer = logged_in("olga").get(page, {"find": "bats two"})
    assert [str(row.entry) for row, shown in answer.context["page"] if shown] == ["Bats"]


def test_the_page_of_players_costs_the_same_with_two_and_with_many(django_assert_num_queries):
    small, large = (
        event("ann bo", Status.CHECK_IN),
        event("ann bo cy di ed flo gus", Status.CHECK_IN, name="L"),
    )
    olga = logged_in("olga")
    with CaptureQueriesContext(connection) as first:
        olga.get(f"/t/{small.slug}/control/players")
    with django_assert_num_queries(len(first)):
        olga.get(f"/t/{large.slug}/control/players")


def test_a_check_in_sent_twice_under_one_key_is_done_once():
    tournament = event("ann bo", Status.CHECK_IN)
    olga, ann = logged_in("olga"), entry(tournament, "ann")
    address = f"/t/{tournament.slug}/control/check-in"
    fields = {"entry": ann.pk, "here": "yes", "key": "one"}
    first, second = (
        olga.post(address, fields, headers={"accept": "application/json"}).json() for _ in range(2)
    )
    assert first == second
    assert (first["message"], first["changed"]) == ("ann is checked in.", [ann.pk])
    other = olga.post(address, {**fields, "key": "two"}, headers={"accept": "application/json"}).json()
    assert (other["message"], other["changed"]) == ("ann is checked in already.", [])
    assert tournament.journal.filter(verb="entry.checked-in").count() == 1


def test_only_organisers_check_in_at_the_desk():
    tournament = event("ann bo", Status.CHECK_IN)
    address = f"/t/{tournament.slug}/control/check-in"
    assert logged_in("ann").post(address, {"entry": entry(tournament, "bo").pk}).status_code == 403
    for nonsense in ("", "x", "1" * 30):
        answer = logged_in("olga").post(address, {"entry": nonsense}, headers={"accept": "application/json"})
        assert (answer.status_code, answer.json()["message"]) == (422, "Choose the players to check in.")


@pytest.mark.parametrize("chosen", [["PTS", "BH"], ["WINS", "SOS"], ["VP"]])
def test_the_standings_of_a_wargame_show_and_say_whatever_order_was_chosen(chosen, client):
    tournament = play_one_round(chosen)
    page = client.get(f"/t/{tournament.slug}/standings")
    assert page.status_code == 200
    words = {
        "PTS": "Points",
        "BH": "Buchholz",
        "WINS": "Wins",
        "SOS": "Strength of schedule",
        "VP": "Victory points",
    }
    assert f"Order: {' and '.join(words[code] for code in chosen)}." in text(page)


def play_one_round(tie_breaks: list[str]) -> Tournament:
    tournament = playing("ann bo cy di")
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=tie_breaks)
    settle(tournament, "ann 60-40", "bo 55-45")
    tournament.refresh_from_db()
    return tournament
