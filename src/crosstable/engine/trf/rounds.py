"""From the cells of all players to rounds, checked for contradictions on the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from crosstable.engine.model import Bye, ByeKind, EntryId, Match, Pairing, Result, Round
from crosstable.engine.pairing.check import Colorless
from crosstable.engine.trf.lines import (
    BYES,
    NO_OPPONENT,
    OUTCOMES,
    PENDING,
    UNRATED,
    Cell,
    PlayerLine,
    cell_column,
)
from crosstable.text import tr

RESULTS: dict[tuple[str, str], Result | None] = {
    (first, second): Result(OUTCOMES[first], OUTCOMES[second], rated=first not in UNRATED)
    for played in ("10", "01", "==", "00", "=0", "0=", "WL", "LW", "DD", "LL", "DL", "LD", "+-", "-+", "--")
    for first, second in [tuple(played)]
} | {(first, second): None for first in PENDING for second in PENDING}
"""Codes both sides of a match may have; 0–0 and ½–0 over the board do happen. None: no result yet."""

NO_COLOR = frozenset("- ")


@dataclass(frozen=True, slots=True)
class RoundColumns:
    rounds: tuple[Round, ...]
    next_byes: tuple[Bye, ...]
    colorless: Colorless = frozenset()


def read_rounds(players: Sequence[PlayerLine], *, is_round_robin: bool = False) -> RoundColumns:
    """Return the rounds that were paired, and the byes written ahead for the next one.

    In a round robin U also marks games against a player who has left: several may have it in one round.
    """
    by_id = {player.entry.id: player for player in players}
    paired = _number_of_paired_rounds(players)
    rounds = tuple(_read_round(number, players) for number in range(1, paired + 1))
    for round_ in () if is_round_robin else rounds:
        _check_single_allocated_bye(round_.byes, by_id, round_.number)
    return RoundColumns(rounds, _byes_written_ahead(players, paired + 1), _colorless(rounds, by_id))


def _colorless(rounds: Sequence[Round], by_id: Mapping[EntryId, PlayerLine]) -> Colorless:
    return frozenset(
        (round_.number, match.pairing.entries)
        for round_ in rounds
        for match in round_.matches
        if all(by_id[id].cell(round_.number).color in NO_COLOR for id in match.pairing.entries)
    )


def _number_of_paired_rounds(players: Sequence[PlayerLine]) -> int:
    """Return the last column with a pairing, or with a code of every player (as bbpPairings reads it)."""
    columns = max((len(player.cells) for player in players), default=0)
    for number in range(columns, 0, -1):
        cells = [player.cell(number) for player in players]
        if any(cell.is_part_of_a_pairing for cell in cells) or not any(c.is_blank for c in cells):
            return number
    return 0


def _byes_written_ahead(players: Sequence[PlayerLine], number: int) -> tuple[Bye, ...]:
    written = ((player, player.cell(number)) for player in players)
    return tuple(Bye(p.entry.id, BYES[c.result]) for p, c in written if not c.is_blank)


def _read_round(number: int, players: Sequence[PlayerLine]) -> Round:
    matches: list[Match] = []
    byes: list[Bye] = []
    cells = {player.entry.id: player.cell(number) for player in players}
    for player in players:
        cell = cells[player.entry.id]
        if cell.opponent == NO_OPPONENT:
            byes.append(_read_bye(player, cell, number))
            continue
        other = cells.get(EntryId(cell.opponent))
        if other is None or other.opponent != player.entry.id or _contradict(cell, other):
            _reject_opponent(player, cell, other, number)
        elif _is_first(player, cell, other):
            matches.append(_read_match(player, cell, other, number))
    return Round(number, tuple(matches), tuple(byes))


def _read_bye(player: PlayerLine, cell: Cell, number: int) -> Bye:
    kind = BYES.get(cell.result)
    if kind is None:
        player.line.fail(
            cell_column(number) + 7, tr("the result {result} needs an opponent", result=repr(cell.result))
        )
    return Bye(player.entry.id, kind)


def _contradict(cell: Cell, other: Cell) -> bool:
    """Return whether both have the same colour. One or both may leave it out."""
    return cell.color == other.color and cell.color not in NO_COLOR


def _is_first(player: PlayerLine, cell: Cell, other: Cell) -> bool:
    """White is first; in a game written without colours the lower number is first."""
    if cell.color in NO_COLOR and other.color in NO_COLOR:
        return player.entry.id < cell.opponent
    return cell.color == "w" or other.color == "b"


def _reject_opponent(player: PlayerLine, cell: Cell, other: Cell | None, number: int) -> NoReturn:
    line, column = player.line, cell_column(number)
    if other is None:
        line.fail(
            column,
            tr(
                "the opponent {opponent} of round {number} does not exist",
                opponent=cell.opponent,
                number=number,
            ),
        )
    if cell.opponent == player.entry.id:
        line.fail(
            column,
            tr(
                "player {opponent} cannot meet themselves in round {number}",
                opponent=cell.opponent,
                number=number,
            ),
        )
    if other.opponent != player.entry.id:
        line.fail(
            column,
            tr(
                "player {opponent} has another opponent in round {number}",
                opponent=cell.opponent,
                number=number,
            ),
        )
    line.fail(
        column + 5,
        tr(
            "the colours of {player} and {opponent} contradict each other",
            player=player.entry.id,
            opponent=cell.opponent,
        ),
    )


def _read_match(white: PlayerLine, cell: Cell, other: Cell, number: int) -> Match:
    codes = cell.result, other.result
    if codes not in RESULTS:
        white.line.fail(
            cell_column(number) + 7,
            tr(
                "the results {one} and {other} of {player} and {opponent} in round {number} contradict each other",
                one=repr(codes[0]),
                other=repr(codes[1]),
                player=white.entry.id,
                opponent=cell.opponent,
                number=number,
            ),
        )
    return Match(Pairing(white.entry.id, EntryId(cell.opponent)), RESULTS[codes])


def _check_single_allocated_bye(
    byes: Sequence[Bye], by_id: Mapping[EntryId, PlayerLine], number: int
) -> None:
    allocated = [bye for bye in byes if bye.kind is ByeKind.ALLOCATED]
    if len(allocated) > 1:
        line = by_id[allocated[1].entry].line
        line.fail(
            cell_column(number) + 7, tr("round {number} has a second pairing-allocated bye", number=number)
        )
