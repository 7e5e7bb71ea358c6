"""Fixed seats and blocked tables."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.accounts.names import in_name_order
from crosstable.events.actions.rounds import drafts
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.records.rules import rules_of
from crosstable.web.organiser.live_forms import BlockForm, SeatForm
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers


@for_organisers
def seat_page(request: Request, tournament: Tournament) -> HttpResponse:
    everybody = tournament.entries.filter(dropped_at__isnull=True)
    context = {
        "tournament": tournament,
        "seated": everybody.filter(fixed_table__isnull=False).order_by("fixed_table"),
        "others": in_name_order(everybody.filter(fixed_table__isnull=True)),
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
    seat = rules.say("always sits at {table} {number}, from the next pairing on", number=table)
    messages.success(request, f"{entry} {'may sit anywhere' if table is None else seat}.")
    return redirect("seats", slug=tournament.slug)


@post_for_organisers
def block_table(request: Request, tournament: Tournament) -> HttpResponse:
    rules = rules_of(tournament)
    form = BlockForm(request.POST)
    if not form.is_valid():
        said = "A {table} is a whole number; a reason has at most 100 characters."
        raise BadValue(rules.say(said), "table")
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
