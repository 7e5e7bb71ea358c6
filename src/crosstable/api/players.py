"""Players of a tournament: register, change, check in, withdraw, rejoin, remove (A4 to A7).

A `playerId` is a player's part in one tournament, so the same person has another one elsewhere; `userId` is the
account, and the same everywhere.
"""

import datetime
from dataclasses import replace
from typing import Annotated, Protocol, Self

from ninja import Status
from pydantic import AliasChoices, Field

from crosstable.accounts.models import User
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_read
from crosstable.api.router import new_router
from crosstable.api.schemas import (
    In,
    LongText,
    Out,
    Text,
    WarningsIn,
    Whole,
    check_fields,
    entry_text,
    of_game,
)
from crosstable.events.actions.people import attendance, entries
from crosstable.events.bridge.entries import EntryDetails, numbers_of
from crosstable.events.models import Entry, Tournament
from crosstable.events.permissions import RULE, may_read_list
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.my_event import own_entry
from crosstable.events.queries.people.tournaments import entries_of

router = new_router("players")

MOST_AT_ONCE = 5000


class RegisterIn(In):
    display_name: Annotated[Text, entry_text("display_name")]
    faction: Annotated[Text, entry_text("faction")] = ""
    list_text: LongText = ""

    def details(self) -> EntryDetails:
        return EntryDetails(**self.model_dump(exclude={"checked_in", "confirm"}))


class AddIn(RegisterIn, WarningsIn):
    display_name: Annotated[Text, entry_text("display_name")] = Field(
        "", description="Default: the given name and the family name."
    )
    given_name: Annotated[Text, entry_text("given_name")] = ""
    family_name: Annotated[Text, entry_text("family_name")] = Field("", description="Used to sort lists.")
    checked_in: bool = Field(False, description="Check the player in: paired from the next pairing on.")
    rating: Whole = Field(0, description="The rating; 0 for none.")
    title: Annotated[Text, entry_text("title")] = ""
    federation: Annotated[Text, entry_text("federation")] = ""
    fide_id: Annotated[Text, entry_text("fide_id")] = ""
    birth_year: Whole | None = None
    team_name: Annotated[Text, entry_text("team_name")] = Field("", description="Club or university.")


class NewcomerIn(WarningsIn):
    """A late entry, by name."""

    display_name: Annotated[Text, entry_text("display_name")] = Field(
        "", description="Default: the given name and the family name."
    )
    given_name: Annotated[Text, entry_text("given_name")] = ""
    family_name: Annotated[Text, entry_text("family_name")] = Field("", description="Used to sort lists.")
    faction: Annotated[Text, entry_text("faction")] = ""
    rating: Whole = 0
    title: Annotated[Text, entry_text("title")] = ""
    federation: Annotated[Text, entry_text("federation")] = ""
    fide_id: Annotated[Text, entry_text("fide_id")] = ""

    def newcomer(self) -> EntryDetails:
        return EntryDetails(
            **{name: getattr(self, name) for name in NewcomerIn.model_fields if name != "confirm"}
        )


class EditIn(WarningsIn):
    display_name: Annotated[Text, entry_text("display_name")]
    given_name: Annotated[Text, entry_text("given_name")] | None = None
    family_name: Annotated[Text, entry_text("family_name")] | None = None
    faction: Annotated[Text, entry_text("faction")] | None = None
    list_text: LongText | None = Field(None, description="Default: the army list does not change.")
    rating: Whole | None = None
    title: Annotated[Text, entry_text("title")] | None = None
    federation: Annotated[Text, entry_text("federation")] | None = None
    fide_id: Annotated[Text, entry_text("fide_id")] | None = None
    birth_year: Whole | None = None
    team_name: Annotated[Text, entry_text("team_name")] | None = None


class ListIn(In):
    list_text: LongText


class WhoIn(In):
    entry_id: Whole | None = Field(
        None,
        description="The playerId of another player, for organisers. Default: yourself.",
        validation_alias=AliasChoices("entryId", "playerId"),
    )


class WhoAllIn(In):
    entry_ids: list[Whole] | None = Field(
        None,
        max_length=MOST_AT_ONCE,
        description="The playerIds to check in. Default: all players.",
        validation_alias=AliasChoices("entryIds", "playerIds"),
    )


class ListedIn(In):
    entry_ids: list[Whole] = Field(
        max_length=MOST_AT_ONCE,
        description="The playerIds whose check-in is undone.",
        validation_alias=AliasChoices("entryIds", "playerIds"),
    )


class PlayerOut(Out):
    player_id: int
    user_id: int | None = Field(description="The account; null for a player added at the desk.")
    display_name: str
    given_name: str = Field(description="Empty if unknown.")
    family_name: str
    faction: str = Field("", description="Only in games with factions.")
    rating: int = Field(0, description="The rating at the start, 0 for none. Only in games with ratings.")
    title: str = Field("", description="Only in games that ask for it, like federation and teamName.")
    federation: str = ""
    team_name: str = ""
    starting_number: int = Field(
        description="In chess by rating, title and name, provisional until round 1 is published. In other "
        "games the order of registration."
    )
    seed: int = Field(description="The order of registration, from 1.")
    checked_in: bool = Field(True, description="Only in events with check-in.")
    dropped: bool = Field(description="Whether the entry has withdrawn.")
    absent: bool = Field(description="Whether the player is absent: not paired until marked as back.")
    fixed_table: int | None = Field(description="The table where the player always sits.")
    registered_at: datetime.datetime

    @classmethod
    def of(cls, entry: Entry, starting_number: int, **more: str | None) -> Self:
        values = cls.values_of(
            entry,
            player_id=entry.pk,
            user_id=entry.player.user_id,
            checked_in=entry.is_checked_in,
            dropped=entry.is_dropped,
            absent=entry.is_absent,
            starting_number=starting_number,
            **more,
        )
        return cls(**of_game(entry.tournament, values))


class PlayerWithListOut(PlayerOut):
    list_text: str | None = Field(
        None, description="The army list, in games with lists. null while you may not read it."
    )


class PlayersOut(Out):
    players: list[PlayerWithListOut | PlayerOut]


def as_it_is(entry: Entry) -> EntryDetails:
    """Return the stored details: what a request does not name stays unchanged."""
    return EntryDetails(**{name: getattr(entry, name) for name in EntryDetails.__slots__})


def shown(request: Request | VisitorRequest, tournament: Tournament, entry_id: int) -> PlayerWithListOut:
    """Return the current player, with the list for viewers who may read it."""
    entry = entry_in(tournament, entry_id)
    list_text = entry.list_text if may_read_list(request.user, entry) else None
    return PlayerWithListOut.of(entry, numbers_of(tournament)[entry.pk], list_text=list_text)


def _known(tournament: Tournament, ids: list[int] | None) -> set[int] | None:
    """Return the ids as a set; 404 for an entry of another event."""
    if ids is None:
        return None
    for stranger in set(ids) - set(tournament.entries.values_list("pk", flat=True)):
        entry_in(tournament, stranger)
    return set(ids)


def _listed(tournament: Tournament, rows: list[Entry]) -> PlayersOut:
    ids, numbers = {entry.pk for entry in rows}, numbers_of(tournament)
    return PlayersOut(players=[PlayerOut.of(e, numbers[e.pk]) for e in entries_of(tournament) if e.pk in ids])


def who(request: Request, tournament: Tournament, player_id: int | None) -> Entry:
    """Return the named entry, or the user's own."""
    return own_entry(request.user, tournament) if player_id is None else entry_in(tournament, player_id)


class OnEntry(Protocol):
    def __call__(self, *, entry: Entry, by: User) -> object: ...


def done_to(request: Request, tournament_id: int, body: WhoIn | None, act: OnEntry) -> PlayerWithListOut:
    """Run one action on a player and return the player."""
    tournament = tournament_to_change(request, tournament_id)
    entry = who(request, tournament, body.entry_id if body else None)
    act(entry=entry, by=request.user)
    return shown(request, tournament, entry.pk)


@router.post("/{id:tournament_id}/register", response={201: PlayerWithListOut})
def register(request: Request, tournament_id: int, body: RegisterIn) -> Status[PlayerWithListOut]:
    """Register yourself for the event."""
    tournament = tournament_to_change(request, tournament_id)
    check_fields(tournament, body)
    entry = entries.register(tournament=tournament, details=body.details(), by=request.user)
    return Status(201, shown(request, tournament, entry.pk))


@router.put("/{id:tournament_id}/list", response=PlayerWithListOut)
def change_list(request: Request, tournament_id: int, body: ListIn) -> PlayerWithListOut:
    """Change your army list, until the organisers lock the lists. The text is stored unchanged."""
    tournament = tournament_to_change(request, tournament_id)
    entry = own_entry(request.user, tournament)
    check_fields(tournament, body)
    wanted = replace(as_it_is(entry), list_text=body.list_text)
    entries.edit_entry(entry=entry, details=wanted, by=request.user)
    return shown(request, tournament, entry.pk)


@router.post("/{id:tournament_id}/check-in", response=PlayerWithListOut)
def check_in(request: Request, tournament_id: int, body: WhoIn | None = None) -> PlayerWithListOut:
    """Check yourself in. An organiser can check in any player."""
    return done_to(request, tournament_id, body, entries.check_in)


@router.post("/{id:tournament_id}/check-in-all", response=PlayersOut)
def check_in_all(request: Request, tournament_id: int, body: WhoAllIn | None = None) -> PlayersOut:
    """Check in several players, or all of them. Returns the players that this request checked in. Players who
    are checked in already or have withdrawn do not change.
    """
    tournament = tournament_to_change(request, tournament_id)
    wanted = _known(tournament, body.entry_ids) if body is not None else None
    rows = attendance.check_in_all(tournament=tournament, entry_ids=wanted, by=request.user)
    return _listed(tournament, rows)


@router.post("/{id:tournament_id}/undo-check-in-all", response=PlayersOut)
def undo_check_in_all(request: Request, tournament_id: int, body: ListedIn) -> PlayersOut:
    """Undo several check-ins, until the event starts. Returns the players who were checked in."""
    tournament = tournament_to_change(request, tournament_id)
    wanted = _known(tournament, body.entry_ids) or ()
    rows = attendance.undo_check_in_all(tournament=tournament, entry_ids=wanted, by=request.user)
    return _listed(tournament, rows)


@router.post("/{id:tournament_id}/undo-check-in", response=PlayerWithListOut)
def undo_check_in(request: Request, tournament_id: int, body: WhoIn | None = None) -> PlayerWithListOut:
    """Undo one check-in, until the event starts."""
    return done_to(request, tournament_id, body, entries.undo_check_in)


@router.post("/{id:tournament_id}/drop", response=PlayerWithListOut)
def drop(request: Request, tournament_id: int, body: WhoIn | None = None) -> PlayerWithListOut:
    """Withdraw from the later rounds. Earlier matches and the one in progress still count."""
    return done_to(request, tournament_id, body, entries.drop)


@router.post("/{id:tournament_id}/rejoin", response=PlayerWithListOut)
def rejoin(request: Request, tournament_id: int, body: WhoIn | None = None) -> PlayerWithListOut:
    """Undo a withdrawal."""
    return done_to(request, tournament_id, body, entries.rejoin)


@router.get("/{id:tournament_id}/players", response=PlayersOut, **PUBLIC)
def list_players(request: VisitorRequest, tournament_id: int) -> PlayersOut:
    """List all entries in the order of registration. Organisers and judges also get the army lists."""
    tournament = tournament_to_read(request, tournament_id)
    numbers, rows = numbers_of(tournament), entries_of(tournament)
    if not RULE(request.user, tournament):
        return PlayersOut(players=[PlayerOut.of(entry, numbers[entry.pk]) for entry in rows])
    lists = dict(tournament.entries.values_list("pk", "list_text"))
    return PlayersOut(players=[PlayerWithListOut.of(e, numbers[e.pk], list_text=lists[e.pk]) for e in rows])


@router.post("/{id:tournament_id}/players", response={201: PlayerWithListOut})
def add_player(request: Request, tournament_id: int, body: AddIn) -> Status[PlayerWithListOut]:
    """Add a player without an account, also after the start. For organisers."""
    tournament = tournament_to_change(request, tournament_id)
    check_fields(tournament, body)
    entry = entries.add_entry(
        tournament=tournament,
        details=body.details(),
        checked_in=body.checked_in,
        confirmed=body.confirm,
        by=request.user,
    )
    return Status(201, shown(request, tournament, entry.pk))


@router.get("/{id:tournament_id}/players/{id:player_id}", response=PlayerWithListOut, **PUBLIC)
def get_player(request: VisitorRequest, tournament_id: int, player_id: int) -> PlayerWithListOut:
    """Get one player, with the army list if you may read it."""
    return shown(request, tournament_to_read(request, tournament_id), player_id)


@router.put("/{id:tournament_id}/players/{id:player_id}", response=PlayerWithListOut)
def edit_player(request: Request, tournament_id: int, player_id: int, body: EditIn) -> PlayerWithListOut:
    """Change an entry: the player until the lists are locked, an organiser until the event is finished."""
    tournament = tournament_to_change(request, tournament_id)
    entry = entry_in(tournament, player_id)
    check_fields(tournament, body)
    wanted = replace(as_it_is(entry), **body.model_dump(exclude_none=True, exclude={"confirm"}))
    entries.edit_entry(entry=entry, details=wanted, confirmed=body.confirm, by=request.user)
    return shown(request, tournament, player_id)


@router.delete("/{id:tournament_id}/players/{id:player_id}", response={204: None})
def remove_player(request: Request, tournament_id: int, player_id: int) -> Status[None]:
    """Remove an entry. Refused once the player has been paired."""
    tournament = tournament_to_change(request, tournament_id)
    entries.remove_entry(entry=entry_in(tournament, player_id), by=request.user)
    return Status(204, None)
