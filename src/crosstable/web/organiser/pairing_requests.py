"""Conditions set before a round is paired: requested byes, forbidden pairings, fixed seats and blocked tables."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.accounts.names import in_name_order
from crosstable.engine.starting_numbers import name_key
from crosstable.events.actions.people import byes
from crosstable.events.actions.rounds import drafts
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import ByeRequest, ForbiddenPair, RoundStatus, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.text import tr
from crosstable.web.forms import ByeForm, MeetingForm
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers


class SeatForm(forms.Form):
    entry = forms.IntegerField(error_messages={"required": tr("Choose a player.")})
    table = forms.IntegerField(required=False)


class BlockForm(forms.Form):
    table = forms.IntegerField()
    reason = forms.CharField(max_length=100, required=False)


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
        raise BadValue(tr("Choose a player, a round and the kind of bye."))
    values = form.cleaned_data
    entry = entry_in(tournament, values["entry"])
    byes.request_bye(entry=entry, round_number=values["round_number"], kind=values["kind"], by=request.user)
    text = tr("{name} has a bye in round {number}.", name=entry, number=values["round_number"])
    messages.success(request, text)
    return redirect("bye-requests", slug=tournament.slug)


@post_for_organisers
def withdraw_bye(request: Request, tournament: Tournament, entry_id: int, number: int) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    byes.withdraw_bye(entry=entry, round_number=number, by=request.user)
    text = tr("The bye of {name} in round {number} is withdrawn.", name=entry, number=number)
    return done(request, text, "bye-requests", slug=tournament.slug)


@for_organisers
def forbidden_pairs(request: Request, tournament: Tournament) -> HttpResponse:
    pairs = ForbiddenPair.objects.filter(tournament=tournament).select_related("first", "second")
    listed = sorted(pairs, key=lambda pair: name_key(pair.first.list_name))
    entries = in_name_order(tournament.entries.all())
    context = {"tournament": tournament, "pairs": listed, "entries": entries}
    return render(request, "organiser/pairs.html", context)


NOT_PAIRED = tr("{first} and {second} will not be paired with each other.")
MAY_BE_PAIRED = tr("{first} and {second} may be paired with each other again.")


@post_for_organisers
def change_pair(request: Request, tournament: Tournament, change: str) -> HttpResponse:
    form = MeetingForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Choose two players."))
    first, second = (entry_in(tournament, form.cleaned_data[side]) for side in ("first", "second"))
    action = byes.forbid_pair if change == "forbid" else byes.allow_pair
    action(tournament=tournament, first=first, second=second, by=request.user)
    text = NOT_PAIRED if change == "forbid" else MAY_BE_PAIRED
    return done(request, text.filled(first=first, second=second), "forbidden-pairs", slug=tournament.slug)


@for_organisers
def seat_page(request: Request, tournament: Tournament) -> HttpResponse:
    active = tournament.entries.filter(dropped_at__isnull=True)
    context = {
        "tournament": tournament,
        "seated": active.filter(fixed_table__isnull=False).order_by("fixed_table"),
        "others": in_name_order(active.filter(fixed_table__isnull=True)),
        "blocked": tournament.blocked_tables.all(),
    }
    return render(request, "organiser/seats.html", context)


@post_for_organisers
def fix_seat(request: Request, tournament: Tournament) -> HttpResponse:
    rules = rules_of(tournament)
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise BadValue(rules.say("Choose a player and a {table}."))
    entry, table = entry_in(tournament, form.cleaned_data["entry"]), form.cleaned_data["table"]
    drafts.fix_seat(entry=entry, table=table, by=request.user)
    text: str = tr("{name} no longer has a fixed seat.", name=entry)
    if table is not None:
        text = rules.say(
            "{name} always sits at {table} {number}, from the next pairing on.", name=entry, number=table
        )
    messages.success(request, text)
    return redirect("seats", slug=tournament.slug)


@post_for_organisers
def block_table(request: Request, tournament: Tournament) -> HttpResponse:
    rules = rules_of(tournament)
    form = BlockForm(request.POST)
    if not form.is_valid():
        text = rules.say("Enter the {table} as a whole number, and a reason of at most 100 characters.")
        raise BadValue(text, "table")
    table = form.cleaned_data["table"]
    drafts.block_table(
        tournament=tournament, table=table, reason=form.cleaned_data["reason"], by=request.user
    )
    return done(
        request,
        rules.say("{Table} {number} is not used from the next pairing on.", number=table),
        "seats",
        slug=tournament.slug,
    )


@post_for_organisers
def unblock_table(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    drafts.unblock_table(tournament=tournament, table=number, by=request.user)
    messages.success(request, rules_of(tournament).say("{Table} {number} is used again.", number=number))
    return redirect("seats", slug=tournament.slug)
