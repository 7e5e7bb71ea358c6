"""Changing a draft by hand: places, tables, missions. Also the matches an organiser looks for."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from crosstable.events.actions.rounds import drafts
from crosstable.events.actions.rounds.by_hand import SeenDraft
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, MatchQuerySet, RoundStatus, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.records.rules import rules_of
from crosstable.web.organiser.forms import MissionForm, SwapForm, TableForm
from crosstable.web.shared import Request, done, post_for_organisers, seen_version
from crosstable.whole_numbers import whole


@post_for_organisers
def swap(request: Request, tournament: Tournament) -> HttpResponse:
    values = _values(SwapForm(request.POST), "Choose two players to swap.")
    first, second = entry_in(tournament, values["first"]), entry_in(tournament, values["second"])
    drafts.swap_players(
        tournament=tournament, first=first, second=second, by=request.user, seen_draft=seen_draft_of(request)
    )
    messages.success(request, f"{first} and {second} have changed places.")
    return back_to_pairings(request, tournament)


@post_for_organisers
def move(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    values = _values(TableForm(request.POST), rules_of(tournament).say("A {table} is a whole number."))
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    seen = replace(seen_draft_of(request), number=match.round.number)
    drafts.change_table(match=match, table=values["table"], by=request.user, seen_draft=seen)
    return back_to_pairings(request, tournament)


@post_for_organisers
def round_mission(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    values = _values(MissionForm(request.POST), "A mission has at most 80 characters.")
    drafts.set_mission(tournament=tournament, number=number, mission=values["mission"], by=request.user)
    return done(request, "Mission saved.", "control", slug=tournament.slug)


@post_for_organisers
def table_mission(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    values = _values(MissionForm(request.POST), "A mission has at most 80 characters.")
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    drafts.set_table_mission(match=match, mission=values["mission"], by=request.user)
    return redirect("control", slug=tournament.slug)


def _values(form: forms.Form, otherwise: str) -> dict[str, Any]:
    if not form.is_valid():
        raise BadValue(otherwise)
    return form.cleaned_data


def matches_in(tournament: Tournament) -> MatchQuerySet:
    rows = Match.objects.filter(round__tournament=tournament)
    return rows.select_related("round__tournament", "first__player", "second__player", "decided_by")


def playing_in(tournament: Tournament) -> MatchQuerySet:
    """Matches that take results."""
    playing = matches_in(tournament).filter(round__status=RoundStatus.STARTED, second__isnull=False)
    return playing.by_table().prefetch_related("claims__entry", "claims__by")


def seen_draft_of(request: Request) -> SeenDraft:
    return SeenDraft(
        number=whole(request.POST.get("round")),
        although_played=request.POST.get("although_played") == "yes",
        seen_version=seen_version(request),
    )


def back_to_pairings(request: Request, tournament: Tournament) -> HttpResponse:
    """To the page of pairings by hand if the form stood there, else to the control room."""
    return redirect("by-hand" if request.POST.get("then") == "by-hand" else "control", slug=tournament.slug)
