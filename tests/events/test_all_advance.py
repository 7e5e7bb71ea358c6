"""Groups before a knockout that eliminate no player: the pages say so where the numbers are chosen and before the
draw; a cut that is larger than a pool is refused when the pools are formed."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller, done
from building import user
from crosstable.events.actions.stages import pools, stages
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Stage, StageKind
from crosstable.events.play_errors import TooFewToAdvance
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.stages.kinds.pools import announce_preparation
from crosstable.events.queries.stages.participants import all_advance_warning
from crosstable.events.queries.stages.pool_setup import PreparedPools
from knockout_building import top_cut
from pool_building import fresh, pool_event
from web.visiting import text

pytestmark = pytest.mark.django_db
FOUR = "ann bo cy di"
KNOCKOUT = StagePlan(StageKind.KNOCKOUT, "Knockout")
ALL_FOUR = (
    "As things are, all 4 advance to Knockout: Pools eliminates no one and only seeds them. "
    "Let fewer advance if that is not what you want."
)


def groups_then_knockout(names: str = FOUR, **settings: object) -> Stage:
    return pool_event(names, then=(KNOCKOUT,), **settings)


@pytest.mark.parametrize(
    ("settings", "warning"),
    [
        ({"groups": 2, "per_pool": 2}, ALL_FOUR),
        ({"groups": 1, "per_pool": 4}, ALL_FOUR),
        ({"groups": 2, "per_pool": 1, "next_best": 2}, ALL_FOUR),
        ({"groups": 2, "per_pool": 1}, ""),
        ({"groups": 2, "per_pool": 1, "next_best": 1}, ""),
    ],
)
def test_it_is_said_before_the_pools_are_formed_and_after(settings, warning):
    stage = groups_then_knockout(**settings)
    assert all_advance_warning(stage) == warning
    pools.form_pools(stage=stage, by=user("olga"))
    assert all_advance_warning(fresh(stage)) == warning


def test_no_one_is_told_of_a_round_robin_alone_or_before_anyone_has_entered():
    assert all_advance_warning(pool_event(FOUR, per_pool=4)) == ""
    assert all_advance_warning(groups_then_knockout("", groups=2, per_pool=2)) == ""


def test_the_steps_before_the_draw_the_setup_and_the_page_of_the_knockout_say_it():
    stage, olga = groups_then_knockout(groups=2, per_pool=2), Client()
    olga.force_login(user("olga"))
    slug = stage.tournament.slug
    assert announce_preparation(PreparedPools(stage)).text.endswith(ALL_FOUR)
    page = text(olga.get(f"/t/{slug}/control/stages/1"))
    assert page.count(ALL_FOUR) == 2, "at the next step, and beside the number of who goes on"
    assert ALL_FOUR in text(olga.get(f"/t/{slug}/control/knockout"))
    pools.form_pools(stage=stage, by=user("olga"))
    assert announce_preparation(PreparedPools(fresh(stage))).text.endswith(ALL_FOUR)


def test_a_program_reads_it_with_the_stage_and_with_the_next_step():
    stage, olga = groups_then_knockout(groups=2, per_pool=1), Caller("olga")
    path = f"/tournaments/{stage.tournament.pk}"
    assert done(olga.get(f"{path}/stages/1"))["allAdvance"] == ""
    changed = done(olga.patch(f"{path}/stages/1", {"settings": {"per_pool": 2}}))
    assert changed["allAdvance"] == ALL_FOUR
    done(olga.post(f"{path}/advance"))
    step = done(olga.get(f"{path}/next"))
    assert (step["step"], step["text"].endswith(ALL_FOUR)) == ("form-pools", True)


def test_pools_from_which_more_go_on_than_they_have_are_not_formed():
    stage = groups_then_knockout(groups=2, per_pool=3)
    why = "3 cannot advance from {}, which has 2. Lower the number who advance in the settings of the stage."
    assert announce_preparation(PreparedPools(stage)).text == why.format("the smallest pool")
    with pytest.raises(TooFewToAdvance) as refused:
        pools.form_pools(stage=stage, by=user("olga"))
    assert str(refused.value) == why.format("pool A")
    assert not fresh(stage).pools.exists()


def test_a_top_cut_of_everyone_is_said_before_the_swiss_begins():
    cut = top_cut()
    swiss = cut.tournament.stages.get(number=1)
    there = swiss.tournament.entries.count()
    assert all_advance_warning(swiss) == ""
    stages.edit_stage(stage=swiss, settings={"per_pool": there}, by=user("olga"))
    assert all_advance_warning(fresh(swiss)).startswith(f"As things are, all {there} advance to {cut.name}: ")
    assert all_advance_warning(fresh(swiss)) in control_room(fresh(swiss).tournament).announcement.text


@pytest.mark.parametrize(
    ("game", "then"), [("chess", "Done. It also updates the ratings."), ("goals", "Done.")]
)
def test_closing_is_said_to_move_ratings_where_there_are_any(game, then):
    assert control_room(pool_event(FOUR, game=game).tournament).desk.closing("Done.") == then
