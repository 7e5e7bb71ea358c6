"""Rehearsing an event: the page that starts it, and in the rehearsal the page whose browser drives it."""

from typing import Any

from django import forms
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from crosstable.events.actions.event.deleting import end_rehearsal
from crosstable.events.actions.event.rehearsal import (
    MOST_PLAYERS,
    move_rehearsal,
    start_rehearsal,
    usual_players,
)
from crosstable.events.models import Tournament
from crosstable.events.queries.desk.control import control_room
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.forms import refusals_on
from crosstable.web.organiser.copying import new_key
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, run_once

# How fast time passes; `static/rehearsal.js` has the pauses.
SPEEDS = (("1", tr("Real time")), ("10", tr("10 ×")), ("60", tr("60 ×")), ("fastest", tr("Fastest")))
USUAL_SPEED = "60"
JSON = "application/json"


class RehearsalForm(forms.Form):
    players = forms.IntegerField(
        label=tr("Invented players"), widget=forms.NumberInput(attrs={"min": 2, "max": MOST_PLAYERS})
    )


@for_organisers
def rehearsal(request: Request, tournament: Tournament) -> HttpResponse:
    """Show how to start a rehearsal and start it; in a rehearsal, show the page that drives it."""
    if tournament.is_rehearsal:
        return _show_driver(request, tournament)
    data = request.POST if request.method == "POST" else None
    form = RehearsalForm(data, initial={"players": usual_players(tournament)})
    if tournament.has_teams:
        form.fields["players"].label = tr("Invented teams")
    if form.is_valid():
        with refusals_on(form):
            made = run_once(request, dict(request.POST.items()), lambda: _started(request, tournament, form))
            message = tr("The rehearsal is ready. Press Run, and open its pages on other devices.")
            return done(request, message, "rehearsal", **made)
    running = Tournament.objects.filter(rehearsal_of=tournament).first()
    context = {"tournament": tournament, "form": form, "running": running, "key": new_key()}
    return render(request, "organiser/rehearse.html", context, status=422 if form.errors else 200)


def _started(request: Request, tournament: Tournament, form: RehearsalForm) -> dict[str, Any]:
    players = form.cleaned_data["players"]
    return {"slug": start_rehearsal(tournament=tournament, players=players, by=request.user).slug}


def _show_driver(request: Request, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "room": control_room(tournament),
        "speeds": SPEEDS,
        "usual_speed": USUAL_SPEED,
        "runs_alone": "organiser" not in request.GET,
    }
    return render(request, "organiser/rehearsal.html", context)


@post_for_organisers
def move(request: Request, tournament: Tournament) -> HttpResponse:
    """Let the players act; the script of the page reads the answer as JSON."""
    runs_alone = "alone" in request.POST
    acts = whole(request.POST.get("acts")) or 1
    progress = move_rehearsal(tournament=tournament, by=request.user, acts=acts, runs_alone=runs_alone)
    if request.headers.get("Accept") == JSON:
        tournament.refresh_from_db()
        return JsonResponse({"waits": str(progress.waits), "finished": tournament.is_complete})
    address = reverse("rehearsal", args=[tournament.slug])
    return redirect(address if runs_alone else f"{address}?organiser=1")


@post_for_organisers
def end(request: Request, tournament: Tournament) -> HttpResponse:
    source = end_rehearsal(tournament=tournament, by=request.user)
    return done(
        request,
        tr("The rehearsal was deleted. {event} is unchanged.", event=source),
        "control",
        slug=source.slug,
    )
