"""Presets over the API."""

from __future__ import annotations

import pytest

from api.calling import Caller, done, problem
from building import build_club, event, join
from crosstable.games.presets import PRESETS

pytestmark = pytest.mark.django_db


def test_settings_are_saved_listed_used_for_an_event_of_the_club_and_deleted():
    club = build_club("Owls", administrator="clara")
    join(club, "olga")
    old, olga = event(total_rounds=4), Caller("olga")
    body = {"name": "Evening", "clubId": club.pk}
    saved = done(olga.post(f"/tournaments/{old.pk}/preset", body), 201)
    code = f"own-{saved['presetId']}"
    assert saved == {**saved, "code": code, "name": "Evening", "clubId": club.pk, "game": old.game}
    assert [preset["code"] for preset in done(olga.get("/presets"))["presets"]] == [code, *PRESETS]
    new = {"name": "Again", "date": "2026-12-05", "clubId": club.pk}
    made = done(olga.post(f"/presets/{code}/tournaments", new), 201)
    assert (made["name"], made["totalRounds"], made["status"]) == ("Again", 4, "draft")
    done(olga.delete(f"/presets/{saved['presetId']}"), 204)
    assert problem(olga.post(f"/presets/{code}/tournaments", new)) == (404, "not-found")
