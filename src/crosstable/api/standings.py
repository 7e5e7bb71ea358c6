"""Standings for everybody (A15)."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404
from ninja import Query
from pydantic import Field

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.loading import tournament_to_read
from crosstable.api.shapes import In, Out
from crosstable.api.swiss_app.answers import AppStandingsOut, app_standings
from crosstable.engine.standings import Row
from crosstable.events.models import Dialect, Entry
from crosstable.events.queries.people.club_event import members_of
from crosstable.events.queries.people.public import frame, ratings_in
from crosstable.events.queries.standings.standings import ranking

router = new_router("standings")


class RoundIn(In):
    round: int | None = Field(None, ge=1, le=9999, description="After this round; left out: as it is now.")


class LineOut(Out):
    rank: int
    player_id: int
    member_id: int | None = Field(None, description="In an event of a club: the member.")
    name: str
    display_name: str = Field(description="The same as `name`.")
    elo: int = Field(0, description="The rating at the start; 0 for none.")
    rating: int | None = Field(description="Where the player stands now; null where nothing is rated.")
    faction: str
    wins: int
    losses: int
    draws: int
    score: float = Field(description="Points, where the game counts them: a win 1, a draw ½.")
    margin: int = Field(description="Victory points scored minus conceded.")
    vp: int
    total_vp: int = Field(serialization_alias="totalVP", description="The same as `vp`.")
    vp_against: int = Field(description="Victory points conceded.")
    sos: float | None = Field(
        description="Strength of schedule: the mean win share of the opponents met. None where it does not count."
    )
    strength_of_schedule: float | None = Field(description="The same in percent, 0 to 100.")
    tie_breaks: dict[str, float] = Field(
        description="What the order was decided by, by code, first things first."
    )
    adjustment: float = Field(
        description="Penalties and bonuses among the points, or among the victory points."
    )
    dropped: bool

    @classmethod
    def of(
        cls,
        row: Row,
        entry: Entry,
        codes: tuple[str, ...],
        members: Mapping[int, int],
        ratings: Mapping[int, int],
    ) -> LineOut:
        values = {code: round(float(value), 6) for code, value in zip(codes, row.values, strict=True)}
        return cls(
            rank=row.rank,
            player_id=entry.pk,
            member_id=members.get(entry.player_id),
            name=entry.display_name,
            display_name=entry.display_name,
            elo=entry.rating,
            rating=ratings.get(entry.player_id),
            faction=entry.faction,
            wins=row.history.wins,
            losses=row.history.losses,
            draws=row.history.draws,
            score=float(row.history.score),
            margin=row.history.vp_margin,
            vp=row.history.vp,
            total_vp=row.history.vp,
            vp_against=sum(game.vp_against for game in row.history.games),
            sos=values.get("SOS"),
            strength_of_schedule=_percent(values.get("SOS")),
            tie_breaks=values,
            adjustment=float(row.history.extra_points + row.history.extra_vp),
            dropped=entry.is_dropped,
        )


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 1)


class StandingsOut(Out):
    round: int = Field(description="The newest round that counts; 0 before the first.")
    is_final: bool
    standings: list[LineOut]


@router.get("/{id:tournament_id}/standings", response=AppStandingsOut | StandingsOut, **PUBLIC)
def get_standings(
    request: VisitorRequest, tournament_id: int, query: Query[RoundIn]
) -> AppStandingsOut | StandingsOut:
    """Who stands where: by wins, margin, strength of schedule, victory points."""
    tournament = tournament_to_read(request, tournament_id)
    if query.round is not None and frame(request.user, tournament).round(query.round) is None:
        raise Http404
    if tournament.dialect == Dialect.SWISS_APP and query.round is None:
        return app_standings(tournament)
    ranks = ranking(tournament, query.round)
    members = members_of(tournament)
    ratings = ratings_in(tournament, (entry.player_id for entry in ranks.entries.values()))
    lines = [
        LineOut.of(row, ranks.entries[row.entry.id], ranks.codes, members, ratings) for row in ranks.rows
    ]
    return StandingsOut(round=ranks.last_round, is_final=ranks.is_final, standings=lines)
