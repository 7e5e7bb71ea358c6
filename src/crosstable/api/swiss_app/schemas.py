"""The schemas of document D. Unknown fields are ignored, ids are text, numbers may be sent as text."""

import datetime
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from crosstable.api.schemas import Out, Text, event_text
from crosstable.engine.results.score import UNRATED
from crosstable.events.models import Match, Tournament
from crosstable.events.queries.people.app_event import AppPlayer, AppRound, app_status, current_round

# Ours → D's. A result that D has no word for is sent unchanged.
RESULTS = {"1/2-1/2": "0.5-0.5", "": "pending"}
TAKEN = ("1-0", "0-1", "0.5-0.5", "1-0F", "0-1F", "pending")
BYE = "1-0"


def _day(value: object) -> object:
    """Return the day of a timestamp in JavaScript's format."""
    return value[:10] if isinstance(value, str) and value[10:11] == "T" else value


Day = Annotated[datetime.date, BeforeValidator(_day)]
Number = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
Id = Annotated[str, BeforeValidator(lambda value: str(value) if isinstance(value, int) else value)]


class AppIn(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")


class NewAppTournamentIn(AppIn):
    name: Annotated[Text, event_text("name")]
    date: Day
    total_rounds: Number


class AppTournamentIn(AppIn):
    """Any of them; what is left out stays as it is."""

    name: Annotated[Text, event_text("name")] | None = None
    date: Day | None = None
    total_rounds: Number | None = None
    status: Text | None = Field(
        None, description="The current status. It cannot be changed here; rounds and results change it."
    )


class AppPlayerIn(AppIn):
    """Any of them; what is left out stays as it is."""

    name: Text | None = None
    rating: Number | None = None
    university: Text | None = None


class AppOfTournamentIn(AppIn):
    tournament: Id | None = None
    tournament_id: Id | None = Field(None, description="The same as `tournament`.")

    @property
    def wanted(self) -> str | None:
        return self.tournament or self.tournament_id


class NewAppPlayerIn(AppOfTournamentIn):
    name: Text
    rating: Number = 0
    university: Text = ""


class AppGenerateIn(AppOfTournamentIn):
    round_number: Number | None = Field(None, description="The round to pair. Default: the next one.")


class AppResultIn(AppIn):
    result: Text = Field(description=", ".join(TAKEN))


class AppOut(Out):
    id: str = Field(serialization_alias="_id")


class AppTournamentOut(AppOut):
    name: str
    date: datetime.date
    current_round: int
    total_rounds: int
    status: str = Field(description="upcoming, ongoing or completed.")
    share_link: str | None = Field(description="The share link: GET /tournaments/share/{shareLink}.")
    created_at: datetime.datetime

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        return cls.of_row(
            tournament,
            id=str(tournament.pk),
            current_round=current_round(tournament),
            status=app_status(tournament),
            share_link=tournament.share_token,
        )


class AppPlayerOut(AppOut):
    tournament: str
    name: str
    rating: int
    university: str
    points: float
    opponents: list[str] = Field(description="One per round, from its pairing on.")
    colors: list[str]
    buchholz: float
    created_at: datetime.datetime

    @classmethod
    def of(cls, player: AppPlayer) -> Self:
        entry = player.entry
        return cls(
            id=str(entry.pk),
            tournament=str(entry.tournament_id),
            name=entry.display_name,
            rating=entry.rating,
            university=entry.team_name,
            points=float(player.points),
            opponents=[str(id) for id in player.opponents],
            colors=player.colors,
            buchholz=float(player.buchholz),
            created_at=entry.registered_at,
        )


class AppPairingOut(AppOut):
    tournament: str
    round: int
    white_player: str = Field(description="The player with the bye, if there is one.")
    black_player: str | None
    result: str = Field(description=", ".join(TAKEN))
    board: int
    created_at: datetime.datetime

    @classmethod
    def of(cls, match: Match, board: int) -> Self:
        return cls(
            id=str(match.pk),
            tournament=str(match.round.tournament_id),
            round=match.round.number,
            white_player=str(match.first_id),
            black_player=None if match.second_id is None else str(match.second_id),
            result=BYE if match.is_bye else _result(match.result),
            board=board,
            created_at=match.round.drafted_at,
        )


class AppRoundOut(Out):
    tournament: str
    round_number: int
    status: str = Field(description="upcoming, ongoing or completed.")
    pairings: list[AppPairingOut]

    @classmethod
    def of(cls, tournament: Tournament, round_: AppRound) -> Self:
        return cls(
            tournament=str(tournament.pk),
            round_number=round_.number,
            status=round_.status,
            pairings=pairings_out(round_.matches),
        )


class AppRowOut(Out):
    row: int = Field(description="The row number in the sheet.")
    name: str
    error: str


class AppUploadOut(Out):
    success: list[AppPlayerOut] = Field(description="The players who were entered.")
    errors: list[AppRowOut]


class AppMessageOut(Out):
    message: str


def _result(code: str) -> str:
    """Return D's result: D does not distinguish rated games."""
    played = code.removesuffix(UNRATED)
    return RESULTS.get(played, played)


def pairings_out(matches: list[Match]) -> list[AppPairingOut]:
    """Return the pairings; a bye takes the board after the last."""
    last = max((match.table or 0 for match in matches), default=0)
    without = [match.pk for match in matches if match.table is None]
    return [AppPairingOut.of(match, match.table or last + 1 + without.index(match.pk)) for match in matches]
