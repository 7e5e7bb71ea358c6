"""The guided page of a pool stage (C6): setup, participants, pools, schedule, publish; each step can be repeated."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from crosstable.events.actions.stages import pool_play, pools, schedule_search, schedules, setting_up
from crosstable.events.actions.stages import stages as stage_actions
from crosstable.events.bridge.constraints import CONSTRAINT_SENTENCES, read_constraints
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import HallSettings
from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, Tournament
from crosstable.events.play_errors import EveningTooShort
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.desk.evening import stored_end
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.stages.kinds.pools import announce_preparation
from crosstable.events.queries.stages.pool_schedule import is_alive, schedule_of
from crosstable.events.queries.stages.pool_setup import PreparedPools
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.forms import refusals_on
from crosstable.web.organiser.adding_players import LinesForm
from crosstable.web.organiser.control import url_of, wants_check_in
from crosstable.web.organiser.hall import EveningForm
from crosstable.web.organiser.pool_forms import ConstraintForm, PoolsForm, SetupForm
from crosstable.web.organiser.stages import stage_in
from crosstable.web.section_pages import page_of_rounds
from crosstable.web.shared import (
    Request,
    for_organisers,
    number_chosen,
    post_for_organisers,
    seen_version,
)

WHO_AND_WHERE = tr("Choose a player and their new seat or pool.")
STAGE_ACTIONS = {
    "publish": (pool_play.publish_pools, tr("Pools and schedule are published.")),
    "back": (pool_play.step_stage_back, tr("The last step is undone.")),
    "start": (pool_play.start_pools, tr("Play has started. Every match can be reported now.")),
    "close": (pool_play.close_stage, tr("The stage is closed.")),
    "discard": (pools.discard_pools, tr("The pools are discarded.")),
}


# The part of the page where each next step is taken; publishing and starting are at the top.
AT = {
    NextStep.FIND_PARTICIPANTS: "participants",
    NextStep.FORM_POOLS: "number",
    NextStep.SCHEDULE: "schedule",
}


@for_organisers
def pool_stage(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    return _page(request, stage_in(tournament, number))


def _page(request: Request, stage: Stage, status: int = 200, **forms: Any) -> HttpResponse:
    seen, game = PreparedPools(stage), rules_of(stage.tournament)
    asked, announcement = whole(request.GET.get("page")), announce_preparation(seen)
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "seen": seen,
        "game": game,
        "at": AT.get(seen.step, "publish"),
        "evening": forms.get("evening") or EveningForm.of(stage),
        "chosen": HallSettings.of(stage),
        "ends": stored_end(stage) if seen.schedule else None,
        "schedule_error": forms.get("schedule_error", ""),
        "next": announcement,
        "next_url": url_of(announcement, stage.tournament, _act(seen)),
        "setup": forms.get("setup") or SetupForm.of(stage),
        "several": LinesForm(stage.tournament),
        "form_pools": forms.get("form_pools") or PoolsForm.of(stage),
        "kinds": {kind: game.vocabulary.say(sentence) for kind, sentence in CONSTRAINT_SENTENCES.items()},
        "searching": seen.search is not None and is_alive(seen.search),
        "page": page_of_rounds(schedule_of(stage).rounds, stage.tournament, asked) if seen.schedule else None,
        "has_next": stage.tournament.stages.filter(number__gt=stage.number).exists(),
    }
    return render(request, "organiser/stages/pools.html", context, status=status)


@post_for_organisers
def setup(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = stage_in(tournament, number)
    form, evening = SetupForm(tournament, request.POST), EveningForm(tournament, request.POST)
    if form.is_valid() and evening.is_valid():
        with refusals_on(form, evening):
            setting_up.set_up_pools(
                stage=stage,
                settings=form.settings(),
                points=form.points(),
                name=form.cleaned_data["name"],
                evening=evening.times() if "starts" in request.POST else None,
                by=request.user,
                seen_version=form.cleaned_data["version"],
            )
            messages.success(request, tr("The setup is saved."))
            return _back(stage, "participants")
    return _page(request, stage, 422, setup=form, evening=evening)


@post_for_organisers
def form_pools(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage, form = stage_in(tournament, number), PoolsForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            pools.form_pools(stage=stage, by=request.user, **form.asked())
            messages.success(request, tr("The pools are formed. Check them, then make the schedule."))
            return _back(stage, "pools")
    form.propose(stage)
    return _page(request, stage, 422, form_pools=form)


@post_for_organisers
def change_seats(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Move a player to another pool, or swap two players."""
    stage = stage_in(tournament, number)
    entry = entry_in(tournament, number_chosen(request, "entry", WHO_AND_WHERE))
    if request.POST.get("other"):
        other = entry_in(tournament, number_chosen(request, "other", WHO_AND_WHERE))
        pools.swap_seats(stage=stage, first=entry, second=other, by=request.user)
        messages.success(request, tr("{first} and {second} are swapped.", first=entry, second=other))
    else:
        pool = get_object_or_404(stage.pools, pk=number_chosen(request, "pool", WHO_AND_WHERE))
        pools.move_to_pool(stage=stage, entry=entry, pool=pool, by=request.user)
        messages.success(request, tr("{name} is now in {pool}.", name=entry, pool=pool))
    return _back(stage, f"seat-{entry.pk}")


@post_for_organisers
def last_byes(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = stage_in(tournament, number)
    chosen = [entry for entry in map(whole, request.POST.getlist("last_bye")) if entry is not None]
    stage_actions.edit_stage(stage=stage, settings={"last_byes": chosen}, by=request.user)
    messages.success(request, tr("The last byes are saved."))
    return _back(stage, "schedule")


@post_for_organisers
def add_constraint(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = stage_in(tournament, number)
    seen = PreparedPools(stage)
    seated = [entry for pool in seen.pools for entry in pool.entries]
    form = ConstraintForm(request.POST, list(CONSTRAINT_SENTENCES), seated)
    if not form.is_valid():
        wrong = " ".join(str(errors[0]) for errors in form.errors.values())
        raise BadValue(tr("Choose a player and fill in the numbers. {errors}", errors=wrong))
    added = form.constraint()
    read_constraints([added], {entry.pk: str(entry) for entry in seated})
    wanted = [*seen.settings.constraints, added]
    stage_actions.edit_stage(stage=stage, settings={"constraints": wanted}, by=request.user)
    return _back(stage, "constraints")


@post_for_organisers
def remove_constraint(request: Request, tournament: Tournament, number: int, index: int) -> HttpResponse:
    stage = stage_in(tournament, number)
    there = PreparedPools(stage).settings.constraints
    left = [constraint for n, constraint in enumerate(there) if n != index]
    stage_actions.edit_stage(stage=stage, settings={"constraints": left}, by=request.user)
    return _back(stage, "constraints")


@post_for_organisers
def make_schedule(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = stage_in(tournament, number)
    if PreparedPools(stage).settings.constraints:
        asked = whole(request.POST.get("seconds", "")) or schedule_search.SECONDS
        schedule_search.start_search(stage=stage, by=request.user, seconds=asked)
        return _back(stage, "schedule")
    try:
        schedules.make_schedule(stage=stage, by=request.user)
    except EveningTooShort as refusal:
        return _page(request, stage, 422, schedule_error=str(refusal))
    messages.success(request, tr("The schedule is made. Only organisers see it until you publish it."))
    return _back(stage, "schedule")


@for_organisers
def search(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the progress of the search as a part of the page. The whole page reloads when it ends."""
    stage = stage_in(tournament, number)
    seen = PreparedPools(stage)
    if seen.search is None or not is_alive(seen.search):
        return _back(stage, "schedule")
    context = {"tournament": tournament, "stage": stage, "seen": seen}
    return render(request, "organiser/stages/search.html", context)


@post_for_organisers
def act(request: Request, tournament: Tournament, number: str, verb: str) -> HttpResponse:
    stage = stage_in(tournament, whole(number) or 0)
    action, words = STAGE_ACTIONS[verb]
    given = {"check_in": True} if verb == "start" and wants_check_in(request) else {}
    action(stage=stage, by=request.user, seen_version=seen_version(request), **given)
    messages.success(request, words)
    if verb in ("start", "close"):
        return redirect("control", slug=tournament.slug)
    return redirect("pool-stage", slug=tournament.slug, number=stage.number)


def _act(preparation: PreparedPools) -> str:
    """Return the address of this stage's next step, whether or not the event is at this stage."""
    args = [preparation.stage.tournament.slug, preparation.stage.number]
    if preparation.step is NextStep.SCHEDULE:
        return reverse("make-schedule", args=args)
    return (
        reverse("stage-act", args=[*args, preparation.step.value])
        if preparation.step.value in STAGE_ACTIONS
        else ""
    )


def _back(stage: Stage, anchor: str) -> HttpResponse:
    return redirect(f"{reverse('pool-stage', args=[stage.tournament.slug, stage.number])}#{anchor}")
