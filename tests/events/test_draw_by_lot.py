"""A knockout drawn by lot: the default where no player has a rating, with a stored number; *Draw again* takes a new
one."""

from __future__ import annotations

import pytest

from api.calling import Caller
from building import event, user
from chess_building import SIX, chess
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages import knockout, stages
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, StageKind, Status, Tournament
from knockout_building import EIGHT, seats, started
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
REGISTERED = EIGHT.split()


def cup(tournament: Tournament | None = None, **settings: object) -> Stage:
    """A knockout that comes first; nothing drawn."""
    tournament = tournament or event(EIGHT, Status.IN_PROGRESS)
    plans = [StagePlan(StageKind.KNOCKOUT, "Cup", settings)]
    return stages.set_stages(tournament=tournament, plans=plans, by=tournament.owner)[0]


def draw(stage: Stage, **chosen: object) -> Stage:
    return knockout.draw_knockout(stage=stage, by=stage.tournament.owner, **chosen)


def test_where_no_one_has_a_rating_the_draw_is_by_lot_and_its_number_is_kept():
    stage = draw(cup())
    seed = stage.settings["draw_seed"]
    assert 0 <= seed <= 999_999
    assert sorted(seats(stage)) == sorted(REGISTERED)
    assert stage.tournament.journal.first().after["draw_number"] == seed


def test_the_same_number_gives_the_same_seats_and_draw_again_a_new_number():
    stage = draw(cup(), draw_seed=4711)
    by_lot = seats(stage)
    assert by_lot != REGISTERED
    drawn = {draw(stage).settings["draw_seed"] for _ in range(4)}
    assert len(drawn) > 1
    assert seats(draw(stage, draw_seed=4711)) == by_lot


def test_with_ratings_the_draw_is_by_rating_unless_lots_are_chosen():
    rated = chess(SIX)
    assert draw(cup(rated)).settings["draw_seed"] is None
    by_rating = seats(rated.stages.get())
    by_lot = draw(cup(chess(SIX), seeding="lot"), draw_seed=1)
    assert (by_lot.settings["draw_seed"], sorted(seats(by_lot))) == (1, sorted(by_rating))
    assert seats(by_lot) != by_rating


def test_the_order_of_registration_is_kept_where_it_is_chosen():
    assert seats(draw(cup(seeding="registration"))) == REGISTERED


def test_of_a_limited_field_those_who_registered_first_take_part_and_lots_give_the_seats():
    stage = draw(cup(entrants=4))
    assert sorted(seats(stage)) == REGISTERED[:4]
    entries.drop(entry=stage.tournament.entries.get(display_name="bo"), by=user("olga"))
    assert sorted(seats(draw(stage))) == ["ann", "cy", "di", "ed"]


def test_a_number_where_nothing_is_drawn_by_lot_is_refused_with_the_reason():
    with pytest.raises(BadValue, match="not drawn by lot") as refused:
        draw(cup(seeding="registration"), draw_seed=5)
    assert refused.value.field == "draw_seed"
    with pytest.raises(BadValue, match="0 to 999999"):
        draw(cup(), draw_seed=1_000_000)


def test_the_third_place_match_is_asked_beside_draw_in_the_control_room_and_on_the_page_of_the_knockout():
    stage, olga = cup(), logged_in("olga")
    control = f"/t/{stage.tournament.slug}/control"
    assert "Match for third place" in text(olga.get(control))
    olga.post(f"{control}/next", {"seen": "draw", "asks_third_place": "1", "third_place": "on"})
    stage.refresh_from_db()
    assert (stage.status, stage.settings["third_place"]) == ("drawn", True)
    page = text(olga.get(f"{control}/knockout"))
    assert f"Drawn by lot, draw number {stage.settings['draw_seed']}" in page
    assert "Match for third place Draw again" in page
    olga.post(f"{control}/knockout/draw", {"asks_third_place": "1"})
    again = Stage.objects.get(pk=stage.pk)
    assert again.settings["third_place"] is False
    assert again.settings["draw_seed"] is not None


def test_a_double_elimination_asks_for_no_third_place_match_and_refuses_one():
    stage, olga = cup(elimination="double"), logged_in("olga")
    assert "third place" not in text(olga.get(f"/t/{stage.tournament.slug}/control"))
    with pytest.raises(BadValue, match="losers’ side decides it") as refused:
        draw(stage, third_place=True)
    assert refused.value.field == "third_place"


def test_everyone_sees_the_number_of_the_draw_once_it_is_published():
    stage = started(cup())
    page = text(logged_in("ann").get(f"/t/{stage.tournament.slug}/bracket"))
    assert f"Drawn by lot. Draw number: {stage.settings['draw_seed']}" in page


def test_the_api_draws_by_lot_again_and_with_a_third_place_match():
    stage, olga = cup(), Caller("olga")
    path = f"/tournaments/{stage.tournament.pk}/knockout/draw"
    drawn = olga.call("POST", path, {"drawSeed": 4711, "thirdPlace": True}).json()
    assert drawn["drawSeed"] == 4711
    assert [seat["name"] for seat in drawn["seats"]] == seats(stage)
    assert "third place" in {match["part"] for match in drawn["matches"]}
    again = olga.call("POST", path).json()
    assert again["drawSeed"] is not None
    assert "third place" in {match["part"] for match in again["matches"]}
