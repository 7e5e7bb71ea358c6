"""Pool stages in one line, through the same actions the pages use."""

from __future__ import annotations

from building import details, user
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.stages import pool_play, pools, schedules, stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Match, Stage, StageKind, Tournament
from ready_made import ready_made

SIX = "ann bo cy di ed flo"


@ready_made
def pool_event(
    names: str = SIX, *, game: str = "chess", then: tuple[StagePlan, ...] = (), **settings: object
) -> Stage:
    """An event with a first stage of pools, its participants entered, nothing drawn."""
    tournament = tournaments.create_tournament(details=details(), by=user("olga"), game=game)
    plan = StagePlan(StageKind.POOLS, "Pools", settings)
    stages.set_stages(tournament=tournament, plans=[plan, *then], by=user("olga"))
    for name in names.split():
        entry = EntryDetails(name, faction="Orks")
        entries.add_entry(tournament=tournament, details=entry, by=user("olga"))
    return tournament.stages.select_related("tournament").get(number=1)


@ready_made
def drawn(names: str = SIX, **settings: object) -> Stage:
    stage = pool_event(names, **settings)  # type: ignore[arg-type]
    pools.form_pools(stage=stage, by=user("olga"))
    return fresh(schedules.make_schedule(stage=stage, by=user("olga")))


@ready_made
def playing_pools(names: str = SIX, **settings: object) -> Stage:
    stage = drawn(names, **settings)
    pool_play.publish_pools(stage=stage, by=user("olga"))
    return fresh(pool_play.start_pools(stage=stage, by=user("olga")))


def fresh(stage: Stage) -> Stage:
    return Stage.objects.select_related("tournament").get(pk=stage.pk)


def seats(stage: Stage) -> dict[str, list[str]]:
    return {
        pool.name: [seat.entry.display_name for seat in pool.seats.select_related("entry")]
        for pool in stage.pools.all()
    }


def rounds_of(stage: Stage) -> list[list[str]]:
    """By round, in the order they were stored: 'ann-flo b1 s1'."""
    return [
        [
            f"{m.first}-{m.second} b{m.table} s{m.slot}"
            for m in Match.objects.filter(round=round_).select_related("first", "second").order_by("pk")
        ]
        for round_ in stage.rounds.order_by("number")
    ]


# Asked thousands of times a run.
_matches = CompiledQuery(
    lambda stage: Match.objects.filter(round__stage=stage).select_related(
        "round__tournament", "first__player", "second__player"
    ),
    int,
)


def match_between(stage: Stage, one: str, two: str) -> Match:
    return next(m for m in _matches(stage.pk) if {m.first.display_name, str(m.second)} == {one, two})


@ready_made
def won(stage: Stage, *games: str) -> None:
    """'ann-bo' is a win of ann; 'ann=bo' a draw. Entered by the owner."""
    for game in games:
        drawn_game = "=" in game
        one, two = game.replace("=", "-").split("-")
        match = match_between(stage, one, two)
        code = "1/2-1/2" if drawn_game else "1-0" if match.first.display_name == one else "0-1"
        results.enter_result(match=match, score=parse_score(match, code), by=stage.tournament.owner)


@ready_made
def decide_the_rest(stage: Stage) -> None:
    rows = pool_play.open_matches(stage).select_related(
        "round__tournament", "first__player", "second__player"
    )
    for match in rows.order_by("pk"):
        results.enter_result(match=match, score=parse_score(match, "1-0"), by=stage.tournament.owner)


def revision(tournament: Tournament) -> int:
    return Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
