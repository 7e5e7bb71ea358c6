"""A player calls an organiser; it waits in a queue, is taken by name, and is closed."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller, done
from building import match_of, playing, user
from crosstable.accounts import limits
from crosstable.accounts.errors import TooManyTries
from crosstable.events.actions.core import undo
from crosstable.events.actions.event.access import appoint_director
from crosstable.events.actions.hall import calls
from crosstable.events.bridge.match_codes import code_of, page_of
from crosstable.events.models import ExtraTime, Notification, OrganiserCall, Role, Tournament
from crosstable.events.notifications.creation import catch_up
from crosstable.events.play_errors import CallTaken
from crosstable.events.queries.desk.calls import call_queue
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
RUIN = "Does the charge end on the ruin or below it?"


def in_a_round(**changes: object) -> Tournament:
    return playing("ann bo cy di", round_minutes=60, **changes)


def test_a_call_takes_three_taps_is_taken_by_name_gives_minutes_and_is_closed():
    tournament = in_a_round()
    me, desk = f"/t/{tournament.slug}/me", f"/t/{tournament.slug}/control"
    ann, olga = logged_in("ann"), logged_in("olga")
    assert f'href="{me}/call"' in ann.get(me).content.decode()
    assert "Rules question" in text(ann.get(f"{me}/call"))
    called = text(ann.post(f"{me}/call", {"reason": "rules", "message": RUIN}, follow=True))
    assert "An organiser is called" in called and "Cancel the call" in called
    assert "1 waiting" in text(olga.get(desk))
    queue = text(olga.get(f"{desk}/calls"))
    assert RUIN in queue and "called by ann" in queue
    call = OrganiserCall.objects.get()
    olga.post(f"{desk}/calls/{call.pk}/take")
    assert "olga is coming" in text(ann.get(me))
    more = text(olga.post(f"{desk}/calls/{call.pk}/time", {"minutes": "5"}, follow=True))
    assert "Extra time: 5 min" in more
    extra = ExtraTime.objects.get()
    assert (extra.match_id, extra.minutes, extra.reason) == (call.match_id, 5, "Rules question")
    olga.post(f"{desk}/calls/{call.pk}/close")
    assert call_queue(tournament).waiting == call_queue(tournament).taken == []
    assert "An organiser is called" not in text(ann.get(me))


def test_a_phone_without_an_account_calls_and_cancels_by_the_code_of_the_table():
    tournament, phone = in_a_round(), Client()
    page = page_of(match_of(tournament, "ann"))
    assert f'href="{page}/call"' in phone.get(page).content.decode()
    assert "An organiser is called" in text(phone.post(f"{page}/call", {"reason": "time"}, follow=True))
    assert [str(call) for call in call_queue(tournament).waiting] == ["Time"]
    phone.post(f"{page}/call", {"cancel": "1"})
    assert call_queue(tournament).waiting == []


def test_a_match_has_one_open_call_however_often_both_sides_press():
    tournament = in_a_round()
    match = match_of(tournament, "ann")
    sides = (match.first.display_name, match.second.display_name)
    made = [calls.call_organiser(match=match, by=user(name), reason="rules") for name in (*sides, *sides)]
    assert {call.pk for call in made} == {OrganiserCall.objects.get().pk}


def test_calls_wait_in_their_order_and_two_organisers_do_not_take_the_same():
    tournament = in_a_round()
    for name in ("bo", "ann"):
        calls.call_organiser(match=match_of(tournament, name), by=user(name), reason="result")
    first, second = call_queue(tournament).waiting
    assert first.entry.display_name == "bo"
    appoint_director(tournament=tournament, user=user("dora"), role=Role.DESK, by=user("olga"))
    calls.take_call(call=first, by=user("dora"))
    with pytest.raises(CallTaken):
        calls.take_call(call=first, by=user("olga"))
    assert call_queue(tournament).waiting == [second] and call_queue(tournament).taken == [first]


def test_one_match_calls_at_most_so_often():
    tournament = in_a_round()
    match, ann = match_of(tournament, "ann"), user("ann")
    for _ in range(calls.MOST_CALLS):
        calls.call_organiser(match=match, by=ann, reason="other")
        calls.cancel_call(match=match, by=ann)
    with pytest.raises(TooManyTries):
        calls.call_organiser(match=match, by=ann, reason="other")
    assert limits.times("call", match.pk) == calls.MOST_CALLS


def test_a_call_notifies_those_who_run_the_event_and_does_not_stand_in_the_way_of_undo():
    tournament = in_a_round()
    before = undo.offer(tournament).entry
    calls.call_organiser(match=match_of(tournament, "ann"), by=user("ann"), reason="rules", message=RUIN)
    calls.take_call(call=OrganiserCall.objects.get(), by=user("olga"))
    assert undo.offer(tournament).entry == before
    catch_up(tournament.pk)
    (notification,) = Notification.objects.filter(kind="called")
    assert (notification.user.username, notification.address) == (
        "olga",
        f"/t/{tournament.slug}/control/calls",
    )
    assert RUIN in notification.body


def test_a_program_calls_takes_and_closes():
    tournament = in_a_round()
    match = match_of(tournament, "ann")
    path = f"/tournaments/{tournament.pk}"
    made = done(Caller("ann").post(f"{path}/matches/{match.pk}/call", {"reason": "absent"}), 201)
    assert (made["matchId"], made["reason"], made["takenBy"]) == (match.pk, "absent", "")
    by_code = {"reason": "time", "code": code_of(match)}
    again = done(Caller(None).post(f"{path}/matches/{match.pk}/call/by-code", by_code), 201)
    assert again["callId"] == made["callId"]
    taken = done(Caller("olga").post(f"{path}/calls/{made['callId']}/take"))
    assert taken["takenBy"] == "olga"
    done(Caller("olga").post(f"{path}/calls/{made['callId']}/close"))
    assert done(Caller("olga").get(f"{path}/calls"))["waiting"] == []
    assert Caller("bo").post(f"{path}/matches/{match.pk}/call", {"reason": "rules"}).status_code == 403


def test_without_a_match_there_is_no_table_to_call_from():
    tournament = playing("ann bo cy")
    alone = next(e for e in tournament.entries.all() if match_of(tournament, e.display_name).is_bye)
    answer = logged_in(alone.display_name).get(f"/t/{tournament.slug}/me/call")
    assert answer.status_code == 409 and "Go to the desk." in text(answer)
