"""Correcting, reopening, undoing and the journal over the API."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

import knockout_building as ko
from api.calling import Caller
from api.test_scores import SENT
from building import match_of, play_round, playing, start_next
from crosstable.events.actions.stages import knockout
from events.test_corrections_on_boards import a_final
from events.test_results_of_every_shape import CASES, Case, closed

pytestmark = pytest.mark.django_db
# The other score of each case, as it is sent.
OTHER = {
    "chess": "0-1",
    "goals": {"first": 0, "second": 2},
    "sets": {"sets": [[19, 21], [10, 21]]},
    "cards": {"first": 0, "second": 2},
    "wtc": {
        "first": {"primary": 0, "secondary": 0, "painted": 10},
        "second": {"primary": 40, "secondary": 30, "painted": 10},
    },
}
WHY = {"policy": "everywhere", "reason": "A slip"}
every_shape = pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)


def address(match) -> str:
    return f"/tournaments/{match.round.tournament_id}/matches/{match.pk}/correction"


@pytest.fixture
def tournament():
    tournament = playing("ann bo cy di ed flo gus hal")
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    return tournament


def test_a_result_is_previewed_corrected_and_undone(tournament):
    olga, match = Caller("olga"), match_of(tournament, "ann", 1)
    path = f"/tournaments/{tournament.pk}/matches/{match.pk}/correction"
    seen = olga.get(f"{path}?player1VP=30&player2VP=70").json()
    assert (seen["before"], seen["after"], seen["policy"]) == ("50–40", "30–70", "everywhere")
    assert [r["number"] for r in seen["laterRounds"]] == [2]
    assert {m["name"] for m in seen["moves"]} >= {"ann"}
    fields = {"player1VP": 30, "player2VP": 70, "policy": "everywhere", "reason": "A slip"}
    made = olga.call("POST", path, {**fields, "version": seen["version"]})
    assert made.status_code == 201
    assert made.json()["after"] == {"words": "30–70", "result": "0-1", "player1VP": 30, "player2VP": 70}
    stale = olga.call("POST", path, {**fields, "player1VP": 1, "version": seen["version"]})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert (stale.json()["yours"], stale.json()["current"], stale.json()["by"]) == ("1–70", "30–70", "olga")
    listed = olga.get(f"/tournaments/{tournament.pk}/corrections").json()["corrections"]
    assert [row["reason"] for row in listed] == ["A slip"]
    number = listed[0]["correctionId"]
    back = olga.call("POST", f"/tournaments/{tournament.pk}/corrections/{number}/undo")
    assert back.json()["undoneBy"] == "olga"
    assert olga.get(f"/tournaments/{tournament.pk}/matches/{match.pk}").json()["player1VP"] == 50


@every_shape
def test_a_score_of_any_shape_is_previewed_and_corrected(case: Case):
    olga, match = Caller("olga"), match_of(closed(case), "ann")
    forfeit = olga.get(f"{address(match)}?score=0-0F").json()
    assert (forfeit["before"], forfeit["after"]) == (case.words, "0–0 forfeit")
    seen = olga.get(f"{address(match)}?{urlencode({'score': json.dumps(OTHER[case.game])})}").json()
    assert (seen["before"], seen["after"]) == (case.words, case.other_words)
    made = olga.post(address(match), {**WHY, "score": OTHER[case.game], "version": seen["version"]})
    assert (made.status_code, made.json()["before"]["words"], made.json()["after"]["words"]) == (
        201,
        case.words,
        case.other_words,
    )


@every_shape
def test_a_score_that_cannot_be_names_its_field(case: Case):
    olga, match = Caller("olga"), match_of(closed(case), "ann")
    refused = olga.post(address(match), {**WHY, "score": case.refused})
    assert (refused.status_code, refused.json()["field"]) == (422, f"score.{case.field}")
    same = olga.post(address(match), {**WHY, "score": SENT[case.game]})
    assert (same.status_code, same.json()["field"]) == (422, "result")
    for nonsense in ("[" * 500, "7", "null", "NaN", '"\\ud800"', ""):
        assert olga.get(f"{address(match)}?{urlencode({'score': nonsense})}").status_code == 422


def test_a_bye_has_no_score():
    tournament = playing("ann bo cy")
    play_round(tournament)
    refused = Caller("olga").post(address(match_of(tournament, "cy", 1)), {**WHY, "score": "1-0F"})
    assert (refused.status_code, refused.json()["field"]) == (422, "bye")


def test_the_boards_of_a_team_match_are_previewed_corrected_and_undone():
    olga, match = Caller("olga"), a_final()
    score = {"games": ["1-0", {"score": "1/2-1/2"}]}
    seen = olga.get(f"{address(match)}?{urlencode({'score': json.dumps(score)})}").json()
    assert (seen["before"], seen["after"]) == ("2–0 (1–0, 1–0)", "1½–½ (1–0, ½–½)")
    made = olga.post(address(match), {**WHY, "score": score, "version": seen["version"]}).json()
    expected = {"words": "1½–½ (1–0, ½–½)", "result": "1-0", "score": "1½–½ (1–0, ½–½)"}
    assert made["after"] == expected | {"games": ["1–0", "½–½"]}
    path = f"/tournaments/{match.round.tournament_id}"
    games = olga.get(f"{path}/matches/{match.pk}").json()["games"]
    assert [game["score"] for game in games] == ["1-0", "1/2-1/2"]
    olga.post(f"{path}/corrections/{made['correctionId']}/undo", {})
    games = olga.get(f"{path}/matches/{match.pk}").json()["games"]
    assert [game["score"] for game in games] == ["1-0", "1-0"]
    few = olga.post(address(match), {**WHY, "score": {"games": ["1-0"]}})
    assert (few.status_code, few.json()["code"]) == (422, "boards-needed")
    whole = olga.post(address(match), {**WHY, "score": "1-0"})
    assert (whole.status_code, whole.json()["code"]) == (422, "boards-needed")


def test_the_games_of_a_series_are_not_corrected_one_by_one():
    stage = ko.started(ko.with_knockout("ann bo", best_of=3))
    match = ko.meeting(stage, "ann", "bo")
    for _ in range(2):
        ko.beats(stage, "ann bo")
    knockout.close_knockout(stage=stage, by=stage.tournament.owner)
    games = {"games": [{"first": 60, "second": 40}, {"first": 60, "second": 50}]}
    refused = Caller("olga").post(address(match), {**WHY, "score": games})
    assert (refused.status_code, refused.json()["field"]) == (422, "score.games")


def test_a_reason_is_required(tournament):
    path = f"/tournaments/{tournament.pk}/matches/{match_of(tournament, 'ann', 1).pk}/correction"
    answer = Caller("olga").call(
        "POST", path, {"policy": "everywhere", "reason": " ", "player1VP": 1, "player2VP": 2}
    )
    assert (answer.status_code, answer.json()["field"]) == (422, "reason")


def test_the_last_action_is_undone_and_the_journal_tells(tournament):
    olga, base = Caller("olga"), f"/tournaments/{tournament.pk}"
    offered = olga.get(f"{base}/undo").json()
    assert (offered["sentence"], offered["canBeUndone"]) == ("Round 2 closed (games rated: 4)", True)
    undone = olga.call("POST", f"{base}/undo", {"number": offered["number"], "reason": "Too early"}).json()
    assert (undone["sentence"], undone["undoes"]) == (
        "Undone: Round 2 closed (games rated: 4)",
        offered["number"],
    )
    again = olga.call("POST", f"{base}/undo", {"number": offered["number"]})
    assert (again.status_code, again.json()["code"]) == (409, "cannot-be-undone")
    found = olga.get(f"{base}/journal?search=early").json()
    assert [entry["number"] for entry in found["items"]] == [undone["number"]]
    assert olga.get(f"{base}/journal?kind=round&round=1").json()["count"] == 4
    table = olga.get(f"{base}/journal/export?format=csv&round=1&kind=round").content.decode("utf-8-sig")
    assert len(table.splitlines()) == 5
    assert len(olga.get(f"{base}/journal/export?format=json").json()) == undone["number"]


def test_rounds_and_events_are_opened_again(tournament):
    olga, base = Caller("olga"), f"/tournaments/{tournament.pk}"
    refused = olga.call("POST", f"{base}/rounds/1/reopen")
    assert (refused.status_code, refused.json()["code"]) == (409, "later-round-stands")
    assert (
        olga.call("POST", f"{base}/rounds/2/reopen", {"reason": "One more slip"}).json()["status"]
        == "started"
    )
    assert olga.call("POST", f"{base}/rounds/2/unstart").json()["code"] == "already-reported"
    assert olga.call("POST", f"{base}/rounds/2/unpublish").json()["code"] == "no-such-round"
    assert olga.call("POST", f"{base}/reopen").json()["code"] == "wrong-status"
