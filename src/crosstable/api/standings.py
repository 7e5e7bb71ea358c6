"""Standings for everybody (A15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404
from ninja import Query
from pydantic import Field

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.loading import tournament_to_read
from crosstable.api.shapes import In, Out
from crosstable.api.swiss_app.answers import AppStandingsOut, app_standings
from crosstable.engine.standings import Row
from crosstable.events.models import Dialect, Entry, Tournament
from crosstable.events.queries.people.club_event import members_of
from crosstable.events.queries.people.public import frame, ratings_in
from crosstable.events.queries.standings.standings import ranking
from crosstable.events.records.settings.game import shape_of, uses
from crosstable.games import Use

router = new_router("standings")


class RoundIn(In):
    round: int | None = Field(None, ge=1, le=9999, description="After this round; left out: as it is now.")


class LineOut(Out):
    """A game says nothing about what it does not have: those fields are not in the answer."""

    rank: int
    player_id: int
    member_id: int | None = Field(None, description="In an event of a club: the member.")
    name: str
    display_name: str = Field(description="The same as `name`.")
    elo: int = Field(0, description="The rating at the start; 0 for none.")
    rating: int | None = Field(description="Where the player stands now; null where nothing is rated.")
    faction: str = Field("", description="Where there are factions.")
    wins: int
    losses: int
    draws: int
    score: float = Field(description="Points, where the game counts them: a win 1, a draw ½.")
    margin: int = Field(0, description="Victory points, goals or whatever is counted: scored minus conceded.")
    vp: int = Field(0, description="What is counted, added up.")
    total_vp: int = Field(0, serialization_alias="totalVP", description="The same as `vp`.")
    vp_against: int = Field(0, description="Victory points conceded.")
    sos: float = Field(
        0, description="Strength of schedule, where it counts: the mean win share of the opponents met."
    )
    strength_of_schedule: float = Field(0, description="The same in percent, 0 to 100.")
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
        also: frozenset[str],
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
            wins=row.history.wins,
            losses=row.history.losses,
            draws=row.history.draws,
            score=float(row.history.score),
            tie_breaks=values,
            adjustment=float(row.history.extra_points + row.history.extra_vp),
            dropped=entry.is_dropped,
            **{name: value for name, value in _of_some_games(row, entry, values) if name in also},
        )


COUNTED = ("margin", "vp", "total_vp", "vp_against")
SCHEDULE = ("sos", "strength_of_schedule")


def _of_some_games(row: Row, entry: Entry, values: Mapping[str, float]) -> Iterator[tuple[str, Any]]:
    yield "faction", entry.faction
    conceded = sum(game.vp_against for game in row.history.games)
    yield from zip(COUNTED, (row.history.vp_margin, row.history.vp, row.history.vp, conceded), strict=True)
    share = values.get("SOS", 0.0)
    yield from zip(SCHEDULE, (share, round(100 * share, 1)), strict=True)


def _fields_of(tournament: Tournament, codes: tuple[str, ...]) -> frozenset[str]:
    """What a line says in this game beside what it says in all of them."""
    factions = ("faction",) if uses(tournament, Use.FACTIONS) else ()
    counted = COUNTED if shape_of(tournament).bounds().tallies else ()
    return frozenset((*factions, *counted, *(SCHEDULE if "SOS" in codes else ())))


class StandingsOut(Out):
    round: int = Field(description="The newest round that counts; 0 before the first.")
    is_final: bool
    standings: list[LineOut]


@router.get(
    "/{id:tournament_id}/standings", response=AppStandingsOut | StandingsOut, exclude_unset=True, **PUBLIC
)
def get_standings(
    request: VisitorRequest, tournament_id: int, query: Query[RoundIn]
) -> AppStandingsOut | StandingsOut:
    """Who stands where, in the order of the event's tie-breaks, with the fields its game has."""
    tournament = tournament_to_read(request, tournament_id)
    if query.round is not None and frame(request.user, tournament).round(query.round) is None:
        raise Http404
    if tournament.dialect == Dialect.SWISS_APP and query.round is None:
        return app_standings(tournament)
    ranks = ranking(tournament, query.round)
    members = members_of(tournament)
    ratings = ratings_in(tournament, (entry.player_id for entry in ranks.entries.values()))
    also = _fields_of(tournament, ranks.codes)
    lines = [
        LineOut.of(row, ranks.entries[row.entry.id], ranks.codes, members, ratings, also)
        for row in ranks.rows
    ]
    return StandingsOut(round=ranks.last_round, is_final=ranks.is_final, standings=lines)
