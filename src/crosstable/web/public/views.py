"""Pages about events that need no account."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from crosstable.accounts.models import User
from crosstable.events.models import Tournament
from crosstable.events.permissions import may_read_list
from crosstable.events.queries import public
from crosstable.events.queries.standings import standings_table
from crosstable.web.public.board import board_pages, board_rows
from crosstable.web.public.pages import tournament_page


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    front = public.front_page()
    if front.is_empty and not User.objects.exists():
        return render(request, "public/welcome.html")
    return render(request, "public/events.html", {"front": front})


@tournament_page
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    seen = public.frame(request.user, tournament)
    entries = public.entries_with_ratings(tournament)
    return render(request, "public/event.html", {"frame": seen, "entries": entries, "tab": "event"})


@tournament_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    seen = public.frame(request.user, tournament)
    asked = request.GET.get("round", "")
    after = int(asked) if asked.isdecimal() and len(asked) < 5 else None
    if asked and (after is None or seen.round(after) is None):
        raise Http404("no such round")
    table = standings_table(tournament, after)
    return render(request, "public/standings.html", {"frame": seen, "table": table, "tab": "standings"})


@tournament_page
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    seen = public.frame(request.user, tournament)
    shown = seen.round(number)
    if shown is None:
        raise Http404("no such round")
    context = {"frame": seen, "round": shown, "matches": public.matches_of(shown), "tab": "round"}
    return render(request, "public/round.html", context)


@tournament_page
def board(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    seen = public.frame(request.user, tournament)
    shown = seen.current if number is None else seen.round(number)
    if number is not None and shown is None:
        raise Http404("no such round")
    rows = board_rows(shown, public.matches_of(shown)) if shown else []
    address = f"{request.get_host()}/t/{tournament.slug}"
    context = {"frame": seen, "round": shown, "pages": board_pages(rows), "address": address}
    return render(request, "public/board.html", context | {"is_past": number is not None})


@tournament_page
def lists(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    seen = public.frame(request.user, tournament)
    entries = public.readable_lists(request.user, seen)
    return render(request, "public/lists.html", {"frame": seen, "entries": entries, "tab": "lists"})


@tournament_page
def list_(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = public.entry_with_list(tournament, entry_id)
    if entry is None or not may_read_list(request.user, entry):
        raise Http404("no such list")
    seen = public.frame(request.user, tournament)
    return render(request, "public/list.html", {"frame": seen, "entry": entry, "tab": "lists"})
