"""`crosstable schedule`: groups, rounds, tables and byes, without a database or an event.

Reads the players and the options, calls the engine, and prints a table or JSON (schedule_output.py).
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosstable.cli.say import give_up
from crosstable.text import alternatives, tr, trn

if TYPE_CHECKING:
    from crosstable.engine.model import EntryId
    from crosstable.engine.pairing.round_robin import Group, GroupOptions, Schedule, ScheduleOptions

INVALID, UNREADABLE = 3, 5
MOST_IN_A_GROUP = 1000
HEADINGS = ("name", "player", "players", "team", "teams")


class BoardRuleName(Enum):
    """As the engine names them; it is imported when it is needed, so that the other commands start fast."""

    FORMULA = "formula"
    BALANCED = "balanced"


Players = Annotated[
    str, typer.Option(help=tr("How many players, or a file: one name per line, or CSV with the names first."))
]
Groups = Annotated[int, typer.Option(help=tr("The number of groups."))]
Boards = Annotated[
    int, typer.Option("--tables", "--boards", help=tr("The number of tables for all groups together."))
]
LastBye = Annotated[
    list[str] | None,
    typer.Option(help=tr("The player with the bye in the last round; once for each odd group.")),
]
Seed = Annotated[
    int | None, typer.Option(help=tr("Shuffle the players first; the same seed gives the same groups."))
]
Double = Annotated[bool, typer.Option("--double", help=tr("All players meet twice, with sides exchanged."))]
Deal = Annotated[
    bool, typer.Option("--deal", help=tr("Deal the players to the groups in order instead of snaking."))
]
Berger = Annotated[bool, typer.Option("--berger", help=tr("Berger tables: the first named has White."))]
OwnBoards = Annotated[
    bool,
    typer.Option("--own-tables", "--own-boards", help=tr("Each group has this number of tables to itself.")),
]
BoardRuleOption = Annotated[
    BoardRuleName,
    typer.Option(
        "--table-rule",
        "--board-rule",
        help=tr(
            "formula: each match at the next table, one table later in each round; balanced: every player at"
            " every table equally often, as far as possible."
        ),
    ),
]
Constraints = Annotated[
    Path | None,
    typer.Option(help=tr("A JSON file of constraints: absences, late pairings, fixed tables.")),
]
Seconds = Annotated[float, typer.Option(help=tr("The time limit of the search with constraints."))]
Json = Annotated[bool, typer.Option("--json", help=tr("Print JSON instead of a table."))]


def schedule(
    players: Players,
    groups: Groups = 1,
    boards: Boards = 1,
    last_bye: LastBye = None,
    seed: Seed = None,
    double: Double = False,
    deal: Deal = False,
    berger: Berger = False,
    own_boards: OwnBoards = False,
    board_rule: BoardRuleOption = BoardRuleName.FORMULA,
    constraints: Constraints = None,
    seconds: Seconds = 10.0,
    json: Json = False,
) -> None:
    from crosstable.cli import schedule_output as output
    from crosstable.engine.pairing.round_robin import (
        BoardRule,
        Distribution,
        GroupOptions,
        Rounds,
        ScheduleOptions,
    )

    names = read_players(players)
    _refuse_impossible(len(names), groups, boards)
    distribution = Distribution.DEAL if deal else Distribution.SNAKE
    formed = _groups(names, GroupOptions(groups, distribution, seed))
    rounds = Rounds.BERGER if berger else Rounds.CIRCLE
    byes = _last_byes(names, formed, last_bye or [])
    rule = BoardRule(board_rule.value)
    options = ScheduleOptions(boards, rounds, double, byes, own_boards, count_on=True, board_rule=rule)
    made, given_up = _made(formed, options, names, constraints, seconds)
    labels = list(range(1, len(names) + 1)) if players_are_numbers(players) else names
    (output.print_json if json else output.print_tables)(made, labels, seed, given_up)


def players_are_numbers(players: str) -> bool:
    return players.lstrip("+-").isdecimal()


def read_players(players: str) -> list[str]:
    """The names in seed order: the numbers up to N, or what the file holds."""
    if players_are_numbers(players):
        if (count := int(players)) < 2:
            give_up(tr("A schedule needs two players, not {players}.", players=count), code=INVALID)
        return [str(number) for number in range(1, min(count, MOST_IN_A_GROUP**2) + 1)]
    names = _names_in(Path(players))
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        problem = trn(
            "{names} stands in {file} more than once.",
            "{names} stand in {file} more than once.",
            len(twice),
            names=twice,
            file=players,
        )
        give_up(problem, code=INVALID)
    return names


def _names_in(file: Path) -> list[str]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        give_up(tr("{file} is not a text file in UTF-8.", file=file), code=UNREADABLE)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        give_up(
            tr("{file} cannot be read: {why}. Give a number of players or a file.", file=file, why=why),
            code=UNREADABLE,
        )
    names = list(_first_column(text) if file.suffix.lower() == ".csv" else map(str.strip, text.splitlines()))
    return [name for name in names if name]


def _first_column(text: str) -> Iterator[str]:
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=delimiter)):
        cell = row[0].strip() if row else ""
        if number or cell.lower() not in HEADINGS:
            yield cell


def _refuse_impossible(players: int, groups: int, boards: int) -> None:
    if players < 2:
        give_up(tr("A schedule needs two players, not {players}.", players=players), code=INVALID)
    if groups < 1:
        give_up(tr("There must be at least one group, not {groups}.", groups=groups), code=INVALID)
    if players < 2 * groups:
        problem = trn(
            "{count} player cannot fill {groups} groups of two: at most {most}.",
            "{count} players cannot fill {groups} groups of two: at most {most}.",
            players,
            groups=groups,
            most=players // 2,
        )
        give_up(problem, code=INVALID)
    if boards < 1:
        give_up(tr("There must be at least one table, not {tables}.", tables=boards), code=INVALID)
    if players > MOST_IN_A_GROUP * groups:
        problem = trn(
            "A group may have {count} player at most. Make more groups.",
            "A group may have {count} players at most. Make more groups.",
            MOST_IN_A_GROUP,
        )
        give_up(problem, code=INVALID)


def _groups(names: Sequence[str], options: GroupOptions) -> tuple[Group, ...]:
    from crosstable.engine.model import EntryId
    from crosstable.engine.pairing.round_robin import form_groups

    return form_groups([EntryId(i) for i in range(1, len(names) + 1)], options)


def _last_byes(names: Sequence[str], groups: Sequence[Group], byes: Sequence[str]) -> tuple[EntryId, ...]:
    from crosstable.engine.model import EntryId

    if unknown := [name for name in byes if name not in names]:
        give_up(
            tr("No player is called {names}: --last-bye names a player.", names=alternatives(unknown)),
            code=INVALID,
        )
    chosen = tuple(EntryId(names.index(name) + 1) for name in dict.fromkeys(byes))
    for group in groups:
        here = [names[entry - 1] for entry in chosen if entry in group.entries]
        if len(here) > 1:
            give_up(
                tr("{names} cannot all have the last bye of group {group}.", names=here, group=group.name),
                code=INVALID,
            )
        if here and len(group.entries) % 2 == 0:
            problem = trn(
                "{name} cannot have the last bye: group {group} has {count} player, an even number, and no byes.",
                "{name} cannot have the last bye: group {group} has {count} players, an even number, and no byes.",
                len(group.entries),
                name=here[0],
                group=group.name,
            )
            give_up(problem, code=INVALID)
    return chosen


def _made(
    groups: Sequence[Group], options: ScheduleOptions, names: Sequence[str], file: Path | None, seconds: float
) -> tuple[Schedule, list[str]]:
    """The schedule, and in words what had to be given up for it."""
    from crosstable.engine.pairing.round_robin import schedule_groups

    if file is None:
        return schedule_groups(groups, options), []
    from crosstable.cli.schedule_constraints import schedule_under_constraints

    return schedule_under_constraints(groups, options, names, file, seconds)
