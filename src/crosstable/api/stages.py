"""Stages: their list and settings, and a stage of pools from its participants to the end (section C).

A stage carries its `version`. If a write sends it and the stage has changed since, the answer is a 409.
"""

from collections.abc import Callable, Iterator, Sequence

from django.http import Http404, HttpResponse
from ninja import Query

from crosstable.accounts import limits
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_read, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import set_links
from crosstable.api.stage_schemas import (
    MOST_MATCHES,
    BoardOut,
    ChecksOut,
    EditStageIn,
    EqualityOut,
    FormIn,
    MatchesPageIn,
    NextMatchesOut,
    PoolOut,
    ScheduledRoundOut,
    ScheduleIn,
    ScheduleOut,
    SearchOut,
    SeatsIn,
    SlotOut,
    StageOut,
    StagesIn,
    StagesOut,
    StageVersionIn,
    StageWithPoolsOut,
)
from crosstable.events.actions.stages import pool_play, pools, schedule_search, schedules, stages
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import PoolSettings, StagePlan, usual_plans
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.events.permissions import LOOK, RUN, Capability
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.desk.boards import next_matches
from crosstable.events.queries.stages.kinds import STAGE_READINGS
from crosstable.events.queries.stages.participants import all_advance_warning, pools_proposed
from crosstable.events.queries.stages.pool_schedule import RoundPlan, schedule_of, search_of
from crosstable.events.queries.stages.pool_setup import PreparedPools

router = new_router("stages")
STAGE_PATH = "/{id:tournament_id}/stages/{id:number}"
FIRST_PAGE = MatchesPageIn(limit=MOST_MATCHES, offset=0)


def stage_in(
    request: Request | VisitorRequest,
    tournament: Tournament,
    number: int,
    kind: StageKind | None = StageKind.POOLS,
) -> Stage:
    """Load the stage; a draft exists for organisers only."""
    stage = tournament.stages.filter(number=number).first()
    if stage is None or (kind is not None and stage.kind != kind):
        raise Http404
    if not stage.is_public and not LOOK(request.user, tournament):
        raise Http404
    stage.tournament = tournament
    return stage


def stage_to_run(
    request: Request,
    tournament_id: int,
    number: int,
    kind: StageKind | None = StageKind.POOLS,
    needs: Capability = RUN,
) -> Stage:
    """Load the stage with this number and kind, if the user may see it."""
    return stage_in(request, tournament_to_run(request, tournament_id, needs=needs), number, kind)


def with_pools(request: Request | VisitorRequest, tournament: Tournament, number: int) -> StageWithPoolsOut:
    """Return the current stage."""
    stage = stage_in(request, tournament, number, None)
    read = STAGE_READINGS[stage.kind].tables
    pools = [PoolOut.of(table, tournament) for table in (read(stage) if read else [])]
    return StageWithPoolsOut(
        **StageOut.of(stage).model_dump(),
        pools=pools,
        proposed_groups=_proposed(stage),
        all_advance=all_advance_warning(stage),
    )


def _proposed(stage: Stage) -> int | None:
    is_open = stage.kind == StageKind.POOLS and stage.status in stages.BEFORE_PLAY
    return pools_proposed(stage) if is_open and PoolSettings.of(stage).groups is None else None


def with_schedule(
    request: Request | VisitorRequest,
    response: HttpResponse,
    tournament: Tournament,
    number: int,
    page: MatchesPageIn,
) -> ScheduleOut:
    stage = stage_in(request, tournament, number)
    rounds = schedule_of(stage).rounds
    count = sum(len(plan.matches) for plan in rounds)
    set_links(request, response, count, page)
    search = search_of(stage) if LOOK(request.user, tournament) else None
    seen = PreparedPools(stage)
    return ScheduleOut(
        **StageOut.of(stage).model_dump(),
        count=count,
        rounds=list(_rounds_on(page, rounds)),
        checks=ChecksOut.of(seen.checks) if seen.checks else None,
        equality=EqualityOut.of(seen.equality, stage.tournament) if seen.equality else None,
        search=SearchOut.of_row(search) if search else None,
    )


def _rounds_on(page: MatchesPageIn, rounds: Sequence[RoundPlan]) -> Iterator[ScheduledRoundOut]:
    """Yield the rounds with a match on this page, with these matches only."""
    before = 0
    for plan in rounds:
        first, end = max(page.offset - before, 0), max(page.offset + page.limit - before, 0)
        if matches := plan.matches[first:end]:
            yield ScheduledRoundOut.of(plan, matches)
        before += len(plan.matches)


@router.get("/{id:tournament_id}/stages", response=StagesOut, **PUBLIC)
def list_stages(request: VisitorRequest, tournament_id: int) -> StagesOut:
    """List the stages in order; a plain Swiss is one stage. Only organisers see stages that are not
    published.
    """
    tournament = tournament_to_read(request, tournament_id)
    runs = LOOK(request.user, tournament)
    rows = [stage for stage in tournament.stages.all() if stage.is_public or runs]
    return StagesOut(stages=[StageOut.of(stage) for stage in rows])


@router.put("/{id:tournament_id}/stages", response=StagesOut)
def set_stages(request: Request, tournament_id: int, body: StagesIn) -> StagesOut:
    """Replace all stages, before anything is drawn. An empty list means one Swiss."""
    tournament = tournament_to_change(request, tournament_id)
    plans = [StagePlan(StageKind(s.kind), s.name, s.settings) for s in body.stages]
    usual = usual_plans(rules_of(tournament).game, plans)
    rows = stages.set_stages(tournament=tournament, plans=usual, by=request.user)
    return StagesOut(stages=[StageOut.of(stage) for stage in rows])


@router.get(STAGE_PATH, response=StageWithPoolsOut, **PUBLIC)
def get_stage(request: VisitorRequest, tournament_id: int, number: int) -> StageWithPoolsOut:
    """Get one stage with its pools, their standings and crosstables."""
    return with_pools(request, tournament_to_read(request, tournament_id), number)


@router.patch(STAGE_PATH, response=StageWithPoolsOut)
def edit_stage(request: Request, tournament_id: int, number: int, body: EditStageIn) -> StageWithPoolsOut:
    """Change the settings that the body names, until the stage starts. A draw made with the old settings is
    discarded.
    """
    stage = stage_to_run(request, tournament_id, number, None)
    stages.edit_stage(
        stage=stage, settings=body.settings, name=body.name, by=request.user, seen_version=body.version
    )
    return with_pools(request, stage.tournament, number)


@router.post(STAGE_PATH + "/pools", response=StageWithPoolsOut)
def form_pools(
    request: Request, tournament_id: int, number: int, body: FormIn | None = None
) -> StageWithPoolsOut:
    """Distribute the participants over pools. Existing pools are discarded."""
    sent = body.model_dump(exclude_unset=True) if body else {}
    version = sent.pop("version", None)
    stage = stage_to_run(request, tournament_id, number)
    sent.setdefault("shuffle_seed", stage.settings.get("shuffle_seed"))
    sent["as_proposed"] = "groups" in sent and sent["groups"] is None
    # With the answer: a crosstable of every pool takes longer than forming them.
    with limits.one_at_a_time(request.user):
        pools.form_pools(stage=stage, by=request.user, seen_version=version, **sent)
        return with_pools(request, stage.tournament, number)


@router.patch(STAGE_PATH + "/pools", response=StageWithPoolsOut)
def change_seats(request: Request, tournament_id: int, number: int, body: SeatsIn) -> StageWithPoolsOut:
    """Move a player to another pool, or swap two players. An existing schedule is discarded."""
    stage = stage_to_run(request, tournament_id, number)
    entry = entry_in(stage.tournament, body.player_id)
    if body.other_id is not None:
        other = entry_in(stage.tournament, body.other_id)
        pools.swap_seats(stage=stage, first=entry, second=other, by=request.user, seen_version=body.version)
    else:
        pool = stage.pools.filter(name=body.pool or "").first()
        if pool is None:
            raise Http404
        pools.move_to_pool(stage=stage, entry=entry, pool=pool, by=request.user, seen_version=body.version)
    return with_pools(request, stage.tournament, number)


@router.delete(STAGE_PATH + "/pools", response=StageWithPoolsOut)
def discard_pools(request: Request, tournament_id: int, number: int) -> StageWithPoolsOut:
    """Discard the pools and the schedule. The participants stay."""
    stage = stage_to_run(request, tournament_id, number)
    pools.discard_pools(stage=stage, by=request.user)
    return with_pools(request, stage.tournament, number)


@router.get(STAGE_PATH + "/schedule", response=ScheduleOut, **PUBLIC)
def get_schedule(
    request: VisitorRequest,
    response: HttpResponse,
    tournament_id: int,
    number: int,
    page: Query[MatchesPageIn],
) -> ScheduleOut:
    """Get the rounds of a stage of pools: pairings, tables and slots, at most 1,000 matches per page."""
    return with_schedule(request, response, tournament_to_read(request, tournament_id), number, page)


@router.post(STAGE_PATH + "/schedule", response=ScheduleOut)
def make_schedule(
    request: Request,
    response: HttpResponse,
    tournament_id: int,
    number: int,
    body: ScheduleIn | None = None,
) -> ScheduleOut:
    """Make the schedule. With constraints this starts a search: poll `search` until it is `found` or
    `failed`.
    """
    stage = stage_to_run(request, tournament_id, number)
    seconds, version = (body.seconds, body.version) if body else (schedule_search.SECONDS, None)
    with limits.one_at_a_time(request.user):
        if PoolSettings.of(stage).constraints:
            schedule_search.start_search(stage=stage, by=request.user, seconds=seconds, seen_version=version)
        else:
            schedules.make_schedule(stage=stage, by=request.user, seen_version=version)
        return with_schedule(request, response, stage.tournament, number, FIRST_PAGE)


@router.post(STAGE_PATH + "/publish", response=StageWithPoolsOut)
def publish_stage(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Publish the pools and the schedule. If the event is a draft, it is published, too."""
    return _moved(request, tournament_id, number, body, pool_play.publish_pools)


@router.post(STAGE_PATH + "/back", response=StageWithPoolsOut)
def step_stage_back(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Move a stage that has not started one step back: a published schedule is hidden again, an unpublished
    one discarded.
    """
    return _moved(request, tournament_id, number, body, pool_play.step_stage_back)


@router.post(STAGE_PATH + "/start", response=StageWithPoolsOut)
def start_stage(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Start the stage, and the event with it. Any match can then be reported, in any order."""
    return _moved(request, tournament_id, number, body, pool_play.start_pools)


@router.post(STAGE_PATH + "/close", response=StageWithPoolsOut)
def close_stage(
    request: Request, tournament_id: int, number: int, body: StageVersionIn | None = None
) -> StageWithPoolsOut:
    """Close the stage: ratings change, and the players who advance are known."""
    return _moved(request, tournament_id, number, body, pool_play.close_stage)


@router.get("/{id:tournament_id}/next-matches", response=NextMatchesOut, **PUBLIC)
def list_next_matches(request: VisitorRequest, tournament_id: int) -> NextMatchesOut:
    """List for every table of the stage in progress the current match and those that follow."""
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
    stage = stage_to_run(request, tournament_id, number)
    move(stage=stage, by=request.user, seen_version=body.version if body else None)
    return with_pools(request, stage.tournament, number)
