"""Who of a knockout is not here: the other side goes on, for one match or for good. Nobody joins one that is drawn."""

from django.http import HttpResponse
from django.shortcuts import render

from crosstable.events.models import MatchState, Stage, StageKind, StageStatus, Tournament
from crosstable.events.queries.desk.control import current_stage
from crosstable.events.queries.hall.boards import hall_of
from crosstable.events.records.hall import progress_of
from crosstable.web.organiser.people_page import CAME_LATE, NOT_HERE
from crosstable.web.shared import Request

DRAWN = (StageStatus.DRAWN, StageStatus.PUBLISHED, StageStatus.STARTED)


def drawn_knockout(tournament: Tournament) -> Stage | None:
    """The stage the event is at, if it is a knockout whose seats are given."""
    stage = current_stage(list(tournament.stages.all()))
    stage.tournament = tournament
    return stage if stage.kind == StageKind.KNOCKOUT and stage.status in DRAWN else None


def missing(request: Request, stage: Stage) -> HttpResponse:
    """Called ones first: they are waited for."""
    open_ = [match for match in hall_of(stage).matches if match.state == MatchState.OPEN]
    waiting = [(match, progress_of(match).value) for match in open_]
    context = {
        "tournament": stage.tournament,
        "stage": stage,
        "heading": NOT_HERE,
        "where": stage,
        "waiting": sorted(waiting, key=lambda row: row[1] != "called"),
    }
    return render(request, "organiser/kinds/knockout/missing.html", context)


def late_arrival(request: Request, stage: Stage) -> HttpResponse:
    context = {"tournament": stage.tournament, "stage": stage, "heading": CAME_LATE, "where": stage}
    status = 409 if request.method == "POST" else 200
    return render(request, "organiser/kinds/knockout/late.html", context, status=status)
