"""Copying an event over the API."""

from __future__ import annotations

import pytest

from api.calling import Caller, done
from building import playing

pytestmark = pytest.mark.django_db


def test_an_event_is_copied_with_its_players_or_with_another_name_and_date():
    old = playing("ann bo")
    olga, address = Caller("olga"), f"/tournaments/{old.pk}/copy"
    again = done(olga.post(address), 201)
    assert (again["name"], again["status"], len(again["players"])) == (old.name, "draft", 2)
    other = done(olga.post(address, {"name": "Winter Open", "date": "2026-12-05", "players": False}), 201)
    assert (other["name"], other["eventDate"], other["players"]) == ("Winter Open", "2026-12-05", [])
