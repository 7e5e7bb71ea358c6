"""Links and codes to hand out: the share link, the code of self-registration, and the links that claim an entry."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from crosstable.accounts.names import in_name_order
from crosstable.events.actions.event import access
from crosstable.events.actions.people import self_registration as actions
from crosstable.events.actions.people.self_registration import agree_to_claim, claim_token, decline_claim
from crosstable.events.models import EntryClaim, Tournament
from crosstable.events.queries.people.entries import claims_of, is_full, unclaimed
from crosstable.web.organiser.stages import page_of_participants
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, qr_code


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
def self_registration(request: Request, tournament: Tournament) -> HttpResponse:
    context: dict[str, object] = {"tournament": tournament, "back": page_of_participants(tournament)}
    if tournament.door_token:
        address = request.build_absolute_uri(reverse("door-code", args=[tournament.door_token]))
        context |= {"address": address, "qr": qr_code(address), "entered": tournament.entries.count()}
        context["full"] = is_full(tournament)
    return render(request, "organiser/door.html", context)


@post_for_organisers
def open_or_close_self_registration(request: Request, tournament: Tournament, change: str) -> HttpResponse:
    if change == "open":
        actions.open_door(tournament=tournament, by=request.user)
    else:
        actions.close_door(tournament=tournament, by=request.user)
        messages.success(request, "The door is closed; its code no longer works.")
    return redirect("door", slug=tournament.slug)


# A code takes 3 KB of the page and 7 ms to render.
PER_PAGE = 60


@for_organisers
def claims(request: Request, tournament: Tournament) -> HttpResponse:
    page = Paginator(in_name_order(unclaimed(tournament)), PER_PAGE).get_page(request.GET.get("page"))
    links = []
    for entry in page:
        address = request.build_absolute_uri(reverse("claim-link", args=[claim_token(entry)]))
        links.append((entry, address, qr_code(address)))
    context = {"tournament": tournament, "claims": claims_of(tournament), "links": links, "page": page}
    return render(request, "organiser/claims.html", context)


@post_for_organisers
def decide(request: Request, tournament: Tournament, claim_id: int, answer: str) -> HttpResponse:
    claim = get_object_or_404(
        EntryClaim.objects.select_related("entry__tournament", "user"),
        pk=claim_id,
        entry__tournament=tournament,
    )
    name, who = claim.entry.display_name, claim.user.get_username()
    if answer == "agree":
        agree_to_claim(claim=claim, by=request.user)
        return done(request, f"{who} is {name}.", "claims", slug=tournament.slug)
    decline_claim(claim=claim, by=request.user)
    return done(request, f"{who} is not {name}.", "claims", slug=tournament.slug)
