"""A score at the board without an account: the code on the slip opens its match and nothing else."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller, done
from building import match_of, playing
from crosstable.events.bridge.match_codes import code_of, page_of
from crosstable.events.models import Match, Tournament
from crosstable.web.public.codes import MOST_WRONG
from events.test_line_ups import league
from pool_building import match_between, playing_pools

pytestmark = pytest.mark.django_db


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_one_side_reports_the_other_confirms_and_the_journal_says_by_code():
    event = playing("ann bo cy di")
    match = match_of(event, "ann")
    page = Client()
    assert "Which side are you?" in words(page.get(page_of(match)))
    page.post(page_of(match), {"side": "first", "mine": "60", "theirs": "40"})
    other = Client()
    assert "ann reports" in words(other.get(f"{page_of(match)}?side=second"))
    claimed = Match.objects.get(pk=match.pk)
    other.post(page_of(match), {"side": "second", "confirm": "1", "version": str(claimed.version)})
    settled = Match.objects.get(pk=match.pk)
    assert (settled.state, settled.result_words, settled.decided_by) == ("agreed", "60–40", None)
    newest = list(event.journal.order_by("-number")[:2])
    assert [(entry.verb, entry.who) for entry in newest] == [
        ("result.confirmed", "by code"),
        ("result.reported", "by code"),
    ]


def test_who_won_is_all_that_is_asked_where_that_is_all_there_is():
    stage = playing_pools("ann bo", boards=1)
    match = match_between(stage, "ann", "bo")
    for side, outcome in (("first", "win"), ("second", "loss")):
        Client().post(page_of(match), {"side": side, "outcome": outcome})
    assert Match.objects.get(pk=match.pk).result == "1-0"


def test_another_score_is_a_dispute_and_bad_input_changes_nothing():
    event = playing("ann bo cy di")
    match = match_of(event, "ann")
    page = Client()
    assert page.post(page_of(match), {"side": "first", "mine": "x", "theirs": "4"}).status_code == 422
    assert page.post(page_of(match), {"mine": "6", "theirs": "4"}).status_code == 422
    assert Match.objects.get(pk=match.pk).state == "open"
    page.post(page_of(match), {"side": "first", "mine": "60", "theirs": "40"})
    Client().post(page_of(match), {"side": "second", "mine": "60", "theirs": "40"})
    assert Match.objects.get(pk=match.pk).state == "disputed"


def test_one_phone_speaks_for_one_side_until_the_organiser_lets_it_speak_for_both():
    match = match_of(playing("ann bo cy di"), "ann")
    phone, address = Client(), page_of(match)
    confirmed = {"side": "second", "confirm": "1"}
    phone.post(address, {"side": "first", "mine": "60", "theirs": "40"})
    asked = words(phone.get(f"{address}?side=second"))
    assert "You have reported for ann on this phone." in asked and "Confirm 60–40" not in asked
    for body in (confirmed, {"side": "second", "mine": "40", "theirs": "60"}):
        assert phone.post(address, body).status_code == 403
    # A program says which device speaks, and is held to it as well.
    path = f"/tournaments/{match.round.tournament_id}/matches/{match.pk}/by-code"
    body = {"code": code_of(match), "side": "first", "score": {"first": 60, "second": 41}}
    assert Caller(None).post(path, body).json()["field"] == "device"
    done(Caller(None).post(path, {**body, "device": "board 1"}))
    refused = Caller(None).post(
        path, {**confirmed, "confirm": True, "code": body["code"], "device": "board 1"}
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "speaks-for-both")
    assert Match.objects.get(pk=match.pk).state == "claimed"
    # A tablet at the board.
    Tournament.objects.update(one_device_for_both=True)
    phone.post(address, confirmed)
    assert Match.objects.get(pk=match.pk).result_words == "60–41"


def test_who_is_signed_in_and_plays_speaks_on_their_own_page_only():
    match = match_of(playing("ann bo cy di"), "ann")
    phone = Client()
    phone.force_login(match.first.player.user)
    answer = phone.post(page_of(match), {"side": "second", "mine": "40", "theirs": "60"})
    assert answer["Location"] == f"/t/{match.round.tournament.slug}/m/{match.pk}"
    assert Match.objects.get(pk=match.pk).state == "open"


def test_a_code_is_good_for_its_match_alone_and_wrong_ones_are_counted():
    event = playing("ann bo cy di")
    mine, other = match_of(event, "ann"), match_of(event, "bo")
    assert mine.pk != other.pk
    page = Client(REMOTE_ADDR="203.0.113.9")
    tried = [page.get(f"/m/{other.pk}/{code_of(mine)}").status_code for _ in range(MOST_WRONG + 1)]
    assert tried == [404] * MOST_WRONG + [429]
    # A right one still opens its match.
    assert page.get(page_of(mine)).status_code == 200


def test_the_organiser_switches_codes_off():
    event = playing("ann bo cy di")
    Tournament.objects.update(scores_without_account=False)
    match = match_of(event, "ann")
    page = Client()
    assert "This event does not accept reports by code" in words(page.get(page_of(match)))
    assert page.post(page_of(match), {"side": "first", "mine": "60", "theirs": "40"}).status_code == 403
    assert Match.objects.get(pk=match.pk).state == "open"


def test_each_board_of_a_team_match_is_told_by_code_and_the_last_agreement_makes_the_result():
    _, match = league()
    page, address = Client(), page_of(match)
    asked = words(page.get(f"{address}?side=first"))
    assert "Which board?" in asked and "Board 2" in asked
    first = words(page.get(f"{address}?side=first&board=1"))
    assert "Report board 1" in first
    assert page.post(address, {"side": "first", "result_1": "1-0"}).status_code == 422
    for board in ("1", "2"):
        page.post(address, {"side": "first", "board": board, f"result_{board}": "1-0"})
    report = f"{match.first} reports <b>1–0, {match.first} won</b> on board 2."
    assert report in words(Client().get(f"{address}?side=second&board=2"))
    page = Client()
    for board in ("1", "2"):
        page.post(address, {"side": "second", "board": board, f"result_{board}": "0-1"})
    settled = Match.objects.get(pk=match.pk)
    assert (settled.state, settled.result) == ("agreed", "1-0")
    newest = match.round.tournament.journal.order_by("-number")[:4]
    assert {(entry.verb, entry.who) for entry in newest} == {("boards.reported", "by code")}


def test_a_program_tells_the_boards_one_by_one_and_the_whole_is_refused_with_a_sentence():
    _, match = league()
    path = f"/tournaments/{match.round.tournament_id}/matches/{match.pk}/by-code"
    fields = {"code": code_of(match), "side": "first", "score": "1-0", "device": "scorer"}
    refused = Caller(None).post(path, fields)
    assert (refused.status_code, refused.json()["field"]) == (422, "board")
    assert done(Caller(None).post(path, {**fields, "board": 2}))["state"] == "claimed"
    assert Caller(None).post(path, {**fields, "board": 3}).json()["detail"] == "This match has boards 1 to 2."
    assert Caller(None).get(f"{path}/{'0' * 20}").status_code == 404
