"""Copying an event on pages: the button next to an earlier event, the page of one event, and pressing twice."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from building import event, playing
from crosstable.events.models import Status, Tournament
from web.visiting import errors, logged_in, page

pytestmark = pytest.mark.django_db

WITH_ALL = {"players": "on", "helpers": "on", "screens": "on"}


def test_the_latest_event_is_copied_from_the_page_for_a_new_event_once_however_often_it_is_pressed():
    old = playing("ann bo", date=timezone.localdate() - timedelta(days=7))
    draft, later = event(name="Not yet open"), event(status=Status.REGISTRATION, date=date(2999, 1, 1))
    empty = event(name="No one came", status=Status.REGISTRATION, date=timezone.localdate())
    olga = logged_in("olga")
    shown = page(olga, "/new")
    forms = re.findall(r'action="(/t/[^"]+/control/copy)".*?name="key" value="([^"]+)"', shown)
    assert [address for address, _ in forms] == [f"/t/{old.slug}/control/copy"]
    ((address, key),) = forms
    for _ in range(2):
        answer = olga.post(address, {**WITH_ALL, "key": key}, follow=True)
    assert "was copied with its players" in answer.content.decode()
    (copy,) = Tournament.objects.exclude(pk__in=[old.pk, draft.pk, later.pk, empty.pk])
    assert (copy.name, copy.entries.count()) == (old.name, 2)
    assert copy.date == timezone.localdate()


def test_the_page_of_an_event_asks_for_name_date_and_what_is_copied():
    old = playing("ann bo")
    olga, address = logged_in("olga"), f"/t/{old.slug}/control/copy"
    assert "Copy this event" in page(olga, address)
    answer = olga.post(address, {"name": "Winter Open", "date": "2026-12-05"})
    copy = Tournament.objects.get(name="Winter Open")
    assert answer.url == f"/t/{copy.slug}/control"
    assert (copy.date.isoformat(), copy.entries.count()) == ("2026-12-05", 0)


def test_a_name_and_a_date_that_cannot_be_are_both_shown_at_their_fields():
    old = playing("ann bo")
    answer = logged_in("olga").post(
        f"/t/{old.slug}/control/copy", {"name": "x" * 500, "date": "tomorrow or so"}
    )
    assert (answer.status_code, sorted(errors(answer))) == (422, ["date", "name"])
