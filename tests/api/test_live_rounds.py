"""A round that is on, run by a program: missing players, ways out, late arrivals, pairings by hand, seats."""

from __future__ import annotations

import pytest

from api.calling import Caller, done, problem
from building import entry, match_of
from crosstable.events.actions.rounds import rounds
from events.live_building import published, seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return published("a b c d e")


@pytest.fixture
def olga():
    return Caller("olga")


def of(tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.pk}{rest}"


def player(tournament, name: str) -> int:
    return entry(tournament, name).pk


def test_a_no_show_is_repaired_by_key(olga, tournament):
    marked = done(olga.post(of(tournament, f"/players/{player(tournament, 'a')}/no-show")))
    assert marked["absent"] is True
    ways = done(olga.get(of(tournament, "/rounds/1/repairs")))
    assert [(way["kind"], way["title"], way["notified"]) for way in ways["proposals"][:2]] == [
        ("meets-bye", "c plays e", ["c", "e"]),
        ("forfeit", "Win by forfeit for c", ["c"]),
    ]
    assert ways["proposals"][0]["changes"] == ["Table 1: c against e.", "a scores nothing in this round."]
    assert ways["proposals"][0]["disturbance"] == {
        "rematches": 0,
        "idle": 0,
        "notified": 2,
        "walking": 1,
        "gap": 0,
    }
    key = ways["proposals"][0]["key"]
    after = done(olga.post(of(tournament, "/rounds/1/repairs"), {"key": key}))
    assert [(m["table"], m["player1"]["name"]) for m in after["matches"]] == [(1, "c"), (2, "b"), (None, "a")]
    assert problem(olga.post(of(tournament, "/rounds/1/repairs"), {"key": key})) == (409, "repair-outdated")
    assert done(olga.post(of(tournament, f"/players/{player(tournament, 'a')}/back")))["absent"] is False


def test_repairs_need_a_round_that_is_on(olga, tournament):
    assert problem(olga.get(of(tournament, "/rounds/7/repairs"))) == (409, "no-live-round")


def test_someone_late_gets_a_place(olga, tournament):
    body = {"how": "play", "opponentId": player(tournament, "e"), "displayName": "zed", "faction": "Orks"}
    assert done(olga.post(of(tournament, "/late-arrivals"), body))["displayName"] == "zed"
    assert seen(tournament) == ["1 a-c", "2 b-d", "3 e-zed"]
    again = {"how": "play", "opponentId": player(tournament, "e"), "displayName": "yan", "faction": "Orks"}
    assert problem(olga.post(of(tournament, "/late-arrivals"), again)) == (409, "not-free")
    twice = {"how": "half", "playerId": player(tournament, "zed")}
    assert problem(olga.post(of(tournament, "/late-arrivals"), twice)) == (409, "already-in-round")
    assert seen(tournament) == ["1 a-c", "2 b-d", "3 e-zed"]


def test_a_player_concedes_for_themselves_and_an_organiser_undoes_it(olga, tournament):
    rounds.start_round(tournament=tournament, by=tournament.owner)
    assert done(Caller("c").post(of(tournament, "/concede")))["dropped"] is True
    assert seen(tournament)[0] == "1 a-c 1-0F"
    done(olga.post(of(tournament, "/rejoin"), {"entryId": player(tournament, "c")}))
    assert seen(tournament)[0] == "1 a-c"


def test_a_pairing_by_hand_is_checked_set_and_compared(olga, tournament):
    pair = {"player1Id": player(tournament, "a"), "player2Id": player(tournament, "b")}
    checked = done(olga.post(of(tournament, "/rounds/1/check"), pair))
    assert checked == {
        "changes": [
            {"table": 1, "player1": "a", "player2": "b"},
            {"table": 2, "player1": "c", "player2": "d"},
        ],
        "aside": [],
        "warnings": [],
    }
    assert seen(tournament) == ["1 a-c", "2 b-d", "e allocated"]
    version = done(olga.get(of(tournament, "/rounds/1/comparison")))["version"]
    after = done(olga.post(of(tournament, "/rounds/1/set-pairing"), {**pair, "version": version}))
    assert [m["byHand"] for m in after["matches"]] == [True, True, False]
    found = done(olga.get(of(tournament, "/rounds/1/comparison")))
    assert found["differs"] is True
    assert [(m["player1"], m["player2"]) for m in found["onlyEngine"]] == [("a", "c"), ("b", "d")]
    stale = olga.post(of(tournament, "/rounds/1/set-pairing"), {**pair, "version": version})
    assert problem(stale) == (409, "stale")


def test_unpaired_players_are_given_byes(olga, tournament):
    done(olga.post(of(tournament, f"/matches/{match_of(tournament, 'a').pk}/unpair")))
    assert done(olga.get(of(tournament, "/rounds/1/comparison")))["unpaired"] == ["a", "c"]
    assert problem(olga.post(of(tournament, "/rounds/1/start"))) == (409, "players-aside")
    bye = {"playerId": player(tournament, "a")}
    assert problem(olga.post(of(tournament, "/rounds/1/byes"), bye)) == (409, "bye-taken")
    done(olga.post(of(tournament, "/rounds/1/byes"), {**bye, "kind": "half"}))
    done(olga.post(of(tournament, "/rounds/1/byes"), {"playerId": player(tournament, "c"), "kind": "zero"}))
    assert seen(tournament) == ["2 b-d", "a half", "c zero", "e allocated"]


def test_a_round_being_played_is_changed_only_when_said(olga, tournament):
    rounds.start_round(tournament=tournament, by=tournament.owner)
    pair = {"player1Id": player(tournament, "a"), "player2Id": player(tournament, "b")}
    for path, body in (("set-pairing", pair), ("swap", pair)):
        assert problem(olga.post(of(tournament, f"/rounds/1/{path}"), body)) == (409, "round-being-played")
    match = of(tournament, f"/matches/{match_of(tournament, 'a').pk}")
    assert problem(olga.patch(match, {"table": 9})) == (409, "round-being-played")
    done(olga.patch(match, {"table": 9, "althoughPlayed": True}))
    done(olga.post(of(tournament, "/rounds/1/swap"), {**pair, "althoughPlayed": True}))
    assert seen(tournament) == ["2 a-d", "9 b-c", "e allocated"]


def test_seats_and_blocked_tables(olga, tournament):
    seat = of(tournament, f"/players/{player(tournament, 'a')}/seat")
    assert done(olga.put(seat, {"table": 4}))["fixedTable"] == 4
    assert problem(olga.post(of(tournament, "/blocked-tables"), {"table": 4})) == (409, "seat-taken")
    done(olga.post(of(tournament, "/blocked-tables"), {"table": 2, "reason": "wobbles"}))
    assert done(olga.get(of(tournament, "/tables"))) == {
        "fixedSeats": [{"playerId": player(tournament, "a"), "name": "a", "table": 4}],
        "blockedTables": [{"table": 2, "reason": "wobbles"}],
    }
    done(olga.delete(of(tournament, "/blocked-tables/2")), 204)
    assert done(olga.put(seat, {"table": None}))["fixedTable"] is None
    assert problem(olga.put(seat, {"table": 0})) == (422, "bad-value")
