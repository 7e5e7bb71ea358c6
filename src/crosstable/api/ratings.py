"""Ratings across events: the leaderboard, one person's rating and its history (A16, A17)."""

from __future__ import annotations

import datetime
from typing import Annotated

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query
from pydantic import Field

from crosstable.accounts.models import Player
from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.shapes import Out, Page, PageIn, Text, cut
from crosstable.engine.ratings.elo import EloOptions
from crosstable.events.models import PlayerRating, RatingChange
from crosstable.events.queries.people.players import games, leaderboard, standing_of

router = new_router("ratings")


class SearchIn(PageIn):
    search: Annotated[Text, Field(max_length=100)] = Field("", description="Words of the name.")


class RatedOut(Out):
    rank: int = Field(description="Equal ratings share a rank.")
    user_id: int | None = Field(description="None for somebody without an account.")
    name: str
    rating: int
    games: int
    last_change: int | None

    @classmethod
    def of(cls, row: PlayerRating) -> RatedOut:
        return cls(
            rank=row.rank,  # type: ignore[attr-defined]
            user_id=row.player.user_id,
            name=row.player.name,
            rating=row.value,
            games=row.games,
            last_change=row.last_change,  # type: ignore[attr-defined]
        )


class RatingOut(Out):
    user_id: int
    name: str
    rating: int = Field(description="Everybody starts at 1200.")
    games: int
    rank: int | None = Field(description="None before the first rated game.")


class ChangeOut(Out):
    """One rated game, or the difference a correction made."""

    at: datetime.datetime
    tournament_id: int
    tournament: str
    round: int
    match_id: int
    opponent: str
    opponent_user_id: int | None
    outcome: str = Field(description="win, draw or loss; empty when a correction left no game.")
    is_correction: bool = Field(description="Booked later, because the result of the game was corrected.")
    before: int
    after: int
    change: int

    @classmethod
    def of(cls, row: RatingChange) -> ChangeOut:
        round_ = row.match.round
        return cls(
            at=row.at,
            tournament_id=round_.tournament_id,
            tournament=round_.tournament.name,
            round=round_.number,
            match_id=row.match_id,
            opponent=row.opponent.name,
            opponent_user_id=row.opponent.user_id,
            outcome=row.outcome,
            is_correction=row.correction_id is not None,
            before=row.before,
            after=row.after,
            change=row.change,
        )


@router.get("/leaderboard", response=Page[RatedOut], **PUBLIC)
def get_leaderboard(request: VisitorRequest, response: HttpResponse, page: Query[SearchIn]):
    """Everybody with a rated game, best first."""
    count, rows = cut(request, response, leaderboard(page.search), page)
    return Page[RatedOut](count=count, items=[RatedOut.of(row) for row in rows])


@router.get("/{id:user_id}", response=RatingOut, **PUBLIC)
def get_rating(request: VisitorRequest, user_id: int):
    """Where somebody stands now."""
    player = get_object_or_404(Player, user=user_id)
    row = standing_of(player)
    return RatingOut(
        user_id=user_id,
        name=player.name,
        rating=row.value if row else EloOptions().start,
        games=row.games if row else 0,
        rank=row.rank if row else None,  # type: ignore[attr-defined]
    )


@router.get("/{id:user_id}/history", response=Page[ChangeOut], **PUBLIC)
def get_history(request: VisitorRequest, response: HttpResponse, user_id: int, page: Query[PageIn]):
    """Rated games, newest first."""
    player = get_object_or_404(Player, user=user_id)
    count, rows = cut(request, response, games(player), page)
    return Page[ChangeOut](count=count, items=[ChangeOut.of(row) for row in rows])
