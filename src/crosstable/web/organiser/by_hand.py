"""Pairings by hand: set one, put one apart, give a bye; checked before and after, and beside the engine's own."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from crosstable.accounts.names import in_name_order
from crosstable.events.actions.rounds import by_hand
from crosstable.events.actions.rounds.by_hand import Preview
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import Round, RoundStatus, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.rounds.by_hand import bends_of, own_pairing, unpaired_in
from crosstable.events.queries.rounds.live_rounds import has_begun, is_swiss
from crosstable.events.queries.stages.kinds.rounds import matches_of
from crosstable.events.records.rules import rules_of
from crosstable.web.organiser.live_forms import GiveByeForm, PairForm
from crosstable.web.organiser.tables import back_to_pairings, matches_in, seen_draft_of
from crosstable.web.shared import Request, for_organisers, post_for_organisers


def round_by_hand(tournament: Tournament) -> Round | None:
    """The Swiss round that is not closed."""
    rows = tournament.rounds.exclude(status=RoundStatus.CLOSED).select_related("stage", "tournament")
    return next((round_ for round_ in rows.order_by("-number") if is_swiss(round_)), None)


CHOOSE = "Choose two players; a {table} is a whole number."


@for_organisers
def page(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = round_by_hand(tournament)
    form = PairForm(request.GET if "first" in request.GET else None)
    context = {"tournament": tournament, "round": round_, "form": form, **_checked(request, tournament, form)}
    if round_ is not None:
        context |= _round_as_it_is(tournament, round_)
    return render(request, "organiser/by_hand.html", context)


def _round_as_it_is(tournament: Tournament, round_: Round) -> dict[str, object]:
    rows = matches_of(round_)
    return {
        "matches": [(match, not match.is_bye and has_begun(match)) for match in rows],
        "unpaired": unpaired_in(round_, rows),
        "bent": bends_of(round_, rows),
        "own": own_pairing(round_, rows),
        "names": dict(tournament.entries.values_list("pk", "display_name")),
        "people": in_name_order(
            tournament.entries.filter(dropped_at__isnull=True, absent_since__isnull=True)
        ),
    }


def _checked(request: Request, tournament: Tournament, form: PairForm) -> dict[str, object]:
    """What the pairing that is being typed would make of the round, and the rules it would bend."""
    if not form.is_bound:
        return {}
    if not form.is_valid():
        return {"refusal": rules_of(tournament).say(CHOOSE)}
    values = form.cleaned_data
    first, second = (entry_in(tournament, values[side]) for side in ("first", "second"))
    try:
        preview = by_hand.preview_pairing(
            tournament=tournament, first=first, second=second, table=values["table"], by=request.user
        )
    except Refused as refusal:
        return {"refusal": str(refusal)}
    return {
        "preview": preview,
        "would_bend": bends_of(preview.round, preview.matches),
        **_names(tournament, preview),
    }


def _names(tournament: Tournament, preview: Preview) -> dict[str, object]:
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
        raise BadValue(rules_of(tournament).say(CHOOSE))
    values = form.cleaned_data
    first, second = (entry_in(tournament, values[side]) for side in ("first", "second"))
    by_hand.set_pairing(
        tournament=tournament,
        first=first,
        second=second,
        table=values["table"],
        by=request.user,
        seen_draft=seen_draft_of(request),
    )
    messages.success(request, f"{first} plays {second}.")
    return back_to_pairings(request, tournament)


@post_for_organisers
def unpair(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    by_hand.unpair(match=match, by=request.user, seen_draft=seen_draft_of(request))
    messages.success(request, "Put aside. Pair them again, or give a bye.")
    return back_to_pairings(request, tournament)


@post_for_organisers
def give_bye(request: Request, tournament: Tournament) -> HttpResponse:
    form = GiveByeForm(request.POST)
    if not form.is_valid():
        raise BadValue("Choose a player and what the bye is worth.")
    entry = entry_in(tournament, form.cleaned_data["entry"])
    by_hand.give_bye(
        tournament=tournament,
        entry=entry,
        kind=form.cleaned_data["kind"],
        by=request.user,
        seen_draft=seen_draft_of(request),
    )
    messages.success(request, f"{entry} sits this round out.")
    return back_to_pairings(request, tournament)
