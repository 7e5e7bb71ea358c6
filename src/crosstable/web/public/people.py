"""Pages about players: the leaderboard and a player's profile."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from crosstable.events.queries.people import players
from crosstable.games import GAMES, Game
from crosstable.web.public.chart import rating_chart
from crosstable.web.public.pages import site_page

PER_PAGE = 50
GAMES_PER_PAGE = 25


def _rated() -> dict[str, Game]:
    """One game for each pool of ratings."""
    first_of_pool: dict[str, Game] = {}
    for game in GAMES.values():
        if game.rating_pool is not None:
            first_of_pool.setdefault(game.rating_pool, game)
    return {game.code: game for game in first_of_pool.values()}


RATED = _rated()
FIRST = next(iter(RATED.values()))


@site_page
def leaderboard(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:80]
    game = RATED.get(request.GET.get("game", ""), FIRST)
    rows = players.leaderboard(search, game.rating_pool or "")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "search": search, "game": game, "games": RATED.values()}
    return render(request, "public/leaderboard.html", context)


@site_page
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    found = get_object_or_404(players.public_players(), pk=player_id)
    played = players.pools_of(found)
    games = [game for game in RATED.values() if game.rating_pool in played]
    game = RATED.get(request.GET.get("game", "")) or (games[0] if games else FIRST)
    pool = game.rating_pool or ""
    profile = players.profile(found, pool)
    page = Paginator(players.games(found, pool), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"profile": profile, "page": page, "chart": rating_chart(profile.ledger)}
    context |= {"game": game, "games": games}
    return render(request, "public/player.html", context)
