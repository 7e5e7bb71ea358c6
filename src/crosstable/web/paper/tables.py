"""Pairings and crosstable as Excel and CSV for everybody, the tournament report file for organisers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from crosstable.events.files.exports import crosstable_rows, pairings_rows
from crosstable.events.files.trf_export import Moment, trf_of
from crosstable.events.models import Tournament
from crosstable.events.queries.people.public import frame
from crosstable.web.public.pages import tournament_page
from crosstable.web.shared import Request, for_organisers
from crosstable.web.upload.downloads import table_file
from crosstable.whole_numbers import whole


@tournament_page
def pairings(request: HttpRequest, tournament: Tournament, number: str, kind: str) -> HttpResponse:
    round_ = frame(request.user, tournament).round(whole(number) or 0)
    if round_ is None:
        raise Http404("no such round")
    return table_file(pairings_rows(round_), kind, tournament, f"round-{round_.number}")


@tournament_page
def crosstable(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    return table_file(crosstable_rows(tournament), kind, tournament, "crosstable")


@require_safe
@for_organisers
def trf(request: Request, tournament: Tournament) -> HttpResponse:
    """`?rounds=` says of when; without it, after the last closed round."""
    wanted = request.GET.get("rounds", Moment.CLOSED)
    if wanted not in set(Moment):
        raise Http404("no such file")
    moment = Moment(wanted)
    end = "" if moment is Moment.CLOSED else f"-{moment}"
    return HttpResponse(
        trf_of(tournament, moment),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{tournament.slug}{end}.trf"'},
    )
