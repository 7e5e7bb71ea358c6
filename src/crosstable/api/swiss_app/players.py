"""Players in the words of document D: add, upload, change, delete, list."""

from dataclasses import replace

from django.core.files.uploadedfile import UploadedFile
from ninja import Form, Query, Status

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.players import as_it_is
from crosstable.api.router import new_router
from crosstable.api.swiss_app.loading import entry_named, event_named, event_to_read
from crosstable.api.swiss_app.schemas import (
    AppMessageOut,
    AppOfTournamentIn,
    AppPlayerIn,
    AppPlayerOut,
    AppRowOut,
    AppUploadOut,
    NewAppPlayerIn,
)
from crosstable.events.actions.event import flow
from crosstable.events.actions.people import entries
from crosstable.events.actions.people.uploads import take_good
from crosstable.events.errors import BadValue
from crosstable.events.files.uploads.judging import judge_filled
from crosstable.events.models import Entry, Tournament
from crosstable.events.permissions import check_can
from crosstable.events.queries.people.app_event import app_players
from crosstable.events.records.entries import EntryDetails

router = new_router("players")
# The columns an upload must have, by what they mean.
COLUMNS = {"name": "Name", "rating": "Rating", "team_name": "University"}


@router.post("", response={201: AppPlayerOut})
def add_player(request: Request, body: NewAppPlayerIn) -> Status[AppPlayerOut]:
    """Also late, from the next round on."""
    tournament = event_named(request, body.wanted)
    details = EntryDetails(display_name=body.name, rating=body.rating, team_name=body.university)
    entry = entries.add_entry(tournament=tournament, details=details, by=request.user)
    return Status(201, _shown(tournament, [entry])[0])


@router.post(
    "/bulk-upload",
    response=AppUploadOut,
    openapi_extra={
        "requestBody": {
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "required": ["file", "tournament"],
                        "properties": {
                            "file": {"type": "string", "format": "binary"},
                            "tournament": {"type": "string"},
                        },
                    }
                }
            }
        }
    },
)
def upload_players(
    request: Request, form: Form[AppOfTournamentIn], query: Query[AppOfTournamentIn]
) -> AppUploadOut:
    """A spreadsheet with the columns Name, Rating and University. The good rows are entered."""
    tournament = event_named(request, form.wanted or query.wanted)
    check_can(request.user, tournament, what="upload players")
    rows = judge_filled(*_file(request), tournament, COLUMNS)
    entered = take_good(tournament=tournament, rows=rows, leave_out_bad=True, by=request.user)
    errors = [AppRowOut(row=row.number, name=row.name, error=row.reason) for row in rows if not row.is_good]
    return AppUploadOut(success=_shown(tournament, entered), errors=errors)


@router.put("/{id:player_id}", response=AppPlayerOut)
def edit_player(request: Request, player_id: int, body: AppPlayerIn) -> AppPlayerOut:
    """Change name, rating or university: those that are sent."""
    entry = entry_named(request, player_id)
    names = {"name": "display_name", "rating": "rating", "university": "team_name"}
    sent = {names[name]: value for name, value in body.model_dump(exclude_none=True).items()}
    if sent:
        entries.edit_entry(entry=entry, details=replace(as_it_is(entry), **sent), by=request.user)
    return _shown(entry.tournament, [entry])[0]


@router.delete("/{id:player_id}", response=AppMessageOut)
def delete_player(request: Request, player_id: int) -> AppMessageOut:
    """A player who has been paired is withdrawn: the games stay, and no later round has the player."""
    entry = entry_named(request, player_id)
    if flow.remove_or_drop(entry=entry, by=request.user):
        return AppMessageOut(message=f"{entry.display_name} is deleted.")
    return AppMessageOut(message=f"{entry.display_name} has been paired and is withdrawn.")


@router.get("/tournament/{id:tournament_id}", response=list[AppPlayerOut], **PUBLIC)
def list_players(request: VisitorRequest, tournament_id: int) -> list[AppPlayerOut]:
    """In the order of the standings."""
    return [AppPlayerOut.of(player) for player in app_players(event_to_read(request, tournament_id))]


def _shown(tournament: Tournament, wanted: list[Entry]) -> list[AppPlayerOut]:
    by_id = {player.entry.pk: player for player in app_players(tournament)}
    return [AppPlayerOut.of(by_id[entry.pk]) for entry in wanted]


def _file(request: Request) -> tuple[str, bytes]:
    """Whatever its field is called."""
    for file in request.FILES.values():
        if isinstance(file, UploadedFile):
            return file.name or "", file.read()
    raise BadValue("Send the spreadsheet as a form field named “file”.", "file")
