"""How many matches a stage of pools may have: counted before they are made, wherever they come from."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller, problem
from building import user
from crosstable.engine.pairing.round_robin.groups import count_matches, group_sizes, groups_within
from crosstable.events.actions.stages import pools, schedules, stages
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Match, Stage, StageKind
from crosstable.events.play_errors import TooManyMatches
from pool_building import fresh, pool_event

pytestmark = pytest.mark.django_db
EIGHT = "ann bo cy di ed flo gus hal"


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedules, "MOST_MATCHES", 12)


def form(stage: Stage, groups: int) -> Stage:
    return fresh(pools.form_pools(stage=stage, by=user("olga"), groups=groups))


def test_one_pool_with_too_many_matches_is_refused_with_the_number_of_pools_that_works():
    stage = pool_event(EIGHT)
    with pytest.raises(
        TooManyMatches,
        match=r"^These pools would have 28 matches; at most 12 are possible. Form at least 2 pools, or play a Swiss\.$",
    ):
        form(stage, 1)
    schedules.make_schedule(stage=form(stage, 2), by=user("olga"))
    assert Match.objects.count() == 12


def test_the_page_and_the_api_refuse_it_alike_and_nothing_is_stored():
    stage = pool_event(EIGHT)
    slug, page = stage.tournament.slug, Client()
    page.force_login(user("olga"))
    address = f"/t/{slug}/control/stages/1"
    shown = page.post(
        f"{address}/pools",
        {"groups": "1", "distribution": "snake", "order": "seeds", "version": stage.version},
    )
    message = "These pools would have 28 matches; at most 12 are possible."
    assert message in shown.content.decode()
    path = f"/tournaments/{stage.tournament.pk}/stages/1/pools"
    assert problem(Caller("olga").post(path, {"groups": 1})) == (422, "too-many-matches")
    assert stage.pools.count() == 0


def test_a_double_round_counts_twice():
    stage = form(pool_event(EIGHT), 2)
    plan = StagePlan(StageKind.POOLS, "Pools", {**stage.settings, "double": True})
    stages.set_stages(tournament=stage.tournament, plans=[plan], by=user("olga"))
    with pytest.raises(TooManyMatches, match="would have 24 matches"):
        form(stage.tournament.stages.get(), 2)


def test_a_player_moved_into_a_pool_that_would_be_too_large_stays():
    stage = form(pool_event(EIGHT), 2)
    first, second = stage.pools.all()
    entry = first.seats.first().entry
    with pytest.raises(TooManyMatches, match="would have 13 matches"):
        pools.move_to_pool(stage=stage, entry=entry, pool=second, by=user("olga"))
    assert first.seats.count() == 4


@pytest.mark.parametrize("double", [False, True])
def test_the_number_of_pools_that_works_is_the_smallest(double):
    for entries in range(2, 60):
        for most in (entries, 50, 300):
            groups = groups_within(entries, most, double=double)
            counts = [count_matches(group_sizes(entries, n), double=double) for n in range(1, groups + 1)]
            assert [count <= most for count in counts] == [False] * (groups - 1) + [True]


def test_thirty_two_pools_of_thirty_two_stay_possible():
    assert count_matches([32] * 32) == 15_872
    assert groups_within(1024, 16_000) == 32
