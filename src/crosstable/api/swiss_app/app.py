"""The operations of document D: tournaments, players, pairings and rounds in its words, made by our actions."""

from dataclasses import replace
from typing import Annotated

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from ninja import Form, Query, Status
from pydantic import Field

from crosstable.api.app import Api
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_read
from crosstable.api.players import as_it_is
from crosstable.api.router import new_router
from crosstable.api.swiss_app.schemas import (
    RESULTS,
    TAKEN,
    AppGenerateIn,
    AppMessageOut,
    AppOfTournamentIn,
    AppPairingOut,
    AppPlayerIn,
    AppPlayerOut,
    AppResultIn,
    AppRoundOut,
    AppRowOut,
    AppTournamentIn,
    AppTournamentOut,
    AppUploadOut,
    NewAppPlayerIn,
    NewAppTournamentIn,
    pairings_out,
)
from crosstable.edge import SWISS_APP
from crosstable.events.actions.event import deleting, flow, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.people import entries
from crosstable.events.actions.people.uploads import take_valid_rows
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue
from crosstable.events.files.uploads.judging import judge_required
from crosstable.events.models import Entry, Match, Tournament
from crosstable.events.permissions import check_can
from crosstable.events.queries.addressed import shared_tournament
from crosstable.events.queries.people.app_event import (
    app_events,
    app_pairings,
    app_players,
    app_rounds,
    app_status,
    is_app_event,
)
from crosstable.fields import whole
from crosstable.text import tr

AnyRequest = Request | VisitorRequest
tournaments_router = new_router("tournaments")
players_router = new_router("players")
# The columns an upload must have, by their meaning.
COLUMNS = {"name": "Name", "rating": "Rating", "team_name": "University"}
pairings_router = new_router("pairings")
rounds_router = new_router("rounds")
OURS = {word: code for code, word in RESULTS.items()}


def event_to_read(request: AnyRequest, tournament_id: int) -> Tournament:
    return _app_event(tournament_to_read(request, tournament_id))


def event_to_change(request: AnyRequest, tournament_id: int) -> Tournament:
    return _app_event(tournament_to_change(request, tournament_id))


def event_named(request: AnyRequest, wanted: str | None) -> Tournament:
    """Load the tournament by the id in a body or a form."""
    if wanted is None:
        raise BadValue(tr("Send the _id of the tournament in the field tournament."), "tournament")
    number = whole(wanted)
    if number is None:
        raise Http404
    return event_to_change(request, number)


def entry_named(request: AnyRequest, player_id: int) -> Entry:
    row = Entry.objects.filter(pk=player_id).values_list("tournament_id", flat=True).first()
    if row is None:
        raise Http404
    tournament = event_to_change(request, row)
    return Entry.objects.select_related("tournament", "player").get(pk=player_id, tournament=tournament)


def match_named(request: AnyRequest, pairing_id: int) -> Match:
    rows = Match.objects.select_related("round__tournament", "round__stage", "first", "second")
    match = rows.filter(pk=pairing_id).first()
    if match is None or not match.round.is_public:
        raise Http404
    event_to_change(request, match.round.tournament_id)
    return match


def _app_event(tournament: Tournament) -> Tournament:
    if not is_app_event(tournament):
        raise Http404
    return tournament


@tournaments_router.get("", response=list[AppTournamentOut], **PUBLIC)
def list_tournaments(request: VisitorRequest) -> list[AppTournamentOut]:
    """List the tournaments you may see, newest first."""
    return [AppTournamentOut.of(row) for row in app_events(request.user)]


@tournaments_router.post("", response={201: AppTournamentOut})
def create_tournament(
    request: Request, response: HttpResponse, body: NewAppTournamentIn
) -> Status[AppTournamentOut]:
    """Create a public tournament with a share link."""
    details = Details(name=body.name, date=body.date, total_rounds=body.total_rounds)
    tournament = flow.create_swiss_app(details=details, by=request.user)
    response["Location"] = f"/compat/swiss-app/api/tournaments/{tournament.pk}"
    return Status(201, _shown(tournament))


@tournaments_router.get("/share/{link}", response=AppTournamentOut, **PUBLIC)
def get_shared_tournament(
    request: VisitorRequest, link: Annotated[str, Field(max_length=43)]
) -> AppTournamentOut:
    """Get a tournament by its shareLink."""
    tournament = shared_tournament(link)
    if tournament is None or not is_app_event(tournament):
        raise Http404
    return AppTournamentOut.of(tournament)


@tournaments_router.get("/{id:tournament_id}", response=AppTournamentOut, **PUBLIC)
def get_tournament(request: VisitorRequest, tournament_id: int) -> AppTournamentOut:
    """Get one tournament."""
    return AppTournamentOut.of(event_to_read(request, tournament_id))


@tournaments_router.put("/{id:tournament_id}", response=AppTournamentOut)
def edit_tournament(request: Request, tournament_id: int, body: AppTournamentIn) -> AppTournamentOut:
    """Change name, date or totalRounds. Fields that are not sent do not change."""
    tournament = event_to_change(request, tournament_id)
    _check_status(tournament, body.status)
    sent = body.model_dump(exclude={"status"}, exclude_none=True)
    if sent:
        wanted = replace(Details.of(tournament), **sent)
        tournaments.edit_tournament(tournament=tournament, details=wanted, by=request.user)
    return _shown(tournament)


@tournaments_router.delete("/{id:tournament_id}", response=AppMessageOut)
def delete_tournament(request: Request, tournament_id: int) -> AppMessageOut:
    """Delete a tournament at any status; only its owner can. Its event file is stored for 30 days."""
    tournament = event_to_change(request, tournament_id)
    deleting.delete_tournament(tournament=tournament, by=request.user, confirm=tournament.name)
    return AppMessageOut(message=f"{tournament.name} is deleted.")


@tournaments_router.get("/{id:tournament_id}/standings", response=list[AppPlayerOut], **PUBLIC)
def get_standings(request: VisitorRequest, tournament_id: int) -> list[AppPlayerOut]:
    """List the players by points, Buchholz and rating."""
    return [AppPlayerOut.of(player) for player in app_players(event_to_read(request, tournament_id))]


def _shown(tournament: Tournament) -> AppTournamentOut:
    return AppTournamentOut.of(Tournament.objects.get(pk=tournament.pk))


def _check_status(tournament: Tournament, sent: str | None) -> None:
    """Accept the current status: a client may send back what it read."""
    now = app_status(tournament)
    if sent not in (None, now):
        raise BadValue(
            tr(
                "The status of the tournament is {now}. It changes with the rounds: POST "
                "/pairings/generate starts the tournament, the last result completes it.",
                now=now,
            ),
            "status",
        )


@players_router.post("", response={201: AppPlayerOut})
def add_player(request: Request, body: NewAppPlayerIn) -> Status[AppPlayerOut]:
    """Add a player. A late entry is paired from the next round on."""
    tournament = event_named(request, body.wanted)
    details = EntryDetails(display_name=body.name, rating=body.rating, team_name=body.university)
    entry = entries.add_entry(tournament=tournament, details=details, by=request.user)
    return Status(201, _players_out(tournament, [entry])[0])


@players_router.post(
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
    """Upload a spreadsheet with the columns Name, Rating and University. The good rows are entered."""
    tournament = event_named(request, form.wanted or query.wanted)
    check_can(request.user, tournament)
    rows = judge_required(*_file(request), tournament, COLUMNS)
    entered = take_valid_rows(tournament=tournament, rows=rows, leave_out_bad=True, by=request.user)
    errors = [AppRowOut(row=row.number, name=row.name, error=row.reason) for row in rows if not row.is_good]
    return AppUploadOut(success=_players_out(tournament, entered), errors=errors)


@players_router.put("/{id:player_id}", response=AppPlayerOut)
def edit_player(request: Request, player_id: int, body: AppPlayerIn) -> AppPlayerOut:
    """Change name, rating or university. Fields that are not sent do not change."""
    entry = entry_named(request, player_id)
    names = {"name": "display_name", "rating": "rating", "university": "team_name"}
    sent = {names[name]: value for name, value in body.model_dump(exclude_none=True).items()}
    if sent:
        entries.edit_entry(entry=entry, details=replace(as_it_is(entry), **sent), by=request.user)
    return _players_out(entry.tournament, [entry])[0]


@players_router.delete("/{id:player_id}", response=AppMessageOut)
def delete_player(request: Request, player_id: int) -> AppMessageOut:
    """Delete a player. A player who has been paired is withdrawn instead: the games stay."""
    entry = entry_named(request, player_id)
    if flow.remove_or_drop(entry=entry, by=request.user):
        return AppMessageOut(message=f"{entry.display_name} is deleted.")
    return AppMessageOut(message=f"{entry.display_name} has been paired and is withdrawn.")


@players_router.get("/tournament/{id:tournament_id}", response=list[AppPlayerOut], **PUBLIC)
def list_players(request: VisitorRequest, tournament_id: int) -> list[AppPlayerOut]:
    """List the players in the order of the standings."""
    return [AppPlayerOut.of(player) for player in app_players(event_to_read(request, tournament_id))]


def _players_out(tournament: Tournament, wanted: list[Entry]) -> list[AppPlayerOut]:
    by_id = {player.entry.pk: player for player in app_players(tournament)}
    return [AppPlayerOut.of(by_id[entry.pk]) for entry in wanted]


def _file(request: Request) -> tuple[str, bytes]:
    """Return the uploaded file, whatever its field is named."""
    for file in request.FILES.values():
        if isinstance(file, UploadedFile):
            return file.name or "", file.read()
    raise BadValue(tr("Send the spreadsheet as a form field named “file”."), "file")


@pairings_router.post("/generate", response={201: list[AppPairingOut]})
def generate_pairings(request: Request, body: AppGenerateIn) -> Status[list[AppPairingOut]]:
    """Pair and start the next round. The first round starts the tournament."""
    tournament = event_named(request, body.wanted)
    made = flow.generate_round(tournament=tournament, number=body.round_number, by=request.user)
    return Status(201, pairings_out(app_pairings(tournament, made.number)))


@pairings_router.put("/{id:pairing_id}/result", response=AppPairingOut)
def record_result(request: Request, pairing_id: int, body: AppResultIn) -> AppPairingOut:
    """Set or change a result; `pending` resets it. The last result of a round closes it, and the last round
    finishes the tournament.
    """
    match = match_named(request, pairing_id)
    if body.result not in TAKEN:
        raise BadValue(tr("A result is one of {known}.", known=", ".join(TAKEN)), "result")
    if match.is_bye:
        raise BadValue(
            tr("A bye has its result from the beginning. Nothing can be recorded for it."), "result"
        )
    code = OURS.get(body.result, body.result)
    score = parse_score(match, code) if code else None
    flow.record_result(match=match, score=score, by=request.user)
    made = pairings_out(app_pairings(match.round.tournament, match.round.number))
    return next(pairing for pairing in made if pairing.id == str(match.pk))


@pairings_router.get(
    "/tournament/{id:tournament_id}/round/{id:number}", response=list[AppPairingOut], **PUBLIC
)
def list_pairings(request: VisitorRequest, tournament_id: int, number: int) -> list[AppPairingOut]:
    """List the pairings of a round by board, the bye last. Empty before the round is paired."""
    tournament = event_to_read(request, tournament_id)
    if not 1 <= number <= tournament.total_rounds:
        raise Http404
    return pairings_out(app_pairings(tournament, number))


@rounds_router.get("/tournament/{id:tournament_id}", response=list[AppRoundOut], **PUBLIC)
def list_rounds(request: VisitorRequest, tournament_id: int) -> list[AppRoundOut]:
    """List all rounds, including those to come."""
    tournament = event_to_read(request, tournament_id)
    return [AppRoundOut.of(tournament, round_) for round_ in app_rounds(tournament)]


@rounds_router.post("/tournament/{id:tournament_id}/calculate-tiebreaks", response=list[AppPlayerOut])
def calculate_tiebreaks(request: Request, tournament_id: int) -> list[AppPlayerOut]:
    """Get the standings. Tie-breaks are always calculated from the results, so nothing is stored."""
    return [AppPlayerOut.of(player) for player in app_players(event_to_change(request, tournament_id))]


api = Api(
    SWISS_APP,
    title="Swiss Pairing System",
    version="1",
    description="Tournaments, players, pairings and rounds in the words of the Swiss web app.",
    urls_namespace="swiss-app",
)
for _prefix, _router in (
    ("/tournaments", tournaments_router),
    ("/players", players_router),
    ("/pairings", pairings_router),
    ("/rounds", rounds_router),
):
    api.add_router(_prefix, _router)
