"""A doubles night over the API alone: format, teams, pools, schedule, results, a withdrawal, the end (section C)."""

from __future__ import annotations

import pytest

from api.calling import Caller, Json, done, problem
from building import user
from crosstable.events.models import Match, Tournament

pytestmark = pytest.mark.django_db
NIGHT = {
    "game": "chess",
    "name": "Doubles Night",
    "date": "2026-11-21",
    "totalRounds": 1,
    "format": "round-robin",
    "teamSize": 2,
}


TWICE = {"displayName": "Jays", "members": [{"name": "Ann"}, {"name": "Owls one"}]}


def team(name: str) -> Json:
    return {"displayName": name, "members": [{"name": f"{name} one"}, {"name": f"{name} two"}]}


def night(olga: Caller, *names: str, **changes: object) -> str:
    made = done(olga.post("/tournaments", {**NIGHT, **changes}), 201)
    path = f"/tournaments/{made['tournamentId']}"
    for name in names:
        done(olga.post(f"{path}/teams", team(name)), 201)
    return path


def player_id(olga: Caller, path: str, name: str) -> int:
    teams = done(olga.get(f"{path}/teams"))["teams"]
    return next(t["playerId"] for t in teams if t["displayName"] == name)


def test_a_doubles_night_from_the_teams_to_the_end() -> None:
    olga, ann = Caller("olga"), Caller("ann")
    path = night(olga, "Owls", "Crows", "Kites")
    done(olga.post(f"{path}/advance"))
    mine = done(
        ann.post(f"{path}/teams/register", {"displayName": "Larks", "members": [{"name": "Bo Lind"}]}), 201
    )
    assert [m["name"] for m in mine["members"]] == ["ann", "Bo Lind"]
    stage = f"{path}/stages/1"
    assert done(olga.get(stage))["settings"]["rounds"] == "berger"  # usual where sides differ
    done(olga.patch(stage, {"settings": {"boards": 2, "rounds": "circle"}}))
    formed = done(olga.post(f"{stage}/pools", {"groups": 1}))
    assert [line["player"]["name"] for line in formed["pools"][0]["lines"]] == [
        "Owls",
        "Crows",
        "Kites",
        "Larks",
    ]
    scheduled = done(olga.post(f"{stage}/schedule"))
    assert [[(m["player1"]["name"], m["board"]) for m in r["matches"]] for r in scheduled["rounds"]] == [
        [("Owls", 1), ("Crows", 2)],
        [("Larks", 1), ("Kites", 2)],  # home and away are shared out
        [("Owls", 1), ("Kites", 2)],
    ]
    assert scheduled["checks"] == {
        "ok": True,
        "groupSizes": [4],
        "sizesWithinOne": True,
        "noBoardTwiceAtOnce": True,
        "groups": [
            {
                "name": "A",
                "ok": True,
                "size": 4,
                "rounds": 3,
                "roundsExpected": 3,
                "matches": 6,
                "matchesExpected": 6,
                "everyPairAsOften": True,
                "byesEqual": True,
                "noEntryTwiceInASlot": True,
            }
        ],
    }
    assert scheduled["equality"]["longestWait"] == {"least": 0, "most": 0}
    assert problem(Caller(None).get(f"{stage}/schedule")) == (404, "not-found")
    done(olga.post(f"{stage}/publish"))
    assert done(olga.post(f"{stage}/start"))["status"] == "started"
    boards = done(Caller(None).get(f"{path}/next-matches"))["boards"]
    assert [(b["board"], b["now"]["player1"]["name"], len(b["then"])) for b in boards] == [
        (1, "Owls", 2),
        (2, "Crows", 2),
    ]
    crows = player_id(olga, path, "Crows")
    preview = done(olga.get(f"{stage}/withdrawals/{crows}"))
    assert [(e["how"], e["byRule"]) for e in preview["effects"]] == [
        ("keep", False),
        ("forfeit", False),
        ("void", True),
    ]
    after = done(olga.post(f"{stage}/withdrawals", {"playerId": crows}), 201)
    assert {line["player"]["name"]: line["withdrawn"] for line in after["pools"][0]["lines"]}[
        "Crows"
    ] == "void"
    for played in done(olga.get(f"{stage}/schedule"))["rounds"]:
        for match in played["matches"]:
            if not match["isVoid"]:
                done(olga.patch(f"{path}/matches/{match['matchId']}/result", {"result": "1-0"}))
    closed = done(olga.post(f"{stage}/close"))
    assert closed["status"] == "closed"
    assert [
        (line["rank"], line["player"]["name"], line["points"]) for line in closed["pools"][0]["lines"]
    ] == [
        (1, "Kites", "2"),
        (2, "Owls", "1"),
        (3, "Larks", "0"),
        (None, "Crows", "0"),
    ]
    assert done(olga.post(f"{path}/finish"))["status"] == "completed"


def test_stages_are_chosen_edited_and_taken_back() -> None:
    olga = Caller("olga")
    path = night(olga, "Owls", "Crows", "Kites", "Larks", format="swiss")
    plain = done(olga.get(f"{path}/stages"))["stages"]
    assert [(s["number"], s["kind"], s["name"], s["settings"]["total_rounds"]) for s in plain] == [
        (1, "swiss", "Swiss", 1)
    ]
    plans = [
        {"kind": "pools", "name": "Groups", "settings": {"groups": 2, "per_pool": 1}},
        {"kind": "knockout"},
    ]
    made = done(olga.put(f"{path}/stages", {"stages": plans}))["stages"]
    assert [(s["number"], s["kind"], s["name"]) for s in made] == [
        (1, "pools", "Groups"),
        (2, "knockout", "Knockout"),
    ]
    assert done(olga.get(f"{path}/stages"))["stages"] == made
    stage = f"{path}/stages/1"
    done(olga.post(f"{stage}/pools"))
    ids = {name: player_id(olga, path, name) for name in ("Owls", "Crows", "Kites", "Larks")}
    swapped = done(olga.patch(f"{stage}/pools", {"playerId": ids["Owls"], "otherId": ids["Crows"]}))
    assert [[line["player"]["name"] for line in pool["lines"]] for pool in swapped["pools"]] == [
        ["Crows", "Larks"],
        ["Owls", "Kites"],
    ]
    assert problem(olga.patch(f"{stage}/pools", {"playerId": ids["Owls"], "pool": "A"})) == (
        409,
        "pool-too-small",
    )
    done(olga.post(f"{stage}/schedule"))
    assert done(olga.post(f"{stage}/back"))["status"] == "planned"
    assert done(olga.delete(f"{stage}/pools"))["pools"] == []
    assert problem(olga.post(f"{stage}/schedule")) == (409, "no-pools")


@pytest.mark.parametrize(
    ("method", "where", "body", "expected"),
    [
        ("PATCH", "/stages/1", {"settings": {"boards": 0}}, (422, "bad-value")),
        ("PATCH", "/stages/1", {"settings": {"colour": 1}}, (422, "bad-value")),
        ("PATCH", "/stages/1", {"version": 99}, (409, "stale")),
        ("POST", "/stages/1/pools", {"groups": 9}, (422, "not-enough-for-pools")),
        ("POST", "/stages/1/close", None, (409, "stage-fixed")),
        ("PUT", "/stages", {"stages": [{"kind": "ladder"}]}, (422, "invalid")),
        ("POST", "/teams", {"displayName": "Jays", "members": []}, (422, "wrong-team-size")),
        (
            "POST",
            "/teams",
            {"displayName": "Jays", "members": [{"name": "a"}, {"name": "Owls one"}]},
            (422, "in-another-team"),
        ),
        ("POST", "/players", {"displayName": "zed"}, (409, "teams-only")),
    ],
)
def test_bad_input_is_a_problem_document_and_changes_nothing(
    method: str, where: str, body: object, expected: tuple[int, str]
) -> None:
    olga = Caller("olga")
    path = night(olga, "Owls", "Crows")
    before = Tournament.objects.get().revision
    assert problem(olga.call(method, f"{path}{where}", body)) == expected
    assert Tournament.objects.get().revision == before


def test_boards_of_a_team_match_are_reported_and_entered() -> None:
    olga, ann = Caller("olga"), Caller("ann")
    path = night(olga, "Owls", teamBoards=2)
    user("cem")
    done(olga.post(f"{path}/advance"))
    done(ann.post(f"{path}/teams/register", {"displayName": "Larks", "members": [{"name": "@cem"}]}), 201)
    stage = f"{path}/stages/1"
    for step in ("pools", "schedule", "publish", "start"):
        done(olga.post(f"{stage}/{step}"))
    match = Match.objects.get()
    where = f"{path}/matches/{match.pk}"
    two = {"boards": [{"result": "1-0"}, {"result": "1/2-1/2"}]}
    assert done(Caller("cem").post(f"{where}/boards/report", two))["state"] == "claimed"
    settled = done(olga.post(f"{where}/boards", two))
    assert (settled["state"], settled["result"]) == ("agreed", "1-0")
    assert problem(olga.post(f"{where}/boards", {"boards": [{"result": "1-0"}]})) == (422, "boards-needed")


def test_the_number_of_a_draw_set_beforehand_is_kept_when_the_pools_are_formed() -> None:
    olga = Caller("olga")
    stage = f"{night(olga, 'Owls', 'Crows', 'Kites', 'Larks', 'Jays', 'Gulls')}/stages/1"
    done(olga.patch(stage, {"settings": {"shuffle_seed": 11, "groups": 2}}))

    def formed(body: Json) -> tuple[object, list[list[str]]]:
        shown = done(olga.post(f"{stage}/pools", body))
        names = [[line["player"]["name"] for line in pool["lines"]] for pool in shown["pools"]]
        return shown["settings"]["shuffle_seed"], names

    kept = formed({})
    assert kept[0] == 11
    assert formed({"shuffleSeed": None}) == (None, [["Owls", "Larks", "Jays"], ["Crows", "Kites", "Gulls"]])
    assert formed({"shuffleSeed": 11}) == kept == formed({})
