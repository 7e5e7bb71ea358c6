"""A team's side of an event: registering it with its members, changing them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.people import teams
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.people.entries import is_full
from crosstable.events.queries.stages.participants import field_drawn_in
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done
from crosstable.web.team_forms import TeamForm


def register_team(request: Request, tournament: Tournament) -> HttpResponse:
    me = getattr(getattr(request.user, "player", None), "name", request.user.username)
    form = TeamForm(tournament, request.POST or None, me=me)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            teams.register_team(
                tournament=tournament, details=form.details(), partners=form.members(), by=request.user
            )
            messages.success(request, f"Your team is registered for {tournament.name}.")
            return redirect("me", slug=tournament.slug)
    context = {"tournament": tournament, "form": form, "me": me, "drawn": field_drawn_in(tournament)}
    context["full"] = is_full(tournament)
    return render(request, "player/register_team.html", context, status=422 if form.errors else 200)


def edit_team(
    request: Request, tournament: Tournament, entry: Entry, page: str = "player/edit.html", back: str = "me"
) -> HttpResponse:
    form = TeamForm(tournament, request.POST or None, entry=entry)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            teams.edit_team(entry=entry, members=form.members(), by=request.user, **form.named())
            return done(request, "Saved.", back, slug=tournament.slug)
    context = {"tournament": tournament, "entry": entry, "form": form}
    return render(request, page, context, status=422 if form.errors else 200)
