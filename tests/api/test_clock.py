"""The round clock over the API: set, start, pause, resume, add, extend one table, read."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from api.calling import WARGAME, Caller, done, problem
from building import match_of, playing
from crosstable.events.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return playing("ann bo cy di", round_minutes=90)


def test_a_running_clock_says_when_it_ends(tournament):
    clock = done(Caller(None).get(f"/tournaments/{tournament.pk}/rounds/1/clock"))
    ends_at = datetime.fromisoformat(clock.pop("endsAt"))
    lasts = ends_at - Round.objects.get().started_at
    assert abs(lasts - timedelta(minutes=90)) < timedelta(milliseconds=1)  # JSON has no microseconds
    assert clock == {"number": 1, "state": "running", "minutes": 90, "secondsLeft": None, "tables": []}


def test_pause_go_on_and_add(tournament):
    olga, address = Caller("olga"), f"/tournaments/{tournament.pk}/rounds/1/clock"
    paused = done(olga.post(f"{address}/pause"))
    assert (paused["state"], paused["endsAt"], paused["secondsLeft"]) == ("paused", None, 5400)
    assert done(olga.post(f"{address}/add", {"minutes": 10}))["secondsLeft"] == 6000
    assert done(olga.post(f"{address}/resume"))["state"] == "running"
    assert done(olga.put(address, {"minutes": 60}))["minutes"] == 60
    assert problem(olga.put(address, {"minutes": 0})) == (422, "bad-value")


def test_one_table_gets_more_time_and_everyone_can_read_why(tournament):
    match = match_of(tournament, "ann")
    wanted = {"minutes": 7, "reason": "a judge call"}
    clock = done(Caller("olga").post(f"/tournaments/{tournament.pk}/matches/{match.pk}/extend", wanted))
    (table,) = done(Caller(None).get(f"/tournaments/{tournament.pk}/rounds/1/clock"))["tables"]
    later = datetime.fromisoformat(table.pop("endsAt")) - datetime.fromisoformat(clock["endsAt"])
    assert later == timedelta(minutes=7)
    assert table == {"matchId": match.pk, "table": 1, "minutes": 7, "reason": "a judge call"}


def test_a_round_without_a_clock_says_so():
    tournament = playing("ann bo")
    address = f"/tournaments/{tournament.pk}/rounds/1/clock"
    assert done(Caller(None).get(address))["state"] == "none"
    assert problem(Caller("olga").post(f"{address}/pause")) == (409, "no-clock")


def test_the_length_of_every_round_belongs_to_the_tournament():
    olga = Caller("olga")
    made = done(olga.post("/tournaments", {**WARGAME, "roundMinutes": 150}), 201)
    assert made["roundMinutes"] == 150
    refused = olga.post("/tournaments", {**WARGAME, "roundMinutes": 1441})
    assert problem(refused) == (422, "bad-value")
    assert refused.json()["field"] == "roundMinutes"
