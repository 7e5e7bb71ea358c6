"""Rehearsing an event over the API."""

from __future__ import annotations

import pytest

from api.calling import Caller, done
from building import playing

pytestmark = pytest.mark.django_db


def test_a_rehearsal_is_started_moved_shown_and_deleted():
    old, olga = playing("ann bo cy di"), Caller("olga")
    address = f"/tournaments/{old.pk}/rehearsal"
    started = done(olga.post(address, {"players": 6}), 201)
    assert (started["rehearsalOf"], started["players"], started["entered"]) == (old.pk, 6, 0)
    moved = done(olga.post(f"{address}/moves", {"acts": 3}))
    assert (moved["acts"], moved["entered"], moved["waits"]) == (3, 3, "")
    shown = done(olga.get(f"/tournaments/{started['tournamentId']}/rehearsal"))
    assert (shown["slug"], shown["status"]) == (started["slug"], "registration")
    events = [done(olga.get(f"/tournaments/{one}")) for one in (old.pk, started["tournamentId"])]
    assert [one["isRehearsal"] for one in events] == [False, True]
    assert olga.delete(address).status_code == 204
    assert olga.get(address).json()["code"] == "not-a-rehearsal"
