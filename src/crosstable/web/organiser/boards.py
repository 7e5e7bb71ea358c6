"""Before a round is paired and while it is played: byes asked for, pairs that must not meet, the times of single
games."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from crosstable.accounts.names import in_name_order
from crosstable.engine.names import name_key
from crosstable.events.actions.people import byes
from crosstable.events.actions.rounds import clock
from crosstable.events.errors import BadValue
from crosstable.events.models import ByeRequest, ForbiddenPair, RoundStatus, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.web.bye_forms import ByeForm, MeetingForm
from crosstable.web.organiser.tables import matches_in
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers

GAMES: dict[str, Callable[..., object]] = {"start": clock.start_game, "stop": clock.stop_game}


@post_for_organisers
def game(request: Request, tournament: Tournament, match_id: int, change: str) -> HttpResponse:
    match = get_object_or_404(matches_in(tournament), pk=match_id)
    GAMES[change](match=match, by=request.user)
    return redirect("match-page", tournament.slug, match.pk)


@for_organisers
def bye_requests(request: Request, tournament: Tournament) -> HttpResponse:
    asked = ByeRequest.objects.filter(entry__tournament=tournament).select_related("entry")
    made = set(tournament.rounds.exclude(status=RoundStatus.DRAFT).values_list("number", flat=True))
    context = {
        "tournament": tournament,
        "asked": sorted(asked, key=lambda one: (one.round_number, name_key(one.entry.list_name))),
        "made": made,
        "open_rounds": [n for n in range(1, tournament.total_rounds + 1) if n not in made],
        "entries": in_name_order(tournament.entries.filter(dropped_at__isnull=True)),
    }
    return render(request, "organiser/byes.html", context)


@post_for_organisers
def add_bye(request: Request, tournament: Tournament) -> HttpResponse:
    form = ByeForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["entry"]:
        raise BadValue("Choose a player, a round and what the bye is worth.")
    values = form.cleaned_data
    entry = entry_in(tournament, values["entry"])
    byes.request_bye(entry=entry, round_number=values["round_number"], kind=values["kind"], by=request.user)
    messages.success(request, f"{entry} sits out round {values['round_number']}.")
    return redirect("bye-requests", slug=tournament.slug)


@post_for_organisers
def withdraw_bye(request: Request, tournament: Tournament, entry_id: int, number: int) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    byes.withdraw_bye(entry=entry, round_number=number, by=request.user)
    return done(request, f"{entry} plays round {number} after all.", "bye-requests", slug=tournament.slug)


@for_organisers
def forbidden_pairs(request: Request, tournament: Tournament) -> HttpResponse:
    pairs = ForbiddenPair.objects.filter(tournament=tournament).select_related("first", "second")
    listed = sorted(pairs, key=lambda pair: name_key(pair.first.list_name))
    entries = in_name_order(tournament.entries.all())
    context = {"tournament": tournament, "pairs": listed, "entries": entries}
    return render(request, "organiser/pairs.html", context)


@post_for_organisers
def change_pair(request: Request, tournament: Tournament, change: str) -> HttpResponse:
    form = MeetingForm(request.POST)
    if not form.is_valid():
        raise BadValue("Choose two players.")
    first, second = (entry_in(tournament, form.cleaned_data[side]) for side in ("first", "second"))
    action = byes.forbid_pair if change == "forbid" else byes.allow_pair
    action(tournament=tournament, first=first, second=second, by=request.user)
    words = "must not meet" if change == "forbid" else "may meet"
    return done(request, f"{first} and {second} {words}.", "forbidden-pairs", slug=tournament.slug)
