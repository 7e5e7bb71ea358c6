"""The tables during play: which match is called next, closing tables, times, replanning the schedule."""

import datetime
from typing import Annotated, Self

from django.utils import timezone
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_to_read, tournament_to_run
from crosstable.api.matches import SideOut
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.api.stages import STAGE_PATH, stage_to_run
from crosstable.events.actions.hall import boards, dispatch, evenings
from crosstable.events.bridge.hall import progress_of
from crosstable.events.bridge.settings.hall_settings import HallSettings, board_numbers
from crosstable.events.models import Match, Stage, Tournament
from crosstable.events.queries.desk.boards import BoardCard, hall_of, stage_being_played
from crosstable.events.queries.desk.evening import Replan, replanned

router = new_router("hall")
EVENT_PATH = "/{id:tournament_id}"
Clock = Annotated[Text, Field(max_length=5, description="A time on the day of the event, such as 18:00.")]


class HallMatchOut(Out):
    id: int
    round: int
    board: int | None
    first: SideOut
    second: SideOut
    progress: str = Field(description="waiting, called, in play or done.")
    planned_at: datetime.datetime | None
    called_at: datetime.datetime | None
    started_at: datetime.datetime | None

    @classmethod
    def of(cls, match: Match) -> Self:
        assert match.second is not None
        return cls.of_row(
            match,
            id=match.pk,
            round=match.round.number,
            board=match.table,
            first=SideOut.of(match.first, match.round.tournament),
            second=SideOut.of(match.second, match.round.tournament),
            progress=progress_of(match),
            started_at=match.game_started_at,
        )


class HallBoardOut(Out):
    board: int = Field(description="The number of the table.")
    state: str = Field(
        description="in play, called, free (`match` is the next one here), idle (no match can be called to it"
        " now) or closed."
    )
    match: HallMatchOut | None
    then: list[HallMatchOut]

    @classmethod
    def of(cls, card: BoardCard) -> Self:
        return cls.of_row(
            card,
            board=card.number,
            match=HallMatchOut.of(card.match) if card.match is not None else None,
            then=[HallMatchOut.of(match) for match in card.then],
        )


class DispatchOut(Out):
    """The matches at the tables. Empty if every match has its own table, and while no stage is in progress."""

    stage: int | None
    boards: list[HallBoardOut]
    why_none: str = Field(description="Why no waiting match can be called; empty if one can.")


class CallIn(In):
    match_id: Whole | None = Field(None, description="Default: the next match.")
    board: Whole | None = Field(None, description="The table. Default: the best free one.")


class MatchIn(In):
    match_id: Whole


class BreakIn(In):
    begins: Clock
    ends: Clock


class HoursIn(In):
    board: Whole = Field(description="The number of the table.")
    opens: Clock = ""
    closes: Clock = ""


class EveningIn(In):
    starts: Clock = ""
    minutes: Whole = 0
    rest: Whole = Field(0, description="The minimum break between two matches of a player, in minutes.")
    ends: Clock = Field("", description="The end. Empty: as long as it takes.")
    breaks: list[BreakIn] = Field(default_factory=list, max_length=10)
    hours: list[HoursIn] = Field(
        default_factory=list, description="Tables that are open for a part of the time only."
    )
    boards: Whole | None = Field(
        None, description="The number of tables, for a Swiss or a knockout. 0 means a table for every match."
    )
    version: Whole | None = None


class ReplanIn(In):
    earliest: bool = Field(
        False,
        description="Plan every match as early as possible, at any free table. Otherwise every match stays at"
        " its table.",
    )


class EveningOut(Out):
    starts: str
    minutes: int
    rest: int
    ends: str
    boards: int
    closed: list[int]

    @classmethod
    def of(cls, stage: Stage) -> Self:
        return cls.of_row(HallSettings.of(stage), boards=len(board_numbers(stage)))


class MovedOut(Out):
    match_id: int | None = Field(description="null for a match of a bracket whose players are not known yet.")
    before: datetime.datetime | None
    after: datetime.datetime
    board: int


class ReplanOut(Out):
    ends_at: datetime.datetime | None
    late: int = Field(description="Minutes later than planned.")
    moved: list[MovedOut]

    @classmethod
    def of(cls, replan: Replan) -> Self:
        moved = [MovedOut.of_row(m, match_id=m.match.pk if m.match else None) for m in replan.moves]
        return cls.of_row(replan, ends_at=replan.ends, moved=moved)


@router.get(EVENT_PATH + "/dispatch", response=DispatchOut, **PUBLIC)
def get_dispatch(request: VisitorRequest, tournament_id: int) -> DispatchOut:
    """Get the match that is called, in play or to be called at every table. No player is at two of them."""
    return _shown(tournament_to_read(request, tournament_id))


@router.post(EVENT_PATH + "/dispatch/call", response=DispatchOut, summary="Call To Table")
def call_to_board(request: Request, tournament_id: int, body: CallIn) -> DispatchOut:
    """Call a match, or the next one, to a table. Both sides are notified."""
    tournament = tournament_to_run(request, tournament_id)
    if body.match_id is None:
        dispatch.call_next(tournament=tournament, board=body.board, by=request.user)
    else:
        match = match_in(request, tournament, body.match_id)
        dispatch.call_match(match=match, board=body.board, by=request.user)
    return _shown(tournament)


@router.post(EVENT_PATH + "/dispatch/start", response=DispatchOut, summary="Start At Table")
def start_at_board(request: Request, tournament_id: int, body: MatchIn) -> DispatchOut:
    """Mark the called match as in play."""
    tournament = tournament_to_run(request, tournament_id)
    dispatch.start_match(match=match_in(request, tournament, body.match_id), by=request.user)
    return _shown(tournament)


@router.post(EVENT_PATH + "/dispatch/call-back", response=DispatchOut)
def take_call_back(request: Request, tournament_id: int, body: MatchIn) -> DispatchOut:
    """Undo a call. The match waits again."""
    tournament = tournament_to_run(request, tournament_id)
    dispatch.call_back(match=match_in(request, tournament, body.match_id), by=request.user)
    return _shown(tournament)


@router.post(STAGE_PATH + "/boards", response=EveningOut, summary="Add Table")
def add_board(request: Request, tournament_id: int, number: int) -> EveningOut:
    """Add a table, before or during the stage. Waiting matches can be called to it."""
    boards.add_board(stage=stage_to_run(request, tournament_id, number, None), by=request.user)
    return EveningOut.of(stage_to_run(request, tournament_id, number, None))


@router.post(STAGE_PATH + "/boards/{id:board}/close", response=EveningOut, summary="Close Table")
def close_board(request: Request, tournament_id: int, number: int, board: int) -> EveningOut:
    """Close a table: its matches move to the other tables. Refused while a match is in play there."""
    stage = stage_to_run(request, tournament_id, number, None)
    boards.close_board(stage=stage, board=board, by=request.user)
    return EveningOut.of(stage_to_run(request, tournament_id, number, None))


@router.post(STAGE_PATH + "/boards/{id:board}/open", response=EveningOut, summary="Open Table")
def open_board(request: Request, tournament_id: int, number: int, board: int) -> EveningOut:
    """Open a closed table again."""
    stage = stage_to_run(request, tournament_id, number, None)
    boards.open_board(stage=stage, board=board, by=request.user)
    return EveningOut.of(stage_to_run(request, tournament_id, number, None))


@router.put(STAGE_PATH + "/evening", response=EveningOut)
def set_evening(request: Request, tournament_id: int, number: int, body: EveningIn) -> EveningOut:
    """Plan clock times: every match gets a time and a table. If the matches do not fit, the refusal says what
    would.
    """
    stage = evenings.set_evening(
        stage=stage_to_run(request, tournament_id, number, None),
        by=request.user,
        starts=body.starts,
        minutes=body.minutes,
        rest=body.rest,
        ends=body.ends,
        breaks=[(pause.begins, pause.ends) for pause in body.breaks],
        hours={str(one.board): (one.opens, one.closes) for one in body.hours},
        boards=body.boards,
        seen_version=body.version,
    )
    return EveningOut.of(stage)


@router.get(STAGE_PATH + "/replan", response=ReplanOut)
def preview_replan(request: Request, tournament_id: int, number: int, earliest: bool = False) -> ReplanOut:
    """Preview a new plan of the remaining matches from now on. With `earliest=true` each is played as early
    as possible, at any free table; otherwise every match stays at its table.
    """
    stage = stage_to_run(request, tournament_id, number, None)
    return ReplanOut.of(replanned(stage, timezone.now(), earliest=earliest))


@router.post(STAGE_PATH + "/replan", response=ReplanOut)
def replan(request: Request, tournament_id: int, number: int, body: ReplanIn | None = None) -> ReplanOut:
    """Plan the remaining matches again from now on, as previewed."""
    stage = stage_to_run(request, tournament_id, number, None)
    return ReplanOut.of(
        evenings.replan(stage=stage, by=request.user, earliest=body.earliest if body else False)
    )


def _shown(tournament: Tournament) -> DispatchOut:
    stage = stage_being_played(tournament)
    hall = hall_of(stage) if stage is not None else None
    if hall is None or not hall.is_used:
        return DispatchOut(stage=None, boards=[], why_none="")
    return DispatchOut(
        stage=hall.stage.number,
        boards=[HallBoardOut.of(card) for card in hall.cards],
        why_none=hall.why_none,
    )
