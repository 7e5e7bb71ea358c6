"""The format of an event: its stages, chosen from the known formats while nothing is drawn."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from crosstable.events.actions.stages import stages as actions
from crosstable.events.actions.stages.stages import BEFORE_PLAY
from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, StageKind, StageStatus, Tournament
from crosstable.events.records.rules import rules_of
from crosstable.events.records.settings.stage_formats import FORMATS, usual_plans
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
        raise BadValue("Choose one of the formats.", "format")
    plans = usual_plans(rules_of(tournament).game, chosen.stages)
    actions.set_stages(tournament=tournament, plans=plans, by=request.user)
    return done(request, f"The format is now: {chosen.name}.", "stages", slug=tournament.slug)


def page_of_participants(tournament: Tournament) -> str:
    """Where those who take part are seen: on the page of the evening until its pools are played."""
    first = tournament.stages.order_by("number").first()
    if first is None or first.kind != StageKind.POOLS or first.status not in BEFORE_PLAY:
        return reverse("players", args=[tournament.slug])
    return f"{reverse('pool-stage', args=[tournament.slug, first.number])}#participants"


def stage_in(tournament: Tournament, number: int, kind: StageKind | None = StageKind.POOLS) -> Stage:
    """None: of any kind."""
    stages = tournament.stages.filter(kind=kind) if kind is not None else tournament.stages
    stage = get_object_or_404(stages, number=number)
    stage.tournament = tournament
    return stage
