"""The time zone of an event over the API."""

from __future__ import annotations

from datetime import date

import pytest

from api.calling import WARGAME, Caller, done
from building import event
from crosstable.events.actions.stages import pool_play
from crosstable.events.models import Tournament
from pool_building import drawn, fresh

pytestmark = pytest.mark.django_db
BEYOND = "“Lisbon” is not a time zone. Use a name such as Europe/Lisbon."


def test_an_event_is_created_read_and_changed_with_its_zone(settings):
    settings.TIME_ZONE = "Europe/Berlin"
    olga = Caller("olga")
    made = done(olga.post("/tournaments", {**WARGAME, "timeZone": "Europe/Lisbon"}), 201)
    assert (made["timeZone"], made["effectiveTimeZone"]) == ("Europe/Lisbon", "Europe/Lisbon")
    address = f"/tournaments/{made['tournamentId']}"
    kept = done(olga.put(address, {**WARGAME, "location": "Porto"}))
    assert (kept["timeZone"], kept["location"]) == ("Europe/Lisbon", "Porto")
    done(olga.put(address, {**WARGAME, "timeZone": ""}))
    read = done(olga.get(address))
    assert (read["timeZone"], read["effectiveTimeZone"]) == ("", "Europe/Berlin")


def test_what_is_no_zone_is_refused_with_an_example():
    refused = Caller("olga").post("/tournaments", {**WARGAME, "timeZone": "Lisbon"})
    assert refused.status_code == 422
    assert (refused.json()["field"], refused.json()["detail"]) == ("timeZone", BEYOND)


def test_a_client_reads_the_event_again_after_the_installation_got_another_zone(settings):
    address = f"/tournaments/{event().pk}"
    olga = Caller("olga")
    seen = olga.get(address)
    assert olga.get(address, If_None_Match=seen["ETag"]).status_code == 304
    settings.TIME_ZONE = "Asia/Tokyo"
    assert done(olga.get(address, If_None_Match=seen["ETag"]))["effectiveTimeZone"] == "Asia/Tokyo"


def test_local_times_of_a_schedule_are_read_in_the_zone_and_answered_with_an_offset():
    stage = drawn("ann bo cy", boards=1)
    Tournament.objects.update(time_zone="America/New_York", date=date(2026, 7, 4))
    olga, event_address = Caller("olga"), f"/tournaments/{stage.tournament_id}"
    done(olga.put(f"{event_address}/stages/1/evening", {"starts": "18:00", "minutes": 20}))
    pool_play.publish_pools(stage=fresh(stage), by=olga.user)
    pool_play.start_pools(stage=fresh(stage), by=olga.user)
    (board,) = done(olga.get(f"{event_address}/dispatch"))["boards"]
    assert board["match"]["plannedAt"] == "2026-07-04T22:00:00Z"
    refused = olga.put(f"{event_address}/stages/1/evening", {"starts": "6 pm", "minutes": 20})
    assert refused.json()["field"] == "starts"
