"""Calls from the tables, taken and closed; announcements to all players."""

from datetime import timedelta

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from crosstable.events.actions.hall import announcements as actions
from crosstable.events.actions.hall import calls as call_actions
from crosstable.events.actions.rounds.clock import extend_table
from crosstable.events.bridge.rules import place_of
from crosstable.events.models import OrganiserCall, Tournament
from crosstable.events.permissions import ENTER_RESULTS, GIVE_TIME, LOOK
from crosstable.events.queries.desk.announcements import current_announcements
from crosstable.events.queries.desk.calls import call_queue
from crosstable.fields import ANNOUNCEMENT
from crosstable.text import tr, trn
from crosstable.web.forms import form_field, refusals_on
from crosstable.web.shared import (
    Request,
    done,
    for_roles,
    number_chosen,
    post_for_organisers,
    post_for_roles,
    say_with_undo,
)

SHOWN_FOR = (10, 30, 60, 120, 240)
USUAL = 30
# Offered for the clock of a table that called.
EXTRA_MINUTES = (3, 5, 10)


class AnnouncementForm(forms.Form):
    text = form_field(
        ANNOUNCEMENT,
        required=True,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": tr("Write the announcement, for example “Round 4 starts at 16:20.”")},
    )
    minutes = forms.TypedChoiceField(coerce=int, initial=USUAL, label=tr("Show it for"))

    def __init__(self, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        now = timezone.localtime()
        self.fields["minutes"].choices = [(n, _shown_for(n, now + timedelta(minutes=n))) for n in SHOWN_FOR]  # type: ignore[attr-defined]


def _shown_for(minutes: int, until: object) -> str:
    if minutes % 60:
        return trn(
            "{count} minute, until {until:%H:%M}",
            "{count} minutes, until {until:%H:%M}",
            minutes,
            until=until,
        )
    return trn(
        "{count} hour, until {until:%H:%M}", "{count} hours, until {until:%H:%M}", minutes // 60, until=until
    )


@for_roles(LOOK)
def calls(request: Request, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, AnnouncementForm())


def _page(request: Request, tournament: Tournament, form: AnnouncementForm) -> HttpResponse:
    context = {
        "tournament": tournament,
        "form": form,
        "announcements": current_announcements(tournament),
        "screens": tournament.screens.count(),
        "queue": call_queue(tournament),
        "minutes": EXTRA_MINUTES,
    }
    return render(request, "organiser/calls.html", context, status=422 if form.errors else 200)


@post_for_organisers
def announce(request: Request, tournament: Tournament) -> HttpResponse:
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            actions.announce(tournament=tournament, by=request.user, **form.cleaned_data)
            words = tr("Announced. Phones and displays show it now.")
            say_with_undo(request, tournament, words, "calls")
            return redirect("calls", slug=tournament.slug)
    return _page(request, tournament, form)


@post_for_organisers
def withdraw(request: Request, tournament: Tournament, announcement_id: int) -> HttpResponse:
    announcement = get_object_or_404(tournament.announcements, pk=announcement_id)
    actions.withdraw_announcement(announcement=announcement, by=request.user)
    words = tr("Withdrawn. Phones and displays no longer show it.")
    return done(request, words, "calls", slug=tournament.slug)


@post_for_roles(ENTER_RESULTS)
def take(request: Request, tournament: Tournament, call_id: int) -> HttpResponse:
    call = call_actions.take_call(call=_call(tournament, call_id), by=request.user)
    words = tr("You took the call. The players see that you are coming: {place}.", place=place_of(call.match))
    return done(request, words, "calls", slug=tournament.slug)


@post_for_roles(ENTER_RESULTS)
def close(request: Request, tournament: Tournament, call_id: int) -> HttpResponse:
    call = call_actions.close_call(call=_call(tournament, call_id), by=request.user)
    words = tr("The call is closed: {place}.", place=place_of(call.match))
    return done(request, words, "calls", slug=tournament.slug)


@post_for_roles(GIVE_TIME)
def add_minutes(request: Request, tournament: Tournament, call_id: int) -> HttpResponse:
    """Give the table of a call more time."""
    call = _call(tournament, call_id)
    minutes = number_chosen(request, "minutes", tr("Enter whole minutes, for example 5."))
    extend_table(match=call.match, minutes=minutes, reason=str(call), by=request.user)
    words = trn(
        "{place} has {count} minute more.",
        "{place} has {count} minutes more.",
        minutes,
        place=place_of(call.match),
    )
    return done(request, words, "calls", slug=tournament.slug)


def _call(tournament: Tournament, call_id: int) -> OrganiserCall:
    rows = OrganiserCall.objects.select_related("match__round__tournament", "match__round__clock")
    return get_object_or_404(rows, pk=call_id, match__round__tournament=tournament)
