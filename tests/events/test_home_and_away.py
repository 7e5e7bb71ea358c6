"""In a round robin of a game with named sides each entry is at home as often as away, give or take one match."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from api.calling import Caller
from crosstable.events.models import Match
from pool_building import playing_pools, rounds_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("names", ["a b c d", "a b c d e", "a b c d e f"])
def test_home_and_away_are_shared_out_in_goals(names: str) -> None:
    stage = playing_pools(names, game="goals")
    rows = Match.objects.filter(round__stage=stage).select_related("first", "second")
    home, away = Counter(str(m.first) for m in rows), Counter(str(m.second) for m in rows)
    assert all(abs(home[name] - away[name]) <= 1 for name in names.split())
    answer = Caller(None).get(f"/tournaments/{stage.tournament_id}/stages/1/schedule").json()
    counted = Counter(m["player1"]["name"] for round_ in answer["rounds"] for m in round_["matches"])
    assert counted == home
    page = Client().get(f"/t/{stage.tournament.slug}/stages/1/schedule").content.decode()
    assert all(name in page for name in names.split())


def test_where_sides_have_no_names_the_schedule_is_the_plain_circle() -> None:
    stage = playing_pools("a b c d", game="sets", boards=2)
    assert rounds_of(stage) == [
        ["a-d b1 s1", "b-c b2 s1"],
        ["a-c b2 s1", "d-b b1 s1"],
        ["a-b b1 s1", "c-d b2 s1"],
    ]
