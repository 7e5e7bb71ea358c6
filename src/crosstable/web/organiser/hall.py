"""The schedule at the boards: its times, calling matches to boards, closing boards, and replanning the rest."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from crosstable.events.actions.hall import boards, dispatch, evenings
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import HallSettings
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, Stage, StageKind, Tournament
from crosstable.events.queries.desk.boards import hall_of, stage_being_played
from crosstable.events.queries.desk.control import current_stage
from crosstable.events.queries.desk.evening import how_late, replanned, rows_of, stored_end
from crosstable.fields import whole
from crosstable.games import Vocabulary
from crosstable.text import tr, trn
from crosstable.web.forms import WordedForm, refusals_on
from crosstable.web.organiser.pairings import matches_in
from crosstable.web.organiser.stages import stage_in
from crosstable.web.shared import (
    Request,
    done,
    for_organisers,
    number_chosen,
    post_for_organisers,
    seen_version,
)


class EveningForm(WordedForm):
    """Times as people write them; breaks and hours one per line."""

    boards = forms.IntegerField(
        min_value=0, required=False, label=tr("{Tables}"), help_text=tr("Enter 0 for one {table} per match.")
    )
    starts = forms.CharField(
        max_length=5,
        required=False,
        label=tr("Start"),
        help_text=tr("For example 18:00. Leave empty for no clock times."),
    )
    minutes = forms.IntegerField(min_value=0, required=False, label=tr("Minutes per match"))
    rest = forms.IntegerField(min_value=0, required=False, label=tr("Minutes of rest between two matches"))
    ends = forms.CharField(
        max_length=5, required=False, label=tr("Latest finish"), help_text=tr("For example 22:00.")
    )
    breaks = forms.CharField(
        max_length=200,
        required=False,
        label=tr("Breaks"),
        help_text=tr("For example 20:00-20:15. Separate several breaks by commas."),
    )
    hours = forms.CharField(
        max_length=400,
        required=False,
        label=tr("{Tables} with limited hours"),
        help_text=tr("For example 4: 18:00-20:00, 3: 19:00-"),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @classmethod
    def of(cls, stage: Stage) -> EveningForm:
        chosen = HallSettings.of(stage)
        initial: dict[str, Any] = {
            "boards": chosen.boards,
            "starts": chosen.starts,
            "minutes": chosen.minutes or None,
            "rest": chosen.rest or None,
            "ends": chosen.ends,
            "breaks": ", ".join(f"{begins}-{ends}" for begins, ends in chosen.breaks),
            "hours": ", ".join(
                f"{board}: {opens}-{closes}" for board, (opens, closes) in chosen.hours.items()
            ),
            "version": stage.version,
        }
        return cls(stage.tournament, initial=initial)

    def chosen(self, stage: Stage) -> dict[str, Any]:
        """Return the arguments of set_evening. Raises BadValue."""
        own = {} if stage.kind == StageKind.POOLS else {"boards": self.cleaned_data["boards"] or 0}
        return {**self.times(), "seen_version": self.cleaned_data["version"], **own}

    def times(self) -> dict[str, Any]:
        """Return the times alone; boards and version are elsewhere on the page. Raises BadValue."""
        values = self.cleaned_data
        return {
            "starts": values["starts"],
            "minutes": values["minutes"] or 0,
            "rest": values["rest"] or 0,
            "ends": values["ends"],
            "breaks": [_span(part, "breaks") for part in _parts(values["breaks"])],
            "hours": dict(_hours(part, self.vocabulary) for part in _parts(values["hours"])),
        }


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", ",").split(",") if part.strip()]


def _span(text: str, field: str) -> tuple[str, str]:
    begins, dash, ends = text.replace("–", "-").partition("-")
    if not dash:
        message = tr("“{typed}” has no dash. Write start and end as 20:00-20:15.", typed=text[:20])
        raise BadValue(message, field)
    return begins.strip(), ends.strip()


def _hours(text: str, vocabulary: Vocabulary) -> tuple[str, tuple[str, str]]:
    board, colon, span = text.partition(":")
    if not colon or whole(board.strip()) is None:
        message = vocabulary.say(
            "“{typed}” was not understood. Write the hours of {table} 4 as 4: 18:00-20:00.", typed=text[:20]
        )
        raise BadValue(message, "hours")
    return str(whole(board.strip())), _span(span, "hours")


@for_organisers
def hall_page(request: Request, tournament: Tournament) -> HttpResponse:
    """Show boards, matches that can be called, and times of the current stage or of a later one."""
    number = whole(request.GET.get("stage"))
    return _page(request, stage_in(tournament, number, None) if number else _current(tournament))


def _page(request: Request, stage: Stage, status: int = 200, form: EveningForm | None = None) -> HttpResponse:
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "vocabulary": rules_of(stage.tournament).vocabulary,
        "hall": hall_of(stage),
        "form": form or EveningForm.of(stage),
        "chosen": HallSettings.of(stage),
        "ends": stored_end(stage),
        "late": how_late(stage, timezone.now()),
        "timed": [match for match in rows_of(stage) if match.planned_at],
    }
    return render(request, "organiser/hall/boards.html", context, status=status)


@post_for_organisers
def call(request: Request, tournament: Tournament) -> HttpResponse:
    """Call the named match, or the next one for the board."""
    board = whole(request.POST.get("board"))
    if request.POST.get("match"):
        called = dispatch.call_match(match=_match(request, tournament), board=board, by=request.user)
    else:
        called = dispatch.call_next(tournament=tournament, board=board, by=request.user)
    vocabulary = rules_of(tournament).vocabulary
    message = vocabulary.say("{match}: called to {table} {number}.", match=called, number=called.table)
    messages.success(request, message)
    return _back(request, tournament)


@post_for_organisers
def start(request: Request, tournament: Tournament) -> HttpResponse:
    started = dispatch.start_match(match=_match(request, tournament), by=request.user)
    vocabulary = rules_of(tournament).vocabulary
    message = vocabulary.say("{match}: started at {table} {number}.", match=started, number=started.table)
    messages.success(request, message)
    return _back(request, tournament)


@post_for_organisers
def call_back(request: Request, tournament: Tournament) -> HttpResponse:
    match = dispatch.call_back(match=_match(request, tournament), by=request.user)
    messages.success(request, tr("{match} is waiting again.", match=match))
    return _back(request, tournament)


@post_for_organisers
def open_or_close_board(request: Request, tournament: Tournament, board: int, change: str) -> HttpResponse:
    rules = rules_of(tournament)
    number = whole(request.POST.get("stage"))
    stage = stage_in(tournament, number, None) if number else _current(tournament)
    if change == "open":
        boards.open_board(stage=stage, board=board, by=request.user)
        messages.success(request, rules.say("{Table} {number} is open.", number=board))
    else:
        moved = boards.close_board(stage=stage, board=board, by=request.user)
        message = trn(
            "{Table} {number} is closed. {count} match was moved.",
            "{Table} {number} is closed. {count} matches were moved.",
            moved,
            **{**rules.vocabulary.in_sentences, "number": board},
        )
        messages.success(request, message)
    return redirect(_address(stage))


@post_for_organisers
def add_board(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = stage_in(tournament, number, None)
    board = boards.add_board(stage=stage, by=request.user)
    words = rules_of(tournament).say("{Table} {number} was added. You can call matches to it.", number=board)
    return done(request, words, _address(stage))


@post_for_organisers
def evening(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage, form = stage_in(tournament, number, None), EveningForm(tournament, request.POST)
    if form.is_valid():
        with refusals_on(form):
            evenings.set_evening(stage=stage, by=request.user, **form.chosen(stage))
            return done(request, tr("Schedule saved."), _address(stage))
    return _page(request, stage, 422, form)


@for_organisers
def replan(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Preview a new plan, then apply it."""
    rules = rules_of(tournament)
    stage = stage_in(tournament, number, None)
    asked = request.POST if request.method == "POST" else request.GET
    earliest = asked.get("how") == "earliest"
    if request.method == "POST":
        made = evenings.replan(
            stage=stage, by=request.user, seen_version=seen_version(request), earliest=earliest
        )
        message = trn(
            "Re-planned: {count} match has another time or {table}.",
            "Re-planned: {count} matches have another time or {table}.",
            len(made.moves),
            **rules.vocabulary.in_sentences,
        )
        messages.success(request, message)
        return redirect("hall", slug=tournament.slug)
    made = replanned(stage, timezone.now(), earliest=earliest)
    context = {"tournament": tournament, "stage": stage, "made": made, "vocabulary": rules.vocabulary}
    context["earliest"] = earliest
    return render(request, "organiser/hall/replan.html", context)


def _address(stage: Stage) -> str:
    return f"{reverse('hall', args=[stage.tournament.slug])}?stage={stage.number}"


def _current(tournament: Tournament) -> Stage:
    """Return the stage with matches in progress, else the next one. A play-off of a finished stage counts."""
    stage = stage_being_played(tournament) or current_stage(list(tournament.stages.all()))
    stage.tournament = tournament
    return stage


def _match(request: Request, tournament: Tournament) -> Match:
    number = number_chosen(request, "match", tr("Choose a match."))
    return get_object_or_404(matches_in(tournament), pk=number)


def _back(request: Request, tournament: Tournament) -> HttpResponse:
    return redirect("control" if request.POST.get("then") == "control" else "hall", slug=tournament.slug)
