"""A person finds their own name and says *That's me*, or opens the link of their entry."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from crosstable.accounts.names import in_name_order
from crosstable.events.actions.people.self_registration import claim_by_link, entry_of_token, say_thats_me
from crosstable.events.models import Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.entries import unclaimed
from crosstable.events.queries.people.my_event import entry_of
from crosstable.web.shared import Request, done, for_visitors, post_for_visitors


@for_visitors
def find(request: Request, tournament: Tournament) -> HttpResponse:
    if entry_of(request.user, tournament):
        return redirect("me", slug=tournament.slug)
    names = unclaimed(tournament)
    asked = set(names.filter(owner_claims__user=request.user).values_list("pk", flat=True))
    context = {"tournament": tournament, "entries": in_name_order(names), "asked": asked}
    return render(request, "player/thats_me.html", context)


@post_for_visitors
def say(request: Request, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    if say_thats_me(entry=entry, by=request.user):
        return done(request, f"You are {entry} in {tournament}.", "me", slug=tournament.slug)
    words = f"The organiser of {tournament} is asked whether you are {entry}."
    return done(request, words, "thats-me", slug=tournament.slug)


@never_cache
@login_required
def by_link(request: Request, token: str) -> HttpResponse:
    entry = entry_of_token(token)
    if request.method == "POST":
        claim_by_link(token=token, by=request.user)
        return done(request, f"You are {entry} in {entry.tournament}.", "me", slug=entry.tournament.slug)
    return render(request, "player/claim.html", {"entry": entry, "tournament": entry.tournament})
