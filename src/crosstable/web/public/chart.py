"""The rating chart: a ledger to the coordinates of an SVG drawing. The template draws, the stylesheet colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from crosstable.events.models import RatingChange

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
    """A labelled place on an axis."""

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
    """None before the first rated game. One point per game, evenly spaced, from the rating before the first."""
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
    """The smallest pleasant distance that needs at most five lines."""
    return next((step for step in STEPS if (high - low) / step <= 4), 1000)


def _height(value: int, low: int, high: int) -> float:
    return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)


def _dates(first: datetime, last: datetime) -> list[Mark]:
    start, end = (date_format(timezone.localtime(moment), "j M Y") for moment in (first, last))
    marks = [Mark(LEFT, start, "start"), Mark(WIDTH - RIGHT, end, "end")]
    return marks[:1] if start == end else marks
