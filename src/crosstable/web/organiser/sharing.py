"""The organiser's page about the share link: give one out, renew it, switch it off."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from crosstable.events.actions.event import sharing
from crosstable.events.models import Tournament
from crosstable.web.qr import qr_code
from crosstable.web.shared import Request, done, for_organisers


@for_organisers
def share(request: Request, tournament: Tournament) -> HttpResponse:
    context: dict[str, object] = {"tournament": tournament}
    if tournament.share_token:
        path = reverse("shared-standings", args=[tournament.share_token])
        address = request.build_absolute_uri(path)
        context |= {"address": address, "qr": qr_code(address)}
    return render(request, "organiser/share.html", context)


@require_POST
@for_organisers
def renew(request: Request, tournament: Tournament) -> HttpResponse:
    sharing.share(tournament=tournament, by=request.user)
    return done(request, "The new link works from now on.", "share", slug=tournament.slug)


@require_POST
@for_organisers
def stop(request: Request, tournament: Tournament) -> HttpResponse:
    sharing.stop_sharing(tournament=tournament, by=request.user)
    return done(request, "The share link is switched off.", "share", slug=tournament.slug)
