"""The round clock: its length, pause, resume, extra time for all or one table; the times of single games."""

import datetime
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Self

from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import (
    OnRound,
    match_in,
    round_in,
    tournament_after,
    tournament_to_change,
    tournament_to_read,
)
from crosstable.api.matches import MatchOut
from crosstable.api.matches import shown as match_shown
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.engine.clock import Clock
from crosstable.events.actions.rounds import clock as actions
from crosstable.events.bridge.hall import MINUTE, clock_of
from crosstable.events.models import Tournament
from crosstable.events.queries.rounds.live_rounds import TableTime, tables_with_more_time

router = new_router("clock")
Minutes = Annotated[int, Field(strict=True, ge=-100_000, le=100_000)]
game_times_router = new_router("organising")


class LengthIn(In):
    minutes: Minutes


class MoreTimeIn(In):
    minutes: Minutes = Field(description="The number of minutes. Negative to shorten.")


class ExtensionIn(MoreTimeIn):
    reason: Text = Field("", description="Shown in the history and on displays; at most 200 characters.")


class TableTimeOut(Out):
    match_id: int
    table: int
    minutes: int = Field(description="Additional minutes of this table.")
    reason: str
    ends_at: datetime.datetime | None


class ClockOut(Out):
    """`endsAt` is in the server's time; the Date header of the answer is the server's current time."""

    number: int
    state: str = Field(description="none, waiting, running or paused.")
    minutes: Whole | None
    ends_at: datetime.datetime | None = Field(description="When it ends; null unless it is running.")
    seconds_left: int | None = Field(description="The seconds left while it is paused; otherwise null.")
    tables: list[TableTimeOut] = Field(description="The tables with additional time.")

    @classmethod
    def of(cls, number: int, clock: Clock | None, tables: Sequence[TableTime]) -> Self:
        if clock is None:
            return cls(number=number, state="none", minutes=None, ends_at=None, seconds_left=None, tables=[])
        return cls(
            number=number,
            state="running" if clock.is_running else "paused" if clock.is_paused else "waiting",
            minutes=clock.length // MINUTE,
            ends_at=clock.ends_at,
            seconds_left=int(clock.left.total_seconds()) if clock.left is not None else None,
            tables=[TableTimeOut.of_row(table) for table in tables],
        )


def shown(request: Request | VisitorRequest, tournament: Tournament, number: int) -> ClockOut:
    round_ = round_in(request, tournament, number)
    return ClockOut.of(number, clock_of(round_), tables_with_more_time(round_))


def _after(request: Request, tournament_id: int, number: int, act: OnRound) -> ClockOut:
    return shown(request, tournament_after(request, tournament_id, partial(act, number=number)), number)


@router.get("/{id:tournament_id}/rounds/{id:number}/clock", response=ClockOut, **PUBLIC)
def get_clock(request: VisitorRequest, tournament_id: int, number: int) -> ClockOut:
    """Get the clock of a round, and the tables with additional time."""
    return shown(request, tournament_to_read(request, tournament_id), number)


@router.put("/{id:tournament_id}/rounds/{id:number}/clock", response=ClockOut)
def set_round_length(request: Request, tournament_id: int, number: int, body: LengthIn) -> ClockOut:
    """Set how long the round lasts. During the round this moves its end."""
    return _after(request, tournament_id, number, partial(actions.set_round_length, minutes=body.minutes))


@router.post("/{id:tournament_id}/rounds/{id:number}/clock/pause", response=ClockOut)
def pause_clock(request: Request, tournament_id: int, number: int) -> ClockOut:
    """Pause the clock of all tables."""
    return _after(request, tournament_id, number, actions.pause_clock)


@router.post("/{id:tournament_id}/rounds/{id:number}/clock/resume", response=ClockOut)
def resume_clock(request: Request, tournament_id: int, number: int) -> ClockOut:
    """Resume the clock with the time that was left."""
    return _after(request, tournament_id, number, actions.resume_clock)


@router.post("/{id:tournament_id}/rounds/{id:number}/clock/add", response=ClockOut)
def add_time(request: Request, tournament_id: int, number: int, body: MoreTimeIn) -> ClockOut:
    """Add minutes for every table. After the end of the round they count from now."""
    return _after(request, tournament_id, number, partial(actions.add_time, minutes=body.minutes))


@router.post("/{id:tournament_id}/matches/{id:match_id}/extend", response=ClockOut)
def extend_table(request: Request, tournament_id: int, match_id: int, body: ExtensionIn) -> ClockOut:
    """Add minutes for one table, on top of those it has."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    actions.extend_table(match=match, minutes=body.minutes, reason=body.reason, by=request.user)
    return shown(request, tournament, match.round.number)


@game_times_router.post("/{id:tournament_id}/matches/{id:match_id}/start-game", response=MatchOut)
def start_game(request: Request, tournament_id: int, match_id: int) -> MatchOut:
    """Record that the game at this table has started."""
    tournament = tournament_to_change(request, tournament_id)
    actions.start_game(match=match_in(request, tournament, match_id), by=request.user)
    return match_shown(request, tournament, match_id)


@game_times_router.post("/{id:tournament_id}/matches/{id:match_id}/stop-game", response=MatchOut)
def stop_game(request: Request, tournament_id: int, match_id: int) -> MatchOut:
    """Record that the game has ended, whatever its result will be."""
    tournament = tournament_to_change(request, tournament_id)
    actions.stop_game(match=match_in(request, tournament, match_id), by=request.user)
    return match_shown(request, tournament, match_id)
