"""Pages about players: the leaderboard and a player's profile."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from crosstable.events.profiles import PROFILES, WARGAME
from crosstable.events.queries.people import players
from crosstable.web.public.chart import rating_chart

PER_PAGE = 50
GAMES_PER_PAGE = 25


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:80]
    game = PROFILES.get(request.GET.get("game", ""), WARGAME)
    rows = players.leaderboard(search, game.rating_pool)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "search": search, "game": game, "games": PROFILES.values()}
    return render(request, "public/leaderboard.html", context)


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    found = get_object_or_404(players.public_players(), pk=player_id)
    played = players.pools_of(found)
    games = [game for game in PROFILES.values() if game.rating_pool in played]
    game = PROFILES.get(request.GET.get("game", "")) or (games[0] if games else WARGAME)
    profile = players.profile(found, game.rating_pool)
    page = Paginator(players.games(found, game.rating_pool), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"profile": profile, "page": page, "chart": rating_chart(profile.ledger)}
    context |= {"game": game, "games": games}
    return render(request, "public/player.html", context)
