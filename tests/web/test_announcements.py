"""An announcement reaches phones, displays and notifications, until its time is over or it is withdrawn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from api.calling import Caller, done
from building import match_of, playing, user
from crosstable.events.actions.hall.announcements import announce
from crosstable.events.bridge.match_codes import page_of
from crosstable.events.models import Announcement, Notification
from crosstable.events.notifications.creation import catch_up
from pool_building import revision
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
FOOD = "Round 4 starts at 16:20. Food is served in the foyer."


def pages(tournament) -> dict[str, str]:
    address = f"/t/{tournament.slug}"
    return {
        "phone of a player": text(logged_in("ann").get(f"{address}/me")),
        "public page": text(Client().get(address)),
        "phone without an account": text(Client().get(page_of(match_of(tournament, "ann")))),
        "display": text(Client().get(f"{address}/board")),
    }


def shown_on(tournament) -> list[str]:
    return [name for name, words in pages(tournament).items() if FOOD in words]


def test_an_announcement_is_on_phones_and_displays_until_it_is_over():
    tournament = playing("ann bo")
    page = f"/t/{tournament.slug}/control"
    page_text = text(
        logged_in("olga").post(f"{page}/announcements", {"text": FOOD, "minutes": 30}, follow=True)
    )
    assert "Announced. Phones and displays show it now." in page_text
    assert shown_on(tournament) == list(pages(tournament))
    Announcement.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert shown_on(tournament) == []


def test_every_player_with_an_account_is_notified_and_the_organiser_is_not():
    tournament = playing("ann bo")
    announce(tournament=tournament, text=FOOD, minutes=30, by=user("olga"))
    catch_up(tournament.pk)
    notifications = Notification.objects.filter(kind="announced").values_list("user__username", "body")
    assert sorted(notifications) == [("ann", FOOD), ("bo", FOOD)]


def test_it_is_withdrawn_by_a_button_and_by_undo():
    tournament = playing("ann bo")
    olga, page = logged_in("olga"), f"/t/{tournament.slug}/control"
    row = announce(tournament=tournament, text=FOOD, minutes=30, by=user("olga"))
    olga.post(f"{page}/announcements/{row.pk}/withdraw")
    assert shown_on(tournament) == []
    announce(tournament=tournament, text=FOOD, minutes=30, by=user("olga"))
    olga.post(f"{page}/undo", {"number": revision(tournament)})
    assert shown_on(tournament) == []


def test_what_was_typed_stays_when_it_is_refused():
    tournament, olga = playing("ann bo"), logged_in("olga")
    sent = olga.post(f"/t/{tournament.slug}/control/announcements", {"text": "x" * 161, "minutes": 30})
    assert sent.status_code == 422 and "x" * 161 in sent.content.decode()


def test_pressing_twice_announces_once_and_a_fourth_is_refused():
    tournament, olga = playing("ann bo"), user("olga")
    for text_ in (FOOD, FOOD, "Two.", "Three."):
        announce(tournament=tournament, text=text_, minutes=30, by=olga)
    assert tournament.announcements.count() == 3
    path = f"/tournaments/{tournament.pk}/announcements"
    refused = Caller("olga").post(path, {"text": "Four."})
    assert refused.status_code == 422 and "Withdraw one first" in refused.json()["detail"]
    shown = done(Caller(None).get(path))["announcements"]
    assert [one["text"] for one in shown] == ["Three.", "Two.", FOOD]
