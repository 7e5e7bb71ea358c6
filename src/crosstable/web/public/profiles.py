"""Pages about players: the leaderboard, a player's profile, and the rating chart as coordinates of an SVG drawing. The
template draws it and the stylesheet sets its colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from crosstable.accounts.models import Club
from crosstable.events.bridge.rules import pool_of_club
from crosstable.events.models import RatingChange
from crosstable.events.queries.people import players
from crosstable.events.queries.people.ratings import (
    GAME_OF_POOL,
    RatingPool,
    find_pool,
    pool_of_game,
    pools_of,
    pools_with_players,
)
from crosstable.languages import date_words
from crosstable.web.public.pages import site_page

WIDTH, HEIGHT = 760, 200
LEFT, RIGHT, TOP, BOTTOM = 66, 10, 12, 30
STEPS = (10, 25, 50, 100, 200, 500)


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    change: RatingChange


@dataclass(frozen=True, slots=True)
class Mark:
    """A labelled position on an axis."""

    at: float
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Chart:
    line: str
    area: str
    points: Sequence[Point]
    levels: Sequence[Mark]
    dates: Sequence[Mark]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    floor: int = HEIGHT - BOTTOM


def rating_chart(ledger: Sequence[RatingChange]) -> Chart | None:
    """Return a point per game, evenly spaced, from the rating before the first.

    None before the first rated game.
    """
    if not ledger:
        return None
    values = [ledger[0].before, *(change.after for change in ledger)]
    step = _step(min(values), max(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step
    if low == high:
        low, high = low - step, high + step
    xs = [LEFT + i * (WIDTH - LEFT - RIGHT) / (len(values) - 1) for i in range(len(values))]
    ys = [_height(value, low, high) for value in values]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    area = f"{LEFT},{HEIGHT - BOTTOM} {path} {WIDTH - RIGHT},{HEIGHT - BOTTOM}"
    points = [Point(round(x, 1), round(y, 1), c) for x, y, c in zip(xs[1:], ys[1:], ledger, strict=True)]
    levels = [Mark(round(_height(v, low, high), 1), str(v)) for v in range(low, high + 1, step)]
    return Chart(path, area, points, levels, _dates(ledger[0].at, ledger[-1].at))


def _step(low: int, high: int) -> int:
    """Return the smallest round step that needs at most five lines."""
    return next((step for step in STEPS if (high - low) / step <= 4), 1000)


def _height(value: int, low: int, high: int) -> float:
    return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)


def _dates(first: datetime, last: datetime) -> list[Mark]:
    start, end = (date_words(timezone.localtime(moment), "j M Y") for moment in (first, last))
    marks = [Mark(LEFT, start, "start"), Mark(WIDTH - RIGHT, end, "end")]
    return marks[:1] if start == end else marks


PER_PAGE = 50
GAMES_PER_PAGE = 25


@site_page
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the ratings of a game or a club; by default of the first game with a rated player."""
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
    """Return the chosen pool: 404 for an unknown club, the default for a game that is not rated."""
    slug, first = request.GET.get("club", ""), pools[0].code if pools else next(iter(GAME_OF_POOL))
    if slug:
        code = pool_of_club(get_object_or_404(Club, slug=slug).pk)
    else:
        code = pool_of_game(request.GET.get("game", "")) or first
    pool = find_pool(code)
    assert pool is not None, "every pool is of a game or of a club"
    return pool
