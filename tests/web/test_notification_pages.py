"""The inbox, the choices, and the way out of a mail."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller, done
from building import match_of, play_round, playing, start_next, user
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Notification
from crosstable.events.notifications.creation import catch_up
from crosstable.events.notifications.inbox import choices_of, choose, unsubscribe_token
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    made = playing("ann cy bo di")
    catch_up(made.pk)
    Notification.objects.all().delete()
    results.enter_result(
        match=match_of(made, "ann"), by=made.owner, score=parse_score(match_of(made, "ann"), (60, 50))
    )
    catch_up(made.pk)
    return made


def test_what_was_told_is_on_the_players_page_until_it_was_read(tournament):
    bo, me = logged_in("bo"), f"/t/{tournament.slug}/me"
    assert "An organiser entered your result" in text(bo.get(me))
    assert 'aria-label="Notifications, 1 new"' in bo.get(me).content.decode()
    (news,) = Notification.objects.filter(user=user("bo"))
    bo.post(f"/notifications/{news.pk}/read", {"next": me})
    assert "An organiser entered your result" not in text(bo.get(me))


def test_the_inbox_shows_ones_own_and_looking_is_reading(tournament):
    bo = logged_in("bo")
    first, second = text(bo.get("/notifications")), text(bo.get("/notifications"))
    assert "An organiser entered your result New ann 60 – 50 bo. Round 1, Northern Open GT." in first
    assert "An organiser entered your result ann 60 – 50 bo." in second
    assert "No notifications yet" in text(logged_in("cy").get("/notifications"))


def test_no_one_reads_for_another(tournament):
    (news,) = Notification.objects.filter(user=user("bo"))
    logged_in("cy").post(f"/notifications/{news.pk}/read")
    news.refresh_from_db()
    assert news.read_at is None


def test_what_is_ticked_is_what_is_wanted():
    ann = logged_in("ann")
    ann.post("/notifications/settings", {"wanted": ["pairing.email", "reported.page", "pairing.pigeon", "x"]})
    assert choices_of(user("ann")) == {("pairing", "email"), ("reported", "page")}


def test_the_link_in_a_mail_ends_it_without_logging_in_and_can_be_undone():
    choose(user=user("ann"), choices={("pairing", "email"), ("reported", "email")})
    link = f"/unsubscribe/{unsubscribe_token(user('ann').pk, 'pairing')}"
    visitor = Client(enforce_csrf_checks=True)
    assert "You will no longer receive these emails" in text(visitor.get(link))
    assert choices_of(user("ann")) == {("reported", "email")}
    assert "You will receive these emails again" in text(visitor.post(link, {"undo": "1"}))
    visitor.post(link, {"List-Unsubscribe": "One-Click"})
    assert choices_of(user("ann")) == {("reported", "email")}


def test_over_the_api_one_reads_the_inbox_and_chooses(tournament):
    bo = Caller("bo")
    (news,) = done(bo.get("/me/notifications?unread=true"))["items"]
    assert (news["kind"], news["tournamentId"]) == ("settled", tournament.pk)
    assert done(bo.post("/me/notifications/read", {"ids": [news["notificationId"]]})) == {"read": 1}
    assert done(bo.get("/me/notifications?unread=true"))["count"] == 0
    chosen = done(bo.get("/me/notification-choices"))
    chosen["pairing"]["email"] = True
    assert done(bo.put("/me/notification-choices", chosen)) == chosen
    assert ("pairing", "email") in choices_of(user("bo"))


def test_messages_of_an_earlier_round_leave_the_players_page_and_stay_in_the_list(tournament):
    play_round(tournament)
    start_next(tournament)
    bo = logged_in("bo")
    assert "An organiser entered your result" not in text(bo.get(f"/t/{tournament.slug}/me"))
    assert "An organiser entered your result" in text(bo.get("/notifications"))
