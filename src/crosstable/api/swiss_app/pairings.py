"""Pairings and rounds in the words of document D: generate, record a result, read."""

from django.http import Http404
from ninja import Status

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.swiss_app.loading import event_named, event_to_change, event_to_read, match_named
from crosstable.api.swiss_app.schemas import (
    RESULTS,
    TAKEN,
    AppGenerateIn,
    AppPairingOut,
    AppPlayerOut,
    AppResultIn,
    AppRoundOut,
    pairings_out,
)
from crosstable.events.actions.event import flow
from crosstable.events.errors import BadValue
from crosstable.events.queries.people.app_event import app_pairings, app_players, app_rounds
from crosstable.events.records.results.said import parse_score

router = new_router("pairings")
rounds = new_router("rounds")

OURS = {word: code for code, word in RESULTS.items()}


@router.post("/generate", response={201: list[AppPairingOut]})
def generate_pairings(request: Request, body: AppGenerateIn) -> Status[list[AppPairingOut]]:
    """Pair the next round and start it; with the first the tournament begins."""
    tournament = event_named(request, body.wanted)
    made = flow.generate_round(tournament=tournament, number=body.round_number, by=request.user)
    return Status(201, pairings_out(app_pairings(tournament, made.number)))


@router.put("/{id:pairing_id}/result", response=AppPairingOut)
def record_result(request: Request, pairing_id: int, body: AppResultIn) -> AppPairingOut:
    """Set or change a result; `pending` takes it back. The last one closes the round, that of the last round completes
    the tournament."""
    match = match_named(request, pairing_id)
    if body.result not in TAKEN:
        raise BadValue(f"A result is one of {', '.join(TAKEN)}.", "result")
    if match.is_bye:
        raise BadValue("A bye has its result from the beginning. Nothing can be recorded for it.", "result")
    code = OURS.get(body.result, body.result)
    said = parse_score(match, code) if code else None
    flow.record_result(match=match, said=said, by=request.user)
    made = pairings_out(app_pairings(match.round.tournament, match.round.number))
    return next(pairing for pairing in made if pairing.id == str(match.pk))


@router.get("/tournament/{id:tournament_id}/round/{id:number}", response=list[AppPairingOut], **PUBLIC)
def list_pairings(request: VisitorRequest, tournament_id: int, number: int) -> list[AppPairingOut]:
    """By board, the bye last; none before the round is paired."""
    tournament = event_to_read(request, tournament_id)
    if not 1 <= number <= tournament.total_rounds:
        raise Http404
    return pairings_out(app_pairings(tournament, number))


@rounds.get("/tournament/{id:tournament_id}", response=list[AppRoundOut], **PUBLIC)
def list_rounds(request: VisitorRequest, tournament_id: int) -> list[AppRoundOut]:
    """All of them, those to come too."""
    tournament = event_to_read(request, tournament_id)
    return [AppRoundOut.of(tournament, round_) for round_ in app_rounds(tournament)]


@rounds.post("/tournament/{id:tournament_id}/calculate-tiebreaks", response=list[AppPlayerOut])
def calculate_tiebreaks(request: Request, tournament_id: int) -> list[AppPlayerOut]:
    """The standings. Tie-breaks are computed from the results whenever they are read, so nothing is stored."""
    return [AppPlayerOut.of(player) for player in app_players(event_to_change(request, tournament_id))]
