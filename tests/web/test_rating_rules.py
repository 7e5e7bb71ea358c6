"""The administrator's page for K asks since when it holds; the API shows it and takes it."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller, done, problem
from building import administrator, play_round, playing, user
from crosstable.events.models import PlayerRating
from web.visiting import text

pytestmark = pytest.mark.django_db

PAGE = "/administration/ratings"
FAST = {"pool": "wargame", "k_new": "100", "k_settled": "50", "settled_after": "5"}


@pytest.fixture
def root() -> Client:
    browser = Client()
    browser.force_login(administrator())
    return browser


def values() -> list[int]:
    return sorted(PlayerRating.objects.values_list("value", flat=True))


def k_of(code: str) -> dict[str, int]:
    pools = done(Caller(None).get("/ratings/pools"))
    return next(pool["k"] for pool in pools if pool["pool"] == code)


def test_a_change_is_asked_about_and_each_answer_does_what_it_says(root):
    play_round(playing("ann bo"), "ann 60-40")
    asked = text(root.post(PAGE, FAST))
    assert "New: K 100, and 50 from 5 games. Until now: K 32, and 16 from 30 games." in asked
    assert "The ratings of 2 players change." in asked
    assert (values(), k_of("wargame")) == ([1184, 1216], {"new": 32, "established": 16, "threshold": 30})
    assert "It applies from now on." in text(root.post(PAGE, {**FAST, "replay": "no"}, follow=True))
    assert (values(), k_of("wargame")) == ([1184, 1216], {"new": 100, "established": 50, "threshold": 5})
    assert "2 ratings changed." in text(root.post(PAGE, {**FAST, "replay": "yes"}, follow=True))
    assert values() == [1150, 1250]
    assert "all games recalculated · root" in text(root.get(PAGE))


def test_where_no_one_is_rated_there_is_nothing_to_ask(root):
    assert root.post(PAGE, {**FAST, "pool": "chess"}).url == PAGE
    assert k_of("chess") == {"new": 100, "established": 50, "threshold": 5}


def test_the_same_again_changes_nothing_and_what_is_no_k_is_refused_at_its_field(root):
    usual = {"pool": "chess", "k_new": "32", "k_settled": "16", "settled_after": "30"}
    assert "nothing was changed" in text(root.post(PAGE, usual, follow=True))
    refused = root.post(PAGE, {**usual, "k_new": "0"})
    assert (refused.status_code, "greater than or equal to 1" in text(refused)) == (422, True)
    assert root.post(PAGE, {**usual, "pool": "checkers"}).status_code == 404


def test_no_one_else_gets_in():
    browser = Client()
    browser.force_login(user("olga"))
    assert (browser.get(PAGE).status_code, browser.post(PAGE, FAST).status_code) == (403, 403)


def test_a_program_reads_and_sets_it():
    play_round(playing("ann bo"), "ann 60-40")
    administrator()
    root, fast = Caller("root"), {"new": 100, "established": 50, "threshold": 5}
    made = done(root.put("/ratings/pools/wargame", {"k": fast, "replay": True}))
    assert made == {
        "pool": "wargame",
        "name": "Wargames",
        "game": "wargame",
        "clubId": None,
        "players": 2,
        "k": fast,
    }
    assert values() == [1150, 1250]
    assert problem(root.put("/ratings/pools/wargame", {"k": {**fast, "new": 0}, "replay": True}))[0] == 422
    assert problem(root.put("/ratings/pools/checkers", {"k": fast, "replay": True}))[0] == 404
    assert problem(Caller("olga").put("/ratings/pools/wargame", {"k": fast, "replay": True}))[0] == 403
