"""Tournaments: list, read, create, edit, delete, and the steps of their status (A1 to A3, A5)."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Self

from django.conf import settings
from django.http import HttpResponse
from ninja import Body, Query, Status
from pydantic import AliasChoices, Discriminator, Field, Tag, model_validator

from crosstable.api.event_flow import ClubTournamentIn, EventIn, create_club_tournament
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_after, tournament_to_change, tournament_to_read
from crosstable.api.router import new_router
from crosstable.api.schemas import ANY_EVENT, CLUB_EVENT, ByName, In, Page, PageIn, Text, Whole, event_text
from crosstable.api.tournament_answers import TournamentOut, WholeTournamentOut, shown, shown_to_club
from crosstable.events.actions.event import deleting, tournaments
from crosstable.events.actions.event.copying import copy_event
from crosstable.events.actions.event.example import load_example, remove_example
from crosstable.events.actions.event.tournaments import Details, create_in_format
from crosstable.events.bridge.rules import LARGE_EVENT, rules_of
from crosstable.events.bridge.settings.game_checks import check_choices
from crosstable.events.bridge.settings.stage_settings import FORMATS
from crosstable.events.errors import BadValue
from crosstable.events.queries.people.tournaments import listed_tournaments
from crosstable.events.queries.rounds.small_fields import warning_during_play
from crosstable.fields import MOST_ROUNDS
from crosstable.games import GAMES, USUAL_GAME, WITHOUT_PAIRING, Game
from crosstable.text import tr

router = new_router("tournaments")


class StatusFilter(StrEnum):
    OPEN = "open"
    DRAFT = "draft"
    REGISTRATION = "registration"
    CHECK_IN = "check-in"
    IN_PROGRESS = "in-progress"
    COMPLETE = "complete"


class Filters(PageIn):
    status: StatusFilter | None = Field(None, description="A status. `open` means registration or check-in.")
    mine: bool = Field(False, description="Only events that you run or play in.")
    search: Annotated[Text, Field(max_length=100)] = Field("", description="Words of the name to search for.")


class TournamentIn(EventIn):
    game: Text | None = Field(None, description="A code from GET /games. It cannot be changed later.")
    choices: ByName | None = Field(
        None,
        description='Settings of the game, as GET /games lists them, for example {"score": "maps", "draws": '
        "false}.",
    )
    name: Annotated[Text, event_text("name")]
    date: datetime.date = Field(
        validation_alias=AliasChoices("date", "eventDate"),
        description="The date of the event; `eventDate` works, too.",
    )
    total_rounds: Whole
    location: Annotated[Text, event_text("location")] = ""
    format_text: Annotated[Text, event_text("format_text")] = ""
    max_vp: Whole = Field(
        default_factory=lambda: settings.MAX_VP,
        description="The same as `choices.most`, in games that need one; ignored in others.",
    )
    description: Annotated[Text, event_text("description")] = ""
    tie_breaks: list[Text] | None = Field(None, max_length=20, description="Codes, most important first.")
    accelerated: bool | None = None
    initial_color: Text | None = Field(
        None,
        description="In games with colours, the initial colour of fide-dutch: white, black, or empty to draw "
        "it by lot. In other systems it is white.",
    )
    time_control: Annotated[Text, event_text("time_control")] | None = None
    chief_arbiter: Annotated[Text, event_text("chief_arbiter")] | None = Field(
        None, description="In chess, for the report file."
    )
    round_minutes: Whole | None = Field(None, description="How long a round lasts on the round clock.")
    players_may_report: bool | None = None
    scores_without_account: bool | None = Field(
        None, description="Whether scores can be entered without an account, with the code on a result slip."
    )
    one_device_for_both: bool | None = Field(
        None, description="Whether one device can report for both sides by code."
    )
    players_see_reasons: bool | None = Field(
        None, description="Whether players can read why their pairing was made."
    )
    most_requested_byes: Annotated[int, Field(strict=True, ge=0, le=MOST_ROUNDS)] | None = None
    rated_here: Annotated[Text, Field(max_length=3)] | None = Field(
        None,
        description="Whether its games change the ratings of this installation: yes, no, or empty for the "
        "default. The default is yes, but no in chess outside clubs if a player has a rating and "
        "a FIDE ID or a title. Fixed once a round is closed.",
    )
    round_flow: Annotated[Text, Field(max_length=9)] | None = Field(
        None,
        description="How the next round of a Swiss starts: one-click, steps, or empty for the default. The default "
        f"is one-click, but steps with FIDE Dutch or more than {LARGE_EVENT} entries.",
    )
    format: Annotated[Text, event_text("format_text")] = Field(
        "swiss",
        description=f"When creating: {', '.join(FORMATS)}. Later changes: …/stages. Any other text becomes "
        "`formatText`, such as “2000pts Matched Play”.",
    )
    team_size: Whole | None = Field(
        None, description="Members of a team. Without it single players take part."
    )
    team_boards: Whole | None = Field(
        None, description="Boards of a team match. 1 means that the team plays together."
    )

    @model_validator(mode="after")
    def _format_in_words(self) -> Self:
        """Accept document A's format, a text for people.

        A single word is read as a code, and refused if it is unknown.
        """
        if " " in self.format.strip():
            self.format_text, self.format = self.format_text or self.format.strip(), "swiss"
        return self

    @property
    def code(self) -> str:
        return self.game or USUAL_GAME

    def values(
        self, game: Game, before: Mapping[str, Any] | None = None, leave_out: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return the values sent; the others keep the stored value or the game's default."""
        named = self.sent_fields({"game", "format", "choices", "max_vp", *leave_out})
        choices = (before or {}) if self.choices is None else self.choices
        if (limit := game.limit) and (self.choices is None or limit.name not in self.choices):
            choices = {**choices, limit.name: self._checked_limit(game, limit.name)}
        return {**named, "choices": choices}

    def _checked_limit(self, game: Game, name: str) -> int:
        try:
            check_choices(game, {name: self.max_vp})
        except BadValue as refused:
            raise BadValue(str(refused), "max_vp") from refused
        return self.max_vp

    def details(self, leave_out: Collection[str] = ()) -> Details:
        if self.code not in GAMES:
            raise BadValue(tr("The game is one of {known}.", known=", ".join(GAMES)), "game")
        return Details(**self.values(GAMES[self.code], leave_out=leave_out))


def _kind(body: object) -> str:
    """Detect a club's body by its field names, so that an error uses the right ones."""
    is_club = isinstance(body, dict) and {"clubId", "tournamentName"} & body.keys()
    return CLUB_EVENT if is_club else ANY_EVENT


AnyTournamentIn = Annotated[
    Annotated[ClubTournamentIn, Tag(CLUB_EVENT)] | Annotated[TournamentIn, Tag(ANY_EVENT)],
    Discriminator(_kind),
]


class CopyIn(In):
    name: Annotated[Text, event_text("name")] = Field(
        "", description="Default: the same name, with a date in it adapted."
    )
    date: datetime.date | None = Field(
        None, description="Default: the next date that is the same day of the week."
    )
    players: bool = Field(True, description="Copy the players or teams, without army lists.")
    helpers: bool = Field(True, description="Copy the organisers, judges and desk helpers.")
    screens: bool = Field(True, description="Copy the displays; they get new codes.")


class DeletionIn(In):
    confirm: Text = Field(
        "", description="The name of the tournament. Required unless it is a draft.", examples=["Spring Open"]
    )


class SeenIn(In):
    seen: Text | None = Field(
        None, description="The status you saw. If the event has another one, the request is refused."
    )


@router.get("", response=Page[TournamentOut], **PUBLIC)
def list_tournaments(
    request: VisitorRequest, response: HttpResponse, page: Query[Filters]
) -> Page[TournamentOut]:
    """List the tournaments you may see, newest first, without their players and matches."""
    status = page.status.value if page.status else None
    rows = listed_tournaments(request.user, status=status, mine=page.mine, search=page.search)
    return Page[TournamentOut].of(request, response, rows, page, TournamentOut.of)


@router.post("", response={201: WholeTournamentOut})
def create_tournament(
    request: Request, response: HttpResponse, body: Body[AnyTournamentIn]
) -> Status[WholeTournamentOut]:
    """Create a tournament. It is a draft that only its organisers see. Without `game` it is a wargame.

    With `clubId` and `tournamentName` it is a chess event of a club with these members.
    """
    if isinstance(body, ClubTournamentIn):
        tournament = create_club_tournament(request, body)
        answer = shown_to_club(tournament)
    else:
        tournament = create_in_format(
            details=body.details(), format=body.format, by=request.user, game=body.code
        )
        answer = shown(tournament)
    response["Location"] = f"/api/tournaments/{tournament.pk}"
    return Status(201, answer)


@router.post("/example", response={201: WholeTournamentOut})
def load_example_event(request: Request) -> Status[WholeTournamentOut]:
    """Create the example event with invented players, in round 1. If there is one already, return that."""
    return Status(201, shown(load_example(by=request.user)))


@router.delete("/example", response={204: None})
def remove_example_event(request: Request) -> Status[None]:
    """Delete the example event and its players permanently."""
    remove_example(by=request.user)
    return Status(204, None)


@router.get("/{id:tournament_id}", response=WholeTournamentOut, **PUBLIC)
def get_tournament(request: VisitorRequest, tournament_id: int) -> WholeTournamentOut:
    """Get one tournament. Only its organisers can see a draft."""
    return shown(tournament_to_read(request, tournament_id))


@router.put("/{id:tournament_id}", response=WholeTournamentOut)
def edit_tournament(request: Request, tournament_id: int, body: TournamentIn) -> WholeTournamentOut:
    """Change the details that the body names, all of them or none. The slug does not change."""
    tournament = tournament_to_change(request, tournament_id)
    if (body.game or tournament.game) != tournament.game:
        raise BadValue(tr("The game of an event stays the one it was created with."), "game")
    sent = body.values(rules_of(tournament).game, tournament.choices)
    if sent.get("system") in WITHOUT_PAIRING.values() and sent["system"] == shown(tournament).system:
        del sent["system"]
    wanted, rounds = replace(Details.of(tournament), **sent), tournament.total_rounds
    tournaments.edit_tournament(tournament=tournament, details=wanted, by=request.user)
    tournament.refresh_from_db()
    answer = shown(tournament)
    if tournament.total_rounds > rounds:
        answer.rounds_warning = warning_during_play(tournament)
    return answer


@router.post("/{id:tournament_id}/copy", response={201: WholeTournamentOut})
def copy_tournament(
    request: Request, response: HttpResponse, tournament_id: int, body: CopyIn | None = None
) -> Status[WholeTournamentOut]:
    """Copy a tournament: a new draft with the same settings, stages, tables, displays, helpers and players.
    You own it.
    """
    tournament = tournament_to_change(request, tournament_id)
    made = copy_event(tournament=tournament, by=request.user, **(body.model_dump() if body else {}))
    response["Location"] = f"/api/tournaments/{made.pk}"
    return Status(201, shown(made))


@router.delete("/{id:tournament_id}", response={204: None})
def delete_tournament(request: Request, tournament_id: int, asked: Query[DeletionIn]) -> Status[None]:
    """Delete a tournament at any status; only its owner can. Unless it is a draft, `confirm` must be its
    name. Its event file is stored for 30 days.
    """
    delete = partial(deleting.delete_tournament, confirm=asked.confirm)
    tournament_after(request, tournament_id, delete)
    return Status(204, None)


@router.post("/{id:tournament_id}/advance", response=WholeTournamentOut)
def advance(request: Request, tournament_id: int, body: SeenIn | None = None) -> WholeTournamentOut:
    """Move the event to the next status: draft → registration → check-in → in-progress → complete."""
    advance = partial(tournaments.advance, seen_status=body.seen if body else None)
    return shown(tournament_after(request, tournament_id, advance))


@router.post("/{id:tournament_id}/step-back", response=WholeTournamentOut)
def step_back(request: Request, tournament_id: int) -> WholeTournamentOut:
    """Move the event one step back. Refused if something depends on the last step."""
    return shown(tournament_after(request, tournament_id, tournaments.step_back))


@router.post("/{id:tournament_id}/lock-lists", response=WholeTournamentOut)
def lock_lists(request: Request, tournament_id: int) -> WholeTournamentOut:
    """Lock the army lists: players can no longer change them, and every player can read all of them."""
    return shown(tournament_after(request, tournament_id, tournaments.lock_lists))


@router.post("/{id:tournament_id}/unlock-lists", response=WholeTournamentOut)
def unlock_lists(request: Request, tournament_id: int) -> WholeTournamentOut:
    """Unlock the army lists: players can change them again, and other players cannot read them."""
    return shown(tournament_after(request, tournament_id, tournaments.unlock_lists))
