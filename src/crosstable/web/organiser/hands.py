"""What every form that changes pairings carries: the round and version it shows, and whether a round being played
may be changed; and the page it goes back to."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from crosstable.events.actions.rounds.by_hand import SeenDraft
from crosstable.events.models import Tournament
from crosstable.web.shared import Request


def hand_of(request: Request) -> SeenDraft:
    return SeenDraft(
        number=_whole(request, "round"),
        although_played=request.POST.get("although_played") == "yes",
        seen_version=_whole(request, "version"),
    )


def back_from_hand(request: Request, tournament: Tournament) -> HttpResponse:
    """To the page of pairings by hand if the form stood there, else to the control room."""
    return redirect("by-hand" if request.POST.get("then") == "by-hand" else "control", slug=tournament.slug)


def _whole(request: Request, name: str) -> int | None:
    value = request.POST.get(name, "")
    return int(value) if value.isdecimal() and len(value) < 10 else None
