"""Pages about players: the leaderboard and a player's profile."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from crosstable.accounts.models import Club
from crosstable.events.queries.people import players
from crosstable.events.queries.people.ratings import (
    GAME_OF_POOL,
    RatingPool,
    find_pool,
    pool_of_game,
    pools_of,
    pools_with_players,
)
from crosstable.events.records.rules import pool_of_club
from crosstable.web.public.chart import rating_chart
from crosstable.web.public.pages import site_page

PER_PAGE = 50
GAMES_PER_PAGE = 25


@site_page
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Of a game, or of a club. Without a choice of the first game somebody is rated in."""
    search = request.GET.get("q", "").strip()[:80]
    pools = pools_with_players()
    pool = _chosen(request, pools)
    page = Paginator(players.leaderboard(search, pool.code), PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "search": search, "pool": pool, "game": pool.game}
    context |= {"games": [p for p in pools if p.game], "clubs": [p for p in pools if p.club]}
    return render(request, "public/leaderboard.html", context)


@site_page
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    person = get_object_or_404(players.public_players(), pk=player_id)
    pools = pools_of(person)
    pool = _chosen(request, pools)
    profile = players.profile(person, pool.code)
    page = Paginator(players.games(person, pool.code), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"profile": profile, "page": page, "chart": rating_chart(profile.ledger)}
    context |= {"pool": pool, "pools": pools, "game": pool.game}
    return render(request, "public/player.html", context)


def _chosen(request: HttpRequest, pools: list[RatingPool]) -> RatingPool:
    """A club that is not there is not found; any other game than those rated is taken for no choice."""
    slug, first = request.GET.get("club", ""), pools[0].code if pools else next(iter(GAME_OF_POOL))
    if slug:
        code = pool_of_club(get_object_or_404(Club, slug=slug).pk)
    else:
        code = pool_of_game(request.GET.get("game", "")) or first
    pool = find_pool(code)
    assert pool is not None, "every pool is of a game or of a club"
    return pool
