"""Ties that decide who advances are never silent: shown before the next stage is drawn, decided by people, stored."""

from __future__ import annotations

from decimal import Decimal

import pytest

from building import entry, play_round, start_next, user
from crosstable.engine.standings import draw_lots
from crosstable.events.actions.core import undo
from crosstable.events.actions.people.entries import drop
from crosstable.events.actions.stages import knockout, pool_play
from crosstable.events.actions.stages.advancing import TieDecision, decide_tie
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Stage, StageKind, Tournament
from crosstable.events.play_errors import NoSuchTie, TiedEntryLeft, TieUndecided
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.stages.ties import open_ties
from knockout_building import seats, top_cut
from pool_building import fresh, playing_pools, revision, won

pytestmark = pytest.mark.django_db
THEN = (StagePlan(StageKind.KNOCKOUT, "Knockout"),)


def three_level(per_pool: int = 2) -> Stage:
    """ann, bo and cy beat each other in a ring and di altogether; the pool is closed."""
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=per_pool)
    won(stage, "ann-bo", "bo-cy", "cy-ann", "ann-di", "bo-di", "cy-di")
    return fresh(pool_play.close_stage(stage=stage, by=user("olga")))


def following(stage: Stage) -> Stage:
    return stage.tournament.stages.select_related("tournament").get(number=stage.number + 1)


def tied(stage: Stage, *names: str) -> list[Entry]:
    return [entry(stage.tournament, name) for name in names or ("ann", "bo", "cy")]


def decide(stage: Stage, how: TieDecision, *names: str) -> Stage:
    decide_tie(stage=stage, entries=tied(stage, *names), how=how, by=user("olga"))
    return fresh(stage)


def draw(stage: Stage) -> list[str]:
    return seats(knockout.draw_knockout(stage=following(stage), by=user("olga")))


def test_the_tie_is_the_next_step_and_nothing_is_drawn_before_it_is_decided():
    stage = three_level()
    announcement = control_room(stage.tournament).announcement
    assert (announcement.title, announcement.label, announcement.page) == (
        "A tie decides who advances",
        "Decide the tie",
        ("ties", 1),
    )
    assert announcement.blocked == (
        "ann, bo and cy are tied for places 1 to 2 of pool A. 2 of them advance. "
        "The next stage cannot be drawn until this is decided."
    )
    before = revision(stage.tournament)
    with pytest.raises(TieUndecided) as refused:
        draw(stage)
    assert str(refused.value) == (
        "ann, bo and cy are tied for places 1 to 2 of pool A. Decide that first: by a tie-break, a play-off or lots."
    )
    assert revision(stage.tournament) == before


def test_lots_are_those_of_the_seed_and_the_seed_is_kept():
    stage = decide(three_level(), TieDecision("lots", seed="7 of clubs"))
    ids = [e.pk for e in tied(stage)]
    order = [group[0] for group in draw_lots(ids, "7 of clubs").groups]  # type: ignore[arg-type]
    names = dict(stage.tournament.entries.values_list("pk", "display_name"))
    assert draw(stage) == [names[pk] for pk in order[:2]]
    assert stage.decisions == [{"groups": [[pk] for pk in order], "way": "lots", "note": "7 of clubs"}]
    last = stage.tournament.journal.get(verb="tie.decided")
    assert last.after["note"] == "7 of clubs"


def test_a_play_off_orders_them_and_who_is_level_in_it_is_level_still():
    stage = three_level()
    points = {e.pk: Decimal(n) for e, n in zip(tied(stage), (0, 2, 2), strict=True)}
    stage = decide(stage, TieDecision("play-off", points=points))
    # bo and cy both advance: only the seed is left, and that is no reason to wait.
    assert [(t.title, t.decides_a_place) for t in open_ties(stage)] == [
        ("bo and cy are tied for places 1 to 2 of pool A", False)
    ]
    assert draw(stage) == ["bo", "cy"]


def test_a_further_tie_break_is_offered_where_it_parts_them():
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=1, game="other")
    won(stage, "ann-bo", "bo-cy", "cy-ann", "ann-di", "bo-di", "cy-di")
    stage = fresh(pool_play.close_stage(stage=stage, by=user("olga")))
    assert [tie.further for tie in open_ties(stage)] == [[]]
    with pytest.raises(BadValue, match="Choose a tie-break that separates them"):
        decide(stage, TieDecision("tie-break", tie_break="WINS"))


def test_what_leaves_them_level_or_names_others_is_refused_and_changes_nothing():
    stage = three_level()
    before = revision(stage.tournament)
    level = {e.pk: Decimal(1) for e in tied(stage)}
    with pytest.raises(BadValue, match="They are still tied after that"):
        decide(stage, TieDecision("play-off", points=level))
    with pytest.raises(BadValue, match="Enter the points of each of them"):
        decide(stage, TieDecision("play-off"))
    with pytest.raises(BadValue, match="A tie is decided by one of tie-break, play-off, lots"):
        decide(stage, TieDecision("dice"))
    with pytest.raises(BadValue, match="Enter the points of each of them"):
        decide(stage, TieDecision("play-off", points={e.pk: Decimal("NaN") for e in tied(stage)}))
    with pytest.raises(NoSuchTie) as refused:
        decide(stage, TieDecision("lots"), "ann", "di")
    assert str(refused.value).startswith("ann and di are not tied for anything")
    assert revision(stage.tournament) == before


def test_a_decision_is_taken_back_and_the_tie_is_open_again():
    stage = decide(three_level(), TieDecision("lots", seed="x"))
    undo.undo(tournament=stage.tournament, by=user("olga"))
    assert [tie.decides_a_place for tie in open_ties(fresh(stage))] == [True]


def test_a_bracket_drawn_beforehand_waits_for_the_decision():
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=2)
    assert draw(stage) == ["Place 1", "Place 2"]
    won(stage, "ann-bo", "bo-cy", "cy-ann", "ann-di", "bo-di", "cy-di")
    stage = fresh(pool_play.close_stage(stage=stage, by=user("olga")))
    assert seats(following(stage)) == ["Place 1", "Place 2"]
    points = {e.pk: Decimal(n) for e, n in zip(tied(stage), (1, 3, 2), strict=True)}
    decide(stage, TieDecision("play-off", points=points))
    assert seats(following(stage)) == ["bo", "cy"]


def test_no_tie_no_question():
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=2)
    won(stage, "ann-bo", "bo-cy", "ann-cy", "ann-di", "bo-di", "cy-di")
    stage = fresh(pool_play.close_stage(stage=stage, by=user("olga")))
    assert open_ties(stage) == []
    assert draw(stage) == ["ann", "bo"]


def test_a_tie_at_the_cut_of_a_swiss_is_shown_and_may_be_decided_before_it_is_drawn():
    swiss = top_cut("ann bo cy di", cut=1, rounds=1).tournament
    start_next(swiss)
    play_round(swiss)
    room = control_room(Tournament.objects.get(pk=swiss.pk))
    tie = room.desk.ties_before[0]
    assert [str(e) for e in tie.entries] == ["ann", "bo"] and tie.sentence == (
        "1 of them advances. Undecided, the order of entry decides."
    )
    assert room.announcement.label == "Draw the bracket"


def test_a_play_off_with_someone_who_has_left_is_refused_and_those_who_are_here_decide_it():
    stage = three_level()
    drop(entry=entry(stage.tournament, "bo"), by=user("olga"))
    points = {e.pk: Decimal(n) for n, e in enumerate(tied(stage))}
    with pytest.raises(TiedEntryLeft) as refused:
        decide(stage, TieDecision("play-off", points=points))
    assert str(refused.value) == (
        "bo has left the event and cannot advance. Decide between those who are still in it."
    )
    assert fresh(stage).decisions == []
