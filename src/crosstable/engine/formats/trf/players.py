"""Record 001: one player with the cells of his rounds. Cells are checked one against another in rounds.py."""

from dataclasses import dataclass
from typing import NamedTuple

from crosstable.engine.formats.trf.document import PlayerDetails
from crosstable.engine.formats.trf.lines import DIGITS, Line
from crosstable.engine.model import ByeKind, Entry, EntryId, Outcome, Points

FIRST_CELL = 92
CELL_WIDTH = 10
HIGHEST_NUMBER = 9999
NO_OPPONENT = 0

OUTCOMES = {
    "1": Outcome.WIN,
    "=": Outcome.DRAW,
    "0": Outcome.LOSS,
    "W": Outcome.WIN,
    "D": Outcome.DRAW,
    "L": Outcome.LOSS,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
}
UNRATED = frozenset("WDL")
PENDING = frozenset("? ")
BYES = {
    "U": ByeKind.ALLOCATED,
    "F": ByeKind.FULL,
    "H": ByeKind.HALF,
    "Z": ByeKind.ZERO,
    " ": ByeKind.ZERO,
    "+": ByeKind.FULL,
    "-": ByeKind.ZERO,
}
RESULT_CODES = frozenset(OUTCOMES) | PENDING | frozenset(BYES)
COLOR_CODES = frozenset("wbWB- ")


class Cell(NamedTuple):
    """One round of one player as written: opponent's number (0: none), colour and result codes."""

    opponent: int
    color: str
    result: str

    @property
    def says_nothing(self) -> bool:
        return self.opponent == NO_OPPONENT and self.result == " "

    @property
    def is_part_of_a_pairing(self) -> bool:
        return self.opponent != NO_OPPONENT or self.result == "U"


BLANK_CELL = Cell(NO_OPPONENT, " ", " ")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    line: Line
    entry: Entry
    details: PlayerDetails
    points: Points | None
    cells: tuple[Cell, ...]

    def cell(self, round_number: int) -> Cell:
        return self.cells[round_number - 1] if round_number <= len(self.cells) else BLANK_CELL


def cell_column(round_number: int) -> int:
    """The column in which the cell of a round starts."""
    return FIRST_CELL + CELL_WIDTH * (round_number - 1)


def read_player(line: Line) -> PlayerLine:
    number = line.whole_number(5, 8, "the starting number")
    if number == 0:
        line.fail(5, "the starting number should be 1 or more")
    return PlayerLine(
        line=line,
        entry=Entry(
            id=EntryId(number),
            seed=number,
            name=line.columns(15, 47),
            rating=line.optional_number(49, 52, "the rating") or 0,
        ),
        details=_details(line),
        points=line.points(81, 84, "the score") if line.columns(81, 84) else None,
        cells=read_cells(line),
    )


def _details(line: Line) -> PlayerDetails:
    return PlayerDetails(
        sex=line.columns(10, 10),
        title=line.columns(11, 13),
        federation=line.columns(54, 56),
        fide_id=line.columns(58, 68),
        birth_date=line.columns(70, 79),
        rank=line.optional_number(86, 89, "the rank"),
    )


def read_cells(line: Line) -> tuple[Cell, ...]:
    text = line.text.rstrip()
    return tuple(_read_cell(line, text, start) for start in range(FIRST_CELL - 1, len(text), CELL_WIDTH))


def _read_cell(line: Line, text: str, start: int) -> Cell:
    opponent = text[start : start + 4].strip()
    color = text[start + 5 : start + 6] or " "
    result = text[start + 7 : start + 8].upper() or " "
    if opponent and not DIGITS.issuperset(opponent):
        line.fail(start + 1, f"the opponent should be a starting number, not {opponent!r}")
    if color not in COLOR_CODES:
        line.fail(start + 6, f"the colour should be w, b or -, not {color!r}")
    if result not in RESULT_CODES:
        line.fail(start + 8, f"the result code {result!r} is unknown")
    if (text[start + 4 : start + 5] + text[start + 6 : start + 7]).strip():
        line.fail(start + 5, "the columns between opponent, colour and result should be blank")
    return Cell(int(opponent or 0), color.lower(), result)
