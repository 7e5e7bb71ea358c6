"""Answers about an event have the same fields, whatever body created it and whichever operation answers."""

from __future__ import annotations

import pytest

from api.calling import Caller, Json, done

pytestmark = pytest.mark.django_db

CHESS = {"name": "Open", "date": "2026-11-21", "totalRounds": 1, "game": "chess"}


@pytest.fixture
def vera() -> Caller:
    return Caller("vera")


def with_players(vera: Caller, made: Json) -> str:
    path = f"/tournaments/{made['tournamentId']}"
    for name in ("Ada", "Ben"):
        done(vera.post(f"{path}/players", {"displayName": name, "rating": 1500}), 201)
    return path


def created(vera: Caller) -> list[Json]:
    """By document D's three fields and a game, by our own words, by a club's."""
    club = done(vera.post("/clubs", {"clubName": "City Chess Club"}), 201)
    members = [
        done(vera.post(f"/clubs/{club['clubId']}/members", {"name": name}), 201)["memberId"]
        for name in ("Cleo", "Dov")
    ]
    of_club = {"tournamentName": "Open", "clubId": club["clubId"], "totalRounds": 1, "memberIds": members}
    bodies = (CHESS, {**CHESS, "system": "swiss-monrad", "description": "Doors at nine."}, of_club)
    return [done(vera.post("/tournaments", body), 201) for body in bodies]


def test_every_answer_about_an_event_has_one_shape_whatever_body_created_it(vera):
    shapes: set[tuple[str, ...]] = set()
    for made in created(vera):
        path = f"/tournaments/{made['tournamentId']}"
        answers = [made, done(vera.get(path)), done(vera.put(path, CHESS | {"name": "Renamed"}))]
        if not made["players"]:
            with_players(vera, made)
        answers += [done(vera.post(f"{path}/advance"))]
        token = done(vera.post(f"{path}/share"))["token"]
        answers += [done(vera.get(f"/tournaments/share/{token}")), done(vera.post(f"{path}/start"))]
        shapes |= {tuple(sorted(answer)) for answer in answers}
    assert len(shapes) == 1
    assert {"name", "tournamentName", "clubId", "players", "matches", "byePlayerId"} <= {*shapes.pop()}


def test_a_list_has_the_same_fields_without_the_players_and_the_matches(vera):
    whole = created(vera)[0]
    rows = done(vera.get("/tournaments"))["items"]
    assert {tuple(sorted(row)) for row in rows} == {
        tuple(sorted(set(whole) - {"players", "matches", "byePlayerId", "roundsWarning"}))
    }


def test_standings_have_one_shape_whatever_body_created_the_event(vera):
    shapes: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    for made in created(vera):
        path = f"/tournaments/{made['tournamentId']}"
        if not made["players"]:
            with_players(vera, made)
        done(vera.post(f"{path}/start"))
        answer = done(vera.get(f"{path}/standings"))
        shapes |= {(tuple(sorted(answer)), tuple(sorted(line))) for line in answer["standings"]}
    assert len(shapes) == 1


def test_a_result_is_answered_as_the_match_in_every_event(vera):
    shapes: set[tuple[str, ...]] = set()
    for made in created(vera):
        path = f"/tournaments/{made['tournamentId']}"
        if not made["players"]:
            with_players(vera, made)
        match = done(vera.post(f"{path}/start"))["matches"][0]
        answer = done(vera.patch(f"{path}/matches/{match['matchId']}/result", {"result": "1-0"}))
        assert (answer["matchId"], answer["result"]) == (match["matchId"], "1-0")
        assert [answer[side] for side in SIDES] == [match[side] for side in SIDES]
        shapes.add(tuple(sorted(answer)))
    assert len(shapes) == 1


SIDES = ("whitePlayerId", "blackPlayerId")


def test_a_club_hears_its_three_status_words_and_everyone_else_the_five(vera):
    *_, made = created(vera)
    path = f"/tournaments/{made['tournamentId']}"
    assert (made["status"], done(vera.get(path))["status"]) == ("pending", "draft")
    started = done(vera.post(f"{path}/start"))
    assert (started["status"], done(vera.get(path))["status"]) == ("in-progress", "in-progress")
