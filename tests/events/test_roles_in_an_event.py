"""H4: organisers, judges and the desk. What each address lets each do is walked in web/test_every_address.py and
api/test_every_route.py; here is what they do in a hall, and what they read when it is not theirs to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

import knockout_building as ko
from api.calling import Caller, problem
from building import confirmed, event, match_of, play_round, playing, start_next, user
from chess_building import chess
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import access
from crosstable.events.actions.results import corrections, results, series, team_boards, walkovers
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.models import (
    Appointment,
    JournalEntry,
    Match,
    NewsKind,
    Notification,
    Role,
    Status,
    Tournament,
)
from crosstable.events.notifications.creation import catch_up_all
from crosstable.events.permissions import role_of
from events.test_settling import disputed
from events.test_teams import boards, doubles
from events.test_teams import playing as playing_teams

pytestmark = pytest.mark.django_db
HELPERS = {"judy": Role.JUDGE, "desmond": Role.DESK}
NEEDS_JUDGE = (
    "Only the organisers and judges of this event can do this. Your role is “Desk helper”. "
    "Ask olga, who owns the event."
)


def with_helpers(tournament: Tournament) -> Tournament:
    for name, role in HELPERS.items():
        access.appoint_director(tournament=tournament, user=user(name), by=tournament.owner, role=role)
    return tournament


def hall() -> Tournament:
    """A round being played, with a clock."""
    return with_helpers(playing("ann bo cy di", round_minutes=120))


def browser(name: str) -> Client:
    client = Client()
    client.force_login(user(name))
    return client


def enter_score(match: Match, score: tuple[int, int], by: str, **more: Any) -> Match:
    return results.enter_result(match=match, score=parse_score(match, score), by=user(by), **more)


def last(tournament: Tournament) -> str:
    return describe(JournalEntry.objects.filter(tournament=tournament).order_by("-number")[0])


def test_a_judge_rules_on_a_dispute_and_gives_five_more_minutes_on_the_pages():
    tournament = hall()
    match, judy = disputed(match_of(tournament, "ann")), browser("judy")
    control = f"/t/{tournament.slug}/control"
    rule = f'href="{control}/matches/{match.pk}" id="next-action" >Resolve dispute<'
    offered = {
        name: rule in " ".join(browser(name).get(control).content.decode().split())
        for name in ("judy", "desmond")
    }
    assert offered == {"judy": True, "desmond": False}
    page = judy.get(f"{control}/matches/{match.pk}")
    assert "Decide the result" in " ".join(page.content.decode().split())
    match.refresh_from_db()
    fields = {"do": "result", "first_vp": 60, "second_vp": 40, "version": match.version}
    refused = browser("desmond").post(f"{control}/matches/{match.pk}", fields)
    assert (refused.status_code, NEEDS_JUDGE in refused.content.decode()) == (
        403,
        True,
    )
    judy.post(f"{control}/matches/{match.pk}", fields)
    match.refresh_from_db()
    assert (match.settled, match.decided_by) == ("ruled", user("judy"))
    assert judy.post(f"{control}/clock/add", {"minutes": 5}).status_code == 302
    assert last(tournament).startswith("Round 1: +5 min for all")
    asked = {"table": match.table, "minutes": 5, "reason": "a judge call"}
    assert judy.post(f"{control}/clock/extend", asked).status_code == 302
    assert JournalEntry.objects.filter(tournament=tournament, verb="table.extended", by=user("judy")).exists()


def test_a_judge_rules_on_a_dispute_and_gives_five_more_minutes_over_the_api():
    tournament = hall()
    match, judy = disputed(match_of(tournament, "ann")), Caller("judy")
    address = f"/tournaments/{tournament.pk}"
    ruled = judy.post(f"{address}/matches/{match.pk}/override", {"player1VP": 60, "player2VP": 40})
    assert (ruled.status_code, ruled.json()["settled"]) == (200, "ruled")
    assert judy.post(f"{address}/rounds/1/clock/add", {"minutes": 5}).status_code == 200
    asked = {"minutes": 5, "reason": "a judge call"}
    assert judy.post(f"{address}/matches/{match.pk}/extend", asked).status_code == 200


def test_a_judge_corrects_a_closed_round_and_takes_it_back():
    tournament = with_helpers(playing("ann bo cy di"))
    play_round(tournament)
    match = match_of(tournament, "ann")
    wrong = {
        "match": match,
        "policy": "everywhere",
        "reason": "misread",
        "score": parse_score(match, (30, 70)),
    }
    with pytest.raises(NotAllowed) as refused:
        corrections.correct_result(by=user("desmond"), **wrong)
    assert str(refused.value) == NEEDS_JUDGE
    correction = corrections.correct_result(by=user("judy"), **wrong)
    with pytest.raises(NotAllowed):
        undo.undo(tournament=tournament, by=user("judy"))
    undo.undo_correction(correction=correction, by=user("judy"))
    correction.refresh_from_db()
    assert correction.undone_by == user("judy")


def test_the_desk_enters_a_result_at_the_line_and_on_the_match_page():
    tournament = hall()
    ann, desmond = match_of(tournament, "ann"), browser("desmond")
    other = Match.objects.filter(round__tournament=tournament).exclude(pk=ann.pk).get()
    control = f"/t/{tournament.slug}/control"
    places = f"{ann.table}:{ann.pk}"
    desmond.post(f"{control}/enter", {"line": f"{ann.table} 60 40", "places": places})
    desmond.post(f"{control}/matches/{other.pk}", {"first_vp": 55, "second_vp": 45, "version": other.version})
    rows = Match.objects.filter(round__tournament=tournament)
    assert {(m.settled, m.decided_by) for m in rows} == {("entered", user("desmond"))}


@pytest.mark.parametrize("by", ["olga", "desmond"])
def test_the_desk_checks_someone_in_and_takes_a_mis_tap_back(by):
    tournament = with_helpers(event("ann bo", Status.CHECK_IN))
    entry = tournament.entries.get(display_name="ann")
    tournament.entries.update(checked_in_at=None)
    address = f"/t/{tournament.slug}/control/players/{entry.pk}"
    assert browser(by).post(f"{address}/check-in").status_code == 302
    entry.refresh_from_db()
    assert entry.is_checked_in
    over_the_api = Caller(by)
    taken = over_the_api.post(f"/tournaments/{tournament.pk}/undo-check-in", {"entryId": entry.pk})
    assert (taken.status_code, taken.json()["checkedIn"]) == (200, False)
    assert (
        over_the_api.post(f"/tournaments/{tournament.pk}/check-in", {"entryId": entry.pk}).status_code == 200
    )
    assert over_the_api.post(f"/tournaments/{tournament.pk}/check-in-all").status_code == 200


def test_the_desk_cannot_pair_and_reads_whom_to_ask():
    tournament = hall()
    refused = Caller("desmond").post(f"/tournaments/{tournament.pk}/rounds", {})
    assert problem(refused) == (403, "not-allowed")
    says = "Only the organisers of this event can do this. Your role is “Desk helper”. Ask olga, who owns the event."
    assert refused.json()["detail"] == says
    page = browser("desmond").post(f"/t/{tournament.slug}/control/pair")
    assert page.status_code == 403
    assert says in page.content.decode()


def test_what_someone_else_said_takes_a_judge_and_a_slip_of_ones_own_does_not():
    tournament = hall()
    match = enter_score(match_of(tournament, "ann"), (60, 40), "desmond")
    enter_score(match, (40, 60), "desmond", overwrite=True)
    enter_score(match, (61, 39), "judy", overwrite=True)
    with pytest.raises(NotAllowed) as refused:
        enter_score(match, (40, 60), "desmond", overwrite=True)
    assert str(refused.value) == NEEDS_JUDGE
    with pytest.raises(NotAllowed):
        results.clear_result(match=match, by=user("desmond"))
    match.refresh_from_db()
    assert match.result_words == "61–39"


def test_the_desk_takes_its_own_entry_back_and_leaves_reports_alone():
    tournament = hall()
    match = enter_score(match_of(tournament, "ann"), (60, 40), "desmond")
    results.clear_result(match=match, by=user("desmond"))
    results.report(match=match, score=parse_score(match, (60, 40)), by=user("ann"))
    with pytest.raises(NotAllowed):
        results.clear_result(match=match, by=user("desmond"))


@pytest.mark.parametrize("by", ["olga", "judy", "desmond"])
def test_a_match_no_one_played_is_given_by_a_judge(by):
    tournament = hall()
    desk = Caller(by)
    place = desk.get(f"/tournaments/{tournament.pk}/desk").json()["places"][0]
    named = {name: place[name] for name in ("matchId", "roundNumber", "player1Id", "player2Id")}
    entries = {"entries": [{"key": "k", **named, "score": "1f"}]}
    answer = desk.post(f"/tournaments/{tournament.pk}/desk", entries).json()["answers"][0]
    expected = ("refused", NEEDS_JUDGE) if by == "desmond" else ("saved", "")
    assert (answer["state"], answer["message"]) == expected


def test_who_may_not_replace_a_result_is_not_asked_which_one_is_right():
    tournament = hall()
    match = enter_score(match_of(tournament, "ann"), (60, 40), "olga")
    named = {"matchId": match.pk, "roundNumber": 1, "player1Id": match.first_id, "player2Id": match.second_id}
    entries = {"entries": [{"key": "k", **named, "score": "50 40"}]}
    address = f"/tournaments/{tournament.pk}/desk"
    answers = [Caller(by).post(address, entries).json()["answers"][0] for by in ("judy", "desmond")]
    assert [answer["state"] for answer in answers] == ["conflict", "refused"]
    assert answers[1]["message"] == f"The result is 60–40; 50–40 was not saved. {NEEDS_JUDGE}"


def test_the_page_of_a_match_has_the_buttons_of_the_role():
    tournament = hall()
    address = f"/t/{tournament.slug}/control/matches/{match_of(tournament, 'ann').pk}"

    def buttons(by: str) -> list[str]:
        page = browser(by).get(address).content.decode().partition("<main")[2].partition("</main>")[0]
        return [" ".join(one.split()) for one in re.findall(r"<button[^>]*>([^<]*)</button>", page)]

    missing = ["Mark ann as absent", "Mark cy as absent"]
    assert buttons("desmond") == ["Save result"]
    assert buttons("judy") == ["Save result", "Both lose"]
    assert sorted(buttons("olga")) == sorted(
        ["Save result", "Both lose", "Pair the next round anyway", *missing]
    )


def test_a_row_of_the_control_room_takes_from_each_what_they_may_say():
    tournament = with_helpers(chess({"ann": 1900, "bo": 1800, "cy": 1700, "di": 1600}))
    start_next(tournament)
    match = match_of(tournament, "ann")
    results.enter_result(match=match, score=parse_score(match, "1-0"), by=tournament.owner)

    def offered(by: str) -> list[list[str]]:
        page = browser(by).get(f"/t/{tournament.slug}/control").content.decode()
        selects = re.findall(r'<select[^>]*name="text".*?</select>', page, re.DOTALL)
        return [re.findall(r'value="([^"]+)"', one) for one in selects]

    played = ["1-0", "1/2-1/2", "0-1"]
    assert [len(offered(by)) for by in (tournament.owner.username, "judy", "desmond")] == [2, 2, 1]
    assert offered("desmond") == [[value for value in offered("judy")[1] if value in played]]
    assert sorted(offered("desmond")[0]) == sorted(played)


def test_a_role_is_given_changed_and_ended_and_the_journal_says_which():
    tournament, dirk = event(), confirmed("dirk")
    address, olga = f"/tournaments/{tournament.pk}/directors", Caller("olga")
    made = olga.post(address, {"user": "dirk", "role": "judge"})
    assert (made.status_code, made.json()) == (201, {"userId": dirk.pk, "username": "dirk", "role": "judge"})
    assert last(tournament) == "dirk appointed as judge"
    assert olga.post(address, {"user": "dirk", "role": "desk"}).json()["role"] == "desk"
    assert last(tournament) == "Role of dirk changed: Judge → Desk helper"
    assert olga.get(address).json() == {
        "directors": [{"userId": dirk.pk, "username": "dirk", "role": "desk"}]
    }
    assert role_of(dirk, tournament) == Role.DESK
    olga.delete(f"{address}/{dirk.pk}")
    assert last(tournament) == "dirk is no longer desk helper"
    assert olga.post(address, {"user": "dirk"}).json()["role"] == "organiser"
    assert problem(olga.post(address, {"user": "dirk", "role": "king"})) == (422, "invalid")


def test_the_page_appoints_in_a_role_and_changes_it():
    tournament, dirk = event(), confirmed("dirk")
    olga, address = browser("olga"), f"/t/{tournament.slug}/control/directors"
    assert olga.post(address, {"user": "dirk", "role": "desk"}).status_code == 302
    assert olga.post(f"{address}/{dirk.pk}/role", {"role": "judge"}).status_code == 302
    assert role_of(dirk, tournament) == Role.JUDGE
    assert olga.post(f"{address}/{dirk.pk}/role", {"role": "king"}).status_code == 303
    assert role_of(dirk, tournament) == Role.JUDGE


def test_a_link_gives_the_role_it_was_made_for():
    tournament = event()
    asked = {"role": "desk"}
    shown = browser("olga").post(f"/t/{tournament.slug}/control/directors/invite", asked).context["link"]
    link = shown.removeprefix("http://testserver")
    assert "as a desk helper" in " ".join(browser("dirk").get(link).content.decode().split())
    browser("dirk").post(link)
    assert role_of(user("dirk"), tournament) == Role.DESK
    assert browser("dora").post(link).status_code == 410


def test_a_link_takes_nothing_from_an_organiser_who_tries_it_and_stays_good_for_others():
    tournament = event()
    access.appoint_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    link = access.invite_director(tournament=tournament, by=user("dirk"), role="desk")
    with pytest.raises(BadValue) as refused:
        access.accept_directorship(token=link, by=user("dirk"))
    assert str(refused.value) == "dirk is already an organiser, judge or desk helper of this event."
    access.accept_directorship(token=link, by=user("dora"))
    roles = [role_of(user(name), tournament) for name in ("dirk", "dora")]
    assert roles == [Role.ORGANISER, Role.DESK]


def test_a_judge_appoints_no_one_and_is_not_made_more_by_itself():
    tournament = hall()
    confirmed("dirk")
    for by in HELPERS:
        with pytest.raises(NotAllowed):
            access.appoint_by_name(tournament=tournament, name="dirk", by=user(by))
        with pytest.raises(NotAllowed):
            access.appoint_director(tournament=tournament, user=user(by), by=user(by))
        with pytest.raises(NotAllowed):
            access.invite_director(tournament=tournament, by=user(by))
    assert {a.user.username: a.role for a in Appointment.objects.all()} == HELPERS


def test_a_dispute_is_told_to_organisers_and_judges_and_not_to_the_desk():
    tournament = hall()
    access.appoint_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    disputed(match_of(tournament, "ann"))
    catch_up_all()
    notifications = Notification.objects.filter(kind=NewsKind.RULING).values_list("user__username", flat=True)
    assert sorted(notifications) == ["dirk", "judy", "olga"]


def test_the_desk_plays_a_series_on_and_gives_no_walkover():
    stage = ko.started(ko.with_knockout("ann bo cy di", best_of=3))
    with_helpers(stage.tournament)
    match, other, desmond = ko.meeting(stage, "ann", "di"), ko.meeting(stage, "bo", "cy"), user("desmond")
    series.enter_games(match=match, games=[parse_score(match, (60, 40))] * 2, by=desmond)
    match.refresh_from_db()
    assert (match.is_agreed, match.decided_by) == (True, desmond)
    with pytest.raises(NotAllowed) as refused:
        walkovers.give_match(match=other, to=other.first, by=desmond)
    assert str(refused.value) == NEEDS_JUDGE
    walkovers.give_match(match=other, to=other.first, by=user("judy"))
    other.refresh_from_db()
    assert other.settled == "walkover"


def test_the_desk_enters_the_boards_of_a_team_match_one_of_which_was_not_played():
    stage = playing_teams(doubles("Owls", "Crows", team_size=2, team_boards=2))
    match = Match.objects.get(round__stage=stage)
    with_helpers(stage.tournament)
    with pytest.raises(NotAllowed):
        team_boards.enter_boards(match=match, boards=boards(match, "1-0F", "1-0F"), by=user("desmond"))
    team_boards.enter_boards(match=match, boards=boards(match, "1-0", "1-0F"), by=user("desmond"))
    match.refresh_from_db()
    assert (match.is_agreed, match.decided_by) == (True, user("desmond"))
