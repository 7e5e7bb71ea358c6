"""The final table of an event with stages: places from the last stage downwards, the record over everything."""

from __future__ import annotations

import pytest

from building import entry, user
from crosstable.events.actions.stages import knockout, pool_play, withdrawals
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.files.exports import standings_rows
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.events.queries.people.public import podium_of
from crosstable.events.queries.standings.standings import standings_table
from knockout_building import beats, chess_knockout, started, with_knockout
from pool_building import playing_pools, won

pytestmark = pytest.mark.django_db
CUP = StagePlan(StageKind.KNOCKOUT, "Cup", {})


def table(tournament: Tournament) -> list[str]:
    """'1 ann 5-0-0 5': place, name, wins-draws-losses and points."""
    found = standings_table(Tournament.objects.get(pk=tournament.pk))
    points = [column.code for column in found.columns].index("PTS")
    return [
        f"{line.rank} {line.entry} {line.history.wins}-{line.history.draws}-{line.history.losses} {line.cells[points]}"
        for line in found.lines
    ]


def cup_after_pools(how: str) -> Stage:
    """Two pools of three; flo, second in hers, withdraws with everything played. Ann, bo, and the second of each pool
    but flo would advance: two do."""
    stage = playing_pools("ann bo cy di ed flo", groups=2, per_pool=1, then=(CUP,))
    won(stage, "ann-di", "ann-ed", "ed=di", "bo-cy", "bo-flo", "flo-cy")
    withdrawals.withdraw_entry(stage=stage, entry=entry(stage.tournament, "flo"), how=how, by=user("olga"))
    pool_play.close_stage(stage=stage, by=user("olga"))
    return stage.tournament.stages.select_related("tournament").get(number=2)


def test_the_beaten_finalist_has_lost_and_the_one_who_withdrew_comes_last():
    final = started(cup_after_pools("keep"))
    beats(final, "bo ann")
    knockout.close_knockout(stage=final, by=user("olga"))
    assert table(final.tournament) == [
        "1 bo 3-0-0 3",
        "2 ann 2-0-1 2",
        "3 di 0-1-1 ½",
        "3 ed 0-1-1 ½",
        "5 cy 0-0-2 0",
        "6 flo 1-0-1 1",
    ]
    assert [str(one) for one in podium_of(final.tournament)[0].entries] == ["bo"]


def test_games_that_no_longer_count_are_in_no_record():
    tournament = cup_after_pools("void").tournament
    assert table(tournament) == [
        "1 ann 2-0-0 2",
        "2 bo 1-0-0 1",
        "3 di 0-1-1 ½",
        "3 ed 0-1-1 ½",
        "5 cy 0-0-1 0",
        "6 flo 0-0-0 0",
    ]


def test_the_table_shows_the_games_of_every_stage_and_says_nothing_of_places_won_since_a_round():
    final = started(cup_after_pools("keep"))
    beats(final, "bo ann")
    found = standings_table(Tournament.objects.get(pk=final.tournament.pk))
    assert [tile.kind for tile in found.lines[0].tiles] == ["none", "win", "win", "win"]
    assert {line.moved for line in found.lines} == {0}


def columns(tournament: Tournament) -> list[str]:
    return [column.short for column in standings_table(tournament).columns]


def test_a_knockout_alone_shows_no_tie_break_as_the_bracket_orders_everyone():
    cup = started(chess_knockout({"ann": 2000, "bo": 1900, "cy": 1800, "di": 1700}))
    beats(cup, "ann di", "bo cy", "ann bo")
    shown = standings_table(cup.tournament)
    assert [column.short for column in shown.columns] == ["Points", "Perf"]
    assert (shown.order, shown.tie_breaks) == ((), ())
    assert standings_rows(cup.tournament)[0][-3:] == ["Won", "Lost", "Drawn"]
    assert columns(started(with_knockout("ann bo cy di")).tournament) == ["W", "L", "+/−", "VP"]
