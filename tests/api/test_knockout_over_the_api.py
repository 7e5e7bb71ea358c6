"""A knockout run by a program: from the draw to the champion, with a correction, a series and a withdrawal."""

from __future__ import annotations

import pytest

from api.calling import Caller, done, problem
from building import entry
from crosstable.events.models import Stage
from knockout_building import chess_knockout, everything, with_knockout

pytestmark = pytest.mark.django_db


def bracket(caller: Caller, stage: Stage) -> dict:
    return done(caller.get(f"/tournaments/{stage.tournament_id}/bracket"))


def step(caller: Caller, stage: Stage, name: str, body: object = None) -> dict:
    return done(caller.post(f"/tournaments/{stage.tournament_id}/knockout/{name}", body))


def win(caller: Caller, stage: Stage, name: str, **more: object):
    """The newest match of that player is won by them, 60–40."""
    matches = bracket(caller, stage)["matches"]
    match = [m for m in matches if m["matchId"] and name in (m["first"]["name"], m["second"]["name"])][-1]
    vp = (60, 40) if match["first"]["name"] == name else (40, 60)
    body = {"player1VP": vp[0], "player2VP": vp[1], **more}
    return caller.post(f"/tournaments/{stage.tournament_id}/matches/{match['matchId']}/override", body)


def test_a_program_runs_a_knockout_to_its_champion():
    stage, olga = with_knockout("ann bo cy di", third_place=True), Caller("olga")
    assert bracket(Caller(None), stage)["status"] == "planned"
    drawn = step(olga, stage, "draw")
    assert [seat["name"] for seat in drawn["seats"]] == ["ann", "bo", "cy", "di"]
    assert bracket(Caller(None), stage)["seats"] == []
    swapped = step(olga, stage, "swap", {"first": 1, "second": 2, "version": drawn["version"]})
    assert [seat["name"] for seat in swapped["seats"]] == ["bo", "ann", "cy", "di"]
    published = step(olga, stage, "publish")
    assert [
        (m["name"], m["first"]["name"], m["second"]["name"], m["table"]) for m in published["matches"]
    ] == [
        ("Semi-final 1", "bo", "di", 1),
        ("Semi-final 2", "ann", "cy", 2),
        ("Third place", "Loser of semi-final 1", "Loser of semi-final 2", None),
        ("Final", "Winner of semi-final 1", "Winner of semi-final 2", None),
    ]
    step(olga, stage, "start")
    for name in ("bo", "ann", "cy", "ann"):
        done(win(olga, stage, name))
    closed = step(olga, stage, "close")
    assert closed["champion"] == entry(stage.tournament, "ann").pk
    assert [(p["place"], p["name"]) for p in closed["places"]] == [
        (1, "ann"),
        (2, "bo"),
        (3, "cy"),
        (4, "di"),
    ]
    assert done(olga.post(f"/tournaments/{stage.tournament_id}/finish"))["status"]
    lines = done(olga.get(f"/tournaments/{stage.tournament_id}/standings"))
    assert (lines["isFinal"], [line["name"] for line in lines["standings"]]) == (
        True,
        ["ann", "bo", "cy", "di"],
    )


def test_a_correction_names_the_matches_it_would_replace():
    stage, olga = with_knockout("ann bo cy di"), Caller("olga")
    for name in ("draw", "publish", "start"):
        step(olga, stage, name)
    done(win(olga, stage, "ann"))
    done(win(olga, stage, "bo"))
    first = bracket(olga, stage)["matches"][0]
    address = f"/tournaments/{stage.tournament_id}/matches/{first['matchId']}/override"
    before = everything(stage.tournament)
    answer = olga.post(address, {"player1VP": 1, "player2VP": 2})
    assert problem(answer) == (409, "touches-later-matches")
    assert answer.json()["matches"] == [{"number": 3, "name": "Final", "players": "ann v bo", "lost": ""}]
    assert everything(stage.tournament) == before
    done(olga.post(address, {"player1VP": 1, "player2VP": 2, "replaces": [3]}))
    assert [
        side["name"] for side in (bracket(olga, stage)["matches"][2][s] for s in ("first", "second"))
    ] == [
        "di",
        "bo",
    ]


def test_a_series_over_the_api():
    stage, vera = chess_knockout({"ann": 2000, "bo": 1900}, best_of=3), Caller("vera")
    for name in ("draw", "publish", "start"):
        step(vera, stage, name)
    match = bracket(vera, stage)["matches"][0]
    address = f"/tournaments/{stage.tournament_id}/matches/{match['matchId']}/games"
    assert problem(vera.put(address, {"games": [{"result": "1-0"}] * 3})) == (409, "series-decided")
    games = [{"result": "1-0"}, {"result": "1/2-1/2"}]
    assert done(vera.put(address, {"games": games}))["state"] == "open"
    assert done(vera.put(address, {"games": [*games, {"result": "1-0"}]}))["state"] == "agreed"
    assert [bracket(vera, stage)["matches"][0][side]["score"] for side in ("first", "second")] == ["2", "0"]


def test_dropping_is_refused_and_withdrawing_is_a_walkover():
    stage, olga = with_knockout("ann bo cy di"), Caller("olga")
    for name in ("draw", "publish", "start"):
        step(olga, stage, name)
    ann = entry(stage.tournament, "ann").pk
    before = everything(stage.tournament)
    answer = olga.post(f"/tournaments/{stage.tournament_id}/drop", {"entryId": ann})
    assert problem(answer) == (409, "still-in-bracket")
    assert everything(stage.tournament) == before
    after = step(olga, stage, "withdraw", {"playerId": ann})
    assert (after["matches"][0]["status"], after["matches"][0]["second"]["won"]) == ("decided", True)


@pytest.mark.parametrize(("first", "second"), [(50, 50), (0, 0)])
def test_a_drawn_match_is_refused(first, second):
    stage, olga = with_knockout("ann bo"), Caller("olga")
    for name in ("draw", "publish", "start"):
        step(olga, stage, name)
    match = bracket(olga, stage)["matches"][0]["matchId"]
    before = everything(stage.tournament)
    answer = olga.post(
        f"/tournaments/{stage.tournament_id}/matches/{match}/override",
        {"player1VP": first, "player2VP": second},
    )
    assert problem(answer) == (422, "needs-winner")
    assert everything(stage.tournament) == before


def test_while_a_semi_final_is_played_a_finalist_has_no_place_but_is_in_the_final():
    stage, olga = with_knockout("ann bo cy di"), Caller("olga")
    for name in ("draw", "publish", "start"):
        step(olga, stage, name)
    done(win(olga, stage, "cy"))
    expected = [
        (1, "cy", "in the final"),
        (2, "ann", "in the semi-finals"),
        (3, "di", "in the semi-finals"),
        (4, "bo", None),
    ]
    assert [(p["place"], p["name"], p["stillIn"]) for p in bracket(olga, stage)["places"]] == expected
    standings = done(olga.get(f"/tournaments/{stage.tournament_id}/standings"))["standings"]
    assert [(line["rank"], line["name"], line.get("stillIn")) for line in standings] == expected
