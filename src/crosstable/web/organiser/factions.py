"""Factions that were typed before there was a list, and what each is called there."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.event.details import rename_factions
from crosstable.events.models import Tournament
from crosstable.events.queries.people.entries import faction_shares, not_in_the_list
from crosstable.events.records.rules import rules_of
from crosstable.events.records.settings.factions import factions_of
from crosstable.games import Use
from crosstable.web.shared import Request, for_organisers


@for_organisers
def factions(request: Request, tournament: Tournament) -> HttpResponse:
    if Use.FACTIONS not in rules_of(tournament).uses:
        raise Http404
    typed = not_in_the_list(tournament)
    if request.method == "POST":
        chosen = {one.name: request.POST.get(f"name-{n}", "") for n, one in enumerate(typed)}
        wanted = {name: new for name, new in chosen.items() if new}
        count = rename_factions(tournament=tournament, names=wanted, by=request.user)
        messages.success(request, f"{count} entr{'y' if count == 1 else 'ies'} changed.")
        return redirect("factions", tournament.slug)
    context = {"tournament": tournament, "typed": typed, "listed": factions_of(tournament)}
    return render(request, "organiser/factions.html", {**context, "shares": faction_shares(tournament)})
