"""Standings for everybody (A15), and the journal for organisers."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from ninja import Query
from pydantic import Field
from pydantic.alias_generators import to_camel

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_read
from crosstable.api.shapes import In, Out, Page, PageIn, cut
from crosstable.engine.standings import Row
from crosstable.events.journal_words import describe
from crosstable.events.models import Entry, JournalEntry
from crosstable.events.permissions import is_organiser
from crosstable.events.queries.club_event import members_of
from crosstable.events.queries.public import frame
from crosstable.events.queries.standings import ranking

router = new_router("standings")


class RoundIn(In):
    round: int | None = Field(None, ge=1, le=9999, description="After this round; left out: as it is now.")


class LineOut(Out):
    rank: int
    player_id: int
    member_id: int | None = Field(None, description="In an event of a club: the member.")
    name: str
    elo: int = Field(0, description="The rating at the start; 0 for none.")
    faction: str
    wins: int
    losses: int
    draws: int
    score: float = Field(description="Points, where the game counts them: a win 1, a draw ½.")
    margin: int = Field(description="Victory points scored minus conceded.")
    vp: int
    sos: float | None = Field(
        description="Strength of schedule: the mean win share of the opponents met. None where it does not count."
    )
    tie_breaks: dict[str, float] = Field(
        description="What the order was decided by, by code, first things first."
    )
    adjustment: float = Field(
        description="Penalties and bonuses among the points, or among the victory points."
    )
    dropped: bool

    @classmethod
    def of(cls, row: Row, entry: Entry, codes: tuple[str, ...], members: Mapping[int, int]) -> LineOut:
        values = {code: round(float(value), 6) for code, value in zip(codes, row.values, strict=True)}
        return cls(
            rank=row.rank,
            player_id=entry.pk,
            member_id=members.get(entry.player_id),
            name=entry.display_name,
            elo=entry.rating,
            faction=entry.faction,
            wins=row.history.wins,
            losses=row.history.losses,
            draws=row.history.draws,
            score=float(row.history.score),
            margin=row.history.vp_margin,
            vp=row.history.vp,
            sos=values.get("SOS"),
            tie_breaks=values,
            adjustment=float(row.history.extra_points + row.history.extra_vp),
            dropped=entry.is_dropped,
        )


class StandingsOut(Out):
    round: int = Field(description="The newest round that counts; 0 before the first.")
    is_final: bool
    standings: list[LineOut]


class JournalEntryOut(Out):
    number: int = Field(description="The revision of the tournament this made.")
    at: datetime.datetime
    by: str | None
    verb: str
    sentence: str
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str

    @classmethod
    def of(cls, entry: JournalEntry) -> JournalEntryOut:
        return cls(
            number=entry.number,
            at=entry.at,
            by=entry.who or None,
            verb=entry.verb,
            sentence=describe(entry),
            before=_camel(entry.before),
            after=_camel(entry.after),
            reason=entry.reason,
        )


def _camel(values: dict[str, Any]) -> dict[str, Any]:
    return {to_camel(key): value for key, value in values.items()}


@router.get("/{id:tournament_id}/standings", response=StandingsOut, **PUBLIC)
def get_standings(request: VisitorRequest, tournament_id: int, query: Query[RoundIn]):
    """Who stands where: by wins, margin, strength of schedule, victory points."""
    tournament = tournament_to_read(request, tournament_id)
    if query.round is not None and frame(request.user, tournament).round(query.round) is None:
        raise Http404
    found = ranking(tournament, query.round)
    members = members_of(tournament)
    lines = [LineOut.of(row, found.entries[row.entry.id], found.codes, members) for row in found.rows]
    return StandingsOut(round=found.last_round, is_final=found.is_final, standings=lines)


@router.get("/{id:tournament_id}/journal", response=Page[JournalEntryOut])
def get_journal(request: Request, response: HttpResponse, tournament_id: int, page: Query[PageIn]):
    """Everything that was done, newest first; organisers only."""
    tournament = tournament_to_read(request, tournament_id)
    if not is_organiser(request.user, tournament):
        raise PermissionDenied
    count, rows = cut(request, response, tournament.journal.select_related("by"), page)
    return Page[JournalEntryOut](count=count, items=[JournalEntryOut.of(row) for row in rows])
