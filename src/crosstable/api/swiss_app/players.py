"""Players in the words of D: add, upload, change, delete, list."""

from dataclasses import replace

from django.shortcuts import get_object_or_404
from ninja import File, Form, Query, Status
from ninja.files import UploadedFile
from pydantic import Field

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_read
from crosstable.api.players import as_it_is
from crosstable.api.shapes import In, Text, Whole
from crosstable.api.swiss_app.answers import AppPlayerOut
from crosstable.api.uploads import ChoiceIn, UploadOut, take_upload
from crosstable.events.actions.people import entries
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.app_event import app_players
from crosstable.events.records.entries import EntryDetails

router = new_router("swiss app")


class AppPlayerIn(In):
    name: Text
    rating: Whole = Field(0, description="0 for none.")
    university: Text = ""


class NewAppPlayerIn(AppPlayerIn):
    tournament_id: Whole


class UploadIn(In):
    tournament_id: int | None = Field(None, ge=1, le=10**18)


def _shown(tournament: Tournament, entry: Entry) -> AppPlayerOut:
    return next(AppPlayerOut.of(p) for p in app_players(tournament) if p.entry.pk == entry.pk)


def _entry(request: Request, player_id: int) -> Entry:
    row = get_object_or_404(Entry.objects.only("tournament_id"), pk=player_id)
    return entry_in(tournament_to_change(request, row.tournament_id), player_id)


@router.post("", response={201: AppPlayerOut})
def app_add_player(request: Request, body: NewAppPlayerIn) -> Status[AppPlayerOut]:
    """Enter somebody, also late."""
    tournament = tournament_to_change(request, body.tournament_id)
    details = EntryDetails(display_name=body.name, rating=body.rating, team_name=body.university)
    entry = entries.add_entry(tournament=tournament, details=details, by=request.user)
    return Status(201, _shown(tournament, entry))


@router.post("/bulk-upload", response=UploadOut)
def app_upload_players(
    request: Request, form: Form[UploadIn], query: Query[UploadIn], file: File[UploadedFile | None] = None
) -> UploadOut:
    """An .xlsx, .xls, .ods or .csv with the columns Name, Rating and University; `tournamentId` beside it in the form,
    or in the address."""
    wanted = form.tournament_id or query.tournament_id
    if wanted is None:
        raise BadValue("Say in tournamentId for which tournament.", "tournamentId")
    return take_upload(
        request, tournament_to_change(request, wanted), file, ChoiceIn(confirm=[], rows=[], dry_run=False)
    )


@router.put("/{id:player_id}", response=AppPlayerOut)
def app_edit_player(request: Request, player_id: int, body: AppPlayerIn) -> AppPlayerOut:
    """All three together."""
    entry = _entry(request, player_id)
    wanted = replace(as_it_is(entry), display_name=body.name, rating=body.rating, team_name=body.university)
    entries.edit_entry(entry=entry, details=wanted, by=request.user)
    return _shown(tournament_to_change(request, entry.tournament_id), entry)


@router.delete("/{id:player_id}", response={204: None})
def app_delete_player(request: Request, player_id: int) -> Status[None]:
    """Until the player has been paired."""
    entries.remove_entry(entry=_entry(request, player_id), by=request.user)
    return Status(204, None)


@router.get("/tournament/{id:tournament_id}", response=list[AppPlayerOut], **PUBLIC)
def app_list_players(request: VisitorRequest, tournament_id: int) -> list[AppPlayerOut]:
    """Everybody who entered, in the order of the standings."""
    tournament = tournament_to_read(request, tournament_id)
    return [AppPlayerOut.of(player) for player in app_players(tournament)]
