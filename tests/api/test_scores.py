"""Results over the API in the form each shape has, and what a match says about how it came to its result."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from api.calling import Caller
from building import match_of, playing, user
from crosstable.events.models import Tournament
from crosstable.events.queries.standings.standings import standings_table
from crosstable.games import GAMES
from events.test_results_of_every_shape import CASES, Case, event, sides
from events.test_teams import doubles
from events.test_teams import playing as playing_teams
from pool_building import match_between

pytestmark = pytest.mark.django_db
SENT = {
    "chess": "1-0",
    "goals": {"first": 3, "second": 1},
    "sets": {"sets": [[21, 19], [18, 21], [21, 17]]},
    "cards": {"first": 2, "second": 1, "drawn": 1},
    "wtc": {
        "first": {"primary": 40, "secondary": 30, "painted": 10},
        "second": {"primary": 20, "secondary": 20, "painted": 10},
    },
}
every_shape = pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)


def address(match) -> str:
    return f"/tournaments/{match.round.tournament_id}/matches/{match.pk}"


@every_shape
def test_two_players_report_the_same_score_and_it_is_the_result(case: Case):
    match = match_of(event(case), "ann")
    first, second = sides(match)
    score = SENT[case.game]
    claimed = Caller(first).post(f"{address(match)}/report", {"score": score}).json()
    assert (claimed["state"], claimed["score"], claimed["reportedBy"], claimed["confirmedBy"]) == (
        "claimed",
        None,
        match.first_id,
        None,
    )
    assert [(c["score"], c["words"]) for c in claimed["claims"]] == [
        (score, f"{case.words}, {match.first} won")
    ]
    agreed = Caller(second).post(f"{address(match)}/report", {"score": score}).json()
    names = ("state", "result", "score", "words", "settled", "reportedBy", "confirmedBy", "bye")
    assert {name: agreed[name] for name in names} == {
        "state": "agreed",
        "result": "1-0",
        "score": score,
        "words": case.words,
        "settled": "agreed",
        "reportedBy": match.first_id,
        "confirmedBy": match.second_id,
        "bye": None,
    }


def test_a_result_beside_the_score_it_follows_from_is_refused_and_nothing_changes():
    match = match_of(playing("ann bo"), "ann")
    both = {"player1VP": 70, "player2VP": 40, "result": "0-1"}
    for who, verb in (("ann", "report"), ("olga", "override")):
        answer = Caller(who).post(f"{address(match)}/{verb}", both)
        sentence = "The result follows from the score. Send the score alone."
        assert (answer.status_code, answer.json()["errors"]) == (
            422,
            [{"field": "result", "message": sentence}],
        )
    match.refresh_from_db()
    assert (match.state, match.claims.count()) == ("open", 0)


@every_shape
def test_an_organiser_enters_rules_and_changes_a_score(case: Case):
    match = match_of(event(case), "ann")
    olga, score = Caller("olga"), SENT[case.game]
    entered = olga.post(f"{address(match)}/override", {"score": score}).json()
    assert (entered["score"], entered["settled"], entered["reportedBy"]) == (score, "entered", None)
    changed = olga.patch(f"{address(match)}/result", {"score": "0-1F"})
    assert changed.status_code == 200
    assert olga.get(address(match)).json()["score"] == "0-1F"
    again = olga.patch(f"{address(match)}/result", {"result": "pending"})
    assert again.status_code == 200
    assert olga.get(address(match)).json()["state"] == "open"


@every_shape
def test_a_score_that_cannot_be_names_its_field(case: Case):
    match = match_of(event(case), "ann")
    refused = Caller("olga").post(f"{address(match)}/override", {"score": case.refused})
    assert (refused.status_code, refused.json()["field"]) == (422, f"score.{case.field}")


def test_the_boards_of_a_team_match_are_games():
    match = match_between(playing_teams(doubles("Owls", "Crows", "Kites", team_boards=2)), "Owls", "Crows")
    olga = Caller("olga")
    entered = olga.post(f"{address(match)}/override", {"score": {"games": ["1-0", "1/2-1/2"]}}).json()
    assert (entered["result"], entered["score"]) == ("1-0", "1-0")
    assert list(match.parts.values_list("result", flat=True)) == ["1-0", "1/2-1/2"]
    named = olga.put(f"{address(match)}/games", {"games": [{"score": "0-1"}, {"result": "1/2-1/2"}]}).json()
    assert [(one["number"], one["player1"], one["words"]) for one in named["games"]] == [
        (1, f"{match.first} 1", "0–1"),
        (2, f"{match.first} 2", "½–½"),
    ]
    wrong = olga.put(f"{address(match)}/games", {"games": [{"score": "0-1"}, {"score": 7}]})
    assert wrong.status_code == 422
    refused = olga.post(f"{address(match)}/override", {"score": {"games": ["1-0", "2-0"]}})
    assert (refused.status_code, refused.json()["field"]) == (422, "score.games.2.result")


def test_nothing_said_is_refused():
    match = match_of(event(CASES[0]), "ann")
    refused = Caller("olga").patch(f"{address(match)}/result", {})
    assert (refused.status_code, refused.json()["field"]) == (422, "result")


def test_a_bye_says_what_it_was():
    bye = match_of(playing("ann bo cy"), "cy")
    shown = Caller(None).get(address(bye)).json()
    assert (shown["state"], shown["result"], shown["bye"], shown["score"]) == (
        "bye",
        "bye",
        "allocated",
        None,
    )


CARDS, SETS_CASE = (next(case for case in CASES if case.game == game) for game in ("cards", "sets"))


@pytest.mark.parametrize("sent", [{"result": "1/2-1/2"}, {"score": "1/2-1/2"}], ids=["result", "score"])
def test_two_players_of_a_card_match_agree_on_a_draw_without_playing(sent):
    match = match_of(event(CARDS), "ann")
    first, second = sides(match)
    assert Caller(first).post(f"{address(match)}/report", sent).json()["state"] == "claimed"
    agreed = Caller(second).post(f"{address(match)}/confirm").json()
    assert (agreed["state"], agreed["result"], agreed["words"]) == ("agreed", "1/2-1/2", "0–0–3")


def test_no_one_agrees_on_a_draw_where_someone_has_to_win():
    match = match_of(event(SETS_CASE), "ann")
    refused = Caller(sides(match)[0]).post(f"{address(match)}/report", {"result": "1/2-1/2"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-value")


def test_a_phone_offers_an_agreed_draw_in_a_card_match_alone():
    for case, offered in ((CARDS, True), (SETS_CASE, False)):
        match = match_of(event(case), "ann")
        phone = Client()
        phone.force_login(user(sides(match)[0]))
        page = phone.get(reverse("me", args=[match.round.tournament.slug])).content.decode()
        assert ("Report a draw" in page) == offered
    match = match_of(Tournament.objects.get(game="cards"), "ann")
    for name in sides(match):
        phone = Client()
        phone.force_login(user(name))
        phone.post(reverse("report", args=[match.round.tournament.slug, match.pk]), {"outcome": "draw"})
    match.refresh_from_db()
    assert (match.state, match.result_words) == ("agreed", "0–0–3")


@every_shape
def test_standings_carry_the_columns_of_the_game_as_its_page_shows_them(case: Case):
    tournament = event(case)
    match = match_of(tournament, "ann")
    Caller("olga").post(f"{address(match)}/override", {"score": SENT[case.game]})
    answer = Caller(None).get(f"/tournaments/{tournament.pk}/standings").json()
    table = standings_table(Tournament.objects.get(pk=tournament.pk))
    assert [(one["code"], one["short"]) for one in answer["columns"]] == [
        (column.code, column.short) for column in table.columns
    ]
    assert [tuple(line["columns"].values()) for line in answer["standings"]] == [
        line.cells for line in table.lines
    ]
    assert set(GAMES[case.game].columns) <= answer["standings"][0]["columns"].keys()
