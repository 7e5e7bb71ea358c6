"""A team's side of an event: registering it with its members, changing them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.people import teams
from crosstable.events.errors import Refused
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.stages.participants import field_drawn_in
from crosstable.web.shared import Request
from crosstable.web.team_forms import TeamForm


def register_team(request: Request, tournament: Tournament) -> HttpResponse:
    me = getattr(getattr(request.user, "player", None), "name", request.user.username)
    form = TeamForm(tournament, request.POST or None, me=me)
    if request.method == "POST" and form.is_valid():
        try:
            teams.register_team(
                tournament=tournament, details=form.details(), partners=form.members(), by=request.user
            )
            messages.success(request, f"Your team is registered for {tournament.name}.")
            return redirect("me", slug=tournament.slug)
        except Refused as refusal:
            add_refusal(form, refusal)
    context = {"tournament": tournament, "form": form, "me": me, "drawn": field_drawn_in(tournament)}
    return render(request, "player/register_team.html", context, status=422 if form.errors else 200)


def edit_team(request: Request, tournament: Tournament, entry: Entry) -> HttpResponse:
    form = TeamForm(tournament, request.POST or None, entry=entry)
    if request.method == "POST" and form.is_valid():
        try:
            teams.edit_team(entry=entry, members=form.members(), by=request.user, **form.named())
            messages.success(request, "Saved.")
            return redirect("me", slug=tournament.slug)
        except Refused as refusal:
            add_refusal(form, refusal)
    context = {"tournament": tournament, "entry": entry, "form": form}
    return render(request, "player/edit.html", context, status=422 if form.errors else 200)


def add_refusal(form: TeamForm, refusal: Refused) -> None:
    """Beside the field at fault; what is said of the members stands at the first of them."""
    field = refusal.field
    if field == "members":
        field = next(name for name in form.fields if name.startswith("member_"))
    form.add_error(field if field in form.fields else None, str(refusal))
