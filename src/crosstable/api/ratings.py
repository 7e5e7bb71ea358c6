"""Ratings across events: the leaderboard, one person's rating and its history (A16, A17)."""

import datetime
from typing import Annotated, Self

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query
from pydantic import Field

from crosstable.accounts.models import Club, Player
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Page, PageIn, Text, Whole
from crosstable.engine.ratings import EloOptions
from crosstable.events.actions.ratings.ratings import set_rating_rules
from crosstable.events.bridge.rules import pool_of_club
from crosstable.events.errors import BadValue
from crosstable.events.models import PlayerRating, RatingChange
from crosstable.events.queries.people.players import games, leaderboard, standing_of
from crosstable.events.queries.people.ratings import RatingPool, find_pool, pool_of_game, rating_pools
from crosstable.games import GAMES, USUAL_GAME
from crosstable.text import tr

router = new_router("ratings")


class PoolIn(PageIn):
    game: Annotated[Text, Field(max_length=40)] = Field(USUAL_GAME, description="The code of a rated game.")
    club: int | None = Field(
        None, ge=1, le=2**63 - 1, description="A clubId: the ratings of this club in all games."
    )

    def code(self) -> str:
        """Return the code of the pool. Raises BadValue."""
        if self.club is not None:
            exists = Club.objects.filter(pk=self.club).exists()
            if not exists:
                raise BadValue(tr("There is no club {club}.", club=self.club), "club")
            return pool_of_club(self.club)
        pool = pool_of_game(self.game)
        if pool is None:
            rated = ", ".join(game.code for game in GAMES.values() if game.rating_pool)
            raise BadValue(
                tr("“{game}” is not a game with ratings. Rated games: {rated}.", game=self.game, rated=rated),
                "game",
            )
        return pool


class SearchIn(PoolIn):
    search: Annotated[Text, Field(max_length=100)] = Field("", description="Words of the name to search for.")


class RatedOut(Out):
    rank: int = Field(description="Equal ratings share a rank.")
    user_id: int | None = Field(description="null for a player without an account.")
    name: str
    rating: int
    games: int
    last_change: int | None

    @classmethod
    def of(cls, row: PlayerRating) -> Self:
        return cls.of_row(row, user_id=row.player.user_id, name=row.player.name, rating=row.value)


class RatingOut(Out):
    user_id: int
    name: str
    rating: int = Field(description="1200 before the first rated game.")
    games: int
    rank: int | None = Field(description="null before the first rated game.")


class ChangeOut(Out):
    """One rated game, or the rating difference of a correction."""

    at: datetime.datetime
    tournament_id: int
    tournament: str
    round: int
    match_id: int
    opponent: str
    opponent_user_id: int | None
    outcome: str = Field(description="win, draw or loss; empty if a correction removed the game.")
    is_correction: bool = Field(
        description="Whether it was added later, because the result of the game was corrected."
    )
    before: int
    after: int
    change: int

    @classmethod
    def of(cls, row: RatingChange) -> Self:
        round_ = row.match.round
        return cls.of_row(
            row,
            tournament_id=round_.tournament_id,
            tournament=round_.tournament.name,
            round=round_.number,
            opponent=row.opponent.name,
            opponent_user_id=row.opponent.user_id,
            is_correction=row.correction_id is not None,
        )


class KIn(In):
    new: Whole = Field(description="K of players with fewer rated games than `threshold`.")
    established: Whole = Field(description="K of all other players.")
    threshold: Whole = Field(description="The number of rated games from which a player is established.")


class RulesIn(In):
    k: KIn
    replay: bool = Field(
        description="Recalculate the ratings of all games. Otherwise the rules apply from now on."
    )


class RatingPoolOut(Out):
    pool: str
    name: str
    game: str | None = Field(description="The code of the game; null for the pool of a club.")
    club_id: int | None
    players: int = Field(description="The number of players with a rated game.")
    k: dict[str, int] = Field(
        description="new, established and threshold; see `PUT /api/ratings/pools/{pool}`."
    )

    @classmethod
    def of(cls, pool: RatingPool) -> Self:
        rules = pool.rules
        return cls.of_row(
            pool,
            pool=pool.code,
            game=pool.game.code if pool.game else None,
            club_id=pool.club.pk if pool.club else None,
            k={"new": rules.k_new, "established": rules.k_settled, "threshold": rules.settled_after},
        )


@router.get("/pools", response=list[RatingPoolOut], **PUBLIC)
def list_rating_pools(request: VisitorRequest) -> list[RatingPoolOut]:
    """List the rated games and the clubs with rated games, each with its K-factors."""
    return [RatingPoolOut.of(pool) for pool in rating_pools()]


@router.put("/pools/{pool}", response=RatingPoolOut)
def put_rating_rules(request: Request, pool: str, body: RulesIn) -> RatingPoolOut:
    """Set how much a game changes a rating: K-factors for new and established players, and the number of
    games that separates them.
    """
    rules = EloOptions(k_new=body.k.new, k_settled=body.k.established, settled_after=body.k.threshold)
    rated_pool = _pool(pool)
    set_rating_rules(pool=rated_pool.code, rules=rules, replay=body.replay, by=request.user)
    return RatingPoolOut.of(_pool(pool))


def _pool(code: str) -> RatingPool:
    pool = find_pool(code)
    if pool is None:
        raise Http404("no such rating pool")
    return pool


@router.get("/leaderboard", response=Page[RatedOut], **PUBLIC)
def get_leaderboard(request: VisitorRequest, response: HttpResponse, page: Query[SearchIn]) -> Page[RatedOut]:
    """List all players with a rated game, best first: of one game, or of one club."""
    rows = leaderboard(page.search, page.code())
    return Page[RatedOut].of(request, response, rows, page, RatedOut.of)


@router.get("/{id:user_id}", response=RatingOut, **PUBLIC)
def get_rating(request: VisitorRequest, user_id: int, pool: Query[PoolIn]) -> RatingOut:
    """Get a player's current rating in one game or in one club."""
    player = get_object_or_404(Player, user=user_id)
    row = standing_of(player, pool.code())
    return RatingOut(
        user_id=user_id,
        name=player.name,
        rating=row.value if row else EloOptions().start,
        games=row.games if row else 0,
        rank=row.rank if row else None,  # type: ignore[attr-defined]
    )


@router.get("/{id:user_id}/history", response=Page[ChangeOut], **PUBLIC)
def get_history(
    request: VisitorRequest, response: HttpResponse, user_id: int, page: Query[PoolIn]
) -> Page[ChangeOut]:
    """List a player's rated games of one game or one club, newest first."""
    player = get_object_or_404(Player, user=user_id)
    return Page[ChangeOut].of(request, response, games(player, page.code()), page, ChangeOut.of)
