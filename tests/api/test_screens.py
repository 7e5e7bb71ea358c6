"""Screens over the API."""

from __future__ import annotations

import pytest

from api.calling import Caller, done, problem
from building import event
from crosstable.events.models import Status

pytestmark = pytest.mark.django_db


def test_a_screen_is_added_changed_listed_and_removed():
    tournament = event("", Status.REGISTRATION)
    olga, address = Caller("olga"), f"/tournaments/{tournament.pk}/screens"
    made = done(olga.post(address, {"name": "Hall"}), 201)
    assert made["path"] == f"/b/{made['code']}"
    turns = [{"kind": "clock", "seconds": 30}]
    changed = done(olga.put(f"{address}/{made['screenId']}", {"name": "Bar", "rotation": turns}))
    assert changed == {**made, "name": "Bar", "rotation": turns}
    assert done(olga.get(address)) == {"screens": [changed]}
    assert problem(olga.put(f"{address}/{made['screenId']}", {"name": "Bar", "rotation": []})) == (
        422,
        "bad-value",
    )
    done(olga.delete(f"{address}/{made['screenId']}"), 204)
    assert done(olga.get(address)) == {"screens": []}
