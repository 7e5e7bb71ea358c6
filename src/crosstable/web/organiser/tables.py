"""The tables of the round: rulings, and changing a draft by hand. Results typed in a row are in `entering.py`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Case, QuerySet, When
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from crosstable.events import presence
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import drafts
from crosstable.events.errors import BadValue, Refused, Stale
from crosstable.events.models import Match, MatchState, RoundStatus, Tournament
from crosstable.events.records.settings.game import words_of
from crosstable.web.organiser.chess_desk_forms import BoardRulingForm
from crosstable.web.organiser.conflicts import conflict_with
from crosstable.web.organiser.forms import MissionForm, RulingForm, SwapForm, TableForm
from crosstable.web.organiser.hands import back_from_hand, hand_of
from crosstable.web.shared import Request, entry_in, for_organisers

RULING_FORMS: dict[str, type[RulingForm | BoardRulingForm]] = {
    "wargame": RulingForm,
    "chess": BoardRulingForm,
}


@for_organisers
def table(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """One table of a round being played: both claims side by side, and the organiser's word."""
    match = _at_table(request, tournament, number)
    if match.bracket_number is not None:
        return redirect("bracket-match", tournament.slug, match.pk)
    form = RULING_FORMS[tournament.profile](request.POST or None, initial=as_it_stands(match))
    if request.method == "POST" and form.is_valid():
        try:
            _rule(request, match, form)
            presence.leave(match, request.user)
            messages.success(request, f"{words_of(tournament).table} {number} is settled.")
            return redirect("control", slug=tournament.slug)
        except Stale:
            fresh = _at_table(request, tournament, number)
            context = {"tournament": tournament, "conflict": conflict_with(fresh, form.said())}
            return render(request, "organiser/conflict.html", context, status=409)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
            match = _at_table(request, tournament, number)
    presence.come_to(match, request.user)
    page = "organiser/table.html" if tournament.profile == "wargame" else "organiser/chess/board.html"
    context = {**_table_context(request, match), "form": form}
    return render(request, page, context, status=422 if form.errors else 200)


def _at_table(request: Request, tournament: Tournament, number: int) -> Match:
    """In the newest round being played, unless an earlier one is named that was left open."""
    rows = playing_in(tournament).filter(table=number)
    asked = request.GET.get("round", "")
    if asked.isdecimal() and len(asked) < 5:
        rows = rows.filter(round__number=int(asked))
    match = rows.first()
    if match is None:
        raise Http404("no such table in a round being played")
    return match


def _table_context(request: Request, match: Match) -> dict[str, object]:
    tournament = match.round.tournament
    last = tournament.rounds.order_by("number").last()
    goes_on = last is not None and last.pk == match.round_id and last.number < tournament.total_rounds
    return {
        "tournament": tournament,
        "match": match,
        "claims": list(match.claims.all()),
        "others": presence.others_at(match, request.user),
        "may_pair_on": goes_on and not match.is_agreed,
    }


def _rule(request: Request, match: Match, form: RulingForm | BoardRulingForm) -> None:
    values = form.cleaned_data
    results.enter_result(
        match=match,
        by=request.user,
        seen_version=values["version"],
        overwrite=True,
        reason=values["reason"],
        **form.said(),
    )


@require_POST
@for_organisers
def swap(request: Request, tournament: Tournament) -> HttpResponse:
    values = _values(SwapForm(request.POST), "Choose two players to swap.")
    first, second = entry_in(tournament, values["first"]), entry_in(tournament, values["second"])
    drafts.swap_players(
        tournament=tournament, first=first, second=second, by=request.user, hand=hand_of(request)
    )
    messages.success(request, f"{first} and {second} have changed places.")
    return back_from_hand(request, tournament)


@require_POST
@for_organisers
def move(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    values = _values(TableForm(request.POST), "A table is a whole number.")
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    hand = replace(hand_of(request), number=match.round.number)
    drafts.change_table(match=match, table=values["table"], by=request.user, hand=hand)
    return back_from_hand(request, tournament)


@require_POST
@for_organisers
def round_mission(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    values = _values(MissionForm(request.POST), "A mission has at most 80 characters.")
    drafts.set_mission(tournament=tournament, number=number, mission=values["mission"], by=request.user)
    messages.success(request, "Mission saved.")
    return redirect("control", slug=tournament.slug)


@require_POST
@for_organisers
def table_mission(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    values = _values(MissionForm(request.POST), "A mission has at most 80 characters.")
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    drafts.set_table_mission(match=match, mission=values["mission"], by=request.user)
    return redirect("control", slug=tournament.slug)


def _values(form: forms.Form, otherwise: str) -> dict[str, Any]:
    if not form.is_valid():
        raise BadValue(otherwise)
    return form.cleaned_data


def matches_in(tournament: Tournament) -> QuerySet[Match]:
    rows = Match.objects.filter(round__tournament=tournament)
    return rows.select_related("round__tournament", "first__player", "second__player", "decided_by")


def playing_in(tournament: Tournament) -> QuerySet[Match]:
    """Matches that take results. In a knockout a table is used again: the match still open there comes first."""
    playing = matches_in(tournament).filter(round__status=RoundStatus.STARTED, second__isnull=False)
    still_open = Case(When(state=MatchState.AGREED, then=1), default=0)
    ordered = playing.alias(is_over=Case(When(bracket_number__isnull=True, then=0), default=still_open))
    newest = ordered.order_by("is_over", "-round__number", "table")
    return newest.prefetch_related("claims__entry", "claims__by")


def as_it_stands(match: Match) -> dict[str, object]:
    known = match if match.is_agreed else match.claims.first()
    if known is None:
        return {"version": match.version}
    return {
        "first_vp": known.first_vp,
        "second_vp": known.second_vp,
        "result": known.result,
        "version": match.version,
    }
