"""Stages: which there are, what is chosen for each, and a stage of pools from its participants to the end (section C).

A stage carries its `version`; sent back with a write, a stage that changed meanwhile is a 409.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.http import Http404
from pydantic import Field

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import entry_in, tournament_to_change, tournament_to_read, tournament_to_run
from crosstable.api.matches import SideOut
from crosstable.api.schedule_checks import ChecksOut, EqualityOut, SearchOut
from crosstable.api.shapes import In, Out, Text, Whole
from crosstable.events.actions.stages import pool_play, pools, schedule_search, schedules, stages
from crosstable.events.models import Match, Stage, StageKind, Tournament
from crosstable.events.permissions import is_organiser
from crosstable.events.queries.stages.kinds import KINDS
from crosstable.events.queries.stages.next_matches import next_matches
from crosstable.events.queries.stages.pool_schedule import RoundPlan, schedule_of
from crosstable.events.queries.stages.prepared_pools import PreparedPools
from crosstable.events.queries.stages.searches import search_of
from crosstable.events.queries.standings.pool_tables import Cell, PoolLine, PoolTable
from crosstable.events.queries.standings.words import points_words
from crosstable.events.records.settings.stage_checks import OF_EACH_KIND
from crosstable.events.records.settings.stage_formats import StagePlan
from crosstable.events.records.settings.stage_settings import PoolSettings

router = new_router("stages")
S = "/{id:tournament_id}/stages/{id:number}"
Version = Annotated[
    Whole | None, Field(description="The version of the stage you saw; refused if it moved on.")
]


class StageIn(In):
    kind: Literal["swiss", "pools", "knockout"]
    name: Annotated[Text, Field(max_length=60)] = ""
    settings: dict[Text, Any] = Field(
        default_factory=dict, description=f"By name; what is left out is the usual. {OF_EACH_KIND}"
    )


class StagesIn(In):
    stages: list[StageIn] = Field(max_length=8, description="In order; none at all is one Swiss.")


class EditStageIn(In):
    name: Annotated[Text, Field(max_length=60)] | None = None
    settings: dict[Text, Any] = Field(
        default_factory=dict, description=f"Those to change; the others stay. {OF_EACH_KIND}"
    )
    version: Version = None


class StageVersionIn(In):
    version: Version = None


class FormIn(StageVersionIn):
    groups: Whole | None = Field(None, description="How many pools; left out: as the settings say.")
    distribution: Literal["snake", "deal"] | None = None
    shuffle: bool = Field(False, description="A new draw; its number is in the settings afterwards.")
    shuffle_seed: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        None, description="The number of a draw, to make it again; left out: as the settings say, null: none."
    )


class SeatsIn(StageVersionIn):
    player_id: Whole
    pool: Text | None = Field(None, description="Move there: “A”.")
    other_id: Whole | None = Field(None, description="Change places with this one.")


class ScheduleIn(StageVersionIn):
    seconds: Whole = Field(10, description="How long constraints may be worked on, 1 to 120.")


class StageOut(Out):
    number: int
    kind: str
    name: str
    status: str = Field(description="planned, drawn, published, started or closed.")
    version: int
    settings: dict[str, Any]

    @classmethod
    def of(cls, stage: Stage) -> StageOut:
        return cls(**{name: getattr(stage, name) for name in StageOut.model_fields})


class StagesOut(Out):
    stages: list[StageOut]


class PoolLineOut(Out):
    rank: int | None = Field(description="None for somebody whose games are void.")
    player: SideOut
    points: str
    wins: int
    draws: int
    losses: int
    tie_breaks: list[str]
    against: list[list[str] | None] = Field(
        description="What was scored against each line, in their order: 1 ½ 0, points, + − for a forfeit, "
        "× for a match that does not count, empty for one to come; null against oneself."
    )
    withdrawn: str | None = Field(description="How it left: keep, forfeit or void.")
    goes_on: bool = Field(description="In one of the places that go on, as things stand.")

    @classmethod
    def of(cls, line: PoolLine) -> PoolLineOut:
        return cls(
            rank=line.rank,
            player=SideOut.of(line.entry),
            points=points_words(line.points),
            wins=line.wins,
            draws=line.draws,
            losses=line.losses,
            tie_breaks=[points_words(value) for value in line.tie_breaks],
            against=[_texts(cells) for cells in line.against],
            withdrawn=line.withdrawn.how if line.withdrawn else None,
            goes_on=line.goes_on,
        )


class PoolOut(Out):
    name: str
    decided: int
    total: int
    lines: list[PoolLineOut]

    @classmethod
    def of(cls, table: PoolTable) -> PoolOut:
        lines = [PoolLineOut.of(line) for line in table.lines]
        return cls(name=table.name, decided=table.decided, total=table.total, lines=lines)


class StageWithPoolsOut(StageOut):
    pools: list[PoolOut]


class SlotOut(Out):
    """A match of a schedule: where and when."""

    match_id: int
    round_number: int
    pool: str | None
    board: int | None
    slot: int
    player1: SideOut
    player2: SideOut | None
    state: str
    result: str = Field(description="1-0, 0-1, 1/2-1/2, a forfeit, or pending.")
    is_void: bool = Field(description="Somebody withdrew: it is not played, or does not count.")
    version: int

    @classmethod
    def of(cls, match: Match) -> SlotOut:
        return cls(
            match_id=match.pk,
            round_number=match.round.number,
            pool=match.pool.name if match.pool else None,
            board=match.table,
            slot=match.slot,
            player1=SideOut.of(match.first),
            player2=SideOut.of(match.second) if match.second else None,
            state=match.state,
            result=match.result or "pending",
            is_void=match.is_void,
            version=match.version,
        )


class ScheduledRoundOut(Out):
    number: int
    matches: list[SlotOut]
    sits_out: list[SideOut]

    @classmethod
    def of(cls, plan: RoundPlan) -> ScheduledRoundOut:
        return cls(
            number=plan.round.number,
            matches=[SlotOut.of(match) for match in plan.matches],
            sits_out=[SideOut.of(entry) for entry in plan.sits_out],
        )


class ScheduleOut(StageOut):
    rounds: list[ScheduledRoundOut]
    checks: ChecksOut | None = Field(
        description="Sizes, numbers of matches, every pair once; null before a schedule."
    )
    equality: EqualityOut | None = Field(description="How equally boards, colours and waiting are shared.")
    search: SearchOut | None = Field(description="For organisers, where there are constraints.")


class BoardOut(Out):
    board: int
    now: SlotOut
    then: list[SlotOut]


class NextMatchesOut(Out):
    boards: list[BoardOut]


def _texts(cells: Any) -> list[str] | None:
    known: list[Cell] | None = cells
    return None if known is None else [cell.text for cell in known]


def stage_in(
    request: Request | VisitorRequest,
    tournament: Tournament,
    number: int,
    kind: StageKind | None = StageKind.POOLS,
) -> Stage:
    """What is only drawn is there for organisers only."""
    stage = tournament.stages.filter(number=number).first()
    if stage is None or (kind is not None and stage.kind != kind):
        raise Http404
    if not stage.is_public and not is_organiser(request.user, tournament):
        raise Http404
    stage.tournament = tournament
    return stage


def with_pools(request: Request | VisitorRequest, tournament: Tournament, number: int) -> StageWithPoolsOut:
    """The stage as it is now."""
    stage = stage_in(request, tournament, number, None)
    read = KINDS[stage.kind].tables
    tables = read(stage) if read else []
    return StageWithPoolsOut(**StageOut.of(stage).model_dump(), pools=[PoolOut.of(table) for table in tables])


def with_schedule(request: Request | VisitorRequest, tournament: Tournament, number: int) -> ScheduleOut:
    stage = stage_in(request, tournament, number)
    rounds = [ScheduledRoundOut.of(plan) for plan in schedule_of(stage).rounds]
    search = search_of(stage) if is_organiser(request.user, tournament) else None
    told = SearchOut(**{name: getattr(search, name) for name in SearchOut.model_fields}) if search else None
    seen = PreparedPools(stage)
    return ScheduleOut(
        **StageOut.of(stage).model_dump(),
        rounds=rounds,
        checks=ChecksOut.of(seen.checks) if seen.checks else None,
        equality=EqualityOut.of(seen.equality) if seen.equality else None,
        search=told,
    )


@router.get("/{id:tournament_id}/stages", response=StagesOut, **PUBLIC)
def list_stages(request: VisitorRequest, tournament_id: int) -> StagesOut:
    """The stages in order; a plain Swiss is one. Those that are not published are for organisers."""
    tournament = tournament_to_read(request, tournament_id)
    runs = is_organiser(request.user, tournament)
    rows = [stage for stage in tournament.stages.all() if stage.is_public or runs]
    return StagesOut(stages=[StageOut.of(stage) for stage in rows])


@router.put("/{id:tournament_id}/stages", response=StagesOut)
def set_stages(request: Request, tournament_id: int, body: StagesIn) -> StagesOut:
    """The whole list anew, while nothing is drawn. None at all: one Swiss."""
    tournament = tournament_to_change(request, tournament_id)
    plans = [StagePlan(StageKind(s.kind), s.name, s.settings) for s in body.stages]
    rows = stages.set_stages(tournament=tournament, plans=plans, by=request.user)
    return StagesOut(stages=[StageOut.of(stage) for stage in rows])


@router.get(S, response=StageWithPoolsOut, **PUBLIC)
def get_stage(request: VisitorRequest, tournament_id: int, number: int) -> StageWithPoolsOut:
    """One stage, with its pools: tables, and everybody against everybody."""
    return with_pools(request, tournament_to_read(request, tournament_id), number)


@router.patch(S, response=StageWithPoolsOut)
def edit_stage(request: Request, tournament_id: int, number: int, body: EditStageIn) -> StageWithPoolsOut:
    """Change the settings named here until the stage is played; what was drawn with the old ones is discarded."""
    tournament = tournament_to_run(request, tournament_id)
    stage = stage_in(request, tournament, number, None)
    stages.edit_stage(
        stage=stage, settings=body.settings, name=body.name, by=request.user, seen_version=body.version
    )
    return with_pools(request, tournament, number)


@router.post(S + "/pools", response=StageWithPoolsOut)
def form_pools(
    request: Request, tournament_id: int, number: int, body: FormIn | None = None
) -> StageWithPoolsOut:
    """Distribute the participants over pools; those there were are discarded."""
    tournament = tournament_to_run(request, tournament_id)
    said = body.model_dump(exclude_unset=True) if body else {}
    version = said.pop("version", None)
    stage = stage_in(request, tournament, number)
    said.setdefault("shuffle_seed", stage.settings.get("shuffle_seed"))
    pools.form_pools(stage=stage, by=request.user, seen_version=version, **said)
    return with_pools(request, tournament, number)


@router.patch(S + "/pools", response=StageWithPoolsOut)
def change_seats(request: Request, tournament_id: int, number: int, body: SeatsIn) -> StageWithPoolsOut:
    """Somebody moves to another pool, or two change places; a schedule there was is discarded."""
    tournament = tournament_to_run(request, tournament_id)
    stage, entry = stage_in(request, tournament, number), entry_in(tournament, body.player_id)
    if body.other_id is not None:
        other = entry_in(tournament, body.other_id)
        pools.swap_seats(stage=stage, first=entry, second=other, by=request.user, seen_version=body.version)
    else:
        pool = stage.pools.filter(name=body.pool or "").first()
        if pool is None:
            raise Http404
        pools.move_to_pool(stage=stage, entry=entry, pool=pool, by=request.user, seen_version=body.version)
    return with_pools(request, tournament, number)


@router.delete(S + "/pools", response=StageWithPoolsOut)
def discard_pools(request: Request, tournament_id: int, number: int) -> StageWithPoolsOut:
    """Back to the participants: no pools, no schedule."""
    tournament = tournament_to_run(request, tournament_id)
    pools.discard_pools(stage=stage_in(request, tournament, number), by=request.user)
    return with_pools(request, tournament, number)


@router.get(S + "/schedule", response=ScheduleOut, **PUBLIC)
def get_schedule(request: VisitorRequest, tournament_id: int, number: int) -> ScheduleOut:
    """The rounds of a stage of pools: who meets whom, at which board and in which slot."""
    return with_schedule(request, tournament_to_read(request, tournament_id), number)


@router.post(S + "/schedule", response=ScheduleOut)
def make_schedule(
    request: Request, tournament_id: int, number: int, body: ScheduleIn | None = None
) -> ScheduleOut:
    """Make the schedule; with constraints start the search for one, and look at `search` again until it is over."""
    tournament = tournament_to_run(request, tournament_id)
    stage = stage_in(request, tournament, number)
    seconds, version = (body.seconds, body.version) if body else (schedule_search.SECONDS, None)
    if PoolSettings.of(stage).constraints:
        schedule_search.start_search(stage=stage, by=request.user, seconds=seconds, seen_version=version)
    else:
        schedules.make_schedule(stage=stage, by=request.user, seen_version=version)
    return with_schedule(request, tournament, number)


@router.post(S + "/publish", response=StageWithPoolsOut)
def publish_stage(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Everybody sees pools and schedule; the event itself too, where it was a draft."""
    return _moved(request, tournament_id, number, body, pool_play.publish_at_once)


@router.post(S + "/back", response=StageWithPoolsOut)
def step_stage_back(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Before play: a published schedule is hidden again, a drawn one discarded."""
    return _moved(request, tournament_id, number, body, pool_play.step_stage_back)


@router.post(S + "/start", response=StageWithPoolsOut)
def start_stage(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Play begins, and the event with it: any match can be reported, in any order."""
    return _moved(request, tournament_id, number, body, pool_play.start_at_once)


@router.post(S + "/close", response=StageWithPoolsOut)
def close_stage(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Everything is decided: ratings move, and the next stage knows who goes on."""
    return _moved(request, tournament_id, number, body, pool_play.close_stage)


@router.get("/{id:tournament_id}/next-matches", response=NextMatchesOut, **PUBLIC)
def list_next_matches(request: VisitorRequest, tournament_id: int) -> NextMatchesOut:
    """Of a stage being played: at every board the match being played, and those that come next."""
    tournament = tournament_to_read(request, tournament_id)
    return NextMatchesOut(
        boards=[
            BoardOut(board=q.board, now=SlotOut.of(q.now), then=[SlotOut.of(m) for m in q.then])
            for q in next_matches(tournament)
        ]
    )


def _moved(
    request: Request,
    tournament_id: int,
    number: int,
    body: StageVersionIn | None,
    move: Callable[..., object],
) -> StageWithPoolsOut:
    tournament = tournament_to_run(request, tournament_id)
    stage = stage_in(request, tournament, number)
    move(stage=stage, by=request.user, seen_version=body.version if body else None)
    return with_pools(request, tournament, number)
