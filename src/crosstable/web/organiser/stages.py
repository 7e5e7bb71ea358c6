"""The format of an event, chosen before anything is drawn, and the ties that decide who advances."""

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from crosstable.engine.standings import Decision
from crosstable.events.actions.stages import play_offs
from crosstable.events.actions.stages import stages as actions
from crosstable.events.actions.stages.advancing import TieDecision, decide_tie
from crosstable.events.actions.stages.stages import BEFORE_PLAY
from crosstable.events.bridge.play_offs import open_play_offs
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import FORMATS, usual_plans
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Stage, StageKind, StageStatus, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.stages.ties import decided_in_words, decision_words, open_ties
from crosstable.fields import whole
from crosstable.text import tr, trn
from crosstable.web.shared import Request, done, for_organisers, post_for_organisers


@for_organisers
def stages(request: Request, tournament: Tournament) -> HttpResponse:
    rows = list(tournament.stages.all())
    drawn = any(row.status != StageStatus.PLANNED for row in rows) or tournament.rounds.exists()
    shown = [] if all(row.kind == StageKind.SWISS for row in rows) else rows
    context = {"tournament": tournament, "stages": shown, "formats": FORMATS.values(), "is_fixed": drawn}
    return render(request, "organiser/stages/list.html", context)


@post_for_organisers
def choose_format(request: Request, tournament: Tournament) -> HttpResponse:
    chosen = FORMATS.get(request.POST.get("format", ""))
    if chosen is None:
        raise BadValue(tr("Choose one of the formats."), "format")
    plans = usual_plans(rules_of(tournament).game, chosen.stages)
    actions.set_stages(tournament=tournament, plans=plans, by=request.user)
    text = tr("The format is now: {format}.", format=chosen.name)
    return done(request, text, "stages", slug=tournament.slug)


def page_of_participants(tournament: Tournament) -> str:
    """Return the page that lists the participants: that of the pool stage until its matches start."""
    first = tournament.stages.order_by("number").first()
    if first is None or first.kind != StageKind.POOLS or first.status not in BEFORE_PLAY:
        return reverse("players", args=[tournament.slug])
    return f"{reverse('pool-stage', args=[tournament.slug, first.number])}#participants"


def stage_in(tournament: Tournament, number: int, kind: StageKind | None = StageKind.POOLS) -> Stage:
    """Load the stage, of any kind if `kind` is None."""
    stages = tournament.stages.filter(kind=kind) if kind is not None else tournament.stages
    stage = get_object_or_404(stages, number=number)
    stage.tournament = tournament
    return stage


@for_organisers
def ties(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = stage_in(tournament, number, None)
    if request.method == "POST":
        DO.get(request.POST.get("way", ""), _decide)(request, stage)
        return redirect("ties", slug=tournament.slug, number=stage.number)
    context = {
        "tournament": tournament,
        "stage": stage,
        "ties": [tie for tie in open_ties(stage) if tie.play_off is None],
        "play_offs": open_play_offs(stage),
        "decided": decided_in_words(stage),
    }
    return render(request, "organiser/stages/ties.html", context)


def _tied(request: Request, stage: Stage) -> list[Entry]:
    return [entry_in(stage.tournament, whole(pk) or 0) for pk in request.POST.getlist("entry")]


def _decide(request: Request, stage: Stage) -> None:
    tied = _tied(request, stage)
    how = TieDecision(
        way=request.POST.get("way", ""),
        tie_break=request.POST.get("tie_break", ""),
        points=_points(request, tied) if request.POST.get("way") == "play-off" else {},
        seed=request.POST.get("seed", ""),
    )
    decision = decide_tie(stage=stage, entries=tied, how=how, by=request.user)
    _say(request, stage, decision)


def _say(request: Request, stage: Stage, decision: Decision) -> None:
    words = decision_words(stage.tournament, decision)
    messages.success(request, tr("Decided: {decision}.", decision=words))


def _make(request: Request, stage: Stage) -> None:
    made = play_offs.make_play_off(stage=stage, entries=_tied(request, stage), by=request.user)
    text = trn(
        "{name}: {count} match to play. Players can see it now.",
        "{name}: {count} matches to play. Players can see them now.",
        len(made.matches),
        name=made.name,
    )
    messages.success(request, text)


def _close(request: Request, stage: Stage) -> None:
    number = whole(request.POST.get("number")) or 0
    closed = play_offs.close_play_off(stage=stage, number=number, by=request.user)
    if closed.parts_them:
        _say(request, stage, closed.decision)
    else:
        messages.warning(
            request,
            tr("They are still tied after the play-off. Create another one, or decide in another way."),
        )


def _undo_play_off(request: Request, stage: Stage) -> None:
    number = whole(request.POST.get("number")) or 0
    play_offs.take_play_off_back(stage=stage, number=number, by=request.user)
    messages.info(request, tr("The play-off is discarded."))


# Forms of this page other than a decision.
DO: Mapping[str, Callable[[Request, Stage], None]] = {
    "make-play-off": _make,
    "close-play-off": _close,
    "take-play-off-back": _undo_play_off,
}


def _points(request: Request, entries: list[Entry]) -> dict[int, Decimal]:
    try:
        return {entry.pk: Decimal(request.POST.get(f"points_{entry.pk}", "")[:9]) for entry in entries}
    except InvalidOperation as error:
        raise BadValue(
            tr("Enter the points of each in the play-off as a number, for example 1.5."), "points"
        ) from error
