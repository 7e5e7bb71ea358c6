"""Links and codes to hand out: the share link, the code of self-registration, and the links that claim an entry."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString

from crosstable.accounts.names import in_name_order
from crosstable.events.actions.event import access
from crosstable.events.actions.people import self_registration as actions
from crosstable.events.actions.people.self_registration import agree_to_claim, claim_token, decline_claim
from crosstable.events.files.printing.printer import is_local, is_only_here, public_address
from crosstable.events.models import Entry, EntryClaim, Tournament
from crosstable.events.queries.people.entries import claims_of, is_full, unclaimed
from crosstable.events.queries.people.registration import newest_entries, registration_path
from crosstable.text import tr
from crosstable.web.organiser.stages import page_of_participants
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, qr_code, safe_next


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
    return done(request, tr("The new link works from now on."), "share", slug=tournament.slug)


@post_for_organisers
def stop(request: Request, tournament: Tournament) -> HttpResponse:
    access.stop_sharing(tournament=tournament, by=request.user)
    return done(request, tr("The share link is switched off."), "share", slug=tournament.slug)


@dataclass(frozen=True, slots=True)
class Registration:
    """The address where players register, who can open it, and who did."""

    address: str
    path: str
    qr: SafeString
    needs_account: bool
    only_here: bool
    is_local: bool
    is_full: bool
    entered: int
    newest: Sequence[Entry]

    @property
    def typed(self) -> str:
        """The address as people type it."""
        return self.address.partition("://")[2]


def registration_of(request: Request, tournament: Tournament) -> Registration | None:
    """Return what to hand out before the event starts, and later while self-registration is open."""
    path = registration_path(tournament)
    if not path or not (tournament.takes_registrations or tournament.door_token):
        return None
    host = public_address(request.build_absolute_uri("/"))
    address = f"{host}{path}"
    return Registration(
        address=address,
        path=path,
        qr=qr_code(address),
        needs_account=not tournament.door_token,
        only_here=is_only_here(host),
        is_local=is_local(host),
        is_full=is_full(tournament),
        entered=tournament.entries.count(),
        newest=newest_entries(tournament),
    )


@for_organisers
def self_registration(request: Request, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "back": page_of_participants(tournament),
        "registration": registration_of(request, tournament),
    }
    return render(request, "organiser/self_registration.html", context)


@post_for_organisers
def open_or_close_self_registration(request: Request, tournament: Tournament, change: str) -> HttpResponse:
    if change == "open":
        actions.open_self_registration(tournament=tournament, by=request.user)
    else:
        actions.close_self_registration(tournament=tournament, by=request.user)
        messages.success(request, tr("Self-registration is closed. Its code no longer works."))
    return redirect(safe_next(request, reverse("self-registration", args=[tournament.slug])))


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
        text = tr("The entry of {name} now belongs to {user}.", name=name, user=who)
        return done(request, text, "claims", slug=tournament.slug)
    decline_claim(claim=claim, by=request.user)
    text = tr("The entry of {name} was not given to {user}.", name=name, user=who)
    return done(request, text, "claims", slug=tournament.slug)
