"""The round clock in the control room: its length, pause and resume, extra time for all or one table, and the times of
single games.
"""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from crosstable.events.actions.rounds import clock
from crosstable.events.actions.rounds import clock as actions
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.permissions import GIVE_TIME
from crosstable.web.organiser.pairings import matches_in, playing_in
from crosstable.web.shared import Request, done, post_for_organisers, post_for_roles

CLOCK_ACTIONS: dict[str, tuple[Callable[..., object], str]] = {
    "pause": (actions.pause_clock, "The clock stands still."),
    "resume": (actions.resume_clock, "The clock goes on."),
}


class MinutesForm(forms.Form):
    minutes = forms.IntegerField()


class LengthForm(MinutesForm):
    number = forms.IntegerField()


class ExtensionForm(MinutesForm):
    table = forms.IntegerField()
    reason = forms.CharField(required=False)


@post_for_roles(GIVE_TIME)
def pause_or_resume(request: Request, tournament: Tournament, change: str) -> HttpResponse:
    action, words = CLOCK_ACTIONS[change]
    action(tournament=tournament, by=request.user)
    return done(request, words, "control", slug=tournament.slug)


@post_for_organisers
def length(request: Request, tournament: Tournament) -> HttpResponse:
    form = LengthForm(request.POST)
    if not form.is_valid():
        raise BadValue("The length of a round is a whole number of minutes.", "minutes")
    values = form.cleaned_data
    actions.set_round_length(tournament=tournament, by=request.user, **values)
    messages.success(request, f"Round {values['number']} lasts {values['minutes']} minutes.")
    return redirect("control", slug=tournament.slug)


@post_for_roles(GIVE_TIME)
def add(request: Request, tournament: Tournament) -> HttpResponse:
    form = MinutesForm(request.POST)
    if not form.is_valid():
        raise BadValue("Time is added in whole minutes.", "minutes")
    minutes = form.cleaned_data["minutes"]
    actions.add_time(tournament=tournament, minutes=minutes, by=request.user)
    messages.success(request, f"Everybody has {abs(minutes)} minutes {'more' if minutes > 0 else 'less'}.")
    return redirect("control", slug=tournament.slug)


@post_for_roles(GIVE_TIME)
def extend(request: Request, tournament: Tournament) -> HttpResponse:
    form, word = ExtensionForm(request.POST), rules_of(tournament).words.table
    if not form.is_valid():
        raise BadValue(f"Say which {word.lower()} and how many minutes, in whole numbers.", "minutes")
    values = form.cleaned_data
    match = get_object_or_404(playing_in(tournament), table=values["table"])
    actions.extend_table(match=match, minutes=values["minutes"], reason=values["reason"], by=request.user)
    minutes = values["minutes"]
    return done(
        request,
        f"{word} {match.table} has {abs(minutes)} minutes {'more' if minutes > 0 else 'less'}.",
        "control",
        slug=tournament.slug,
    )


GAMES: dict[str, Callable[..., object]] = {"start": clock.start_game, "stop": clock.stop_game}


@post_for_organisers
def game(request: Request, tournament: Tournament, match_id: int, change: str) -> HttpResponse:
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    GAMES[change](match=match, by=request.user)
    return redirect("match-page", tournament.slug, match.pk)
