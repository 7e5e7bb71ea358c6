"""Standings, results coming in, and the round clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.events.models import Match, RoundStatus
from crosstable.events.queries.desk.steps import Progress, progress
from crosstable.events.queries.standings.standings import Line
from crosstable.events.queries.standings.words import points_words, record_words
from crosstable.events.records.settings.choices import is_led_by_wins
from crosstable.web.screens.filling import STANDINGS, Sheet, sheets
from crosstable.web.screens.show import Show

NEWEST = 10


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings: what counts most, and the first thing that parts equals."""

    line: Line
    score: str
    second: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """The newest results first, and the tables everybody waits for."""

    newest: Sequence[Match]
    waiting: Sequence[Match]
    progress: Progress


def standings(show: Show) -> list[Sheet[Standing]]:
    if show.table is None:
        return []
    has_points = not is_led_by_wins(show.tournament)
    return sheets([_standing(line, has_points) for line in show.table.lines], STANDINGS)


def _standing(line: Line, has_points: bool) -> Standing:
    if has_points:
        second = points_words(line.tie_breaks[0]) if line.tie_breaks else ""
        return Standing(line, points_words(line.history.score), second)
    margin = line.values.get("MARGIN", 0)
    sign = "+" if margin > 0 else "−" if margin < 0 else "±"
    return Standing(line, record_words(line.history), f"{sign}{abs(int(margin))}")


def results(show: Show) -> list[Incoming]:
    """One page, from the start of the round until the next one is published."""
    if show.round is None or show.round.status not in (RoundStatus.STARTED, RoundStatus.CLOSED):
        return []
    played = [m for m in show.matches if not m.is_bye]
    if not played:
        return []
    agreed = sorted((m for m in played if m.decided_at), key=lambda m: m.decided_at or 0, reverse=True)
    newest = [m for m in agreed if m.is_agreed][:NEWEST]
    return [Incoming(newest, [m for m in played if not m.is_agreed], progress(played))]


def clock(show: Show) -> list[Show]:
    """From the publication of the round to its end; without a length the time that has passed."""
    return [show] if show.clock is not None or show.is_being_played else []
