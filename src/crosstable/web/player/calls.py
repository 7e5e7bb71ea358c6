"""A player calls an organiser to their table: three taps, with an account or by the code of the table."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.hall import calls as actions
from crosstable.events.models import CallReason, Match, Tournament
from crosstable.events.play_errors import NoTableToCallFrom
from crosstable.events.queries.desk.calls import may_call, open_call, usual_wait, waiting_calls
from crosstable.events.queries.people.my_event import my_event, own_entry
from crosstable.fields import CALL_MESSAGE
from crosstable.text import tr
from crosstable.web.forms import form_field, refusals_on
from crosstable.web.shared import Request, done, for_visitors, post_for_visitors


class CallForm(forms.Form):
    reason = forms.ChoiceField(
        choices=CallReason.choices,
        widget=forms.RadioSelect,
        label=tr("Reason"),
        error_messages={"required": tr("Choose why you call an organiser.")},
    )
    message = form_field(CALL_MESSAGE)


@for_visitors
def call(request: Request, tournament: Tournament) -> HttpResponse:
    match = _own_match(request, tournament)
    form = CallForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            actions.call_organiser(match=match, by=request.user, **form.cleaned_data)
            return redirect("me", slug=tournament.slug)
    return call_page(request, match, form, back=f"/t/{tournament.slug}/me")


@post_for_visitors
def cancel(request: Request, tournament: Tournament) -> HttpResponse:
    actions.cancel_call(match=_own_match(request, tournament), by=request.user)
    return done(request, tr("Your call is cancelled."), "me", slug=tournament.slug)


def call_page(request: HttpRequest, match: Match, form: CallForm, back: str, **extra: Any) -> HttpResponse:
    """Show the form, or nothing to fill in once an organiser is called."""
    tournament = match.round.tournament
    context = {
        "tournament": tournament,
        "match": match,
        "form": form,
        "call": open_call(match),
        "waiting": waiting_calls(tournament),
        "usual_wait": usual_wait(tournament),
        "back": back,
        **extra,
    }
    return render(request, "player/call.html", context, status=422 if form.errors else 200)


def _own_match(request: Request, tournament: Tournament) -> Match:
    """Return the match on the player's page. Raises NoTableToCallFrom."""
    mine = my_event(own_entry(request.user, tournament)).match
    if mine is None or not may_call(mine.match):
        raise NoTableToCallFrom()
    mine.match.round.tournament = tournament
    return mine.match
