"""The desk over the API: what an entry must name, what comes back, and that a repeat stores once."""

from __future__ import annotations

from typing import Any

import pytest

from api.calling import Caller, problem
from building import playing
from crosstable.events.models import JournalEntry

pytestmark = pytest.mark.django_db
FOUR = "ann bo cy di"


def entry(place: dict[str, Any], score: str, key: str = "k1", **more: object) -> dict[str, object]:
    named = {name: place[name] for name in ("matchId", "roundNumber", "player1Id", "player2Id")}
    return {"key": key, **named, "score": score, **more}


def test_entries_are_stored_in_order_once_and_answered_one_by_one():
    address = f"/tournaments/{playing(FOUR).pk}/desk"
    olga = Caller("olga")
    desk = olga.get(address).json()
    first, second = desk["places"]
    assert (desk["round"], [first["table"], second["table"]]) == ("Round 1", [1, 2])
    body = {"entries": [entry(first, "72 45"), entry(second, "900 1", "k2"), entry(second, "1f", "k3")]}
    answers = olga.post(address, body).json()["answers"]
    assert [(a["key"], a["state"], a["score"]) for a in answers] == [
        ("k1", "saved", "72–45"),
        ("k2", "refused", ""),
        ("k3", "saved", "1–0 forfeit"),
    ]
    assert olga.post(address, body).json()["answers"][0] == answers[0]
    assert JournalEntry.objects.filter(verb="result.entered").count() == 2


def test_a_conflict_shows_both_and_the_version_decides():
    address = f"/tournaments/{playing(FOUR).pk}/desk"
    olga = Caller("olga")
    place = olga.get(address).json()["places"][0]
    olga.post(address, {"entries": [entry(place, "72 45")]})
    answer = olga.post(address, {"entries": [entry(place, "70 40", "k2")]}).json()["answers"][0]
    assert (answer["state"], answer["theirs"]["score"]) == ("conflict", "72–45")
    version = answer["theirs"]["version"]
    again = olga.post(address, {"entries": [entry(place, "70 40", "k3", version=version)]}).json()
    assert again["answers"][0]["state"] == "saved"


def test_players_do_not_enter_at_the_desk():
    tournament = playing(FOUR)
    assert problem(Caller("ann").get(f"/tournaments/{tournament.pk}/desk")) == (403, "not-allowed")


def test_at_most_fifty_entries_at_a_time():
    address = f"/tournaments/{playing(FOUR).pk}/desk"
    olga = Caller("olga")
    place = olga.get(address).json()["places"][0]
    body = {"entries": [entry(place, "1 0", f"k{n}") for n in range(51)]}
    assert olga.post(address, body).status_code == 422
