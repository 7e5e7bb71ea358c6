"""The round clock in the control room: its length, pause and resume, extra time for all or one table, and the times of
single games.
"""

from collections.abc import Callable, Mapping

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
from crosstable.text import Text, tr, trn
from crosstable.web.organiser.pairings import matches_in, playing_in
from crosstable.web.shared import Request, done, post_for_organisers, post_for_roles

CLOCK_ACTIONS: dict[str, tuple[Callable[..., object], Text]] = {
    "pause": (actions.pause_clock, tr("The clock is paused.")),
    "resume": (actions.resume_clock, tr("The clock is running.")),
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
        raise BadValue(tr("Enter the length of the round in whole minutes, for example 60."), "minutes")
    values = form.cleaned_data
    actions.set_round_length(tournament=tournament, by=request.user, **values)
    message = trn(
        "Round {number} lasts {count} minute.",
        "Round {number} lasts {count} minutes.",
        values["minutes"],
        number=values["number"],
    )
    messages.success(request, message)
    return redirect("control", slug=tournament.slug)


@post_for_roles(GIVE_TIME)
def add(request: Request, tournament: Tournament) -> HttpResponse:
    form = MinutesForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Enter whole minutes, for example 5."), "minutes")
    minutes = form.cleaned_data["minutes"]
    actions.add_time(tournament=tournament, minutes=minutes, by=request.user)
    messages.success(request, _added(minutes))
    return redirect("control", slug=tournament.slug)


def _added(minutes: int) -> Text:
    if minutes > 0:
        return trn("All matches have {count} minute more.", "All matches have {count} minutes more.", minutes)
    return trn("All matches have {count} minute less.", "All matches have {count} minutes less.", -minutes)


@post_for_roles(GIVE_TIME)
def extend(request: Request, tournament: Tournament) -> HttpResponse:
    form, vocabulary = ExtensionForm(request.POST), rules_of(tournament).vocabulary
    if not form.is_valid():
        message = vocabulary.say("Enter both as whole numbers, for example {table} 4 and 5 minutes.")
        raise BadValue(message, "minutes")
    values = form.cleaned_data
    match = get_object_or_404(playing_in(tournament), table=values["table"])
    actions.extend_table(match=match, minutes=values["minutes"], reason=values["reason"], by=request.user)
    message = _extended(values["minutes"], {**vocabulary.in_sentences, "number": match.table})
    return done(request, message, "control", slug=tournament.slug)


def _extended(minutes: int, where: Mapping[str, object]) -> Text:
    if minutes > 0:
        return trn(
            "{Table} {number} has {count} minute more.",
            "{Table} {number} has {count} minutes more.",
            minutes,
            **where,
        )
    return trn(
        "{Table} {number} has {count} minute less.",
        "{Table} {number} has {count} minutes less.",
        -minutes,
        **where,
    )


GAMES: dict[str, Callable[..., object]] = {"start": clock.start_game, "stop": clock.stop_game}


@post_for_organisers
def game(request: Request, tournament: Tournament, match_id: int, change: str) -> HttpResponse:
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    GAMES[change](match=match, by=request.user)
    return redirect("match-page", tournament.slug, match.pk)
