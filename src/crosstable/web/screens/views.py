"""The pages that displays open: one kind for an event, or the rotation behind a short code. A new kind is a value of
ScreenKind, an entry in the table here and a template.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Screen, ScreenKind, Tournament
from crosstable.events.queries.addressed import screen_by_code
from crosstable.events.queries.people import public
from crosstable.languages import in_chosen_language
from crosstable.text import Text, active, tr
from crosstable.web.public.pages import public_answer, tournament_page
from crosstable.web.screens import rounds, stages
from crosstable.web.screens.show import Show


@dataclass(frozen=True, slots=True)
class ScreenDefinition:
    template: str
    pages: Callable[[Show], Sequence[Any]]
    # Shown to the organiser who chooses it.
    sentence: Text


SCREENS: dict[ScreenKind, ScreenDefinition] = {
    ScreenKind.TABLES: ScreenDefinition(
        "screens/kinds/tables.html", rounds.by_table, tr("Pairings by {table}.")
    ),
    ScreenKind.NAMES: ScreenDefinition(
        "screens/kinds/names.html", rounds.by_name, tr("Players from A to Z, with their {table}.")
    ),
    ScreenKind.NEXT: ScreenDefinition(
        "screens/kinds/next.html",
        rounds.next_at_boards,
        tr("For matches that wait for {tables}: called, in play and next matches."),
    ),
    ScreenKind.POOLS: ScreenDefinition(
        "screens/kinds/pools.html", stages.pools, tr("For pools: the standings of each pool.")
    ),
    ScreenKind.BRACKET: ScreenDefinition(
        "screens/kinds/bracket.html",
        stages.bracket,
        tr("For a knockout: the bracket, a few matches per page."),
    ),
    ScreenKind.STANDINGS: ScreenDefinition(
        "screens/kinds/standings.html", rounds.standings, tr("The current standings.")
    ),
    ScreenKind.RESULTS: ScreenDefinition(
        "screens/kinds/results.html",
        rounds.results,
        tr("The newest results, and the matches still in progress."),
    ),
    ScreenKind.CLOCK: ScreenDefinition(
        "screens/kinds/clock.html", rounds.clock, tr("The time left, and {tables} with more time.")
    ),
}


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of one kind, and how long it stays. Its id does not change with updates."""

    id: str
    kind: ScreenKind
    template: str
    seconds: int
    page: Any
    number: int
    # One for each page of the kind, True for this one.
    dots: Sequence[bool]


def slides(show: Show, rotation: Iterable[tuple[str, int]]) -> list[Slide]:
    """Return all slides of a rotation."""
    made = []
    for place, (name, seconds) in enumerate(rotation, start=1):
        kind = SCREENS[ScreenKind(name)]
        pages = kind.pages(show)
        made += [
            Slide(
                id=f"slide-{place}-{number}",
                kind=ScreenKind(name),
                template=kind.template,
                seconds=seconds,
                page=page,
                number=number,
                dots=[n == number for n in range(1, len(pages) + 1)] if len(pages) > 1 else [],
            )
            for number, page in enumerate(pages, start=1)
        ]
    return made


Rotation = Iterable[tuple[str, int]]
SECONDS = 12


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show the rotation the organiser chose. It is the same for every viewer."""
    row = screen_by_code(code)
    if row is None:
        raise Http404("no such screen")
    timezone.activate(row.tournament.zone)
    with in_chosen_language(row.language):
        return _screen_page(request, row)


def _screen_page(request: HttpRequest, row: Screen) -> HttpResponse:
    seen = public.event_context(AnonymousUser(), row.tournament)

    def make() -> HttpResponse:
        return _render(request, Show(seen, seen.current), row.rotation, row.name)

    response = public_answer(request, row.tournament, make)
    response.headers["Content-Language"] = active().code
    return response


@tournament_page
def board(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """Show pairings by table of the newest or an earlier round; in pools, the matches at every board."""
    seen = public.event_context(request.user, tournament)
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
    """Show one kind alone."""
    if kind not in ScreenKind.values:
        raise Http404("no such kind of screen")
    seen = public.event_context(request.user, tournament)
    return _render(request, Show(seen, seen.current), [(kind, SECONDS)])


def _render(
    request: HttpRequest, show: Show, rotation: Rotation, name: str = "", *, is_past: bool = False
) -> HttpResponse:
    context = {
        "event_context": show.event_context,
        "show": show,
        "game": rules_of(show.tournament),
        "slides": slides(show, rotation),
        "name": name,
        "is_past": is_past,
        "address": f"{request.get_host()}/t/{show.tournament.slug}",
    }
    return render(request, "screens/screen.html", context)
