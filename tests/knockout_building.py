"""Knockouts in one line, through the same actions the pages use."""

from __future__ import annotations

from building import event, match_of, user
from chess_building import chess
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.actions.results import results
from crosstable.events.actions.stages import knockout, stages
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Match, Stage, StageKind, Status, Tournament
from crosstable.events.queries.standings.ranking import ranking
from ready_made import ready_made

EIGHT = "ann bo cy di ed flo gus hal"


@ready_made
def with_knockout(names: str = EIGHT, **settings: object) -> Stage:
    """A wargame event that is one knockout, in progress, seeded as they registered; nothing drawn."""
    tournament = event(names, Status.IN_PROGRESS)
    return _knockout(tournament, {"seeding": "registration", **settings})


@ready_made
def chess_knockout(ratings: dict[str, int], **settings: object) -> Stage:
    return _knockout(chess(ratings), settings)


@ready_made
def top_cut(names: str = EIGHT, cut: int = 4, rounds: int = 2, **settings: object) -> Stage:
    """Build a Swiss of `rounds` rounds with a cut. Return its knockout, nothing paired or drawn."""
    tournament = event(names, Status.IN_PROGRESS, total_rounds=rounds)
    plans = [
        StagePlan(StageKind.SWISS, "Swiss", {"per_pool": cut}),
        StagePlan(StageKind.KNOCKOUT, f"Top {cut}", settings),
    ]
    return stages.set_stages(tournament=tournament, plans=plans, by=tournament.owner)[1]


def _knockout(tournament: Tournament, settings: dict[str, object]) -> Stage:
    plans = [StagePlan(StageKind.KNOCKOUT, "Knockout", settings)]
    return stages.set_stages(tournament=tournament, plans=plans, by=tournament.owner)[0]


@ready_made
def drawn(stage: Stage) -> Stage:
    return knockout.draw_knockout(stage=stage, by=stage.tournament.owner)


@ready_made
def published(stage: Stage) -> Stage:
    return knockout.publish_knockout(stage=drawn(stage), by=stage.tournament.owner)


@ready_made
def started(stage: Stage) -> Stage:
    return knockout.start_knockout(stage=published(stage), by=stage.tournament.owner)


@ready_made
def beats(stage: Stage, *texts: str) -> None:
    """'ann bo' lets ann beat bo in the newest match of the two, 60–40; entered by the owner."""
    for text in texts:
        winner, loser = text.split()
        match = meeting(stage, winner, loser)
        first = match.first.display_name == winner
        if stage.tournament.game == "chess":
            results.enter_result(
                match=match, score=parse_score(match, "1-0" if first else "0-1"), by=stage.tournament.owner
            )
        else:
            vp = (60, 40) if first else (40, 60)
            results.enter_result(
                match=match, score=parse_score(match, (vp[0], vp[1])), by=stage.tournament.owner
            )


# Asked thousands of times a run.
_matches = CompiledQuery(
    lambda stage: (
        Match.objects.filter(round__stage=stage)
        .select_related("round__tournament", "first__player", "second__player")
        .order_by("-round__number", "-pk")
    ),
    int,
)


def meeting(stage: Stage, one: str, other: str) -> Match:
    return next(
        m for m in _matches(stage.pk) if {one, other} == {m.first.display_name, m.second.display_name}
    )


def bracket(stage: Stage) -> list[str]:
    """'1 T1 ann v hal 60–40': number, table, players and score of every match there is."""
    rows = Match.objects.select_related("first", "second").filter(round__stage=stage)
    return [
        f"{m.bracket_number} T{m.table} {m.first} v {m.second} {m.result_words}".rstrip()
        for m in rows.order_by("bracket_number")
    ]


def seats(stage: Stage) -> list[str]:
    return [str(seat.entry or seat.label) for seat in stage.bracket_seats.select_related("entry")]


def places(tournament: Tournament) -> list[tuple[int, str]]:
    tournament.refresh_from_db()
    found = ranking(tournament)
    return [(row.rank, found.entries[row.entry.id].display_name) for row in found.rows]


def everything(tournament: Tournament) -> list[object]:
    """What a refused action must leave as it was."""
    tournament.refresh_from_db()
    return [
        tournament.revision,
        list(tournament.stages.order_by("number").values()),
        list(tournament.rounds.order_by("number").values()),
        list(tournament.entries.order_by("pk").values()),
        list(Match.objects.filter(round__tournament=tournament).order_by("pk").values()),
        [list(stage.bracket_seats.order_by("seed").values()) for stage in tournament.stages.all()],
    ]


__all__ = ["match_of", "user"]
