"""Absent players and late entries during a Swiss round, and the ways to repair the round. For pools and knockouts, see
stage_absences.py.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.accounts.names import in_name_order
from crosstable.engine.starting_numbers import name_key
from crosstable.events.actions.people import late
from crosstable.events.actions.rounds import repairs
from crosstable.events.bridge.rules import factions_of, rules_of
from crosstable.events.bridge.tournament import OF_A_SWISS
from crosstable.events.models import Entry, Round, RoundStatus, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.desk.control import current_stage
from crosstable.events.queries.rounds.live_rounds import Situation, live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import free_opponents, offers
from crosstable.events.queries.stages.pool_people import PoolPeople, drawn_pools
from crosstable.games import Use
from crosstable.text import tr
from crosstable.web.forms import confirmed_in, refusals_on
from crosstable.web.organiser import stage_absences
from crosstable.web.organiser.players import with_late_numbers
from crosstable.web.organiser.stage_absences import CAME_LATE, NOT_HERE, ExpectedPlayer, LateForm
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers


def _pools_on(tournament: Tournament) -> PoolPeople | None:
    """Return the current stage if its pools are published."""
    stage = current_stage(list(tournament.stages.all()))
    stage.tournament = tournament
    return drawn_pools(stage)


@for_organisers
def repair_page(request: Request, tournament: Tournament) -> HttpResponse:
    if people := _pools_on(tournament):
        return stage_absences.missing_in_pools(request, people)
    if knockout := stage_absences.drawn_knockout(tournament):
        return stage_absences.missing_in_knockout(request, knockout)
    round_ = live_round_of(tournament)
    situation = situation_of(round_) if round_ else None
    context = {
        "tournament": tournament,
        "heading": NOT_HERE,
        "where": _where(round_),
        "round": round_,
        "situation": situation,
        "offers": offers(situation) if situation else [],
        "absent": in_name_order(
            tournament.entries.filter(absent_since__isnull=False, dropped_at__isnull=True)
        ),
        "waited_for": _still_here(situation) if situation else [],
    }
    return render(request, "organiser/kinds/rounds/missing.html", context)


def _where(round_: Round | None) -> str:
    return tr("Round {number}", number=round_.number) if round_ else ""


def _still_here(situation: Situation) -> list[ExpectedPlayer]:
    """Return the players who may be absent: those at a table without a report, by name."""
    open_ = [m for m in situation.matches if not m.is_bye and not m.is_agreed and not m.claims.all()]
    sides = [ExpectedPlayer(m.table, e) for m in open_ for e in (m.first, m.second) if e is not None]
    here = [row for row in sides if not row.entry.is_absent]
    return sorted(here, key=lambda row: name_key(row.entry.list_name))


@post_for_organisers
def apply(request: Request, tournament: Tournament) -> HttpResponse:
    key = request.POST.get("key", "")
    offer = repairs.apply_repair(tournament=tournament, key=key, by=request.user)
    messages.success(request, tr("Done: {repair}. {effect}", repair=offer.title, effect=offer.cost))
    return redirect("repairs", slug=tournament.slug)


@for_organisers
def late_arrival(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the form for a late arrival: the player, and what to do with them."""
    if people := _pools_on(tournament):
        return stage_absences.late_for_pools(request, people)
    if knockout := stage_absences.drawn_knockout(tournament):
        return stage_absences.late_for_knockout(request, knockout)
    form = LateForm(request.POST or None, initial={"entry": request.GET.get("entry", "")})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return _receive(request, tournament, form)
    round_ = live_round_of(tournament)
    context = {
        "tournament": tournament,
        "heading": CAME_LATE,
        "where": _where(round_),
        "form": form,
        "round": round_,
        "missed": _missed_round(tournament),
        "free": free_opponents(situation_of(round_)) if round_ else [],
        "chosen": form.opponent_typed(),
        "factions": factions_of(tournament).factions,
        "known": _without_a_place(tournament, round_),
    }
    return render(request, "organiser/kinds/rounds/late.html", context, status=422 if form.errors else 200)


def _missed_round(tournament: Tournament) -> Round | None:
    """Return the round closed last: a player who arrives between rounds may get half a point for it."""
    if Use.BYE_REQUESTS not in rules_of(tournament).uses:
        return None
    return tournament.rounds.filter(OF_A_SWISS, status=RoundStatus.CLOSED).order_by("number").last()


def _without_a_place(tournament: Tournament, round_: Round | None) -> list[Entry]:
    """Return the players who were absent or added after the round was paired, by name."""
    sides = round_.matches.values_list("first_id", "second_id") if round_ else []
    placed = {key for pair in sides for key in pair}
    rows = in_name_order(tournament.entries.all())
    return [e for e in rows if not e.is_active or (placed and e.pk not in placed)]


def _receive(request: Request, tournament: Tournament, form: LateForm) -> HttpResponse:
    how, opponent = form.choice()
    known = form.cleaned_data["entry"]
    entry = late.receive(
        tournament=tournament,
        by=request.user,
        how=how,
        entry=entry_in(tournament, known) if known else None,
        details=form.details(),
        opponent=entry_in(tournament, opponent) if opponent else None,
        confirmed=confirmed_in(request.POST),
    )
    message = with_late_numbers(tournament, RECEIVED[how].filled(name=entry))
    return done(request, message, "control", slug=tournament.slug)


RECEIVED = {
    late.PLAY: tr("{name} is paired in this round. Both players are notified."),
    "half": tr("{name} has a half-point bye in this round."),
    "zero": tr("{name} has a zero-point bye in this round."),
    late.NEXT: tr("{name} is paired from the next round on."),
}
