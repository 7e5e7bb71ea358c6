"""Tournaments in the words of document D: list, read, create, change, delete, standings."""

from dataclasses import replace
from typing import Annotated

from django.http import Http404, HttpResponse
from ninja import Status
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.swiss_app.loading import event_to_change, event_to_read
from crosstable.api.swiss_app.schemas import (
    AppMessageOut,
    AppPlayerOut,
    AppTournamentIn,
    AppTournamentOut,
    NewAppTournamentIn,
)
from crosstable.events.actions.event import deleting, flow, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.queries.addressed import shared_tournament
from crosstable.events.queries.people.app_event import app_events, app_players, app_status, is_app_event

router = new_router("tournaments")


@router.get("", response=list[AppTournamentOut], **PUBLIC)
def list_tournaments(request: VisitorRequest) -> list[AppTournamentOut]:
    """Those you may see, newest first."""
    return [AppTournamentOut.of(row) for row in app_events(request.user)]


@router.post("", response={201: AppTournamentOut})
def create_tournament(
    request: Request, response: HttpResponse, body: NewAppTournamentIn
) -> Status[AppTournamentOut]:
    """Public from the beginning, with a share link."""
    details = Details(name=body.name, date=body.date, total_rounds=body.total_rounds)
    tournament = flow.create_swiss_app(details=details, by=request.user)
    response["Location"] = f"/compat/swiss-app/api/tournaments/{tournament.pk}"
    return Status(201, _shown(tournament))


@router.get("/share/{link}", response=AppTournamentOut, **PUBLIC)
def get_shared_tournament(
    request: VisitorRequest, link: Annotated[str, Field(max_length=43)]
) -> AppTournamentOut:
    """By its shareLink."""
    tournament = shared_tournament(link)
    if tournament is None or not is_app_event(tournament):
        raise Http404
    return AppTournamentOut.of(tournament)


@router.get("/{id:tournament_id}", response=AppTournamentOut, **PUBLIC)
def get_tournament(request: VisitorRequest, tournament_id: int) -> AppTournamentOut:
    return AppTournamentOut.of(event_to_read(request, tournament_id))


@router.put("/{id:tournament_id}", response=AppTournamentOut)
def edit_tournament(request: Request, tournament_id: int, body: AppTournamentIn) -> AppTournamentOut:
    """Change name, date or totalRounds: those that are sent."""
    tournament = event_to_change(request, tournament_id)
    _check_status(tournament, body.status)
    sent = body.model_dump(exclude={"status"}, exclude_none=True)
    if sent:
        wanted = replace(Details.of(tournament), **sent)
        tournaments.edit_tournament(tournament=tournament, details=wanted, by=request.user)
    return _shown(tournament)


@router.delete("/{id:tournament_id}", response=AppMessageOut)
def delete_tournament(request: Request, tournament_id: int) -> AppMessageOut:
    """At every status, by its owner. Its file is kept for 30 days, as after any deletion."""
    tournament = event_to_change(request, tournament_id)
    deleting.delete_tournament(tournament=tournament, by=request.user, confirm=tournament.name)
    return AppMessageOut(message=f"{tournament.name} is deleted.")


@router.get("/{id:tournament_id}/standings", response=list[AppPlayerOut], **PUBLIC)
def get_standings(request: VisitorRequest, tournament_id: int) -> list[AppPlayerOut]:
    """By points, Buchholz, rating."""
    return [AppPlayerOut.of(player) for player in app_players(event_to_read(request, tournament_id))]


def _shown(tournament: Tournament) -> AppTournamentOut:
    return AppTournamentOut.of(Tournament.objects.get(pk=tournament.pk))


def _check_status(tournament: Tournament, sent: str | None) -> None:
    """A client may send back what it read."""
    now = app_status(tournament)
    if sent not in (None, now):
        raise BadValue(
            f"The tournament is {now}. The rounds move its status: POST /pairings/generate starts it, the last result "
            "completes it.",
            "status",
        )
