"""Organisers undo what organisers did. A player's action is undone only when it is asked for, and the player is
notified."""

from __future__ import annotations

import pytest

from api.calling import Caller
from building import enter, entry, event, match_of, playing, settle, user
from crosstable.events.actions.core import undo
from crosstable.events.actions.event.access import appoint_director
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Appointment, Match, Notification, Status, Tournament
from crosstable.events.notifications.creation import catch_up
from crosstable.events.play_errors import IsAPlayersAction, NotTheLast
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def report(tournament: Tournament, name: str, first: int = 70, second: int = 30) -> Match:
    """The player reports the match by the own account."""
    match = match_of(tournament, name)
    results.report(match=match, score=parse_score(match, (first, second)), by=user(name))
    return match


def notified(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Who was notified of an undo, with title and body."""
    catch_up(tournament.pk)
    rows = Notification.objects.filter(kind="undone").order_by("user__username")
    return [(row.user.username, row.title, row.body) for row in rows.select_related("user")]


def test_undoing_a_registration_asks_and_then_notifies_the_player():
    tournament = event("ann", Status.REGISTRATION)
    enter(tournament, "bo")
    with pytest.raises(IsAPlayersAction) as asked:
        undo.undo(tournament=tournament, by=tournament.owner)
    assert (asked.value.what, asked.value.who) == ("bo registered", "bo")
    assert tournament.entries.count() == 2
    undo.undo(tournament=tournament, by=tournament.owner, reason="Wrong event", players_action=True)
    assert [row.display_name for row in tournament.entries.all()] == ["ann"]
    body = "bo registered. Northern Open GT. Reason: Wrong event"
    assert notified(tournament) == [("bo", "An organiser undid what you did", body)]


def test_undoing_a_report_notifies_both_players():
    tournament = playing("ann bo")
    match = report(tournament, "bo")
    other = "ann"
    undo.undo(tournament=tournament, by=tournament.owner, players_action=True)
    match.refresh_from_db()
    assert (match.state, match.claims.count()) == ("open", 0)
    assert [(name, title) for name, title, _ in notified(tournament)] == [
        (other, "An organiser undid a report of your match"),
        ("bo", "An organiser undid what you did"),
    ]


def test_undo_passes_over_reports_of_other_matches_and_takes_back_what_the_organiser_entered():
    tournament = playing("ann bo cy di")
    settle(tournament, "ann 60-40")
    entered = tournament.journal.first()
    mine = match_of(tournament, "ann")
    sides = {mine.first.display_name, mine.second.display_name}
    other = report(tournament, next(name for name in ("bo", "cy", "di") if name not in sides))
    assert undo.offer(tournament).entry == entered
    assert undo.players_offer(tournament).entry == tournament.journal.first()
    assert undo.undo(tournament=tournament, by=tournament.owner) == entered
    mine.refresh_from_db()
    other.refresh_from_db()
    assert (mine.state, other.state) == ("open", "claimed")
    assert notified(tournament) == []


def test_undo_of_what_an_organiser_did_stays_in_order_where_a_player_went_on_from_it():
    tournament = playing("ann bo")
    started = tournament.journal.first()
    report(tournament, "ann")
    assert undo.offer(tournament).player == "ann"
    with pytest.raises(NotTheLast):
        undo.undo(tournament=tournament, by=tournament.owner, number=started.number)
    with pytest.raises(IsAPlayersAction):
        undo.undo(tournament=tournament, by=tournament.owner)


def test_a_check_in_by_an_organiser_is_undone_although_another_player_checked_in_since():
    tournament = event("ann bo", Status.CHECK_IN)
    entries.check_in(entry=entry(tournament, "ann"), by=tournament.owner)
    entries.check_in(entry=entry(tournament, "bo"), by=user("bo"))
    undo.undo(tournament=tournament, by=tournament.owner)
    assert [entry(tournament, name).is_checked_in for name in ("ann", "bo")] == [False, True]


def test_organisers_undo_their_own_reports_without_a_question():
    """An organiser who plays, too, is an organiser."""
    tournament = event("bo", Status.REGISTRATION)
    enter(tournament, "olga")
    undo.undo(tournament=tournament, by=user("olga"))
    assert [row.display_name for row in tournament.entries.all()] == ["bo"]


def test_what_only_organisers_can_do_is_undone_without_a_question_after_they_lose_their_role():
    tournament = playing("ann bo cy di")
    appoint_director(tournament=tournament, user=user("dora"), by=tournament.owner)
    match = match_of(tournament, "ann")
    results.enter_result(match=match, score=parse_score(match, (60, 40)), by=user("dora"))
    Appointment.objects.get(user=user("dora")).delete()  # as when the event is imported on another server
    assert undo.players_offer(tournament) is None
    undo.undo(tournament=tournament, by=tournament.owner)
    match.refresh_from_db()
    assert match.state == "open"


def test_the_control_room_asks_names_the_action_and_undoes_it_when_confirmed():
    tournament, olga = event("ann bo", Status.REGISTRATION), logged_in("olga")
    address, number = f"/t/{tournament.slug}/control", tournament.journal.first().number
    assert "Last, by a player: bo registered · bo" in text(olga.get(address))
    asked = olga.post(f"{address}/undo", {"number": number})
    assert asked.status_code == 409
    assert "Undo a player's action?" in text(asked).replace("&#x27;", "'")
    assert "bo registered This was done by bo, not by an organiser." in text(asked)
    assert tournament.entries.count() == 2
    olga.post(f"{address}/undo", {"number": number, "players_action": "yes"})
    assert [row.display_name for row in tournament.entries.all()] == ["ann"]
    assert [name for name, _, _ in notified(tournament)] == ["bo"]


def test_the_api_refuses_to_undo_a_players_action_until_the_request_says_so():
    tournament, olga = event("ann bo", Status.REGISTRATION), Caller("olga")
    path, number = f"/tournaments/{tournament.pk}/undo", tournament.journal.first().number
    assert olga.get(path).json() == {
        "number": number,
        "sentence": "bo registered",
        "by": "bo",
        "byPlayer": True,
        "canBeUndone": True,
        "whyNot": "",
    }
    refused = olga.call("POST", path, {"number": number})
    assert (refused.status_code, refused.json()["code"]) == (409, "is-a-players-action")
    done = olga.call("POST", path, {"number": number, "playersAction": True})
    assert (done.status_code, done.json()["sentence"]) == (200, "Undone: bo registered")
    assert [name for name, _, _ in notified(tournament)] == ["bo"]
