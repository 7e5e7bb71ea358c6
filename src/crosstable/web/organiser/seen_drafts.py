"""What every form that changes pairings carries: the round and version it shows, and whether a round being played
may be changed; and the page it goes back to."""

from django.http import HttpResponse
from django.shortcuts import redirect

from crosstable.events.actions.rounds.by_hand import SeenDraft
from crosstable.events.models import Tournament
from crosstable.web.shared import Request, seen_version
from crosstable.whole_numbers import whole


def seen_draft_of(request: Request) -> SeenDraft:
    return SeenDraft(
        number=whole(request.POST.get("round")),
        although_played=request.POST.get("although_played") == "yes",
        seen_version=seen_version(request),
    )


def back_to_pairings(request: Request, tournament: Tournament) -> HttpResponse:
    """To the page of pairings by hand if the form stood there, else to the control room."""
    return redirect("by-hand" if request.POST.get("then") == "by-hand" else "control", slug=tournament.slug)
