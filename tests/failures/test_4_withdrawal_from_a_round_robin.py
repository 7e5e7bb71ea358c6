"""Venue-day failure 4, the round-robin half: a player withdraws. Keep, forfeit the rest, or void; FIDE's 50% rule is
the default, the effect is seen before it is decided, and it can be undone."""

from __future__ import annotations

import pytest

from building import entry, user
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.stages import pool_play
from crosstable.events.actions.stages.withdrawals import undo_withdrawal, withdraw_entry
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, RatingChange, Stage, Tournament
from crosstable.events.play_errors import (
    AlreadyWithdrawn,
    LaterWithdrawal,
    MatchIsVoid,
    NotWithdrawn,
    StageFixed,
    WithdrawnFrom,
)
from crosstable.events.queries.stages.withdrawals import preview_withdrawal
from crosstable.events.queries.standings.pool_tables import rows_by_pool
from pool_building import decide_the_rest, drawn, match_between, playing_pools, won

pytestmark = pytest.mark.django_db
FOUR = "ann bo cy di"


def points(stage: Stage) -> list[tuple[int, str, str]]:
    return [(row.rank, row.entry.name, str(row.history.score)) for row in rows_by_pool(stage)["A"]]


def everything(tournament: Tournament) -> list[object]:
    """All matches as they are, but for the version each change raises."""
    matches = Match.objects.filter(round__tournament=tournament).order_by("pk")
    return [
        *matches.values_list("pk", "state", "result", "is_void", "table", "slot"),
        *Entry.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "dropped_at"),
    ]


def test_below_half_of_the_games_the_rule_counts_none() -> None:
    stage = playing_pools(FOUR)
    won(stage, "di-ann", "bo-cy")
    row = withdraw_entry(stage=stage, entry=entry(stage.tournament, "di"), by=user("olga"))
    assert (row.how, len(row.touched)) == ("void", 3)
    assert points(stage) == [(1, "bo", "1"), (2, "ann", "0"), (2, "cy", "0")]
    assert Match.objects.filter(is_void=True).count() == 3


def test_anyone_who_is_void_leaves_no_gap_among_the_places() -> None:
    stage = playing_pools(FOUR, game="goals")
    lost = match_between(stage, "bo", "cy")
    results.enter_result(match=lost, score=parse_score(lost, (3, 1)), by=user("olga"))
    # No goal for or against is better than two more against than for.
    withdraw_entry(stage=stage, entry=entry(stage.tournament, "di"), how="void", by=user("olga"))
    winner, loser = lost.first.display_name, lost.second.display_name
    assert [(rank, name) for rank, name, _ in points(stage)] == [(1, winner), (2, "ann"), (3, loser)]


def test_from_half_of_the_games_on_the_rule_forfeits_the_rest() -> None:
    stage = playing_pools("ann bo cy di ed")
    won(stage, "di-ann", "di-bo")
    row = withdraw_entry(stage=stage, entry=entry(stage.tournament, "di"), by=user("olga"))
    assert (row.how, len(row.touched)) == ("forfeit", 2)
    lost = match_between(stage, "di", "cy")
    assert (lost.state, lost.result_words) == (
        "agreed",
        "0–1 forfeit" if lost.first.display_name == "di" else "1–0 forfeit",
    )
    assert {name: score for _, name, score in points(stage)} == {
        "di": "2",
        "cy": "1",
        "ed": "1",
        "ann": "0",
        "bo": "0",
    }


def test_the_organiser_may_keep_what_was_played_and_cancel_the_rest() -> None:
    stage = playing_pools(FOUR)
    won(stage, "di-ann")
    withdraw_entry(stage=stage, entry=entry(stage.tournament, "di"), how="keep", by=user("olga"))
    assert {name: score for _, name, score in points(stage)}["di"] == "1"
    assert pool_play.open_matches(stage).count() == 3
    with pytest.raises(MatchIsVoid):
        results.enter_result(
            match=match_between(stage, "di", "cy"),
            score=parse_score(match_between(stage, "di", "cy"), "1-0"),
            by=user("olga"),
        )


def test_the_preview_shows_all_three_effects_and_changes_nothing() -> None:
    stage = playing_pools(FOUR)
    won(stage, "di-ann", "ann-bo", "bo-cy")
    before = everything(stage.tournament)
    preview = preview_withdrawal(stage, entry(stage.tournament, "di"))
    assert preview is not None
    assert (preview.pool, preview.played, preview.total) == ("A", 1, 3)
    assert [(effect.how, effect.by_rule) for effect in preview.effects] == [
        ("keep", False),
        ("forfeit", False),
        ("void", True),
    ]
    seen = {
        effect.how: {s.name: (s.would_rank, s.would_have) for s in effect.standings}
        for effect in preview.effects
    }
    assert seen["void"] == {"di": (None, "–"), "ann": (1, "1"), "bo": (2, "1"), "cy": (3, "0")}
    assert seen["forfeit"]["bo"] == (1, "2")
    assert everything(stage.tournament) == before
    withdraw_entry(stage=stage, entry=entry(stage.tournament, "di"), how="void", by=user("olga"))
    assert [(rank, name) for rank, name, _ in points(stage)] == [(1, "ann"), (2, "bo"), (3, "cy")]


@pytest.mark.parametrize("how", ["keep", "forfeit", "void"])
def test_taking_it_back_restores_every_match(how: str) -> None:
    stage = playing_pools(FOUR)
    won(stage, "di-ann", "bo-cy")
    before = everything(stage.tournament)
    di = entry(stage.tournament, "di")
    withdraw_entry(stage=stage, entry=di, how=how, reason="injured", by=user("olga"))
    assert everything(stage.tournament) != before
    undo_withdrawal(stage=stage, entry=di, by=user("olga"))
    assert everything(stage.tournament) == before
    newest = list(stage.tournament.journal.all()[:2])
    assert [(j.verb, j.subject, j.reason) for j in newest] == [
        ("entry.withdrawal-undone", "di", ""),
        ("entry.withdrawn", "di", "injured"),
    ]


def test_two_who_left_one_pool_come_back_in_turn() -> None:
    stage = playing_pools(FOUR)
    won(stage, "di-ann", "di-bo")
    before = everything(stage.tournament)
    di, cy = entry(stage.tournament, "di"), entry(stage.tournament, "cy")
    withdraw_entry(stage=stage, entry=di, how="forfeit", by=user("olga"))
    withdraw_entry(stage=stage, entry=cy, how="void", by=user("olga"))
    with pytest.raises(LaterWithdrawal) as refused:
        undo_withdrawal(stage=stage, entry=di, by=user("olga"))
    assert str(refused.value) == "cy left the same pool later. Undo that withdrawal first."
    undo_withdrawal(stage=stage, entry=cy, by=user("olga"))
    undo_withdrawal(stage=stage, entry=di, by=user("olga"))
    assert everything(stage.tournament) == before


def test_the_stage_closes_without_the_matches_of_the_one_who_left_and_played_games_are_rated() -> None:
    stage = playing_pools(FOUR)
    won(stage, "di-ann")
    withdraw_entry(stage=stage, entry=entry(stage.tournament, "di"), by=user("olga"))
    decide_the_rest(stage)
    pool_play.close_stage(stage=stage, by=user("olga"))
    assert RatingChange.objects.count() == 8
    with pytest.raises(StageFixed):
        undo_withdrawal(stage=stage, entry=entry(stage.tournament, "di"), by=user("olga"))


def test_what_makes_no_sense_is_refused_and_changes_nothing() -> None:
    stage = playing_pools(FOUR)
    di = entry(stage.tournament, "di")
    before = everything(stage.tournament)
    with pytest.raises(BadValue) as refused:
        withdraw_entry(stage=stage, entry=di, how="shrug", by=user("olga"))
    assert refused.value.field == "how"
    with pytest.raises(NotWithdrawn):
        undo_withdrawal(stage=stage, entry=di, by=user("olga"))
    assert everything(stage.tournament) == before
    withdraw_entry(stage=stage, entry=di, by=user("olga"))
    with pytest.raises(AlreadyWithdrawn):
        withdraw_entry(stage=stage, entry=di, how="keep", by=user("olga"))


def test_anyone_who_withdrew_comes_back_with_the_games_and_not_without_them() -> None:
    stage = playing_pools(FOUR)
    di = entry(stage.tournament, "di")
    withdraw_entry(stage=stage, entry=di, by=user("olga"))
    before = everything(stage.tournament)
    with pytest.raises(WithdrawnFrom) as refused:
        entries.rejoin(entry=di, by=user("olga"))
    assert str(refused.value).startswith("di has withdrawn from Pools. Undo the withdrawal there")
    assert everything(stage.tournament) == before


def test_no_one_withdraws_from_a_stage_that_is_not_played() -> None:
    stage = drawn(FOUR)
    with pytest.raises(StageFixed):
        withdraw_entry(stage=stage, entry=entry(stage.tournament, "di"), by=user("olga"))
