"""A knockout: its settings, its seats, and the steps from the draw to the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import escape

from crosstable.engine.pairing.knockout import Consolation, Elimination
from crosstable.events.actions.results import walkovers
from crosstable.events.actions.stages import knockout
from crosstable.events.actions.stages.setting_up import set_up_knockout
from crosstable.events.actions.stages.stages import BEFORE_PLAY
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import (
    AUTO,
    BY_LOT,
    BY_RATING,
    BY_REGISTRATION,
    AdvanceSettings,
    KnockoutSettings,
)
from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.stages.advancing import stage_before
from crosstable.events.queries.stages.bracket import bracket_view, knockout_of
from crosstable.events.queries.stages.participants import (
    all_advance_warning,
    draw_problem,
    seat_lines,
    third_place_asked,
)
from crosstable.text import Text, tr
from crosstable.web.brackets import draw_bracket
from crosstable.web.forms import refusals_on
from crosstable.web.organiser.control import STEP_MESSAGES, next_url, wants_third_place
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers, seen_version

WHOLE = {"invalid": tr("Enter a whole number."), "required": tr("Enter a number.")}
SERIES = [(n, tr("One match") if n == 1 else tr("Best of {count}", count=n)) for n in (1, 3, 5, 7, 9)]
AS_THE_OTHERS = [("", tr("As the others")), *SERIES]
# The rounds before the final, the semi-finals first.
ROUNDS = ("semi_finals", "quarter_finals", "round_of_16", "round_of_32")
OF_ALL = ("elimination", "third_place", "reset", "best_of", "best_of_final", "consolation", "reseed")
OF_THE_FIRST = ("entrants", "seeding")
CUT = ("per_pool", "next_best")


def _longer(label: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        coerce=int, choices=AS_THE_OTHERS, required=False, empty_value=None, label=label
    )


class KnockoutForm(forms.Form):
    """The settings of a knockout: the cut after another stage; without one, the field and its order."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    elimination = forms.ChoiceField(
        choices=[
            (Elimination.SINGLE.value, tr("Single: eliminated after one loss")),
            (Elimination.DOUBLE.value, tr("Double: eliminated after two losses")),
        ],
        label=tr("Elimination"),
    )
    best_of = forms.TypedChoiceField(coerce=int, choices=SERIES, label=tr("Every match"))
    best_of_final = _longer(tr("The final"))
    semi_finals = _longer(tr("The semi-finals"))
    quarter_finals = _longer(tr("The quarter-finals"))
    round_of_16 = _longer(tr("The round of 16"))
    round_of_32 = _longer(tr("The round of 32"))
    consolation = forms.ChoiceField(
        choices=[
            (Consolation.NONE.value, tr("No matches after a loss")),
            (Consolation.FIRST.value, tr("The losers of the first round play on for their places")),
            (Consolation.ALL.value, tr("All losers play on: every place is played for")),
        ],
        initial=Consolation.NONE.value,
        required=False,
        label=tr("Consolation (single elimination)"),
    )
    third_place = forms.BooleanField(required=False, label=tr("A match for third place (single elimination)"))
    reset = forms.BooleanField(
        required=False, label=tr("Replay the final if its loser had not lost before (double elimination)")
    )
    reseed = forms.BooleanField(
        required=False,
        label=tr("Reseed after each round: the highest seed left meets the lowest (single elimination)"),
    )
    per_pool = forms.IntegerField(min_value=0, error_messages=WHOLE, label=tr("Advance from each pool"))
    next_best = forms.IntegerField(min_value=0, error_messages=WHOLE, label=tr("Plus the next best players"))
    entrants = forms.IntegerField(
        min_value=2,
        required=False,
        label=tr("Number of entries"),
        help_text=tr("Leave empty to include all."),
        error_messages=WHOLE,
    )
    seeding = forms.ChoiceField(
        choices=[
            (AUTO, tr("By rating, or by lot if there are no ratings")),
            (BY_LOT, tr("By lot, with a draw number that is stored")),
            (BY_RATING, tr("By rating")),
            (BY_REGISTRATION, tr("In the order of registration")),
        ],
        label=tr("Seeding"),
    )

    def __init__(self, stage: Stage, data: Any = None) -> None:
        self.before = stage_before(stage)
        chosen = KnockoutSettings.of(stage)
        self.deeper = list(chosen.best_of_rounds[len(ROUNDS) :])
        initial = {name: getattr(chosen, name) for name in (*OF_ALL, *OF_THE_FIRST)}
        initial |= dict(zip(ROUNDS, chosen.best_of_rounds, strict=False))
        if self.before is not None:
            initial |= {name: getattr(AdvanceSettings.of(self.before), name) for name in CUT}
        super().__init__(data, initial={**initial, "version": stage.version})
        for name in CUT if self.before is None else OF_THE_FIRST:
            del self.fields[name]
        if self.before is not None:
            self.fields["per_pool"].help_text = escape(all_advance_warning(self.before))
        if self.before is not None and self.before.kind == StageKind.SWISS:
            self.fields["per_pool"].label = tr("Advance from {stage}", stage=self.before)
            del self.fields["next_best"]

    def settings(self) -> dict[str, Any]:
        values = {name: self.cleaned_data[name] for name in (*OF_ALL, *OF_THE_FIRST) if name in self.fields}
        rounds = [self.cleaned_data[name] for name in ROUNDS] + self.deeper
        while rounds and rounds[-1] is None:
            rounds.pop()
        consolation = values["consolation"] or Consolation.NONE.value
        return values | {"best_of_rounds": rounds, "consolation": consolation}

    def cut(self) -> dict[str, int]:
        return {name: self.cleaned_data[name] for name in CUT if name in self.fields}


STEPS: dict[str, tuple[Callable[..., Stage], Text]] = {
    "draw": (knockout.draw_knockout, STEP_MESSAGES[NextStep.DRAW]),
    "discard": (knockout.discard_knockout, tr("The draw of {subject} was discarded.")),
    "publish": (knockout.publish_knockout, tr("{subject} is published. Everyone can see the bracket.")),
    "take-back": (knockout.unpublish_knockout, tr("{subject} is a draft again. Only organisers can see it.")),
    "start": (knockout.start_knockout, STEP_MESSAGES[NextStep.START]),
    "close": (knockout.close_knockout, STEP_MESSAGES[NextStep.CLOSE]),
}


@dataclass(frozen=True, slots=True)
class Move:
    """A button of the page; the next step's is highlighted."""

    step: str
    words: Text
    look: str = ""

    @property
    def draws(self) -> bool:
        return self.step == "draw"

    @property
    def is_next(self) -> bool:
        return self.look == "primary"


MOVES: dict[str, tuple[Move, ...]] = {
    StageStatus.PLANNED: (Move("draw", tr("Draw"), "primary"),),
    StageStatus.DRAWN: (
        Move("publish", tr("Publish the bracket"), "primary"),
        Move("draw", tr("Draw again")),
        Move("discard", tr("Discard the draw"), "danger"),
    ),
    StageStatus.PUBLISHED: (
        Move("start", tr("Start play"), "primary"),
        Move("take-back", tr("Unpublish the bracket")),
    ),
    StageStatus.STARTED: (Move("close", tr("Close the knockout"), "primary"),),
}

PLAYING = (NextStep.COLLECT_RESULTS, NextStep.RESOLVE_DISPUTES, NextStep.CLOSE)


class SeatsForm(forms.Form):
    first = forms.IntegerField(min_value=1)
    second = forms.IntegerField(min_value=1)


class SeatForm(forms.Form):
    seed = forms.IntegerField(min_value=1)


class WithdrawForm(forms.Form):
    entry = forms.IntegerField(min_value=1)


@for_organisers
def page(request: Request, tournament: Tournament) -> HttpResponse:
    return _page(request, _stage(tournament))


@post_for_organisers
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    stage = _stage(tournament)
    form = KnockoutForm(stage, request.POST)
    if form.is_valid():
        with refusals_on(form):
            set_up_knockout(
                stage=stage,
                settings=form.settings(),
                cut=form.cut(),
                by=request.user,
                seen_version=form.cleaned_data["version"],
            )
            return done(request, tr("Knockout settings saved."), "knockout", slug=tournament.slug)
    return _page(request, stage, form)


def _page(request: Request, stage: Stage, form: KnockoutForm | None = None) -> HttpResponse:
    tournament = stage.tournament
    shown, room = bracket_view(stage), control_room(tournament)
    lines = seat_lines(stage) if stage.status == StageStatus.DRAWN else []
    problem = draw_problem(stage, [line.seat for line in lines]) if lines else None
    is_waited = stage.status == StageStatus.PUBLISHED and room.stage.number < stage.number
    begins_later = stage.status == StageStatus.PLANNED and tournament.status != Status.IN_PROGRESS
    is_next = room.stage.pk == stage.pk
    # A play-off for its places takes results before its own matches start.
    is_played_off = is_next and stage.status in BEFORE_PLAY and room.step in PLAYING
    ties_first = is_next and stage.status == StageStatus.PLANNED and bool(room.blocked) and not begins_later
    held_up = (
        begins_later
        or ties_first
        or is_waited
        or is_played_off
        or bool(problem)
        or (stage.is_being_played and not (shown and shown.champion))
    )
    context = {
        "tournament": tournament,
        "stage": stage,
        "moves": [move for move in MOVES.get(stage.status, ()) if not (move.is_next and held_up)],
        "bracket": shown,
        "drawing": draw_bracket(shown, rules_of(tournament).vocabulary.table, linked=False) if shown else "",
        "lines": lines,
        "problem": problem,
        "still_in": shown.still_in if shown and stage.status in walkovers.UNDER_WAY else [],
        "next": room.announcement,
        "next_url": next_url(room),
        "form": form or (KnockoutForm(stage) if stage.status in BEFORE_PLAY else None),
        "is_at_it": is_next and stage.status != StageStatus.CLOSED,
        "leads_on": room.announcement.is_link and (ties_first or stage.status == StageStatus.CLOSED),
        "third_place": third_place_asked(stage),
        "draw_seed": KnockoutSettings.of(stage).draw_seed,
        "begins_later": begins_later,
        "waits_for": room.stage if is_waited else None,
    }
    return render(request, "organiser/knockout.html", context, status=422 if form else 200)


@post_for_organisers
def act(request: Request, tournament: Tournament, step: str) -> HttpResponse:
    action, words = STEPS[step]
    asked = {"third_place": wants_third_place(request)} if step == "draw" else {}
    stage = action(stage=_stage(tournament), by=request.user, **asked)
    messages.success(request, words.filled(subject=stage.shown_name))
    return redirect("control" if step in ("start", "close") else "knockout", slug=tournament.slug)


@post_for_organisers
def swap(request: Request, tournament: Tournament) -> HttpResponse:
    form = SeatsForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Choose two seats to swap."))
    chosen = (form.cleaned_data["first"], form.cleaned_data["second"])
    knockout.swap_seats(
        stage=_stage(tournament),
        first=chosen[0],
        second=chosen[1],
        by=request.user,
        seen_version=seen_version(request),
    )
    messages.success(request, tr("Seats {one} and {two} were swapped.", one=chosen[0], two=chosen[1]))
    return redirect("knockout", slug=tournament.slug)


@post_for_organisers
def replace(request: Request, tournament: Tournament) -> HttpResponse:
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Choose the seat of a withdrawn player."), "seed")
    newcomer = knockout.replace_withdrawn(
        stage=_stage(tournament),
        seed=form.cleaned_data["seed"],
        by=request.user,
        seen_version=seen_version(request),
    )
    return done(request, tr("{name} advances instead.", name=newcomer), "knockout", slug=tournament.slug)


@post_for_organisers
def withdraw(request: Request, tournament: Tournament) -> HttpResponse:
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("Choose who withdraws."), "entry")
    entry = entry_in(tournament, form.cleaned_data["entry"])
    walkovers.withdraw_from_knockout(stage=_stage(tournament), entry=entry, by=request.user)
    messages.success(request, tr("{name} has withdrawn. The opponent advances by a walkover.", name=entry))
    return redirect("knockout", slug=tournament.slug)


def _stage(tournament: Tournament) -> Stage:
    stage = knockout_of(tournament)
    if stage is None:
        raise Http404("no knockout in this event")
    return stage
