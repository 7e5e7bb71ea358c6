"""Standings, results coming in, and the round clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from crosstable.events.models import Match, RoundStatus, Tournament
from crosstable.events.queries.desk.boards import BoardQueue
from crosstable.events.queries.desk.steps import Progress, progress
from crosstable.events.queries.matches import with_board_lines
from crosstable.events.queries.stages.pool_schedule import matches_of_stage
from crosstable.events.queries.standings.standings import Table, TableRow
from crosstable.events.records.rules import rules_of
from crosstable.events.records.words import points_words, record_words
from crosstable.web.screens.filling import STANDINGS, Sheet, sheets
from crosstable.web.screens.show import Show

NEWEST = 10
# How many rows of boards, two in a row, are as high as a result.
BOARD_ROWS = 2
# Characters of a result that fit between two names.
SHORT = 10


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings: what counts most, and the first thing that parts equals."""

    line: TableRow
    score: str
    second: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """The newest results first, and the tables everybody waits for."""

    newest: Sequence[Match]
    waiting: Sequence[Match]
    progress: Progress

    @property
    def has_long_scores(self) -> bool:
        """Sets stand beside the result."""
        return any(len(match.result_words) > SHORT for match in self.newest)


def standings(show: Show) -> list[Sheet[StandingsRow]]:
    if show.table is None:
        return []
    # A bracket goes by no points: how many were won and lost is all there is to say.
    by_wins = rules_of(show.tournament).is_led_by_wins or not show.table.order
    second = _second(show.table)
    return sheets([_standing(line, by_wins, second) for line in show.table.lines], STANDINGS)


def _second(table: Table) -> int | None:
    """Where the first tie-break stands among the columns."""
    codes = [column.code for column in table.columns]
    return next((codes.index(one.code) for one in table.order[1:] if one.code in codes), None)


def _standing(line: TableRow, by_wins: bool, second: int | None) -> StandingsRow:
    score = record_words(line.history) if by_wins else points_words(line.history.score)
    return StandingsRow(line, score, line.cells[second] if second is not None else "")


def results(show: Show) -> list[Incoming]:
    """One page, from the start of the round until the next one is published; of pools as long as they are played."""
    if show.pools is not None:
        return _of_pools(show.queues, matches_of_stage(show.pools), show.tournament)
    if show.round is None or show.round.status not in (RoundStatus.STARTED, RoundStatus.CLOSED):
        return []
    played = [m for m in show.of_bracket or show.matches if not m.is_bye]
    if not played:
        return []
    waiting = [m for m in played if not m.is_agreed]
    return [Incoming(_newest(played, show.tournament), waiting, progress(played))]


def _of_pools(
    queues: Sequence[BoardQueue], matches: Sequence[Match], tournament: Tournament
) -> list[Incoming]:
    played = [match for match in matches if not match.is_void]
    waiting = [q.now for q in queues if q.is_in_play]
    return [Incoming(_newest(played, tournament), waiting, progress(played))]


def _newest(matches: Sequence[Match], tournament: Tournament) -> list[Match]:
    """As many as fit; team matches with their boards below them."""
    agreed = sorted((m for m in matches if m.decided_at), key=lambda m: m.decided_at or 0, reverse=True)
    rows = ceil(tournament.team_boards / 2) if tournament.has_boards else 0
    room = max(1, NEWEST * BOARD_ROWS // (BOARD_ROWS + rows))
    return with_board_lines([match for match in agreed if match.is_agreed][:room], tournament)


def clock(show: Show) -> list[Show]:
    """From the publication of the round to its end; without a length the time that has passed."""
    return [show] if show.clock is not None or show.is_being_played else []
