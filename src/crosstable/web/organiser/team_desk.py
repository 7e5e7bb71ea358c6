"""Teams at the desk: entered and changed by an organiser."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.people import teams
from crosstable.events.errors import Refused
from crosstable.events.models import Entry, Tournament
from crosstable.web.player.teams import add_refusal
from crosstable.web.shared import Request
from crosstable.web.team_forms import TeamForm


def add_team(request: Request, tournament: Tournament) -> HttpResponse:
    form = TeamForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            entry = teams.add_team(
                tournament=tournament, details=form.details(), members=form.members(), by=request.user
            )
            messages.success(request, f"{entry} was added.")
            return redirect("players", slug=tournament.slug)
        except Refused as refusal:
            add_refusal(form, refusal)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/add.html", context, status=422 if form.errors else 200)


def edit_team(request: Request, tournament: Tournament, entry: Entry) -> HttpResponse:
    form = TeamForm(tournament, request.POST or None, entry=entry)
    if request.method == "POST" and form.is_valid():
        try:
            teams.edit_team(entry=entry, members=form.members(), by=request.user, **form.named())
            messages.success(request, "Saved.")
            return redirect("players", slug=tournament.slug)
        except Refused as refusal:
            add_refusal(form, refusal)
    context = {"tournament": tournament, "entry": entry, "form": form}
    return render(request, "organiser/edit_entry.html", context, status=422 if form.errors else 200)
