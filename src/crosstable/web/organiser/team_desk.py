"""Teams at the desk: entered by an organiser. They are changed on the page their members have, too."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.people import teams
from crosstable.events.models import Tournament
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request
from crosstable.web.team_forms import TeamForm


def add_team(request: Request, tournament: Tournament) -> HttpResponse:
    form = TeamForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entry = teams.add_team(
                tournament=tournament, details=form.details(), members=form.members(), by=request.user
            )
            messages.success(request, f"{entry} was added.")
            return redirect("players", slug=tournament.slug)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/add.html", context, status=422 if form.errors else 200)
