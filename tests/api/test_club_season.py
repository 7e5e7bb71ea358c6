"""B8, B9: a whole club season over HTTP with a token: ten members, an odd field, five rounds, the history."""

from __future__ import annotations

import pytest

from api.calling import Caller, problem
from crosstable.accounts.models import Membership

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun"]
ELOS = [2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300, 1250, None]


@pytest.fixture
def secretary() -> Caller:
    return Caller("vera")


@pytest.fixture
def club(secretary: Caller) -> dict:
    club = secretary.post("/clubs", {"clubName": "City Chess Club"}).json()
    for name, elo in zip(NAMES, ELOS, strict=True):
        body = {"name": name} if elo is None else {"name": name, "elo": elo}
        assert secretary.post(f"/clubs/{club['clubId']}/members", body).status_code == 201
    return secretary.get(f"/clubs/{club['clubId']}").json()


def create(secretary: Caller, club: dict, players: int, **more: object) -> dict:
    ids = [member["memberId"] for member in club["members"]][:players]
    body = {
        "tournamentName": "Autumn Swiss",
        "clubId": club["clubId"],
        "totalRounds": 5,
        "memberIds": ids,
        **more,
    }
    answer = secretary.post("/tournaments", body)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_member_has_1200_unless_said_otherwise(club):
    assert [(m["name"], m["elo"]) for m in club["members"]][-2:] == [("Ivo", 1250), ("Jun", 1200)]


def test_a_new_tournament_is_pending_with_its_players(secretary, club):
    made = create(secretary, club, 10)
    assert {k: made[k] for k in ("status", "currentRound", "totalRounds", "matches", "byePlayerId")} == {
        "status": "pending",
        "currentRound": 0,
        "totalRounds": 5,
        "matches": [],
        "byePlayerId": None,
    }
    assert made["players"][0] == {
        "playerId": made["players"][0]["playerId"],
        "memberId": club["members"][0]["memberId"],
        "name": "Ada",
        "elo": 2000,
        "score": 0.0,
        "opponentsPlayed": [],
        "colorsPlayed": [],
    }


def test_a_season_runs_from_club_to_history_over_the_api_alone(secretary, club):
    member = {m["name"]: m["memberId"] for m in club["members"]}
    name = {pk: n for n, pk in member.items()}
    path = f"/tournaments/{create(secretary, club, 9)['tournamentId']}"
    state = secretary.post(f"{path}/start").json()
    assert (state["status"], state["currentRound"], name[state["byePlayerId"]]) == ("in-progress", 1, "Ivo")
    first = {frozenset((name[m["whitePlayerId"]], name[m["blackPlayerId"]])) for m in state["matches"]}
    assert first == {frozenset(p) for p in (("Ada", "Eli"), ("Ben", "Fay"), ("Cleo", "Gus"), ("Dov", "Hana"))}
    byes = [state["byePlayerId"]]
    for number in range(1, 6):
        for match in [m for m in state["matches"] if m["roundNumber"] == number]:
            stronger_is_white = member_elo(club, match["whitePlayerId"]) > member_elo(
                club, match["blackPlayerId"]
            )
            result = {"result": "1-0" if stronger_is_white else "0-1"}
            answer = secretary.patch(f"{path}/matches/{match['matchId']}/result", result)
            assert answer.status_code == 200
        state = secretary.post(f"{path}/complete-round").json()
        if number < 5:
            state = secretary.post(f"{path}/pairings").json()
            byes.append(state["byePlayerId"])
    assert len(set(byes)) == 5
    assert all(len(set(p["opponentsPlayed"])) == len(p["opponentsPlayed"]) for p in state["players"])
    state = secretary.post(f"{path}/finish").json()
    assert state["status"] == "completed"
    standings = secretary.get(f"{path}/standings").json()
    assert (standings["round"], standings["standings"][0]["name"], standings["standings"][0]["score"]) == (
        5,
        "Ada",
        5.0,
    )
    history = secretary.get(f"/members/{member['Ada']}/history").json()
    assert (history["name"], len(history["tournaments"])) == ("Ada", 1)
    assert (history["tournaments"][0]["rank"], len(history["tournaments"][0]["matches"])) == (1, 5)


def member_elo(club: dict, member_id: int) -> int:
    return next(m["elo"] for m in club["members"] if m["memberId"] == member_id)


def test_the_clubs_rating_moves_when_the_round_is_complete(secretary, club):
    path = f"/tournaments/{create(secretary, club, 2, totalRounds=1)['tournamentId']}"
    match = secretary.post(f"{path}/start").json()["matches"][0]
    weaker_wins = "0-1" if match["whitePlayerId"] == club["members"][0]["memberId"] else "1-0"
    secretary.patch(f"{path}/matches/{match['matchId']}/result", {"result": weaker_wins})
    secretary.post(f"{path}/complete-round")
    # Ben 1900 beats Ada 2000: expected 1 / (1 + 10^(100/400)) = 0.35994; 32 × 0.64006 = 20.48
    members = secretary.get(f"/clubs/{club['clubId']}").json()["members"]
    assert [(m["name"], m["elo"], m["games"]) for m in members][:2] == [("Ada", 1980, 1), ("Ben", 1920, 1)]
    line = secretary.get(f"/members/{members[1]['memberId']}/history").json()["tournaments"][0]["matches"][0]
    assert (line["eloBefore"], line["eloAfter"], line["opponent"]) == (1900, 1920, "Ada")


def test_a_rating_the_club_corrected_by_hand_is_where_the_next_round_starts(secretary, club):
    path = f"/tournaments/{create(secretary, club, 2, totalRounds=1)['tournamentId']}"
    match = secretary.post(f"{path}/start").json()["matches"][0]
    secretary.patch(f"{path}/matches/{match['matchId']}/result", {"result": "1/2-1/2"})
    Membership.objects.filter(club_id=club["clubId"]).update(rating=1500)
    secretary.post(f"{path}/complete-round")
    members = secretary.get(f"/clubs/{club['clubId']}").json()["members"]
    assert [(m["elo"], m["games"]) for m in members][:3] == [(1500, 1), (1500, 1), (1500, 0)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"memberIds": [999_999]}, "memberIds"),
        ({"clubId": 999_999}, "clubId"),
        ({"totalRounds": 0}, "totalRounds"),
        ({"totalRounds": 200}, "totalRounds"),
        ({"system": "tarot"}, "system"),
    ],
)
def test_a_bad_tournament_names_the_field_and_leaves_nothing(secretary, club, change, field):
    body = {"tournamentName": "X", "clubId": club["clubId"], "totalRounds": 3, "memberIds": [], **change}
    answer = secretary.post("/tournaments", body)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert secretary.get("/tournaments?mine=true").json()["count"] == 0


def test_a_member_named_twice_or_of_another_club_is_refused(secretary, club):
    ids = [member["memberId"] for member in club["members"]]
    other = secretary.post("/clubs", {"clubName": "Other Club"}).json()
    for body in (
        {"clubId": club["clubId"], "memberIds": [ids[0], ids[0]]},
        {"clubId": other["clubId"], "memberIds": [ids[0]]},
    ):
        answer = secretary.post("/tournaments", {"tournamentName": "X", "totalRounds": 3, **body})
        assert problem(answer) == (422, "bad-value")
    assert secretary.get("/tournaments?mine=true").json()["count"] == 0


def test_the_flow_refuses_what_comes_too_early_or_twice(secretary, club):
    path = f"/tournaments/{create(secretary, club, 4, totalRounds=2)['tournamentId']}"
    assert problem(secretary.post(f"{path}/finish"))[0] == 409
    assert secretary.post(f"{path}/start").status_code == 200
    assert problem(secretary.post(f"{path}/start")) == (409, "wrong-status")
    assert problem(secretary.post(f"{path}/pairings")) == (409, "round-still-open")
    refused = secretary.post(f"{path}/complete-round")
    assert (problem(refused), refused.json()["detail"]) == (
        (409, "results-open"),
        "Boards 1 and 2 still have no confirmed result.",
    )
    assert problem(secretary.post(f"{path}/finish")) == (409, "rounds-missing")


def test_a_result_of_a_closed_round_is_not_changed(secretary, club):
    path = f"/tournaments/{create(secretary, club, 2, totalRounds=1)['tournamentId']}"
    match = secretary.post(f"{path}/start").json()["matches"][0]
    address = f"{path}/matches/{match['matchId']}/result"
    secretary.patch(address, {"result": "1-0"})
    taken_back = secretary.patch(address, {"result": "pending"}).json()
    sides = {name: match[name] for name in ("whitePlayerId", "blackPlayerId")}
    assert taken_back | {"result": "pending", **sides} == taken_back
    secretary.patch(address, {"result": "1/2-1/2"})
    secretary.post(f"{path}/complete-round")
    assert problem(secretary.patch(address, {"result": "0-1"})) == (409, "match-not-started")
    assert problem(secretary.patch(address, {"result": "3-0"}))[0] in (409, 422)


def test_someone_outside_the_club_creates_nothing_for_it(club):
    answer = Caller("mallory").post(
        "/tournaments",
        {"tournamentName": "X", "clubId": club["clubId"], "totalRounds": 3, "memberIds": []},
    )
    assert problem(answer) == (403, "not-allowed")
    assert problem(Caller("mallory").post(f"/clubs/{club['clubId']}/members", {"name": "M"}))[0] == 403


def test_the_body_of_a_club_says_dates_most_players_and_points_and_so_does_every_answer(secretary, club):
    """E3"""
    body = {
        "date": "2026-11-21",
        "endDate": "2026-11-22",
        "maxPlayers": 12,
        "scoring": {"win": "3", "draw": "1", "loss": "0.5", "allocated_bye": "2", "forfeit_win": "2.5"},
    }
    made = create(secretary, club, 4, **body)
    read = secretary.get(f"/tournaments/{made['tournamentId']}").json()
    for answer in (made, read):
        assert {name: answer[name] for name in ("date", "endDate", "maxPlayers")} == {
            name: body[name] for name in ("date", "endDate", "maxPlayers")
        }
        assert {name: answer["scoring"][name] for name in body["scoring"]} == body["scoring"]
    usual = create(secretary, club, 4)
    assert (usual["endDate"], usual["maxPlayers"], usual["scoring"]["draw"]) == (None, None, "0.5")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"maxPlayers": 3}, (409, "not-enough-room")),
        ({"date": "2026-11-21", "endDate": "2026-11-20"}, (422, "bad-value")),
        ({"scoring": {"luck": "1"}}, (422, "bad-value")),
    ],
)
def test_what_a_club_cannot_ask_for_is_refused_and_nothing_is_made(secretary, club, change, expected):
    ids = [member["memberId"] for member in club["members"]][:4]
    body = {"tournamentName": "Autumn Swiss", "clubId": club["clubId"], "totalRounds": 5, "memberIds": ids}
    refused = secretary.post("/tournaments", {**body, **change})
    assert problem(refused) == expected
    assert secretary.get("/tournaments").json()["count"] == 0
