"""Boards are added and opened again at any time, a plan is made as early as possible, and a knockout takes over the
boards and minutes of the groups before it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from api.calling import Caller
from building import playing, user
from crosstable.events.actions.hall import boards, dispatch, evenings
from crosstable.events.actions.stages import knockout, pool_play
from crosstable.events.bridge.settings.hall_settings import HallSettings, board_numbers
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Match, Stage, StageKind
from crosstable.events.play_errors import NoBoards
from crosstable.events.queries.desk.boards import hall_of
from crosstable.events.queries.desk.evening import replanned, stored_end
from pool_building import drawn, fresh, playing_pools, won
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
EIGHT = "ann bo cy di ed flo gus hal"
CUP = (StagePlan(StageKind.KNOCKOUT, "Cup"),)


def timed_pools(*, in_days: int = 0, **settings: object) -> Stage:
    """Groups of an evening that begins at 18:00, 20 minutes a match, being played today or in_days."""
    stage = drawn(EIGHT, **{"boards": 2, **settings})
    tournament = stage.tournament
    tournament.date = timezone.localdate() + timedelta(days=in_days)
    tournament.save(update_fields=["date"])
    evenings.set_evening(stage=fresh(stage), starts="18:00", minutes=20, by=user("olga"))
    pool_play.publish_pools(stage=fresh(stage), by=user("olga"))
    return fresh(pool_play.start_pools(stage=fresh(stage), by=user("olga")))


def test_a_board_is_added_while_pools_are_played_and_takes_the_next_match():
    stage = playing_pools(EIGHT, boards=1)
    dispatch.call_next(tournament=stage.tournament, by=user("olga"))
    assert boards.add_board(stage=stage, by=user("olga")) == 2
    assert board_numbers(fresh(stage)) == [1, 2]
    called = dispatch.call_next(tournament=stage.tournament, by=user("olga"))
    assert called.table == 2


def test_a_board_added_where_pools_have_their_own_is_for_every_pool():
    stage = playing_pools(EIGHT, groups=2, boards=1, own_boards=True)
    assert boards.add_board(stage=stage, by=user("olga")) == 3
    hall = hall_of(fresh(stage))
    pools = {match.pool.number: match for match in hall.matches}
    assert [[n for n in hall.boards if hall.may_play(pools[pool], n)] for pool in (1, 2)] == [[1, 3], [2, 3]]


def test_a_board_closed_before_play_is_opened_again_on_its_page():
    stage = drawn(EIGHT, boards=3)
    boards.close_board(stage=stage, board=3, by=user("olga"))
    olga, page = logged_in("olga"), f"/t/{stage.tournament.slug}/control/boards"
    seen = text(olga.get(f"{page}?stage=1"))
    assert "2 of 3 open" in seen and "Reopen board 3" in seen
    olga.post(f"{page}/3/open", {"stage": "1"})
    assert HallSettings.of(fresh(stage)).closed == []
    olga.post(f"/t/{stage.tournament.slug}/control/stages/1/boards/add")
    assert board_numbers(fresh(stage)) == [1, 2, 3, 4]


def test_a_board_is_added_to_a_swiss_with_boards_and_refused_where_every_match_has_a_table():
    tournament = playing("ann bo cy di")
    stage = tournament.stages.get()
    with pytest.raises(NoBoards):
        boards.add_board(stage=stage, by=user("olga"))
    evenings.set_evening(stage=stage, boards=1, by=user("olga"))
    path = f"/tournaments/{tournament.pk}/stages/1/boards"
    assert Caller("olga").call("POST", path).json()["boards"] == 2


def test_replanning_as_early_as_possible_uses_the_board_that_was_added():
    stage = timed_pools(boards=1)
    before = stored_end(stage)
    boards.add_board(stage=stage, by=user("olga"))
    at_six = timezone.localtime().replace(hour=18, minute=0, second=0, microsecond=0)
    stays = replanned(fresh(stage), at_six)
    early = replanned(fresh(stage), at_six, earliest=True)
    assert stays.ends == before
    assert early.ends < before
    assert {move.board for move in early.moves} == {1, 2}


def test_replanning_as_early_as_possible_begins_before_the_planned_start():
    stage = timed_pools()
    at_five = timezone.localtime().replace(hour=17, minute=0, second=0, microsecond=0)
    early = replanned(fresh(stage), at_five, earliest=True)
    assert min(timed.starts for timed in early.plan.matches) == at_five
    assert min(timed.starts for timed in replanned(fresh(stage), at_five).plan.matches) > at_five


def test_pools_with_boards_of_their_own_stay_on_them_as_early_as_possible():
    stage = timed_pools(groups=2, boards=1, own_boards=True)
    made = replanned(stage, timezone.now(), earliest=True)
    pool_of = dict(Match.objects.filter(round__stage=stage).values_list("pk", "pool__number"))
    assert {(pool_of[timed.match], timed.board) for timed in made.plan.matches} == {(1, 1), (2, 2)}


def test_the_page_and_the_api_offer_as_early_as_possible():
    # Tomorrow's plan can be made earlier at any time of today.
    stage = timed_pools(in_days=1, boards=1)
    boards.add_board(stage=stage, by=user("olga"))
    olga, page = logged_in("olga"), f"/t/{stage.tournament.slug}/control/stages/1/replan"
    assert "As early as possible" in text(olga.get(page))
    before = replanned(fresh(stage), timezone.now(), earliest=True).early
    shown = re.search(r", (\d+) minutes earlier than planned\.", text(olga.get(f"{page}?how=earliest")))
    after = replanned(fresh(stage), timezone.now(), earliest=True).early
    assert before >= int(shown[1]) >= after > 0
    olga.post(page, {"how": "earliest"})
    assert set(Match.objects.filter(round__stage=stage).values_list("table", flat=True)) == {1, 2}
    api = f"/tournaments/{stage.tournament.pk}/stages/1/replan"
    assert Caller("olga").get(f"{api}?earliest=true").status_code == 200
    assert Caller("olga").call("POST", api, {"earliest": True}).status_code == 200


def test_a_knockout_after_groups_takes_over_their_boards_and_minutes_and_starts_when_they_end():
    stage = timed_pools(boards=2, groups=2, per_pool=2, then=CUP)
    cup = stage.tournament.stages.get(number=2)
    cup.tournament = stage.tournament
    knockout.draw_knockout(stage=cup, by=user("olga"))
    planned = HallSettings.of(fresh(cup))
    ends = timezone.localtime(stored_end(stage))
    assert (planned.boards, planned.minutes, planned.starts) == (2, 20, f"{ends:%H:%M}")
    for match in pool_play.open_matches(stage).select_related("first", "second"):
        won(stage, "-".join(sorted((str(match.first), str(match.second)))))
    pool_play.close_stage(stage=fresh(stage), by=user("olga"))
    knockout.draw_knockout(stage=fresh(cup), by=user("olga"))
    knockout.publish_knockout(stage=fresh(cup), by=user("olga"))
    ended = timezone.localtime(fresh(stage).closed_at)
    assert HallSettings.of(fresh(cup)).starts == f"{ended:%H:%M}"
    first = Match.objects.filter(round__stage=cup, planned_at__isnull=False).order_by("planned_at").first()
    assert f"{timezone.localtime(first.planned_at):%H:%M}" == f"{ended:%H:%M}"


def test_what_was_chosen_for_the_knockout_stays():
    stage = timed_pools(boards=2, groups=2, per_pool=2, then=CUP)
    cup = fresh(stage.tournament.stages.get(number=2))
    evenings.set_evening(stage=cup, boards=1, starts="22:00", minutes=15, by=user("olga"))
    knockout.draw_knockout(stage=fresh(cup), by=user("olga"))
    chosen = HallSettings.of(fresh(cup))
    assert (chosen.boards, chosen.starts, chosen.minutes) == (1, "22:00", 15)
