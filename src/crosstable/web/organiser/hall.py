"""The evening at the boards: who is called where, boards that close, clock times, and the rest planned anew."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from crosstable.events.actions.hall import boards, dispatch, evenings
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import Match, Stage, StageKind, Tournament
from crosstable.events.queries.desk.control import current_stage
from crosstable.events.queries.hall.boards import hall_of
from crosstable.events.queries.hall.evening import replanned, rows_of, stored_end
from crosstable.events.records.settings.hall_settings import HallSettings
from crosstable.web.organiser.tables import matches_in
from crosstable.web.shared import Request, for_organisers, seen_version, whole


class EveningForm(forms.Form):
    """Times as people write them; breaks and hours one a line."""

    boards = forms.IntegerField(
        min_value=0, required=False, label="Boards", help_text="0: a table for every match."
    )
    starts = forms.CharField(max_length=5, required=False, label="Start", help_text="18:00")
    minutes = forms.IntegerField(min_value=0, required=False, label="Minutes per match")
    rest = forms.IntegerField(min_value=0, required=False, label="Minutes of rest between two matches")
    ends = forms.CharField(max_length=5, required=False, label="All over by", help_text="22:00, or empty")
    breaks = forms.CharField(
        max_length=200,
        required=False,
        label="Breaks",
        help_text="20:00-20:15, separated by commas",
    )
    hours = forms.CharField(
        max_length=400,
        required=False,
        label="Boards that are not open all evening",
        help_text="4: 18:00-20:00, 3: 19:00-, separated by commas",
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
        return cls(initial=initial)

    def chosen(self, stage: Stage) -> dict[str, Any]:
        values = self.cleaned_data
        own = {} if stage.kind == StageKind.POOLS else {"boards": values["boards"] or 0}
        return {
            "starts": values["starts"],
            "minutes": values["minutes"] or 0,
            "rest": values["rest"] or 0,
            "ends": values["ends"],
            "breaks": [_span(part, "breaks") for part in _parts(values["breaks"])],
            "hours": dict(_hours(part) for part in _parts(values["hours"])),
            "seen_version": values["version"],
            **own,
        }


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", ",").split(",") if part.strip()]


def _span(text: str, field: str) -> tuple[str, str]:
    begins, dash, ends = text.replace("–", "-").partition("-")
    if not dash:
        raise BadValue(f"Write from and until with a dash, “20:00-20:15”, not “{text[:20]}”.", field)
    return begins.strip(), ends.strip()


def _hours(text: str) -> tuple[str, tuple[str, str]]:
    board, colon, span = text.partition(":")
    if not colon or whole(board.strip()) is None:
        raise BadValue(f"Write the board and its hours, “4: 18:00-20:00”, not “{text[:20]}”.", "hours")
    return str(whole(board.strip())), _span(span, "hours")


@for_organisers
def hall_page(request: Request, tournament: Tournament) -> HttpResponse:
    """Boards, who can be called, and the clock times of the stage the event is at."""
    return _page(request, _current(tournament))


def _page(request: Request, stage: Stage, status: int = 200, form: EveningForm | None = None) -> HttpResponse:
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "hall": hall_of(stage),
        "form": form or EveningForm.of(stage),
        "chosen": HallSettings.of(stage),
        "ends": stored_end(stage),
        "timed": [match for match in rows_of(stage) if match.planned_at],
    }
    return render(request, "organiser/hall/boards.html", context, status=status)


@require_POST
@for_organisers
def call(request: Request, tournament: Tournament) -> HttpResponse:
    """The match that is named, or whoever is next for the board."""
    board = whole(request.POST.get("board"))
    if request.POST.get("match"):
        called = dispatch.call_match(match=_match(request, tournament), board=board, by=request.user)
    else:
        called = dispatch.call_next(tournament=tournament, board=board, by=request.user)
    messages.success(request, f"{called.first} v {called.second}: called to board {called.table}.")
    return _back(request, tournament)


@require_POST
@for_organisers
def start(request: Request, tournament: Tournament) -> HttpResponse:
    started = dispatch.start_match(match=_match(request, tournament), by=request.user)
    messages.success(request, f"{started.first} v {started.second}: in play at board {started.table}.")
    return _back(request, tournament)


@require_POST
@for_organisers
def call_back(request: Request, tournament: Tournament) -> HttpResponse:
    match = dispatch.call_back(match=_match(request, tournament), by=request.user)
    messages.success(request, f"{match.first} v {match.second} waits again.")
    return _back(request, tournament)


@require_POST
@for_organisers
def turn_board(request: Request, tournament: Tournament, board: int, change: str) -> HttpResponse:
    stage = _current(tournament)
    if change == "open":
        boards.open_board(stage=stage, board=board, by=request.user)
        messages.success(request, f"Board {board} is open.")
    else:
        moved = boards.close_board(stage=stage, board=board, by=request.user)
        messages.success(request, f"Board {board} is closed, {moved} matches moved to other boards.")
    return redirect("hall", slug=tournament.slug)


@require_POST
@for_organisers
def evening(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage, form = _stage(tournament, number), EveningForm(request.POST)
    if form.is_valid():
        try:
            evenings.set_evening(stage=stage, by=request.user, **form.chosen(stage))
            messages.success(request, "Saved.")
            return redirect("hall", slug=tournament.slug)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
    return _page(request, stage, 422, form)


@for_organisers
def replan(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """What would change, and after a look the change itself."""
    stage = _stage(tournament, number)
    if request.method == "POST":
        made = evenings.replan(stage=stage, by=request.user, seen_version=seen_version(request))
        messages.success(request, f"Planned anew: {len(made.moved)} matches have another time or board.")
        return redirect("hall", slug=tournament.slug)
    context = {"tournament": tournament, "stage": stage, "made": replanned(stage, timezone.now())}
    return render(request, "organiser/hall/replan.html", context)


def _current(tournament: Tournament) -> Stage:
    stage = current_stage(list(tournament.stages.all()))
    stage.tournament = tournament
    return stage


def _stage(tournament: Tournament, number: int) -> Stage:
    stage = tournament.stages.filter(number=number).first()
    if stage is None:
        raise Http404("no such stage")
    stage.tournament = tournament
    return stage


def _match(request: Request, tournament: Tournament) -> Match:
    number = whole(request.POST.get("match"))
    if number is None:
        raise BadValue("Choose a match.", "match")
    return get_object_or_404(matches_in(tournament), pk=number)


def _back(request: Request, tournament: Tournament) -> HttpResponse:
    return redirect("control" if request.POST.get("then") == "control" else "hall", slug=tournament.slug)
