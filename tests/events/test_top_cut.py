"""From a Swiss, or from pools, to a knockout: who advances, in which seats, and the ranking of the whole event."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from building import entry, event, play_round, start_next, user
from crosstable.engine.results import by_points
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import attendance, entries
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages import knockout, stages
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import (
    BracketSeat,
    Match,
    Pool,
    PoolSeat,
    Round,
    Stage,
    StageKind,
    StageStatus,
    Status,
)
from crosstable.events.play_errors import NoSwissHere, SeatsUnknown, StagesOpen, TooFewToAdvance
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.standings.ranking import final_ranks, ranking
from crosstable.events.queries.standings.why_sentences import DecidedByStages
from knockout_building import beats, bracket, drawn, everything, places, published, started, top_cut
from knockout_building import seats as seats_of

pytestmark = pytest.mark.django_db


def play_swiss(stage: Stage, number: int = 2) -> None:
    for _ in range(number):
        start_next(stage.tournament)
        play_round(stage.tournament)
    stage.tournament.refresh_from_db()


def swiss_of(stage: Stage) -> Stage:
    return stage.tournament.stages.get(number=1)


def step(stage: Stage) -> NextStep:
    stage.tournament.refresh_from_db()
    return control_room(stage.tournament).step


def test_the_swiss_stage_is_closed_with_its_last_round_and_drawing_the_cut_is_next():
    stage = top_cut()
    start_next(stage.tournament)
    assert swiss_of(stage).status == StageStatus.STARTED
    play_round(stage.tournament)
    assert step(stage) == NextStep.PAIR
    play_swiss(stage, 1)
    assert swiss_of(stage).status == StageStatus.CLOSED
    assert step(stage) == NextStep.DRAW
    assert set(Round.objects.values_list("stage", flat=True)) == {swiss_of(stage).pk}


def test_the_cut_is_seeded_as_the_swiss_ended():
    stage = top_cut()
    play_swiss(stage)
    before = [name for _, name in places(stage.tournament)]
    assert seats_of(drawn(stage)) == before[:4]
    assert list(stage.bracket_seats.values_list("label", flat=True)) == [f"Place {n}" for n in range(1, 5)]


def test_a_cut_drawn_early_has_names_for_its_places_and_is_filled_when_the_swiss_is_over():
    stage = published(top_cut())
    assert seats_of(stage) == ["Place 1", "Place 2", "Place 3", "Place 4"]
    assert bracket(stage) == []
    with pytest.raises(SeatsUnknown) as refused:
        knockout.start_knockout(stage=stage, by=user("olga"))
    assert str(refused.value) == ("Not known yet: Place 1, Place 2, Place 3 and Place 4. Close Swiss first.")
    play_swiss(stage)
    assert seats_of(stage) == [name for _, name in places(stage.tournament)][:4]
    assert len(bracket(stage)) == 2
    with pytest.raises(NoSwissHere):
        rounds.pair_next_round(tournament=stage.tournament, by=user("olga"))


def test_the_whole_event_is_ranked_by_the_cut_and_then_by_the_swiss():
    stage = top_cut()
    play_swiss(stage)
    swiss = [name for _, name in places(stage.tournament)]
    one, two, three, four = swiss[:4]
    started(stage)
    assert [name for _, name in places(stage.tournament)] == swiss
    beats(stage, f"{four} {one}")
    assert places(stage.tournament)[:4] == [(1, four), (2, two), (3, three), (4, one)]
    beats(stage, f"{three} {two}", f"{three} {four}")
    knockout.close_knockout(stage=stage, by=user("olga"))
    tournaments.finish(tournament=stage.tournament, by=user("olga"))
    assert places(stage.tournament)[:4] == [(1, three), (2, four), (3, one), (3, two)]
    assert [name for _, name in places(stage.tournament)[4:]] == swiss[4:]
    assert [rank for rank, _ in places(stage.tournament)[4:]] == [5, 5, 7, 7]
    stage.tournament.refresh_from_db()
    names = {e.pk: e.display_name for e in stage.tournament.entries.all()}
    final = final_ranks([stage.tournament])[stage.tournament.pk]
    assert sorted((rank, names[pk]) for pk, rank in final.items())[:2] == [(1, three), (2, four)]
    assert ranking(stage.tournament).is_final
    assert not ranking(stage.tournament, after_round=2).is_final
    assert [r.number for r in ranking(stage.tournament, after_round=2).event.rounds] == [1, 2]


def test_rounds_of_the_cut_are_numbered_on_from_the_swiss():
    stage = top_cut()
    play_swiss(stage)
    started(stage)
    assert list(stage.rounds.values_list("number", "name")) == [(3, "Semi-finals")]


def test_a_qualifier_who_has_withdrawn_is_replaced_by_the_one_who_comes_next():
    stage = top_cut()
    play_swiss(stage)
    order = [name for _, name in places(stage.tournament)]
    drawn(stage)
    entries.drop(entry=entry(stage.tournament, order[1]), by=user("olga"))
    knockout.replace_withdrawn(stage=stage, seed=2, by=user("olga"))
    assert seats_of(stage) == [order[0], order[2], order[3], order[4]]


def test_anyone_who_left_before_the_draw_does_not_go_on():
    stage = top_cut()
    play_swiss(stage)
    order = [name for _, name in places(stage.tournament)]
    entries.drop(entry=entry(stage.tournament, order[1]), by=user("olga"))
    assert seats_of(drawn(stage)) == [order[0], *order[2:5]]


def test_a_player_who_drops_after_the_swiss_and_before_the_cut_keeps_the_swiss_place():
    stage = top_cut("ann bo cy di ed flo gus hal ivy jan kit lee", cut=8, rounds=3)
    play_swiss(stage, 3)
    order = places(stage.tournament)
    _, ninth = order[8]
    entries.drop(entry=entry(stage.tournament, ninth), by=user("olga"))
    assert places(stage.tournament) == order
    started(stage)
    assert places(stage.tournament)[8:] == order[8:]
    page = Client().get(reverse("standings", args=[stage.tournament.slug]))
    assert [(line.rank, line.entry.display_name) for line in page.context["table"].lines][8:] == order[8:]
    answer = Client().get(f"/api/tournaments/{stage.tournament.pk}/standings").json()
    assert [(row["rank"], row["displayName"]) for row in answer["standings"]][8:] == order[8:]
    why = DecidedByStages(stage.tournament)
    assert why.sentence(
        entry(stage.tournament, order[7][1]), entry(stage.tournament, ninth), shared=False
    ) == (f"{order[7][1]} went on to the Top 8, {ninth} did not.")


def test_a_qualifier_who_drops_before_the_cut_comes_first_of_those_who_do_not_go_on():
    stage = top_cut("ann bo cy di ed flo gus hal", cut=4, rounds=2)
    play_swiss(stage)
    order = [name for _, name in places(stage.tournament)]
    entries.drop(entry=entry(stage.tournament, order[1]), by=user("olga"))
    started(stage)
    assert [name for _, name in places(stage.tournament)][4:] == [order[1], *order[5:]]


def test_more_cannot_go_on_than_there_are():
    stage = top_cut("ann bo cy", cut=4)
    play_swiss(stage)
    before = everything(stage.tournament)
    with pytest.raises(TooFewToAdvance) as refused:
        drawn(stage)
    assert str(refused.value) == (
        "4 cannot advance from Swiss, which has 3. Lower the number who advance in the settings of the stage."
    )
    assert everything(stage.tournament) == before


def test_a_cut_larger_than_the_field_is_refused_before_play_and_where_it_is_chosen():
    tournament = event("ann bo cy", Status.CHECK_IN)
    olga, plans = tournament.owner, [StagePlan(StageKind.SWISS, "Swiss", {"per_pool": 4})]
    plans += [StagePlan(StageKind.KNOCKOUT, "Top 4")]
    swiss = stages.set_stages(tournament=tournament, plans=plans, by=olga)[0]
    attendance.check_in_all(tournament=tournament, by=olga)
    before = everything(tournament)
    with pytest.raises(TooFewToAdvance) as refused:
        tournaments.advance(tournament=tournament, by=olga)
    assert (control_room(tournament).blocked, everything(tournament)) == (str(refused.value), before)
    stages.edit_stage(stage=swiss, settings={"per_pool": 2}, by=olga)
    tournaments.advance(tournament=tournament, by=olga)
    tournament.refresh_from_db()
    before = everything(tournament)
    with pytest.raises(TooFewToAdvance):
        stages.edit_stage(stage=swiss, settings={"per_pool": 4}, by=olga)
    assert (control_room(tournament).blocked, everything(tournament)) == ("", before)


def test_a_swiss_made_shorter_is_over_when_the_cut_is_drawn():
    stage = top_cut(rounds=3)
    play_swiss(stage)
    details = tournaments.Details.of(stage.tournament)
    shorter = type(details)(**{**{n: getattr(details, n) for n in details.__slots__}, "total_rounds": 2})
    tournaments.edit_tournament(tournament=stage.tournament, details=shorter, by=user("olga"))
    assert step(stage) == NextStep.DRAW
    stage.tournament.refresh_from_db()
    assert len(seats_of(drawn(stage))) == 4
    assert swiss_of(stage).status == StageStatus.CLOSED


def test_the_event_is_complete_only_when_the_cut_is_closed():
    stage = top_cut()
    play_swiss(stage)
    with pytest.raises(StagesOpen):
        tournaments.finish(tournament=stage.tournament, by=user("olga"))


def pools_and_knockout(per_pool: int = 2, next_best: int = 0) -> Stage:
    """Two pools of three played to the end, first seats winning: made as rows, closed by hand."""
    tournament = event("a1 a2 a3 b1 b2 b3", Status.IN_PROGRESS)
    tournament.stages.all().delete()
    pools = Stage.objects.create(
        tournament=tournament,
        number=1,
        kind="pools",
        name="Groups",
        status="closed",
        settings={"per_pool": per_pool, "next_best": next_best, "groups": 2},
    )
    round_ = Round.objects.create(tournament=tournament, stage=pools, number=1, status="closed")
    for number, name in enumerate("AB", start=1):
        pool = Pool.objects.create(stage=pools, number=number, name=name)
        members = [entry(tournament, f"{name.lower()}{seat}") for seat in (1, 2, 3)]
        for seat, member in enumerate(members, start=1):
            PoolSeat.objects.create(stage=pools, pool=pool, entry=member, seat=seat)
        Match.objects.create(
            round=round_,
            table=number,
            pool=pool,
            first=members[0],
            second=members[1],
            state="agreed",
            **by_points("1-0", 60 + number, 40).stored(),
        )
    return Stage.objects.create(tournament=tournament, number=2, kind="knockout", name="Knockout")


def test_pool_mates_meet_as_late_as_can_be():
    stage = drawn(pools_and_knockout())
    assert seats_of(stage)[:2] == ["a1", "b1"]
    labels = list(BracketSeat.objects.filter(stage=stage).values_list("label", flat=True))
    assert labels[:2] == ["Winner of pool A", "Winner of pool B"]
    knockout.publish_knockout(stage=stage, by=user("olga"))
    meetings = [line.split(maxsplit=2)[2] for line in bracket(stage)]
    assert all(pair[0] != pair.split(" v ")[1][0] for pair in meetings)


def test_more_cannot_go_on_than_a_pool_has():
    stage = pools_and_knockout(per_pool=4)
    before = everything(stage.tournament)
    with pytest.raises(TooFewToAdvance) as refused:
        drawn(stage)
    assert str(refused.value).startswith("4 cannot advance from pool A, which has 3.")
    assert everything(stage.tournament) == before


def test_after_the_bracket_the_pools_decide_about_the_others():
    stage = started(pools_and_knockout())
    assert len(places(stage.tournament)) == 6
    assert {name for _, name in places(stage.tournament)[4:]} == {
        name for name in ("a1", "a2", "a3", "b1", "b2", "b3") if name not in seats_of(stage)
    }
