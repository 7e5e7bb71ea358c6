"""Pairings and rounds in the words of D: generate, record a result, read."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_to_change, tournament_to_read, tournament_to_run
from crosstable.api.shapes import In, Text, Whole
from crosstable.api.swiss_app.answers import AppPairingOut, AppRoundOut, AppStandingsOut, app_standings
from crosstable.events.actions.event import flow
from crosstable.events.actions.results import results
from crosstable.events.models import Match
from crosstable.events.permissions import ENTER_RESULTS
from crosstable.events.queries.people.app_event import app_pairings, app_rounds
from crosstable.events.records.results.said import said_about

pairings = new_router("swiss app")
rounds = new_router("swiss app")

OUR_RESULTS = {"0.5-0.5": "1/2-1/2", "½-½": "1/2-1/2"}


class GenerateIn(In):
    tournament_id: Whole


class AppResultIn(In):
    result: Text = Field(description="1-0, 0-1, 0.5-0.5, 1-0F, 0-1F, 0-0F, or pending to take it back.")


@pairings.post("/generate", response={201: list[AppPairingOut]})
def app_generate_pairings(request: Request, body: GenerateIn) -> Status[list[AppPairingOut]]:
    """Close the finished round; pair, publish and start the next. The first starts the tournament."""
    tournament = tournament_to_change(request, body.tournament_id)
    made = flow.generate_round(tournament=tournament, by=request.user)
    return Status(201, [AppPairingOut.of(match) for match in app_pairings(tournament, made.number)])


@pairings.put("/{id:pairing_id}/result", response=AppPairingOut)
def app_record_result(request: Request, pairing_id: int, body: AppResultIn) -> AppPairingOut:
    """Set or change the result of a match of the round being played."""
    row = get_object_or_404(Match.objects.select_related("round"), pk=pairing_id)
    tournament = tournament_to_run(request, row.round.tournament_id, "set a result", ENTER_RESULTS)
    match = match_in(request, tournament, pairing_id)
    if body.result == "pending":
        results.clear_result(match=match, by=request.user)
    else:
        said = said_about(match, OUR_RESULTS.get(body.result, body.result))
        results.enter_result(match=match, said=said, by=request.user, overwrite=True)
    return AppPairingOut.of(match_in(request, tournament, pairing_id))


@pairings.get("/tournament/{id:tournament_id}/round/{id:number}", response=list[AppPairingOut], **PUBLIC)
def app_list_pairings(request: VisitorRequest, tournament_id: int, number: int) -> list[AppPairingOut]:
    """The matches of a round; none before it is published."""
    tournament = tournament_to_read(request, tournament_id)
    if not 1 <= number <= tournament.total_rounds:
        raise Http404
    return [AppPairingOut.of(match) for match in app_pairings(tournament, number)]


@rounds.get("/tournament/{id:tournament_id}", response=list[AppRoundOut], **PUBLIC)
def app_list_rounds(request: VisitorRequest, tournament_id: int) -> list[AppRoundOut]:
    """All of them, with their state."""
    tournament = tournament_to_read(request, tournament_id)
    return [AppRoundOut(round_number=number, status=state) for number, state in app_rounds(tournament)]


@rounds.post("/tournament/{id:tournament_id}/calculate-tiebreaks", response=AppStandingsOut)
def app_calculate_tiebreaks(request: Request, tournament_id: int) -> AppStandingsOut:
    """They are always reckoned from the results as they are: this answers the values."""
    return app_standings(tournament_to_change(request, tournament_id))
