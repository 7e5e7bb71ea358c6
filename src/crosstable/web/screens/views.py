"""The pages the screens in the hall open: one kind of an event, or the rotation behind a short code."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from crosstable.events.models import ScreenKind, Tournament
from crosstable.events.queries.addressed import screen_by_code
from crosstable.events.queries.people import public
from crosstable.events.records.rules import rules_of
from crosstable.web.public.pages import answer_for_everybody, tournament_page
from crosstable.web.screens.kinds import slides
from crosstable.web.screens.show import Show

Rotation = Iterable[tuple[str, int]]
SECONDS = 12


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """What the organiser chose for this screen. It is made for nobody in particular, whoever opens it."""
    row = screen_by_code(code)
    if row is None:
        raise Http404("no such screen")
    seen = public.frame(AnonymousUser(), row.tournament)

    def make() -> HttpResponse:
        return _render(request, Show(seen, seen.current), row.rotation, row.name)

    return answer_for_everybody(request, row.tournament, make)


@tournament_page
def board(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """Pairings by table, of the newest round or of an earlier one; in pools what is played at every board."""
    seen = public.frame(request.user, tournament)
    shown = seen.current if number is None else seen.round(number)
    if number is not None and shown is None:
        raise Http404("no such round")
    if number is not None:
        return _render(request, Show(seen, shown), [(ScreenKind.TABLES, SECONDS)], is_past=True)
    return _render(
        request, Show(seen, shown), [(kind, SECONDS) for kind in (ScreenKind.TABLES, ScreenKind.NEXT)]
    )


@tournament_page
def kind(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """One kind by itself."""
    if kind not in ScreenKind.values:
        raise Http404("no such kind of screen")
    seen = public.frame(request.user, tournament)
    return _render(request, Show(seen, seen.current), [(kind, SECONDS)])


def _render(
    request: HttpRequest, show: Show, rotation: Rotation, name: str = "", *, is_past: bool = False
) -> HttpResponse:
    context = {
        "frame": show.frame,
        "show": show,
        "game": rules_of(show.tournament),
        "slides": slides(show, rotation),
        "name": name,
        "is_past": is_past,
        "address": f"{request.get_host()}/t/{show.tournament.slug}",
    }
    return render(request, "screens/screen.html", context)
