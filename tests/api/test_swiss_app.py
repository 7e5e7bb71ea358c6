"""Document D at /compat/swiss-app/api: its names and nothing else, and what it leaves open."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, Json, done, problem
from api.operations_table import operations
from building import event, user
from chess_building import SIX, with_account
from crosstable.accounts.models import User
from crosstable.api.swiss_app.app import api
from crosstable.events.actions.event import access
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Match, Role, Round, Tournament
from knockout_building import chess_knockout
from sheets import xlsx
from web.visiting import logged_in

pytestmark = pytest.mark.django_db

BASE = "/compat/swiss-app/api"
NEW = {"name": "University Open", "date": "2026-11-21", "totalRounds": 3}
PLAYERS = [("Ada", 2000), ("Ben", 1900), ("Cleo", 1800), ("Dov", 1700), ("Eli", 1600)]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


@pytest.fixture
def organiser() -> Caller:
    return Caller("olga", base=BASE)


@pytest.fixture
def visitor() -> Caller:
    return Caller(None, base=BASE)


@pytest.fixture
def made(organiser: Caller) -> Json:
    new = done(organiser.post("/tournaments", NEW), 201)
    for name, rating in PLAYERS:
        body = {"tournament": new["_id"], "name": name, "rating": rating, "university": "Oslo"}
        done(organiser.post("/players", body), 201)
    return new


def generate(organiser: Caller, made: Json, **more: object) -> list[Json]:
    return done(organiser.post("/pairings/generate", {"tournament": made["_id"], **more}), 201)  # type: ignore[return-value]


def record(organiser: Caller, boards: list[Json], *results: str) -> None:
    for board, result in zip([b for b in boards if b["blackPlayer"]], results, strict=True):
        assert done(organiser.put(f"/pairings/{board['_id']}/result", {"result": result}))["result"] == result


def upload(organiser: Caller, made: Json, *rows: list[object]) -> object:
    sheet = SimpleUploadedFile("list.xlsx", xlsx(*rows))
    address = f"{BASE}/players/bulk-upload"
    return organiser.client.post(
        address, {"tournament": made["_id"], "file": sheet}, headers=organiser.headers
    )


def test_a_tournament_has_the_fields_of_the_document_and_no_others(organiser, visitor):
    new = done(organiser.post("/tournaments", {**NEW, "colour": "blue"}), 201)
    assert TIME.match(new.pop("createdAt"))
    link = new.pop("shareLink")
    assert re.fullmatch(r"[\w-]{20,43}", link)
    assert new == {
        "_id": str(Tournament.objects.get().pk),
        "name": "University Open",
        "date": "2026-11-21",
        "currentRound": 0,
        "totalRounds": 3,
        "status": "upcoming",
    }
    listed = done(visitor.get("/tournaments/"))
    assert [one["_id"] for one in listed] == [new["_id"]]
    assert done(visitor.get(f"/tournaments/share/{link}")) == done(visitor.get(f"/tournaments/{new['_id']}"))
    assert done(visitor.get(f"/tournaments/share/{link}")) == listed[0]


def test_it_is_a_chess_swiss_paired_and_ranked_by_the_document(organiser, made):
    ours = done(Caller("olga").get(f"/tournaments/{made['_id']}"))
    assert (ours["game"], ours["system"], ours["tieBreaks"], ours["status"]) == (
        "chess",
        "swiss-next",
        ["PTS", "OPP", "RTNG"],
        "registration",
    )


def test_a_put_changes_the_fields_that_are_sent(organiser, made):
    address = f"/tournaments/{made['_id']}"
    assert done(organiser.put(address, {"name": "Winter Open"})) == {**made, "name": "Winter Open"}
    read = done(organiser.get(address))
    sent_back = {**read, "date": "2026-11-22T09:30:00.000Z", "totalRounds": "4"}
    assert done(organiser.put(address, sent_back)) == {**read, "date": "2026-11-22", "totalRounds": 4}
    refused = organiser.put(address, {"status": "completed"})
    assert problem(refused) == (422, "bad-value")
    assert refused.json()["detail"].startswith(
        "The status of the tournament is upcoming. It changes with the rounds"
    )


def test_players_are_added_changed_and_deleted(organiser, visitor, made):
    listed = done(visitor.get(f"/players/tournament/{made['_id']}"))
    assert TIME.match(listed[0].pop("createdAt"))
    assert listed[0] == {
        "_id": listed[0]["_id"],
        "tournament": made["_id"],
        "name": "Ada",
        "rating": 2000,
        "university": "Oslo",
        "points": 0.0,
        "opponents": [],
        "colors": [],
        "buchholz": 0.0,
    }
    eli = listed[-1]
    assert done(organiser.put(f"/players/{eli['_id']}", {"rating": "1650"})) == {**eli, "rating": 1650}
    assert done(organiser.delete(f"/players/{eli['_id']}")) == {"message": "Eli is deleted."}
    assert [p["name"] for p in done(visitor.get(f"/players/tournament/{made['_id']}"))] == [
        "Ada",
        "Ben",
        "Cleo",
        "Dov",
    ]


def test_a_player_who_has_been_paired_is_withdrawn_when_deleted(organiser, made):
    boards = generate(organiser, made)
    record(organiser, boards, "1-0", "1-0")
    ada = boards[0]["whitePlayer"]
    assert done(organiser.delete(f"/players/{ada}")) == {"message": "Ada has been paired and is withdrawn."}
    following = generate(organiser, made, roundNumber=2)
    assert ada not in {board[side] for board in following for side in ("whitePlayer", "blackPlayer")}


def test_an_upload_enters_the_good_rows_and_reports_the_others_by_number(organiser, made):
    heads = ["University", "Name", "Rating"]
    answer = upload(
        organiser,
        made,
        heads,
        ["Oslo", "Fay", 1500],
        ["Oslo", "", 1400],
        ["Oslo", "Gus", "strong"],
        ["", "Hal", 1300],
        ["Oslo", "Ada", 1200],
    )
    data = done(answer)
    assert [(player["name"], player["rating"], player["university"]) for player in data["success"]] == [
        ("Fay", 1500, "Oslo")
    ]
    assert [(row["row"], row["name"]) for row in data["errors"]] == [
        (3, ""),
        (4, "Gus"),
        (5, "Hal"),
        (6, "Ada"),
    ]
    assert data["errors"][2]["error"] == "University is empty."


@pytest.mark.parametrize("heads", [["Name", "Rating"], ["Name", "University"], ["Rating", "University"]])
def test_an_upload_without_a_required_column_is_refused(organiser, made, heads):
    answer = upload(organiser, made, heads, ["Fay", 1500])
    missing = next(name for name in ("Name", "Rating", "University") if name not in heads)
    assert answer.status_code == 422
    assert missing in answer.json()["detail"]
    assert len(done(organiser.get(f"/players/tournament/{made['_id']}"))) == 5


def test_pairings_have_the_fields_of_the_document_and_the_bye_a_result_of_it(organiser, visitor, made):
    boards = generate(organiser, made, roundNumber=1)
    ids = {
        player["name"]: player["_id"] for player in done(visitor.get(f"/players/tournament/{made['_id']}"))
    }
    assert TIME.match(boards[0]["createdAt"])
    assert [
        (b["tournament"], b["round"], b["whitePlayer"], b["blackPlayer"], b["result"], b["board"])
        for b in boards
    ] == [
        (made["_id"], 1, ids["Ada"], ids["Ben"], "pending", 1),
        (made["_id"], 1, ids["Cleo"], ids["Dov"], "pending", 2),
        (made["_id"], 1, ids["Eli"], None, "1-0", 3),
    ]
    assert set(boards[0]) == {
        "_id",
        "tournament",
        "round",
        "whitePlayer",
        "blackPlayer",
        "result",
        "board",
        "createdAt",
    }
    assert done(visitor.get(f"/pairings/tournament/{made['_id']}/round/1")) == boards
    eli = next(p for p in done(visitor.get(f"/tournaments/{made['_id']}/standings")) if p["name"] == "Eli")
    assert (eli["points"], eli["opponents"], eli["colors"]) == (1.0, [], [])


def test_opponents_and_colours_are_recorded_when_paired(organiser, made):
    boards = generate(organiser, made)
    players = {p["_id"]: p for p in done(organiser.get(f"/players/tournament/{made['_id']}"))}
    white, black = boards[0]["whitePlayer"], boards[0]["blackPlayer"]
    assert (players[white]["opponents"], players[white]["colors"]) == ([black], ["white"])
    assert (players[black]["opponents"], players[black]["colors"]) == ([white], ["black"])


def test_the_last_result_closes_the_round_and_completes_the_event_for_every_reader(organiser, visitor, made):
    path = f"/tournament/{made['_id']}"
    for number in (1, 2, 3):
        boards = generate(organiser, made, roundNumber=number)
        record(organiser, boards[:1], "1-0")
        states = [one["status"] for one in done(visitor.get(f"/rounds{path}"))]
        assert states == ["completed"] * (number - 1) + ["ongoing"] + ["upcoming"] * (3 - number)
        record(organiser, boards[1:], "0.5-0.5")
        states = [one["status"] for one in done(visitor.get(f"/rounds{path}"))]
        assert states == ["completed"] * number + ["upcoming"] * (3 - number)
    event = done(visitor.get(f"/tournaments/{made['_id']}"))
    assert (event["status"], event["currentRound"]) == ("completed", 3)
    assert done(Caller(None).get(f"/tournaments/{made['_id']}"))["status"] == "complete"
    standings = done(visitor.get(f"/tournaments/{made['_id']}/standings"))
    ours = done(Caller(None).get(f"/tournaments/{made['_id']}/standings"))
    assert [p["name"] for p in standings] == [line["name"] for line in ours["standings"]]
    assert done(organiser.post(f"/rounds{path}/calculate-tiebreaks")) == standings


def by_the_desk(tournament: Tournament, match: Match) -> None:
    page = f"/t/{tournament.slug}/control/enter"
    assert logged_in("olga").post(page, {"table": match.table, "result": "1"}).status_code == 302


def by_our_api(tournament: Tournament, match: Match) -> None:
    done(Caller("olga").patch(f"/tournaments/{tournament.pk}/matches/{match.pk}/result", {"result": "1-0"}))


def by_both_phones(tournament: Tournament, match: Match) -> None:
    for entry, outcome in ((match.first, "win"), (match.second, "loss")):
        name = f"{entry.display_name}-account"
        if not User.objects.filter(username=name).exists():
            with_account(tournament, entry.display_name)
        page = f"/t/{tournament.slug}/me/matches/{match.pk}/report"
        assert logged_in(name).post(page, {"outcome": outcome}).status_code == 302


@pytest.mark.parametrize("enter", [by_the_desk, by_our_api, by_both_phones])
def test_the_last_result_entered_elsewhere_completes_round_and_event_for_readers_of_the_document(
    organiser, visitor, made, enter
):
    tournament = Tournament.objects.get()
    for number in (1, 2, 3):
        generate(organiser, made)
        matches = Match.objects.filter(round__number=number, second__isnull=False)
        for match in matches.select_related("first", "second"):
            states = [one["status"] for one in done(visitor.get(f"/rounds/tournament/{made['_id']}"))]
            assert states == ["completed"] * (number - 1) + ["ongoing"] + ["upcoming"] * (3 - number)
            assert done(visitor.get(f"/tournaments/{made['_id']}"))["status"] == "ongoing"
            enter(tournament, match)
        states = [one["status"] for one in done(visitor.get(f"/rounds/tournament/{made['_id']}"))]
        assert states == ["completed"] * number + ["upcoming"] * (3 - number)
    read = done(visitor.get(f"/tournaments/{made['_id']}"))
    assert read["status"] == "completed"
    assert done(visitor.get(f"/tournaments/share/{made['shareLink']}")) == read
    assert done(visitor.get("/tournaments")) == [read]
    assert done(organiser.put(f"/tournaments/{made['_id']}", read)) == read
    assert problem(organiser.post("/pairings/generate", {"tournament": made["_id"]})) == (
        409,
        "no-round-left",
    )


def test_a_result_is_taken_while_a_game_of_an_earlier_round_is_open(organiser, visitor, made):
    first = generate(organiser, made)
    record(organiser, first[:1], "1-0")
    tournament = Tournament.objects.get()
    rounds.pair_next_round(tournament=tournament, with_open=True, by=tournament.owner)
    rounds.publish_round(tournament=tournament, with_open=True, by=tournament.owner)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    second = done(visitor.get(f"/pairings/tournament/{made['_id']}/round/2"))
    record(organiser, second, "1-0", "0-1")
    address = f"/rounds/tournament/{made['_id']}"
    assert [one["status"] for one in done(visitor.get(address))] == ["ongoing", "completed", "upcoming"]
    record(organiser, first[1:], "0.5-0.5")
    assert [one["status"] for one in done(visitor.get(address))] == ["completed", "completed", "upcoming"]
    assert set(Round.objects.values_list("status", flat=True)) == {"closed"}


def test_results_are_changed_and_taken_back_after_the_round_was_closed(organiser, made):
    boards = generate(organiser, made)
    record(organiser, boards, "1-0", "1-0")
    record(organiser, boards, "0-1", "1-0")
    record(organiser, boards[1:], "pending")
    address = f"/rounds/tournament/{made['_id']}"
    assert done(organiser.get(address))[0]["status"] == "ongoing"
    record(organiser, boards[1:], "0-1F")
    assert done(organiser.get(address))[0]["status"] == "completed"
    generate(organiser, made)
    record(organiser, boards[:1], "0.5-0.5")  # a correction
    ada = next(p for p in done(organiser.get(f"/players/tournament/{made['_id']}")) if p["name"] == "Ada")
    assert ada["points"] == 0.5
    assert problem(organiser.put(f"/pairings/{boards[0]['_id']}/result", {"result": "pending"})) == (
        409,
        "later-round-stands",
    )


def test_a_game_that_is_not_rated_has_its_result_in_the_words_of_the_document(organiser, made):
    first, second, _ = generate(organiser, made)
    ours = f"/tournaments/{made['_id']}/matches"
    done(Caller("olga").patch(f"{ours}/{first['_id']}/result", {"result": "1/2-1/2U"}))
    done(Caller("olga").patch(f"{ours}/{second['_id']}/result", {"result": "1-0U"}))
    boards = done(organiser.get(f"/pairings/tournament/{made['_id']}/round/1"))
    assert [board["result"] for board in boards] == ["0.5-0.5", "1-0", "1-0"]


def test_what_is_no_result_or_no_round_is_refused_with_a_sentence(organiser, made):
    boards = generate(organiser, made)
    refused = organiser.put(f"/pairings/{boards[0]['_id']}/result", {"result": "2-0"})
    assert (problem(refused), refused.json()["detail"]) == (
        (422, "bad-value"),
        "A result is one of 1-0, 0-1, 0.5-0.5, 1-0F, 0-1F, pending.",
    )
    bye = organiser.put(f"/pairings/{boards[-1]['_id']}/result", {"result": "0-1"})
    assert problem(bye) == (422, "bad-value")
    again = organiser.post("/pairings/generate", {"tournament": made["_id"], "roundNumber": 1})
    assert (problem(again), again.json()["detail"]) == (
        (409, "not-the-next-round"),
        "Round 1 is paired already. The next round is round 2.",
    )
    early = organiser.post("/pairings/generate", {"tournament": made["_id"], "roundNumber": 2})
    assert problem(early) == (409, "results-open")
    assert organiser.get(f"/pairings/tournament/{made['_id']}/round/9").status_code == 404
    assert problem(organiser.post("/pairings/generate", {})) == (422, "bad-value")
    assert organiser.post("/pairings/generate", {"tournament": "abc"}).status_code == 404


def test_writes_need_the_token_of_an_organiser(visitor, organiser, made):
    assert problem(visitor.post("/tournaments", NEW)) == (401, "sign-in-needed")
    stranger, reader = Caller("sam", base=BASE), Caller("olga", "read", base=BASE)
    player = {"tournament": made["_id"], "name": "Sam", "rating": 1200}
    assert problem(stranger.post("/players", player)) == (403, "not-allowed")
    assert problem(reader.post("/players", player)) == (403, "read-only-token")
    boards = generate(organiser, made)
    result = f"/pairings/{boards[0]['_id']}/result"
    assert problem(stranger.put(result, {"result": "1-0"})) == (403, "not-allowed")
    assert problem(stranger.delete(f"/tournaments/{made['_id']}")) == (403, "not-allowed")
    assert problem(visitor.put(result, {"result": "1-0"})) == (401, "sign-in-needed")


def test_a_desk_helper_records_every_result_and_closes_nothing(organiser, made):
    tournament = Tournament.objects.get()
    access.appoint_director(tournament=tournament, user=user("dora"), role=Role.DESK, by=tournament.owner)
    boards = generate(organiser, made)
    record(Caller("dora", base=BASE), boards, "1-0", "1-0")
    assert done(organiser.get(f"/rounds/tournament/{made['_id']}"))[0]["status"] == "completed"
    assert Round.objects.get().status == "started"
    assert len(generate(organiser, made)) == 3


def test_events_the_document_does_not_know_are_not_there(organiser):
    wargame, bracket = event("ann bo"), chess_knockout(SIX).tournament
    assert done(organiser.get("/tournaments")) == []
    for other in (wargame, bracket):
        assert organiser.get(f"/tournaments/{other.pk}").status_code == 404


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_a_tournament_is_deleted_at_every_status(organiser, visitor, made, rounds):
    for _ in range(rounds):
        record(organiser, generate(organiser, made), "1-0", "1-0")
    assert done(organiser.delete(f"/tournaments/{made['_id']}")) == {"message": "University Open is deleted."}
    assert visitor.get(f"/tournaments/{made['_id']}").status_code == 404
    assert done(visitor.get("/tournaments")) == []


def test_the_document_of_the_api_names_every_operation():
    listed = [operation for operation, _ in operations("/compat")]
    paths = api.get_openapi_schema()["paths"]
    assert sorted(listed) == sorted(
        f"{method.upper()} {path}" for path, ops in paths.items() for method in ops
    )


def test_pages_of_listed_origins_may_call_and_no_others(organiser, settings):
    settings.CORS_ORIGINS = ["https://app.example.org"]
    address, headers = f"{BASE}/tournaments", {"Origin": "https://app.example.org"}
    asked = organiser.client.options(address, headers={**headers, "Access-Control-Request-Method": "PUT"})
    assert (asked.status_code, asked["Access-Control-Allow-Origin"]) == (204, "https://app.example.org")
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, POST, PUT, DELETE"
    assert "Authorization" in asked["Access-Control-Allow-Headers"]
    answer = organiser.client.get(address, headers=headers)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "https://app.example.org")
    assert "Origin" in answer["Vary"]
    refused = organiser.client.get(f"{BASE}/tournaments/7", headers=headers)
    assert (refused.status_code, refused["Access-Control-Allow-Origin"]) == (404, "https://app.example.org")
    other = organiser.client.get(address, headers={"Origin": "https://evil.example.org"})
    assert "Access-Control-Allow-Origin" not in other
    settings.CORS_ORIGINS = []
    assert "Access-Control-Allow-Origin" not in organiser.client.get(address, headers=headers)
