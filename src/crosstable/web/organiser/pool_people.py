"""Who of the pools is not here, and who comes late: the same two pages as in a Swiss, for a stage of pools."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from crosstable.events.actions.stages import seats, withdrawals
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, Tournament
from crosstable.events.permissions import RULE
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.stages.kinds.desk import plural
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.events.records.settings.factions import factions_of
from crosstable.web.organiser.live_forms import LateForm
from crosstable.web.organiser.people_page import CAME_LATE, NOT_HERE, ExpectedPlayer
from crosstable.web.organiser.stages import stage_in
from crosstable.web.refusals import confirmed_in, refusals_on
from crosstable.web.shared import Request, done, number_chosen, post_for_roles
from crosstable.web.undoable import say_with_undo
from crosstable.whole_numbers import whole

# In place of a pool: no seat yet.
WAIT = "wait"
WHO = "Choose who is not here."
# “seat-17”: the seat of entry 17; with “anew” what they have played is played again.
SEAT, ANEW = "seat", "anew"


def missing(request: Request, people: PoolPeople) -> HttpResponse:
    stage = people.stage
    withdrawn = set(stage.withdrawals.values_list("entry_id", flat=True))
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "heading": NOT_HERE,
        "where": stage,
        "people": people,
        "next_waiting": next(iter(people.unseated), None),
        "is_played": stage.is_being_played,
        "waited_for": _waited_for(people) if stage.is_being_played else [],
        "gone": [s for s in people.taken_seats if s.entry.is_dropped and s.entry.pk in withdrawn],
    }
    return render(request, "organiser/kinds/pools/missing.html", context)


def _waited_for(people: PoolPeople) -> list[ExpectedPlayer]:
    """Called ones first."""
    there = [(seat, seat.next) for seat in people.here]
    rows = [ExpectedPlayer(m.table, s.entry, str(s.pool), s.is_called) for s, m in there if m is not None]
    return sorted(rows, key=lambda row: not row.is_called)


@post_for_roles(RULE)
def walkover(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """One match of somebody who is not here, or all that are left."""
    stage = stage_in(tournament, number)
    entry = entry_in(tournament, number_chosen(request, "entry", WHO))
    if request.POST.get("match"):
        match = get_object_or_404(Match, pk=number_chosen(request, "match", WHO), round__stage=stage)
        withdrawals.give_match_of(stage=stage, entry=entry, match=match, by=request.user)
        messages.success(request, f"{match} is given to the other side.")
    else:
        count = withdrawals.give_matches_of(stage=stage, entry=entry, by=request.user)
        messages.success(request, f"{plural(count, 'match')} of {entry} given to the other side.")
    return redirect("repairs", slug=tournament.slug)


def late_arrival(request: Request, people: PoolPeople) -> HttpResponse:
    """One form: who, and which free seat."""
    stage = people.stage
    asked = {name: request.GET.get(name, "") for name in ("entry", "how")}
    form = LateForm(request.POST or None, initial=asked)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return _receive(request, people, form)
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "heading": CAME_LATE,
        "where": stage,
        "form": form,
        "people": people,
        "known": people.without_seat,
        "factions": factions_of(stage.tournament).factions,
        "seats_to_give": [(f"{ANEW if s.played else SEAT}-{s.entry.pk}", s) for s in people.seats_to_give],
        "chosen": form["how"].value() or (str(people.free_seats[0].pool.pk) if people.free_seats else WAIT),
    }
    status = 422 if form.errors else 200
    return render(request, "organiser/kinds/pools/late.html", context, status=status)


def _receive(request: Request, people: PoolPeople, form: LateForm) -> HttpResponse:
    stage, known, how = people.stage, form.cleaned_data["entry"], form.cleaned_data["how"]
    who: dict[str, Any] = {
        "by": request.user,
        "entry": entry_in(stage.tournament, known) if known else None,
        "details": form.details(),
        "confirmed": confirmed_in(request.POST),
    }
    if how == WAIT:
        entry = seats.wait_for_a_seat(stage=stage, **who)
        return done(request, f"{entry} is on the waiting list.", "late-arrival", slug=stage.tournament.slug)
    if form.choice()[0] in (SEAT, ANEW):
        return _give_seat(request, people, form, who)
    pool = stage.pools.filter(pk=whole(how) or 0).first()
    if pool is None:
        raise BadValue("Choose a seat, or the waiting list.", "how")
    entry = seats.join_pool(stage=stage, pool=pool, **who)
    messages.success(request, f"{entry} is in {pool} now and plays everybody in it.")
    return redirect("control", slug=stage.tournament.slug)


def _give_seat(request: Request, people: PoolPeople, form: LateForm, who: dict[str, Any]) -> HttpResponse:
    stage, (how, holder_id) = people.stage, form.choice()
    holder = entry_in(stage.tournament, holder_id or 0)
    entry = seats.give_seat(stage=stage, holder=holder, anew=how == ANEW, **who)
    words = f"{entry} has the seat of {holder} now and plays every match of it."
    say_with_undo(request, stage.tournament, words, "repairs")
    return redirect("repairs", slug=stage.tournament.slug)
