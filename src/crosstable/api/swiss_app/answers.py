"""What the Swiss web app calls things: tournaments, players, pairings, rounds."""

import datetime
from typing import Any, Self

from pydantic import Field

from crosstable.api.game_fields import of_game
from crosstable.api.shapes import Out
from crosstable.events.models import Entry, Match, Tournament
from crosstable.events.queries.people.app_event import AppPlayer, app_players, app_rounds, app_status

STATUS = "upcoming, ongoing or completed."
RESULTS = {"1/2-1/2": "0.5-0.5"}


class AppTournamentOut(Out):
    id: int
    name: str
    date: datetime.date
    location: str
    description: str
    total_rounds: int
    current_round: int = Field(description="0 before the first.")
    status: str = Field(description=STATUS)
    share_link: str | None = Field(
        description="The address below this installation; opens without an account."
    )
    player_count: int
    revision: int

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        played = [number for number, state in app_rounds(tournament) if state != "upcoming"]
        return cls.of_row(
            tournament,
            id=tournament.pk,
            current_round=max(played, default=0),
            status=app_status(tournament),
            share_link=f"/s/{tournament.share_token}" if tournament.share_token else None,
            player_count=tournament.entries.filter(dropped_at__isnull=True).count(),
        )


class AppPlayerOut(Out):
    id: int
    tournament_id: int
    name: str
    rating: int = Field(0, description="Where the game has ratings.")
    university: str = Field("", description="Where the game asks for it.")
    points: float
    opponents: list[int] = Field(description="The ids of those met, in order.")
    colors: list[str] = Field([], description="Where the game has colours: white or black, in order.")
    buchholz: float = Field(description="The sum of the opponents' points.")

    @classmethod
    def of(cls, player: AppPlayer) -> Self:
        return cls(**_values(player))


class AppLineOut(AppPlayerOut):
    rank: int | None = Field(description="By points, Buchholz, rating; null: left before the first game.")

    @classmethod
    def of(cls, player: AppPlayer) -> Self:
        return cls(**_values(player), rank=player.rank)


class AppStandingsOut(Out):
    standings: list[AppLineOut]


class AppSideOut(Out):
    id: int
    name: str
    rating: int = Field(0, description="Where the game has ratings.")

    @classmethod
    def of(cls, entry: Entry, tournament: Tournament) -> Self:
        values = {"id": entry.pk, "name": entry.display_name, "rating": entry.rating}
        return cls(**of_game(tournament, values))


class AppPairingOut(Out):
    id: int
    tournament_id: int
    round: int
    board: int | None = Field(description="null for a bye.")
    white_player: AppSideOut = Field(description="Who sits out, where there is a bye.")
    black_player: AppSideOut | None
    result: str = Field(description="1-0, 0-1, 0.5-0.5, 1-0F, 0-1F, 0-0F, pending, or bye.")

    @classmethod
    def of(cls, match: Match) -> Self:
        tournament = match.round.tournament
        sides = [AppSideOut.of(entry, tournament) for entry in (match.first, match.second) if entry]
        return cls(
            id=match.pk,
            tournament_id=match.round.tournament_id,
            round=match.round.number,
            board=match.table,
            white_player=sides[0],
            black_player=None if match.is_bye else sides[1],
            result="bye" if match.is_bye else RESULTS.get(match.result, match.result or "pending"),
        )


class AppRoundOut(Out):
    round_number: int
    status: str = Field(description=STATUS)


def _values(player: AppPlayer) -> dict[str, Any]:
    entry = player.entry
    values = {
        "id": entry.pk,
        "tournament_id": entry.tournament_id,
        "name": entry.display_name,
        "rating": entry.rating,
        "university": entry.team_name,
        "points": float(player.points),
        "opponents": player.opponents,
        "colors": player.colors,
        "buchholz": float(player.buchholz),
    }
    return of_game(entry.tournament, values)


def app_standings(tournament: Tournament) -> AppStandingsOut:
    return AppStandingsOut(standings=[AppLineOut.of(player) for player in app_players(tournament)])
