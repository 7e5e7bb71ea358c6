"""A chess event that belongs to no club, over the API: choices, ratings, byes, bans, games, the share link."""

import pytest

from api.calling import Caller, problem
from building import confirmed
from chess_building import SIX, chess, start_chess, with_account
from crosstable.events.models import Match, Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

OPEN = {
    "game": "chess",
    "name": "City Open",
    "date": "2026-11-21",
    "totalRounds": 3,
    "system": "swiss-monrad",
    "tieBreaks": ["PTS", "BH"],
    "scoring": {"win": "3", "draw": "1"},
    "initialColor": "white",
}


@pytest.fixture
def vera() -> Caller:
    return Caller("vera")


@pytest.fixture
def path(vera) -> str:
    made = vera.post("/tournaments", OPEN).json()
    path = f"/tournaments/{made['tournamentId']}"
    vera.post(f"{path}/advance")
    for name, rating in (("Ann", 2000), ("Bo", 1900), ("Cy", 1800), ("Di", 1700), ("Ed", 1600)):
        assert vera.post(f"{path}/players", {"displayName": name, "rating": rating}).status_code == 201
    return path


def ids(vera: Caller, path: str) -> dict[str, int]:
    return {p["displayName"]: p["playerId"] for p in vera.get(f"{path}/players").json()["players"]}


def test_the_choices_are_kept_and_a_put_keeps_what_it_does_not_name(vera, path):
    vera.put(path, {"name": "City Open 2026", "date": "2026-11-21", "totalRounds": 4})
    shown = vera.get(path).json()
    assert {k: shown[k] for k in ("name", "game", "system", "tieBreaks", "totalRounds")} == {
        "name": "City Open 2026",
        "game": "chess",
        "system": "swiss-monrad",
        "tieBreaks": ["PTS", "BH"],
        "totalRounds": 4,
    }


def test_a_forfeit_and_a_bye_follow_the_win_unless_they_are_named(vera, path):
    follow = {"forfeit_win": "3", "allocated_bye": "3", "full_bye": "3", "half_bye": "1"}
    rest = {"win": "3", "draw": "1", "loss": "0", "forfeit_loss": "0", "zero_bye": "0"}
    assert vera.get(path).json()["scoring"] == {**rest, **follow}
    body = {"name": "City Open", "date": "2026-11-21", "totalRounds": 3}
    vera.put(path, {**body, "scoring": {"win": "2", "draw": "1", "forfeit_win": "1"}})
    assert vera.get(path).json()["scoring"] == {
        **rest,
        "win": "2",
        "forfeit_win": "1",
        "allocated_bye": "2",
        "full_bye": "2",
        "half_bye": "1",
    }


def test_a_bye_a_ban_and_a_game_with_its_times(vera, path):
    player = ids(vera, path)
    asked = vera.post(f"{path}/byes", {"roundNumber": 1, "kind": "half", "playerId": player["Ed"]})
    assert asked.status_code == 201
    pair = {"firstId": player["Ann"], "secondId": player["Bo"]}
    assert vera.post(f"{path}/forbidden-pairs", pair).status_code == 204
    listed = {"playerId": player["Ed"], "roundNumber": 1, "kind": "half"}
    assert vera.get(f"{path}/byes").json() == [listed]
    assert vera.get(f"{path}/forbidden-pairs").json() == [{**pair, "first": "Ann", "second": "Bo"}]
    state = vera.post(f"{path}/start").json()
    names = {pk: name for name, pk in player.items()}
    rounds = vera.get(f"{path}/rounds/1").json()
    met = {
        frozenset((names[m["player1"]["playerId"]], names[m["player2"]["playerId"]]))
        for m in rounds["matches"]
        if m["player2"]
    }
    assert met == {frozenset(("Ann", "Cy")), frozenset(("Bo", "Di"))}
    match = state["matches"][0]["matchId"]
    seen = [vera.get(f"{path}/matches/{match}").json()]
    for step in ("start-game", "stop-game"):
        assert vera.post(f"{path}/matches/{match}/{step}").status_code == 200
        seen.append(vera.get(f"{path}/matches/{match}").json())
    assert [(m["startedAt"] is None, m["stoppedAt"] is None) for m in seen] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    assert problem(vera.post(f"{path}/matches/{match}/stop-game")) == (409, "wrong-status")


def test_the_share_link_opens_the_event_and_can_be_switched_off(vera, path):
    token = vera.post(f"{path}/share").json()["token"]
    visitor = Caller(None)
    assert visitor.get(f"/tournaments/share/{token}").json()["tournamentName"] == "City Open"
    assert vera.delete(f"{path}/share").status_code == 204
    assert visitor.get(f"/tournaments/share/{token}").status_code == 404


def test_a_director_is_appointed_by_name_and_dismissed(vera, path):
    dirk = Caller("dirk")
    assert problem(dirk.post(f"{path}/start"))[0] == 403
    confirmed("dirk")
    made = vera.post(f"{path}/directors", {"user": "dirk"})
    assert (made.status_code, made.json()["username"]) == (201, "dirk")
    assert dirk.post(f"{path}/start").status_code == 200
    assert vera.delete(f"{path}/directors/{made.json()['userId']}").status_code == 204
    assert problem(dirk.post(f"{path}/complete-round"))[0] == 403


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"system": "swiss-wargame"}, "system"),
        ({"tieBreaks": ["LUCK"]}, "tieBreaks"),
        ({"scoring": {"win": "many"}}, "scoring"),
        ({"endDate": "2026-11-20"}, "endDate"),
        ({"initialColor": "red"}, "initialColor"),
    ],
)
def test_a_choice_that_cannot_be_names_its_field(vera, change, field):
    refused = vera.post("/tournaments", {**OPEN, **change})
    assert (refused.status_code, refused.json()["field"]) == (422, field)


def test_a_tie_break_there_is_none_of_is_named_as_it_was_sent(vera):
    refused = vera.post("/tournaments", {**OPEN, "tieBreaks": ["LUCK"]}).json()["detail"]
    assert refused.startswith("There is no tie-break 'LUCK'; known are PTS, WINS,")


def test_two_players_report_their_game_and_agree():
    tournament = chess(SIX, players_may_report=True)
    match = with_accounts(tournament)
    address = f"/tournaments/{tournament.pk}/matches/{match.pk}"
    claimed = Caller("ann-account").post(f"{address}/report", {"result": "1-0"}).json()
    assert (claimed["state"], claimed["result"]) == ("claimed", "pending")
    agreed = Caller("di-account").post(f"{address}/report", {"result": "1-0"}).json()
    assert (agreed["state"], agreed["result"]) == ("agreed", "1-0")


def with_accounts(tournament: Tournament) -> Match:
    """The game of ann and di in round 1, both with an account."""
    for name in ("ann", "di"):
        with_account(tournament, name)
    start_chess(tournament)
    return Match.objects.get(round__tournament=tournament, first__display_name="ann")


def test_where_no_colours_suit_the_pairing_is_made_and_marked_for_review(vera):
    """E5: ann and di have had White twice, bo and cy Black twice, and no other opponent is left."""
    ratings = {"ann": 2000, "bo": 1900, "cy": 1800, "di": 1700}
    tournament = chess(ratings, system="swiss-club", total_rounds=3)
    path = f"/tournaments/{tournament.pk}"
    player = ids(vera, path)
    for number, whites in enumerate(({"ann": "bo", "di": "cy"}, {"ann": "cy", "di": "bo"}), start=1):
        vera.post(f"{path}/rounds")
        for white, black in whites.items():
            pair = {"player1Id": player[white], "player2Id": player[black]}
            assert vera.post(f"{path}/rounds/{number}/set-pairing", pair).status_code == 200
        vera.post(f"{path}/rounds/{number}/publish")
        for match in vera.post(f"{path}/rounds/{number}/start").json()["matches"]:
            vera.patch(f"{path}/matches/{match['matchId']}/result", {"result": "1-0"})
        assert vera.post(f"{path}/rounds/{number}/close").status_code == 200
    draft = vera.post(f"{path}/rounds").json()
    boards = [(m["player1"]["name"], m["player2"]["name"]) for m in draft["matches"]]
    assert boards == [("ann", "di"), ("cy", "bo")]  # the lower ranked has the colour that suits
    assert draft["warnings"] == [{"rule": "color-review", "players": list(board)} for board in boards]
    page = text(logged_in("vera").get(f"/t/{tournament.slug}/control"))
    assert page.count("No colours suit both") == 2
    vera.post(f"{path}/rounds/3/publish")
    played = vera.post(f"{path}/rounds/3/start").json()["matches"]
    assert [match["review"] for match in played] == ["no colours suit both players"] * 2
    assert {m["review"] for m in Caller(None).get(f"{path}/rounds/3").json()["matches"]} == {""}
    page = logged_in("vera").get(f"/t/{tournament.slug}/control").content.decode()
    assert page.count('title="no colours suit both players"') == 2
