"""Two organisers at once: the conflict of two results, who is where, and publishing with a match undecided."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from crosstable.events import presence
from crosstable.events.models import Match, MatchState, RoundStatus, Tournament
from crosstable.events.permissions import LOOK
from crosstable.events.queries.rounds.holes import look_at_hole
from crosstable.web.shared import Request, for_organisers, for_roles, post_for_roles


@dataclass(frozen=True, slots=True)
class Conflict:
    """What stands there, by whom and since when, and what this person wanted; `values` send it again."""

    match: Match
    theirs: str
    by: str
    at: datetime | None
    mine: str
    values: Mapping[str, object]
    url: str


def conflict_with(match: Match, mine: str, data: QueryDict) -> Conflict:
    """The match as it is now against what was said, which is sent once more if it is to stand."""
    claim = match.claims.first()
    agreed = match.is_agreed
    kept = {name: str(value) for name, value in data.items() if name != "csrfmiddlewaretoken"}
    return Conflict(
        match=match,
        theirs=match.result_words or (claim.reported_words if claim else MatchState(match.state).label),
        by=str(match.decided_by or "") if agreed or claim is None else claim.entry.display_name,
        at=match.decided_at if agreed or claim is None else claim.at,
        mine=mine,
        values={**kept, "version": match.version},
        url=reverse("match-page", args=[match.round.tournament.slug, match.pk]),
    )


@require_safe
@for_organisers
def open_results(request: Request, tournament: Tournament) -> HttpResponse:
    """What the matches still open could change in the draft, and the way to publish it all the same."""
    round_ = tournament.rounds.filter(status=RoundStatus.DRAFT).first()
    if round_ is None:
        raise Http404("no draft")
    context = {"tournament": tournament, "round": round_, "hole": look_at_hole(round_)}
    return render(request, "organiser/open_results.html", context)


@require_safe
@for_roles(LOOK)
def present(request: Request, tournament: Tournament) -> HttpResponse:
    """Match → who else has it open, for the control room; asked every few seconds."""
    people = presence.present_at(tournament, request.user)
    return JsonResponse({str(match): ", ".join(names) for match, names in people.items()})


@post_for_roles(LOOK)
def stay(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    """This page is still open. Answers who else is here."""
    rows = Match.objects.select_related("round__tournament")
    match = get_object_or_404(rows, pk=match_id, round__tournament=tournament)
    presence.come_to(match, request.user)
    return JsonResponse({"others": ", ".join(presence.others_at(match, request.user))})
