"""Pairings by table and by name."""

from dataclasses import dataclass

from crosstable.engine.starting_numbers import name_key, plain
from crosstable.events.files.printing.pairings import rematch_word
from crosstable.events.models import ByeCode, Entry, Match
from crosstable.events.queries.desk.boards import BoardQueue
from crosstable.events.queries.matches import with_board_lines
from crosstable.web.screens.filling import NAMES, PAIRINGS, QUEUES, Sheet, sheets
from crosstable.web.screens.show import Show


@dataclass(frozen=True, slots=True)
class TableRow:
    table: int | None
    first: Entry
    second: Entry | None
    # Only where it differs from the round's; with “rematch” where the two have met before.
    mission: str
    # What stands in place of a table.
    bye: str = ""
    # Of teams with boards: who sits there, in the order of the boards.
    first_names: str = ""
    second_names: str = ""


@dataclass(frozen=True, slots=True)
class NameRow:
    """Where somebody sits: the table, or None for a bye."""

    name: str
    table: int | None
    opponent: str
    color: str = ""
    bye: str = ""

    @property
    def letter(self) -> str:
        return plain(self.name)[:1].upper()


def by_table(show: Show) -> list[Sheet[TableRow]]:
    common = show.round.mission if show.round is not None else ""
    rows = [
        TableRow(m.table, m.first, m.second, _own_words(m, common), _bye(m), *_at_boards(m))
        for m in with_board_lines(show.matches, show.tournament)
    ]
    return sheets(rows, PAIRINGS)


def _own_words(match: Match, common: str) -> str:
    """A mission of its own, and whether the two have met before."""
    mission = match.mission if match.mission != common else ""
    return " · ".join(part for part in (mission, rematch_word(match)) if part)


def _at_boards(match: Match) -> tuple[str, str]:
    """The names of both sides, where line-ups are known."""
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
    """Whoever sits out for nothing, or did not appear, has no bye."""
    return "" if match.second is not None else "out" if match.bye_kind == ByeCode.ZERO else "bye"
