"""Copying an event: the page of one event, and the button next to an earlier event on the page for a new one."""

import secrets

from django import forms
from django.http import HttpResponse
from django.shortcuts import render

from crosstable.events.actions.event.copying import copy_event, next_date, next_name
from crosstable.events.models import Tournament
from crosstable.fields import EVENT_FIELDS
from crosstable.text import tr
from crosstable.web.forms import form_field, refusals_on
from crosstable.web.shared import Request, done, for_organisers, run_once

WHAT = ("players", "helpers", "screens")


class CopyForm(forms.Form):
    name = form_field(EVENT_FIELDS["name"], label=tr("Name"))
    date = forms.DateField(
        required=False, label=tr("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    players = forms.BooleanField(required=False, initial=True, label=tr("Players"))
    helpers = forms.BooleanField(required=False, initial=True, label=tr("Organisers and helpers"))
    screens = forms.BooleanField(required=False, initial=True, label=tr("Displays"))

    def choices(self) -> list[forms.BoundField]:
        return [self[name] for name in WHAT]


@for_organisers
def copy(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what is copied, and copy. Without a name or a date, as from the page for a new event, the action chooses."""
    date = next_date(tournament)
    initial = {"name": next_name(tournament.name, tournament.date, date), "date": date}
    form = CopyForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        with refusals_on(form):
            slug = run_once(request, dict(request.POST.items()), lambda: _copied(request, tournament, form))
            return done(request, _sentence(tournament, form), "control", **slug)
    context = {"tournament": tournament, "form": form, "key": new_key()}
    return render(request, "organiser/copy.html", context, status=422 if form.errors else 200)


def new_key() -> str:
    """Return a key for a form: pressed twice, it copies once."""
    return secrets.token_urlsafe(12)


def _copied(request: Request, tournament: Tournament, form: CopyForm) -> dict[str, str]:
    return {"slug": copy_event(tournament=tournament, by=request.user, **form.cleaned_data).slug}


def _sentence(tournament: Tournament, form: CopyForm) -> str:
    if form.cleaned_data["players"]:
        return tr("{event} was copied with its players. Only organisers can see the copy.", event=tournament)
    return tr("{event} was copied. Only organisers can see the copy.", event=tournament)
