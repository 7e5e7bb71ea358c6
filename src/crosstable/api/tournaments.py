"""Tournaments: list, read, create, edit, delete, and the moves of their life (A1 to A3, A5)."""

import datetime
from dataclasses import asdict, replace
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Self

from django.conf import settings
from django.http import HttpResponse
from ninja import Body, Query, Status
from pydantic import AliasChoices, Discriminator, Field, Tag
from pydantic.alias_generators import to_camel

from crosstable.accounts.models import User
from crosstable.api.club_tournaments import (
    ClubTournamentIn,
    ClubTournamentOut,
    create_club_tournament,
    points_out,
)
from crosstable.api.club_tournaments import shown as club_shown
from crosstable.api.frame import new_router
from crosstable.api.game_fields import of_game
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_after, tournament_to_change, tournament_to_read
from crosstable.api.shapes import ANY_EVENT, APP_EVENT, CLUB_EVENT, ByName, In, Out, Page, PageIn, Text, Whole
from crosstable.api.swiss_app.answers import AppTournamentOut
from crosstable.events.actions.event import deleting, flow, tournaments
from crosstable.events.actions.event.tournaments import Details, create_in_format
from crosstable.events.errors import BadValue
from crosstable.events.models import Dialect, Tournament
from crosstable.events.queries.people.listing import listed_tournaments
from crosstable.events.queries.people.public import with_counts
from crosstable.events.records.settings.choices import WITHOUT_PAIRING, chosen_tie_breaks, system_by_kind
from crosstable.events.records.settings.game import as_columns, choices_of, game_of
from crosstable.events.records.settings.stage_formats import FORMATS
from crosstable.games import CLUB_GAME, GAMES, USUAL_GAME, Game, points_said

router = new_router("tournaments")
SCORING = (
    'Points as text: {"win": "3", "draw": "1"}. A forfeit and a bye are worth as much as the win, half a bye as '
    "much as the draw, unless they are named, too."
)


class StatusFilter(StrEnum):
    OPEN = "open"
    DRAFT = "draft"
    REGISTRATION = "registration"
    CHECK_IN = "check-in"
    IN_PROGRESS = "in-progress"
    COMPLETE = "complete"


class Filters(PageIn):
    status: StatusFilter | None = Field(None, description="`open` is registration or check-in.")
    mine: bool = Field(False, description="Only those I run or play in.")
    search: Annotated[Text, Field(max_length=100)] = Field("", description="Words of the name.")


class TournamentIn(In):
    game: Text | None = Field(None, description="One of GET /games; fixed once created.")
    profile: Text | None = Field(None, description="The older name of `game`.")
    choices: ByName | None = Field(
        None, description='About the game, as GET /games lists them: {"score": "maps", "draws": false}.'
    )
    name: Annotated[Text, Field(max_length=120)]
    date: datetime.date = Field(
        validation_alias=AliasChoices("date", "eventDate"), description="Or `eventDate`."
    )
    total_rounds: Whole
    location: Annotated[Text, Field(max_length=120)] = ""
    format_text: Annotated[Text, Field(max_length=120)] = ""
    max_vp: Whole = Field(
        default_factory=lambda: settings.MAX_VP,
        description="`choices.most`, where the game must have one; of no effect elsewhere.",
    )
    description: Annotated[Text, Field(max_length=5000)] = ""
    end_date: datetime.date | None = None
    max_players: Whole | None = None
    system: Text | None = Field(None, description="A pairing system of the game; left out: its usual one.")
    tie_breaks: list[Text] | None = Field(None, max_length=20, description="Codes, first things first.")
    scoring: dict[Text, Text] | None = Field(None, description=SCORING)
    accelerated: bool | None = None
    initial_color: Text | None = Field(
        None,
        description="Where the game has colours, the first side being white: white, black, or empty for by lot. Used by"
        " fide-dutch; by the others it is white.",
    )
    time_control: Annotated[Text, Field(max_length=80)] | None = None
    chief_arbiter: Annotated[Text, Field(max_length=80)] | None = Field(
        None, description="Chess: named in the report file."
    )
    round_minutes: Whole | None = Field(None, description="How long a round lasts on the round clock.")
    players_may_report: bool | None = None
    scores_without_account: bool | None = Field(
        None, description="The code on a result slip takes a score without an account."
    )
    one_device_for_both: bool | None = Field(None, description="One device may speak for both sides by code.")
    players_see_reasons: bool | None = Field(None, description="Players read why their pairing was made.")
    most_requested_byes: Annotated[int, Field(strict=True, ge=0, le=30)] | None = None
    format: Text = Field("swiss", description=f"On creation: {', '.join(FORMATS)}. Later: …/stages.")
    team_size: Whole | None = Field(None, description="Teams of so many; left out: single players.")
    team_boards: Whole | None = Field(None, description="Boards of a team match; 1: the team plays together.")

    @property
    def code(self) -> str:
        return self.game or self.profile or USUAL_GAME

    def values(self, game: Game) -> dict[str, Any]:
        """What was said; what was left out stays as it is, or as the game has it."""
        said = self.model_dump(exclude={"game", "profile", "format", "choices"})
        named = {key: value for key, value in said.items() if value is not None}
        if "scoring" in named:
            named["scoring"] = points_said(named["scoring"])
        return named if self.choices is None else {**named, **as_columns(game, self.choices)}

    def details(self) -> Details:
        if self.code not in GAMES:
            raise BadValue(f"The game is one of {', '.join(GAMES)}.", "game")
        return Details(**self.values(GAMES[self.code]))


class AppTournamentIn(In):
    """As the Swiss web app has it; `game` says that it is that one."""

    game: Text
    name: Annotated[Text, Field(max_length=120)]
    date: datetime.date
    total_rounds: Whole
    location: Annotated[Text, Field(max_length=120)] = ""
    description: Annotated[Text, Field(max_length=5000)] = ""


APP_WORDS = {to_camel(name) for name in AppTournamentIn.model_fields}


def _kind(body: object) -> str:
    """Whose words a body speaks is seen by its names, so that a mistake is told in the right ones."""
    if not isinstance(body, dict):
        return ANY_EVENT
    if {"clubId", "tournamentName"} & body.keys():
        return CLUB_EVENT
    return APP_EVENT if body.get("game") == CLUB_GAME and body.keys() <= APP_WORDS else ANY_EVENT


AnyTournamentIn = Annotated[
    Annotated[ClubTournamentIn, Tag(CLUB_EVENT)]
    | Annotated[AppTournamentIn, Tag(APP_EVENT)]
    | Annotated[TournamentIn, Tag(ANY_EVENT)],
    Discriminator(_kind),
]


class DeletionIn(In):
    confirm: Text = Field(
        "", description="The name of the tournament; needed unless it is a draft.", examples=["Spring Open"]
    )


class SeenIn(In):
    seen: Text | None = Field(None, description="The status the caller saw; the event moves only from there.")


class TournamentOut(Out):
    tournament_id: int
    name: str
    slug: str
    game: str
    profile: str = Field(description="The older name of `game`.")
    choices: dict[str, Any] = Field(description="What was chosen about the game.")
    status: str
    date: datetime.date
    event_date: datetime.date = Field(description="The same as `date`.")
    end_date: datetime.date | None
    max_players: int | None
    location: str
    format_text: str
    description: str
    total_rounds: int = Field(description="Of the Swiss; stages have their own, see /stages.")
    max_vp: int | None = Field(None, description="The highest score of one side, where the game asks for it.")
    current_round: int = Field(
        description="The newest published round of any stage, numbered through; 0 before the first."
    )
    player_count: int = Field(description="Entered and not dropped; teams, where teams take part.")
    system: str = Field(
        description="How opponents are found in the first stage: the pairing system of a Swiss, “round-robin” or "
        "“knockout”."
    )
    tie_breaks: list[str]
    scoring: dict[str, str] = Field(description="What a win, a draw and so on are worth, as text.")
    time_control: str = Field("", description="Where the game has a report file, as chiefArbiter.")
    chief_arbiter: str = ""
    round_minutes: int | None
    players_may_report: bool
    scores_without_account: bool
    one_device_for_both: bool
    players_see_reasons: bool
    lists_locked: bool = Field(False, description="Where the game has lists.")
    team_size: int | None = Field(description="None: single players take part.")
    team_boards: int
    owner_id: int
    owner: str
    revision: int = Field(description="Raised by one with every change.")
    completed_at: datetime.datetime | None

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        return cls(**of_game(tournament, cls.values_of(tournament, **_reckoned(tournament))))


def _reckoned(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament_id": tournament.pk,
        "event_date": tournament.date,
        "game": tournament.profile,
        "choices": _choices(tournament),
        "player_count": tournament.entry_count,  # type: ignore[attr-defined]
        "system": system_by_kind(tournament, tournament.first_kind),  # type: ignore[attr-defined]
        "tie_breaks": list(chosen_tie_breaks(tournament)),
        "scoring": points_out(tournament),
        "lists_locked": tournament.lists_are_locked,
        "owner": _name(tournament.owner),
    }


def _choices(tournament: Tournament) -> dict[str, Any]:
    """Those that were made; the others are as the game says."""
    made = {
        name: value for name, value in asdict(choices_of(tournament)).items() if value not in ("", None, ())
    }
    return {to_camel(name): value for name, value in made.items()}


def _name(user: User) -> str:
    """What the pages call an organiser; a username is for signing in."""
    return user.player.name if hasattr(user, "player") else user.get_username()


def shown(tournament: Tournament) -> TournamentOut:
    """The tournament as it is now."""
    rows = with_counts(Tournament.objects.select_related("owner__player"))
    return TournamentOut.of(rows.get(pk=tournament.pk))


OneTournamentOut = AppTournamentOut | TournamentOut
AnyTournamentOut = ClubTournamentOut | OneTournamentOut


def in_its_words(tournament: Tournament) -> ClubTournamentOut | AppTournamentOut | TournamentOut:
    """The tournament as it is now, in the words it was created in."""
    return club_shown(tournament) if tournament.dialect == Dialect.CLUB else tournament_out(tournament)


def tournament_out(tournament: Tournament) -> AppTournamentOut | TournamentOut:
    """The same where clubs have no words of their own: lists, and the moves of an event's life."""
    if tournament.dialect == Dialect.SWISS_APP:
        return AppTournamentOut.of(Tournament.objects.get(pk=tournament.pk))
    return shown(tournament)


@router.get("", response=Page[OneTournamentOut], **PUBLIC)
def list_tournaments(
    request: VisitorRequest, response: HttpResponse, page: Query[Filters]
) -> Page[OneTournamentOut]:
    """Tournaments you may see, newest first."""
    status = page.status.value if page.status else None
    rows = listed_tournaments(request.user, status=status, mine=page.mine, search=page.search)
    return Page[OneTournamentOut].of(request, response, rows, page, _listed)


def _listed(row: Tournament) -> OneTournamentOut:
    return AppTournamentOut.of(row) if row.dialect == Dialect.SWISS_APP else TournamentOut.of(row)


@router.post("", response={201: AnyTournamentOut})
def create_tournament(
    request: Request, response: HttpResponse, body: Body[AnyTournamentIn]
) -> Status[AnyTournamentOut]:
    """A new tournament, a draft only its organisers see. `game` says of which game; left out it is a wargame.

    The words of the body are those of every later answer: with `clubId` those of a club, with `name`, `date`,
    `totalRounds` and a game of colours and nothing else those of the Swiss web app."""
    if isinstance(body, ClubTournamentIn):
        tournament = create_club_tournament(request, body)
    elif isinstance(body, AppTournamentIn):
        details = Details(**body.model_dump(exclude={"game"}))
        tournament = flow.create_swiss_app(details=details, by=request.user)
    else:
        tournament = create_in_format(
            details=body.details(), format=body.format, by=request.user, profile=body.code
        )
    response["Location"] = f"/api/tournaments/{tournament.pk}"
    return Status(201, in_its_words(tournament))


@router.get("/{id:tournament_id}", response=AnyTournamentOut, **PUBLIC)
def get_tournament(request: VisitorRequest, tournament_id: int) -> AnyTournamentOut:
    """One tournament, in the shape it was created in. A draft is there for its organisers only."""
    return in_its_words(tournament_to_read(request, tournament_id))


@router.put("/{id:tournament_id}", response=OneTournamentOut)
def edit_tournament(request: Request, tournament_id: int, body: TournamentIn) -> OneTournamentOut:
    """Change the details named here, all of them together. The slug stays."""
    tournament = tournament_to_change(request, tournament_id)
    if (body.game or body.profile or tournament.profile) != tournament.profile:
        raise BadValue("The game of an event stays the one it was created with.", "game")
    said = body.values(game_of(tournament))
    if said.get("system") in WITHOUT_PAIRING.values() and said["system"] == shown(tournament).system:
        del said["system"]
    wanted = replace(Details.of(tournament), **said)
    tournaments.edit_tournament(tournament=tournament, details=wanted, by=request.user)
    return tournament_out(tournament)


@router.delete("/{id:tournament_id}", response={204: None})
def delete_tournament(request: Request, tournament_id: int, asked: Query[DeletionIn]) -> Status[None]:
    """At any status, by its owner. Unless it is a draft, `confirm` has to be its name. Its file is kept for 30 days."""
    delete = partial(deleting.delete_tournament, confirm=asked.confirm)
    tournament_after(request, tournament_id, delete)
    return Status(204, None)


@router.post("/{id:tournament_id}/advance", response=OneTournamentOut)
def advance(request: Request, tournament_id: int, body: SeenIn | None = None) -> OneTournamentOut:
    """The next status: draft → registration → check-in → in-progress → complete."""
    go_on = partial(tournaments.advance, seen_status=body.seen if body else None)
    return tournament_out(tournament_after(request, tournament_id, go_on))


@router.post("/{id:tournament_id}/step-back", response=OneTournamentOut)
def step_back(request: Request, tournament_id: int) -> OneTournamentOut:
    """Take back a move made too early, as long as nothing depends on it."""
    return tournament_out(tournament_after(request, tournament_id, tournaments.step_back))


@router.post("/{id:tournament_id}/lock-lists", response=OneTournamentOut)
def lock_lists(request: Request, tournament_id: int) -> OneTournamentOut:
    """From now on nobody changes an army list and every player reads all of them."""
    return tournament_out(tournament_after(request, tournament_id, tournaments.lock_lists))


@router.post("/{id:tournament_id}/unlock-lists", response=OneTournamentOut)
def unlock_lists(request: Request, tournament_id: int) -> OneTournamentOut:
    """Lists may be changed again, and are hidden from other players."""
    return tournament_out(tournament_after(request, tournament_id, tournaments.unlock_lists))
