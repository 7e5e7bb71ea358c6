"""Ties that decide who goes on: seen before the next stage is drawn, and decided here."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.stages.ties import How, decide_tie
from crosstable.events.errors import BadValue, named
from crosstable.events.models import Entry, Stage, Tournament
from crosstable.events.queries.stages.ties import open_ties
from crosstable.web.shared import Request, entry_in, for_organisers
from crosstable.whole_numbers import whole


@for_organisers
def ties(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = tournament.stages.filter(number=number).first()
    if stage is None:
        raise Http404("no such stage")
    stage.tournament = tournament
    if request.method == "POST":
        return _decide(request, stage)
    context = {
        "tournament": tournament,
        "stage": stage,
        "ties": open_ties(stage),
        "decided": [_words(tournament, decision) for decision in stage.decisions],
    }
    return render(request, "organiser/stages/ties.html", context)


def _decide(request: Request, stage: Stage) -> HttpResponse:
    tied = [entry_in(stage.tournament, whole(pk) or 0) for pk in request.POST.getlist("entry")]
    how = How(
        way=request.POST.get("way", ""),
        tie_break=request.POST.get("tie_break", ""),
        points=_points(request, tied) if request.POST.get("way") == "play-off" else {},
        seed=request.POST.get("seed", ""),
    )
    decision = decide_tie(stage=stage, entries=tied, how=how, by=request.user)
    names = {entry.pk: str(entry) for entry in tied}
    order = ", then ".join(named([names[pk] for pk in group]) for group in decision.groups)
    messages.success(request, f"Decided by {decision.way.value} ({decision.note}): {order}.")
    return redirect("ties", slug=stage.tournament.slug, number=stage.number)


def _points(request: Request, tied: list[Entry]) -> dict[int, Decimal]:
    try:
        return {entry.pk: Decimal(request.POST.get(f"points_{entry.pk}", "")[:9]) for entry in tied}
    except InvalidOperation as error:
        raise BadValue("Say in numbers what each scored in the play-off.", "points") from error


def _words(tournament: Tournament, kept: dict[str, object]) -> str:
    names = dict(tournament.entries.values_list("pk", "display_name"))
    groups: list[list[int]] = kept["groups"]  # type: ignore[assignment]
    order = ", then ".join(named([names.get(pk, "?") for pk in group]) for group in groups)
    return f"{order}: by {kept['way']} ({kept['note']})"
