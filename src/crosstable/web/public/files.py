"""Files of an event that any visitor may have: the picture of its result, its calendar entry."""

from django.http import Http404, HttpRequest, HttpResponse

from crosstable.events.files.calendar import calendar_of
from crosstable.events.files.printing.printer import public_address
from crosstable.events.files.result_picture import result_picture
from crosstable.events.models import Tournament
from crosstable.web.public.pages import tournament_page


@tournament_page
def picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if not tournament.is_complete:
        raise Http404("the event is not finished")
    return HttpResponse(result_picture(tournament), content_type="image/png")


@tournament_page
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    file = calendar_of(tournament, public_address(), f"/t/{tournament.slug}")
    headers = {"Content-Disposition": f'attachment; filename="{tournament.slug}.ics"'}
    return HttpResponse(file, content_type="text/calendar; charset=utf-8", headers=headers)
