"""A round on the displays: pairings by table and by name, incoming results, the clock, and the standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from crosstable.engine.starting_numbers import name_key, plain
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.words import points_words, record_words
from crosstable.events.files.printing.pairings import rematch_word
from crosstable.events.models import ByeCode, Entry, Match, RoundStatus, Tournament
from crosstable.events.queries.desk.boards import BoardQueue
from crosstable.events.queries.desk.steps import Progress, progress
from crosstable.events.queries.matches import with_board_lines
from crosstable.events.queries.stages.pool_schedule import matches_of_stage
from crosstable.events.queries.standings.standings import Table, TableRow
from crosstable.text import tr
from crosstable.web.screens.show import NAMES, PAIRINGS, QUEUES, STANDINGS, Sheet, Show, sheets


@dataclass(frozen=True, slots=True)
class PairingRow:
    table: int | None
    first: Entry
    second: Entry | None
    # Only if it differs from the round's; with “rematch” if the two have met before.
    mission: str
    # The word shown instead of a table.
    bye: str = ""
    # The names of a team's players, in the order of the boards.
    first_names: str = ""
    second_names: str = ""


@dataclass(frozen=True, slots=True)
class NameRow:
    """A player's table, or None for a bye."""

    name: str
    table: int | None
    opponent: str
    color: str = ""
    bye: str = ""

    @property
    def letter(self) -> str:
        return plain(self.name)[:1].upper()


def by_table(show: Show) -> list[Sheet[PairingRow]]:
    common = show.round.mission if show.round is not None else ""
    rows = [
        PairingRow(m.table, m.first, m.second, _own_words(m, common), _bye(m), *_at_boards(m))
        for m in with_board_lines(show.matches, show.tournament)
    ]
    return sheets(rows, PAIRINGS)


def _own_words(match: Match, common: str) -> str:
    """Return the match's mission if it differs, and whether it is a rematch."""
    mission = match.mission if match.mission != common else ""
    return " · ".join(part for part in (mission, rematch_word(match)) if part)


def _at_boards(match: Match) -> tuple[str, str]:
    """Return the names of both sides, if line-ups are known."""
    sides = ([line.first for line in match.board_lines], [line.second for line in match.board_lines])
    first, second = (", ".join(name for name in names if name) for names in sides)
    return first, second


def by_name(show: Show) -> list[Sheet[NameRow]]:
    rows = [row for match in show.matches for row in _names(match)]
    return sheets(sorted(rows, key=lambda row: name_key(row.name)), NAMES)


def next_at_boards(show: Show) -> list[Sheet[BoardQueue]]:
    return sheets(show.at_boards, QUEUES)


def _names(match: Match) -> list[NameRow]:
    if match.second is None:
        return [NameRow(match.first.list_name, None, "", bye=_bye(match))]
    first, second = match.first, match.second
    return [
        NameRow(first.list_name, match.table, second.display_name, "white"),
        NameRow(second.list_name, match.table, first.display_name, "black"),
    ]


def _bye(match: Match) -> str:
    """Return the word for a match without an opponent: a zero-point bye or a no-show is not called a bye."""
    if match.second is not None:
        return ""
    return tr("Not playing") if match.bye_kind == ByeCode.ZERO else tr("Bye")


NEWEST = 10
# This many rows of boards, two boards in each, are as high as a result.
BOARD_ROWS = 2
# Characters of a result that fit between two names.
SHORT = 10


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings: the main score, and the first tie-break."""

    line: TableRow
    score: str
    second: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """The newest results first, and the tables still playing."""

    newest: Sequence[Match]
    waiting: Sequence[Match]
    progress: Progress

    @property
    def has_long_scores(self) -> bool:
        """Return whether some results are too long for their column: sets are shown with them."""
        return any(len(match.result_words) > SHORT for match in self.newest)


def standings(show: Show) -> list[Sheet[StandingsRow]]:
    if show.table is None:
        return []
    # A bracket has no points, so show wins and losses.
    by_wins = rules_of(show.tournament).is_led_by_wins or not show.table.order
    second = _second(show.table)
    return sheets([_standing(line, by_wins, second) for line in show.table.lines], STANDINGS)


def _second(table: Table) -> int | None:
    """Return the column of the first tie-break."""
    codes = [column.code for column in table.columns]
    return next((codes.index(one.code) for one in table.order[1:] if one.code in codes), None)


def _standing(line: TableRow, by_wins: bool, second: int | None) -> StandingsRow:
    score = record_words(line.history) if by_wins else points_words(line.history.score)
    return StandingsRow(line, score, line.cells[second] if second is not None else "")


def results(show: Show) -> list[Incoming]:
    """One page from the start of the round until the next is published; for pools, while in progress."""
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
    """Return as many results as fit; team matches have their boards below them."""
    agreed = sorted((m for m in matches if m.decided_at), key=lambda m: m.decided_at or 0, reverse=True)
    rows = ceil(tournament.team_boards / 2) if tournament.has_boards else 0
    room = max(1, NEWEST * BOARD_ROWS // (BOARD_ROWS + rows))
    return with_board_lines([match for match in agreed if match.is_agreed][:room], tournament)


def clock(show: Show) -> list[Show]:
    """Show the clock from the publication of the round to its end; without a length, the time elapsed."""
    return [show] if show.clock is not None or show.is_being_played else []
