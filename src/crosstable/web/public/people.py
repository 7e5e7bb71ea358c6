"""Pages about players: the leaderboard and a player's profile."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from crosstable.accounts.models import Player
from crosstable.events.queries import players
from crosstable.web.public.chart import rating_chart

PER_PAGE = 50
GAMES_PER_PAGE = 25


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:80]
    page = Paginator(players.leaderboard(search), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "public/leaderboard.html", {"page": page, "search": search})


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=player_id)
    profile = players.profile(found)
    page = Paginator(players.games(found), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"profile": profile, "page": page, "chart": rating_chart(profile.ledger)}
    return render(request, "public/player.html", context)
