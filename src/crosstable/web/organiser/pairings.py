"""Manual pairing of a draft: swap players, move tables, set missions, set or undo a pairing, give a bye. Each change is
checked before and after, and shown next to the engine's pairings.
"""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from crosstable.accounts.names import in_name_order
from crosstable.events.actions.rounds import drafts, manual_pairing
from crosstable.events.actions.rounds.manual_pairing import PairingPreview, SeenDraft
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import Match, MatchQuerySet, Round, RoundStatus, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.rounds.drafts import own_pairing, unpaired_in, violated_rules_of
from crosstable.events.queries.rounds.live_rounds import has_begun, is_swiss
from crosstable.events.queries.stages.kinds.rounds import matches_of
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, seen_version


class SwapForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()


class TableForm(forms.Form):
    table = forms.IntegerField()


class MissionForm(forms.Form):
    mission = forms.CharField(max_length=80, required=False)


class PairForm(forms.Form):
    first = forms.IntegerField(error_messages={"required": tr("Choose two players.")})
    second = forms.IntegerField(error_messages={"required": tr("Choose two players.")})
    table = forms.IntegerField(required=False)


class GiveByeForm(forms.Form):
    entry = forms.IntegerField()
    kind = forms.CharField()


MISSION_TOO_LONG = tr("A mission has at most 80 characters.")


@post_for_organisers
def swap(request: Request, tournament: Tournament) -> HttpResponse:
    values = _values(SwapForm(request.POST), tr("Choose two players to swap."))
    first, second = entry_in(tournament, values["first"]), entry_in(tournament, values["second"])
    drafts.swap_players(
        tournament=tournament, first=first, second=second, by=request.user, seen_draft=seen_draft_of(request)
    )
    messages.success(request, tr("{first} and {second} are swapped.", first=first, second=second))
    return back_to_pairings(request, tournament)


@post_for_organisers
def move(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    values = _values(
        TableForm(request.POST), rules_of(tournament).say("Enter the {table} as a whole number.")
    )
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    seen = replace(seen_draft_of(request), number=match.round.number)
    drafts.change_table(match=match, table=values["table"], by=request.user, seen_draft=seen)
    return back_to_pairings(request, tournament)


@post_for_organisers
def round_mission(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    values = _values(MissionForm(request.POST), MISSION_TOO_LONG)
    drafts.set_mission(tournament=tournament, number=number, mission=values["mission"], by=request.user)
    return done(request, tr("The mission is saved."), "control", slug=tournament.slug)


@post_for_organisers
def table_mission(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    values = _values(MissionForm(request.POST), MISSION_TOO_LONG)
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
    """Return the matches that take results."""
    playing = matches_in(tournament).filter(round__status=RoundStatus.STARTED, second__isnull=False)
    return playing.by_table().prefetch_related("claims__entry", "claims__by")


def seen_draft_of(request: Request) -> SeenDraft:
    return SeenDraft(
        number=whole(request.POST.get("round")),
        although_played=request.POST.get("although_played") == "yes",
        seen_version=seen_version(request),
    )


def back_to_pairings(request: Request, tournament: Tournament) -> HttpResponse:
    """Redirect to the page of manual pairings if the form was there, else to the control room."""
    return redirect("by-hand" if request.POST.get("then") == "by-hand" else "control", slug=tournament.slug)


def round_by_hand(tournament: Tournament) -> Round | None:
    """Return the Swiss round that is not closed."""
    rows = tournament.rounds.exclude(status=RoundStatus.CLOSED).select_related("stage", "tournament")
    return next((round_ for round_ in rows.order_by("-number") if is_swiss(round_)), None)


def _choose_two(tournament: Tournament) -> str:
    return rules_of(tournament).say("Choose two players, and enter the {table} as a whole number.")


@for_organisers
def page(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = round_by_hand(tournament)
    form = PairForm(request.GET if "first" in request.GET else None)
    context = {"tournament": tournament, "round": round_, "form": form, **_checked(request, tournament, form)}
    if round_ is not None:
        context |= _round_as_it_is(tournament, round_)
    return render(request, "organiser/manual_pairing.html", context)


def _round_as_it_is(tournament: Tournament, round_: Round) -> dict[str, object]:
    rows = matches_of(round_)
    return {
        "matches": [(match, not match.is_bye and has_begun(match)) for match in rows],
        "unpaired": unpaired_in(round_, rows),
        "violated": violated_rules_of(round_, rows),
        "own": own_pairing(round_, rows),
        "names": dict(tournament.entries.values_list("pk", "display_name")),
        "people": in_name_order(
            tournament.entries.filter(dropped_at__isnull=True, absent_since__isnull=True)
        ),
    }


def _checked(request: Request, tournament: Tournament, form: PairForm) -> dict[str, object]:
    """Preview the pairing being typed: what it changes in the round, and the rules it breaks."""
    if not form.is_bound:
        return {}
    if not form.is_valid():
        return {"refusal": _choose_two(tournament)}
    values = form.cleaned_data
    first, second = (entry_in(tournament, values[side]) for side in ("first", "second"))
    try:
        preview = manual_pairing.preview_pairing(
            tournament=tournament, first=first, second=second, table=values["table"], by=request.user
        )
    except Refused as refusal:
        return {"refusal": str(refusal)}
    return {
        "preview": preview,
        "would_violate": violated_rules_of(preview.round, preview.matches),
        **_names(tournament, preview),
    }


def _names(tournament: Tournament, preview: PairingPreview) -> dict[str, object]:
    names = dict(tournament.entries.values_list("pk", "display_name"))
    made = [(names[m.first_id], names.get(m.second_id or 0, ""), m) for m in preview.matches]
    return {"names": names, "made": made}


@post_for_organisers
def set_pairing(request: Request, tournament: Tournament) -> HttpResponse:
    if "check" in request.POST:
        asked = {name: request.POST.get(name, "") for name in PairForm.base_fields}
        return redirect(f"{reverse('by-hand', args=[tournament.slug])}?{urlencode(asked)}")
    form = PairForm(request.POST)
    if not form.is_valid():
        raise BadValue(_choose_two(tournament))
    values = form.cleaned_data
    first, second = (entry_in(tournament, values[side]) for side in ("first", "second"))
    manual_pairing.set_pairing(
        tournament=tournament,
        first=first,
        second=second,
        table=values["table"],
        by=request.user,
        seen_draft=seen_draft_of(request),
    )
    messages.success(request, tr("{first} plays {second}.", first=first, second=second))
    return back_to_pairings(request, tournament)


@post_for_organisers
def unpair(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    manual_pairing.unpair(match=match, by=request.user, seen_draft=seen_draft_of(request))
    messages.success(request, tr("The pairing is undone. Pair both players again, or give them a bye."))
    return back_to_pairings(request, tournament)


@post_for_organisers
def give_bye(request: Request, tournament: Tournament) -> HttpResponse:
    form = GiveByeForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Choose a player and the kind of bye."))
    entry = entry_in(tournament, form.cleaned_data["entry"])
    manual_pairing.give_bye(
        tournament=tournament,
        entry=entry,
        kind=form.cleaned_data["kind"],
        by=request.user,
        seen_draft=seen_draft_of(request),
    )
    messages.success(request, tr("{name} has a bye in this round.", name=entry))
    return back_to_pairings(request, tournament)
