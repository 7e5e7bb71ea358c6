"""Standings (A15), penalties and bonus points, and the results of the factions of an event."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Self

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Query, Status
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_read
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Reason, Whole, of_game
from crosstable.engine.standings import Row
from crosstable.events.actions.people import adjustments
from crosstable.events.bridge.rules import factions_of, rules_of
from crosstable.events.models import Adjustment, Entry, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.clubs import members_of
from crosstable.events.queries.people.entries import faction_shares
from crosstable.events.queries.people.public import event_context
from crosstable.events.queries.people.ratings import earned_ratings
from crosstable.events.queries.standings.ranking import Ranking, ranking
from crosstable.events.queries.standings.standings import cells_shown, columns_shown
from crosstable.games import Use

router = new_router("standings")
adjustments_router = new_router("penalties and bonus points")
factions_router = new_router("factions")


class RoundIn(In):
    round: int | None = Field(
        None, ge=1, le=9999, description="The standings after this round. Default: the current standings."
    )


@dataclass(frozen=True, slots=True)
class People:
    """The event, and by player their membership of its club and the rating they earned."""

    tournament: Tournament
    members: Mapping[int, int]
    ratings: Mapping[int, int]


class ColumnOut(Out):
    code: str
    short: str
    name: str


class LineOut(Out):
    """One line of the standings. Fields that the game does not have are missing."""

    rank: int
    still_in: str | None = Field(
        None,
        description="In a knockout, the progress while the place is not certain, such as “in the final”.",
    )
    player_id: int
    member_id: int | None = Field(None, description="In an event of a club, the memberId.")
    name: str
    display_name: str = Field(description="The same as `name`.")
    elo: int = Field(0, description="In games with ratings: the rating at the start; 0 for none.")
    rating: int | None = Field(
        None,
        description="In rated games: the player's current rating, or in a finished event the one after it. "
        "Before the first rated game it is the rating of the entry; null for an unrated player.",
    )
    faction: str = Field("", description="Only in games with factions.")
    wins: int
    losses: int
    draws: int
    score: float = Field(description="Points, in games that count them: 1 for a win, ½ for a draw.")
    margin: int = Field(0, description="Victory points, goals or similar points: scored minus conceded.")
    vp: int = Field(0, description="The total of victory points, goals or similar points.")
    total_vp: int = Field(0, serialization_alias="totalVP", description="The same as `vp`.")
    vp_against: int = Field(0, description="Victory points conceded.")
    sos: float = Field(
        0, description="Strength of schedule, in games that use it: the mean share of wins of the opponents."
    )
    strength_of_schedule: float = Field(0, description="The same as `sos` in percent, 0 to 100.")
    tie_breaks: dict[str, float] = Field(
        description="The values of the tie-breaks by code, most important first."
    )
    adjustment: float = Field(
        description="The penalties and bonuses in the points, or in the victory points."
    )
    columns: dict[str, str] = Field(description="The values of the game's own columns by code, as text.")
    dropped: bool = Field(description="Whether the entry has withdrawn.")

    @classmethod
    def of(cls, row: Row, ranks: Ranking, people: People, columns: Mapping[str, str]) -> Self:
        entry = ranks.entries[row.entry.id]
        tie_breaks = {
            code: round(float(value), 6) for code, value in zip(ranks.codes, row.values, strict=True)
        }
        values = {
            **_who(row, entry),
            **_counted(row),
            **_schedule(tie_breaks),
            "member_id": people.members.get(entry.player_id),
            "rating": people.ratings.get(entry.player_id) or entry.rating or None,
            "tie_breaks": tie_breaks,
            "columns": columns,
        }
        return cls(**of_game(people.tournament, values))


def _who(row: Row, entry: Entry) -> dict[str, Any]:
    still_in = {"still_in": row.still_in} if row.still_in else {}
    return still_in | {
        "rank": row.rank,
        "player_id": entry.pk,
        "name": entry.display_name,
        "display_name": entry.display_name,
        "elo": entry.rating,
        "faction": entry.faction,
        "dropped": entry.is_dropped,
    }


def _counted(row: Row) -> dict[str, Any]:
    history = row.history
    return {
        "wins": history.wins,
        "losses": history.losses,
        "draws": history.draws,
        "score": float(history.score),
        "margin": history.vp_margin,
        "vp": history.vp,
        "total_vp": history.vp,
        "vp_against": sum(game.vp_against for game in history.games),
        "adjustment": float(history.extra_points + history.extra_vp),
    }


def _schedule(tie_breaks: Mapping[str, float]) -> dict[str, float]:
    """Return strength of schedule, if it is one of the event's tie-breaks."""
    share = tie_breaks.get("SOS")
    return {} if share is None else {"sos": share, "strength_of_schedule": round(100 * share, 1)}


class StandingsOut(Out):
    round: int = Field(description="The newest round that counts; 0 before the first.")
    is_final: bool
    columns: list[ColumnOut] = Field(
        description="The columns of the game and its tie-breaks, as on the page."
    )
    standings: list[LineOut]


@router.get("/{id:tournament_id}/standings", response=StandingsOut, **PUBLIC)
def get_standings(request: VisitorRequest, tournament_id: int, query: Query[RoundIn]) -> StandingsOut:
    """Get the standings in the order of the event's tie-breaks, with the fields of its game."""
    tournament = tournament_to_read(request, tournament_id)
    if query.round is not None and event_context(request.user, tournament).round(query.round) is None:
        raise Http404
    ranks = ranking(tournament, query.round)
    people = People(tournament, members_of(tournament), earned_ratings(tournament))
    columns = columns_shown(tournament, ranks, query.round)
    codes, cells = [column.code for column in columns], cells_shown(ranks, columns)
    lines = [
        LineOut.of(row, ranks, people, dict(zip(codes, cells[row.entry.id], strict=True)))
        for row in ranks.rows
    ]
    named = [ColumnOut.of_row(column) for column in columns]
    newest = max((one.number for one in ranks.whole.rounds), default=0)
    return StandingsOut(round=newest, is_final=ranks.is_final, columns=named, standings=lines)


class AdjustmentIn(In):
    player_id: Whole
    amount: Annotated[Decimal, Field(max_digits=7, decimal_places=2)] = Field(
        description="Negative for a penalty, positive for a bonus, in `unit`: points, match points for teams "
        "on boards, or victory points and the like in games ordered by wins."
    )
    reason: Reason


class AdjustmentOut(Out):
    adjustment_id: int
    player_id: int
    name: str
    amount: float
    unit: str = Field(description="points, match points, victory points …")
    reason: str
    round: int = Field(description="The round in which or after which it was given; 0 before the first.")
    at: datetime.datetime

    @classmethod
    def of(cls, row: Adjustment) -> Self:
        return cls.of_row(
            row,
            adjustment_id=row.pk,
            player_id=row.entry_id,
            name=row.entry.display_name,
            round=row.round_number,
            unit=rules_of(row.entry.tournament).unit_of_penalties,
        )


class AdjustmentsOut(Out):
    adjustments: list[AdjustmentOut]


@adjustments_router.get("/{id:tournament_id}/adjustments", response=AdjustmentsOut, **PUBLIC)
def list_adjustments(request: VisitorRequest, tournament_id: int) -> AdjustmentsOut:
    """List penalties and bonus points in the order in which they were given."""
    tournament = tournament_to_read(request, tournament_id)
    rows = Adjustment.objects.filter(entry__tournament=tournament).select_related("entry__tournament")
    return AdjustmentsOut(adjustments=[AdjustmentOut.of(row) for row in rows])


@adjustments_router.post("/{id:tournament_id}/adjustments", response={201: AdjustmentOut})
def adjust(request: Request, tournament_id: int, body: AdjustmentIn) -> Status[AdjustmentOut]:
    """Give a player a penalty or bonus points, with a reason."""
    tournament = tournament_to_change(request, tournament_id)
    entry = entry_in(tournament, body.player_id)
    made = adjustments.adjust(entry=entry, amount=body.amount, reason=body.reason, by=request.user)
    return Status(201, AdjustmentOut.of(made))


@adjustments_router.delete("/{id:tournament_id}/adjustments/{id:adjustment_id}", response={204: None})
def take_back_adjustment(request: Request, tournament_id: int, adjustment_id: int) -> Status[None]:
    """Remove a penalty or a bonus. The history still shows that it was given."""
    tournament = tournament_to_change(request, tournament_id)
    rows = Adjustment.objects.select_related("entry__tournament")
    adjustment = get_object_or_404(rows, pk=adjustment_id, entry__tournament=tournament)
    adjustments.withdraw_adjustment(adjustment=adjustment, by=request.user)
    return Status(204, None)


class FactionOut(Out):
    key: str = Field(description="A stable key. A registration can use it instead of the name.")
    name: str


class FactionShareOut(FactionOut):
    count: int = Field(description="How many players play it.")
    share: int = Field(description="The share of all players, in percent.")
    games: int
    win_rate: int | None = Field(description="In percent, a draw as half a win; null before the first game.")


class FactionsOut(Out):
    offered: list[FactionOut] = Field(description="Empty if the game has no factions.")
    played: list[FactionShareOut] = Field(description="The factions, most played first.")


@factions_router.get("/{id:tournament_id}/factions", response=FactionsOut, **PUBLIC)
def get_factions(request: VisitorRequest, tournament_id: int) -> FactionsOut:
    """List the factions to choose from, and how often and how successfully each is played."""
    tournament = tournament_to_read(request, tournament_id)
    if Use.FACTIONS not in rules_of(tournament).uses:
        return FactionsOut(offered=[], played=[])
    offered = [FactionOut.of_row(one) for one in factions_of(tournament).factions]
    played = [FactionShareOut.of_row(row) for row in faction_shares(tournament)]
    return FactionsOut(offered=offered, played=played)
