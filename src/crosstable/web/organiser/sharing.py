"""Links to give out: the share link, renewed and switched off, and the code at the door, opened, shown and closed."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from crosstable.events.actions.event import access
from crosstable.events.actions.people import self_registration as actions
from crosstable.events.models import Tournament
from crosstable.events.queries.people.entries import is_full
from crosstable.web.organiser.stages import page_of_participants
from crosstable.web.qr import qr_code
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers


@for_organisers
def share(request: Request, tournament: Tournament) -> HttpResponse:
    context: dict[str, object] = {"tournament": tournament}
    if tournament.share_token:
        path = reverse("shared-standings", args=[tournament.share_token])
        address = request.build_absolute_uri(path)
        context |= {"address": address, "qr": qr_code(address)}
    return render(request, "organiser/share.html", context)


@post_for_organisers
def renew(request: Request, tournament: Tournament) -> HttpResponse:
    access.share(tournament=tournament, by=request.user)
    return done(request, "The new link works from now on.", "share", slug=tournament.slug)


@post_for_organisers
def stop(request: Request, tournament: Tournament) -> HttpResponse:
    access.stop_sharing(tournament=tournament, by=request.user)
    return done(request, "The share link is switched off.", "share", slug=tournament.slug)


@for_organisers
def door(request: Request, tournament: Tournament) -> HttpResponse:
    context: dict[str, object] = {"tournament": tournament, "back": page_of_participants(tournament)}
    if tournament.door_token:
        address = request.build_absolute_uri(reverse("door-code", args=[tournament.door_token]))
        context |= {"address": address, "qr": qr_code(address), "entered": tournament.entries.count()}
        context["full"] = is_full(tournament)
    return render(request, "organiser/door.html", context)


@post_for_organisers
def turn_door(request: Request, tournament: Tournament, change: str) -> HttpResponse:
    if change == "open":
        actions.open_door(tournament=tournament, by=request.user)
    else:
        actions.close_door(tournament=tournament, by=request.user)
        messages.success(request, "The door is closed; its code no longer works.")
    return redirect("door", slug=tournament.slug)
