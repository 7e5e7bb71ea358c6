"""A client written from the document of A alone, its operations under our REST names: registration to standings."""

from __future__ import annotations

import pytest

from api.calling import Caller, Json, done

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Northern Open GT",
    "eventDate": "2026-11-21",
    "location": "Leeds",
    "formatText": "2000pts Matched Play",
    "totalRounds": 2,
}
NAMES = ["ann", "bo", "cy", "di", "ed"]


@pytest.fixture
def olga() -> Caller:
    return Caller("olga")


@pytest.fixture
def people() -> dict[str, Caller]:
    return {name: Caller(name) for name in NAMES}


@pytest.fixture
def event(olga, people) -> str:
    made = done(olga.post("/tournaments", NEW), 201)
    assert (made["eventDate"], made["date"], made["game"]) == ("2026-11-21", "2026-11-21", "wargame")
    path = f"/tournaments/{made['tournamentId']}"
    done(olga.post(f"{path}/advance"))
    for name, caller in people.items():
        sent = {"displayName": name, "faction": "tau-empire", "listText": "Boss (100 points)"}
        assert done(caller.post(f"{path}/register", sent), 201)["faction"] == "T'au Empire"
    done(olga.post(f"{path}/advance"))
    for caller in people.values():
        done(caller.post(f"{path}/check-in"))
    assert done(olga.post(f"{path}/advance"))["listsLocked"] is True
    return path


def started(olga: Caller, event: str, number: int) -> list[Json]:
    done(olga.post(f"{event}/rounds", {"mission": "The Ritual"}), 201)
    done(olga.post(f"{event}/rounds/{number}/publish"))
    return done(olga.post(f"{event}/rounds/{number}/start"))["matches"]


def result_fields(match: Json) -> tuple[object, ...]:
    return tuple(match[name] for name in ("state", "outcome", "confirmed", "organiserRuled", "bye"))


def test_a_bye_is_a_finished_match_of_its_kind(olga, event):
    *tables, bye = started(olga, event, 1)
    assert result_fields(bye) == ("bye", "BYE", False, False, "allocated")
    assert bye["result"] == "bye"
    assert [result_fields(match) for match in tables] == [("open", None, False, False, None)] * 2


def test_a_report_is_confirmed_and_a_dispute_is_ruled(olga, people, event):
    one, two, _ = started(olga, event, 1)
    first, second = one["player1"], one["player2"]
    at = f"{event}/matches/{one['matchId']}"
    claimed = done(people[first["name"]].post(f"{at}/report", {"player1VP": 72, "player2VP": 45}))
    assert (result_fields(claimed), claimed["reportedBy"]) == (
        ("claimed", None, False, False, None),
        first["playerId"],
    )
    agreed = done(people[second["name"]].post(f"{at}/confirm"))
    assert result_fields(agreed) == ("agreed", "P1_WIN", True, False, None)
    assert (agreed["reportedBy"], agreed["confirmedBy"]) == (first["playerId"], second["playerId"])
    at = f"{event}/matches/{two['matchId']}"
    done(people[two["player1"]["name"]].post(f"{at}/report", {"player1VP": 50, "player2VP": 40}))
    done(people[two["player2"]["name"]].post(f"{at}/dispute", {"reason": "We counted again."}))
    ruled = done(olga.post(f"{at}/override", {"player1VP": 40, "player2VP": 40}))
    assert (result_fields(ruled), ruled["settled"]) == (("agreed", "DRAW", False, True, None), "ruled")


def test_an_override_is_the_organisers_word_also_where_no_one_disputed(olga, people, event):
    one, two, _ = started(olga, event, 1)
    at = f"{event}/matches/{one['matchId']}"
    done(people[one["player1"]["name"]].post(f"{at}/report", {"player1VP": 72, "player2VP": 45}))
    for match in (one, two):
        body = {"player1VP": 45, "player2VP": 72}
        entered = done(olga.post(f"{event}/matches/{match['matchId']}/override", body))
        assert (result_fields(entered), entered["settled"]) == (
            ("agreed", "P2_WIN", False, True, None),
            "entered",
        )


def test_a_no_show_is_not_a_bye_anyone_was_given(olga, event):
    *_, bye = started(olga, event, 1)
    done(olga.post(f"{event}/players/{bye['player1']['playerId']}/no-show"))
    now = [m for m in done(olga.get(f"{event}/rounds/1"))["matches"] if m["player2"] is None]
    assert [(m["player1"]["name"], *result_fields(m)) for m in now] == [
        (bye["player1"]["name"], "bye", "BYE", False, False, "no-show")
    ]


def test_standings_carry_what_the_document_names(olga, event):
    one, two, bye = started(olga, event, 1)
    for match, score in ((one, (72, 45)), (two, (30, 60))):
        body = {"player1VP": score[0], "player2VP": score[1]}
        done(olga.post(f"{event}/matches/{match['matchId']}/override", body))
    done(olga.post(f"{event}/rounds/1/close"))
    lines = done(olga.get(f"{event}/standings"))["standings"]
    wanted = (
        "rank",
        "displayName",
        "wins",
        "losses",
        "draws",
        "totalVP",
        "vpAgainst",
        "margin",
        "strengthOfSchedule",
    )
    assert [tuple(line[name] for name in wanted) for line in lines] == [
        (1, two["player2"]["name"], 1, 0, 0, 60, 30, 30, 0.0),
        (2, one["player1"]["name"], 1, 0, 0, 72, 45, 27, 0.0),
        (3, bye["player1"]["name"], 1, 0, 0, 0, 0, 0, 0.0),
        (4, one["player2"]["name"], 0, 1, 0, 45, 72, -27, 100.0),
        (5, two["player1"]["name"], 0, 1, 0, 30, 60, -30, 100.0),
    ]
    assert [line["rating"] for line in lines] == [1216, 1216, None, 1184, 1184]
