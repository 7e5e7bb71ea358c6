"""Claims to entries: a link and QR code for each entry without an account, and the requests to agree to."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from crosstable.accounts.names import in_name_order
from crosstable.events.actions.people.self_registration import agree_to_claim, claim_token, decline_claim
from crosstable.events.models import EntryClaim, Tournament
from crosstable.events.queries.people.entries import claims_of, unclaimed
from crosstable.web.qr import qr_code
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers

# A code is 3 KB of page and 7 ms of work.
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
