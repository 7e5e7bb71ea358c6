"""Records that set up the event: rounds, initial colour, points, byes, acceleration, forbidden pairs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from crosstable.engine.model import Adjustment, ByeKind, Color, EntryId, Points, Scoring
from crosstable.engine.pairing.fide.options import ForbiddenGroup
from crosstable.engine.trf.lines import DIGITS, POINTS_FORM, Line
from crosstable.text import tr

HIGHEST_ROUND = 999
LAST_ACCELERATED_ROUND = 99


@dataclass(frozen=True, slots=True)
class AcceleratedRange:
    """Record 250: virtual points for a range of rounds and of players, both ends included."""

    points: Points
    first_round: int
    last_round: int
    first: int
    last: int


@dataclass
class Settings:
    """Filled record by record; `mentions` holds the position of each number, to check that it exists."""

    total_rounds: tuple[Line, int] | None = None
    initial_color: Color | None = None
    pair_by_position: bool = False
    scoring: Scoring = field(default_factory=Scoring)
    allocated_bye_given: bool = False
    byes_ahead: list[tuple[int | None, EntryId, ByeKind]] = field(default_factory=list)
    forbidden: list[ForbiddenGroup] = field(default_factory=list)
    acceleration: dict[EntryId, list[Points]] = field(default_factory=dict)
    accelerated_ranges: list[AcceleratedRange] = field(default_factory=list)
    baku: bool = False
    # None: the file does not state it.
    is_round_robin: bool | None = None
    adjustments: list[Adjustment] = field(default_factory=list)
    mentions: list[tuple[Line, int, int]] = field(default_factory=list)

    def mention(self, line: Line, numbers: list[tuple[int, int]]) -> tuple[EntryId, ...]:
        self.mentions += [(line, column, number) for column, number in numbers]
        return tuple(EntryId(number) for _, number in numbers)

    def set_points(self, symbol: str, points: Points) -> None:
        """Set one symbol of record 162. Without P the allocated bye is worth a win."""
        self.scoring = replace(self.scoring, **dict.fromkeys(POINT_FIELDS[symbol], points))
        self.allocated_bye_given |= symbol == "P"
        if symbol == "W" and not self.allocated_bye_given:
            self.scoring = replace(self.scoring, allocated_bye=points)

    def accelerate(self, entry: EntryId, round_number: int, points: Points) -> None:
        if round_number > LAST_ACCELERATED_ROUND:
            return
        granted = self.acceleration.setdefault(entry, [])
        granted += [Points(0)] * (round_number - len(granted))
        granted[round_number - 1] = points

    def expand_ranges(self, entries: Iterable[EntryId]) -> None:
        """Convert records 250 to virtual points of the players in the file."""
        for entry in entries if self.accelerated_ranges else ():
            for given in self.accelerated_ranges:
                if given.first <= entry <= given.last:
                    last = min(given.last_round, LAST_ACCELERATED_ROUND)
                    for number in range(given.first_round, last + 1):
                        self.accelerate(entry, number, given.points)


POINT_FIELDS = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "Z": ("zero_bye", "forfeit_loss"),
    "P": ("allocated_bye",),
    "X": (),
}


def _rounds(settings: Settings, line: Line) -> None:
    numbers = line.numbers(5, tr("the number of rounds"))
    if not numbers or not 0 < numbers[0][1] <= HIGHEST_ROUND:
        line.fail(5, tr("the number of rounds should be 1 to {most}", most=HIGHEST_ROUND))
    settings.total_rounds = (line, numbers[0][1])


def _initial_color(settings: Settings, line: Line) -> None:
    letter = line.columns(5, 5).upper()
    if letter not in ("W", "B"):
        line.fail(5, tr("the initial colour should be W or B, not {letter}", letter=repr(letter)))
    settings.initial_color = Color.WHITE if letter == "W" else Color.BLACK


def _javafo_configuration(settings: Settings, line: Line) -> None:
    for column, word in line.words(5):
        if word in ("white1", "black1"):
            settings.initial_color = Color.WHITE if word == "white1" else Color.BLACK
        elif word == "rank":
            settings.pair_by_position = True
        else:
            line.fail(column, tr("XXC knows rank, white1 and black1, not {word}", word=repr(word)))


def _points(settings: Settings, line: Line) -> None:
    """162: symbol in column 6, points in 7 to 10, and so on every nine columns."""
    for column in range(6, len(line.text.rstrip()) + 1, 9):
        symbol = line.columns(column, column).upper()
        if not symbol:
            continue
        if symbol not in POINT_FIELDS:
            line.fail(column, tr("the point symbol {symbol} is unknown", symbol=repr(symbol)))
        settings.set_points(symbol, line.points(column + 1, column + 4, tr("the points")))


JAVAFO_POINTS = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("allocated_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
COLOR_TWINS = (("WW", "BW"), ("WD", "BD"), ("WL", "BL"))


def _javafo_points(settings: Settings, line: Line) -> None:
    given: dict[str, Points] = {}
    for column, word in line.words(5):
        code, _, value = word.partition("=")
        if code.upper() not in JAVAFO_POINTS:
            line.fail(column, tr("XXS does not know {code}", code=repr(code)))
        points = line.read_points(value, column + len(code) + 1, tr("the points"))
        given[code.upper()] = points
        settings.scoring = replace(settings.scoring, **dict.fromkeys(JAVAFO_POINTS[code.upper()], points))
    for white, black in COLOR_TWINS:
        if given.get(white) != given.get(black):
            line.fail(
                5,
                tr(
                    "points that depend on the colour ({white}, {black}) are not supported",
                    white=white,
                    black=black,
                ),
            )


def _bbp_points(fields: tuple[str, ...]) -> Callable[[Settings, Line], None]:
    def read(settings: Settings, line: Line) -> None:
        points = line.points(5, 8, tr("the points"))
        settings.scoring = replace(settings.scoring, **dict.fromkeys(fields, points))
        settings.allocated_bye_given |= "allocated_bye" in fields
        if "win" in fields and not settings.allocated_bye_given:
            settings.scoring = replace(settings.scoring, allocated_bye=points)

    return read


def _byes(settings: Settings, line: Line) -> None:
    kinds = {"F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}
    kind = kinds.get(line.columns(5, 5).upper())
    if kind is None:
        line.fail(5, tr("the kind of bye should be F, H or Z"))
    number = line.whole_number(7, 9, tr("the round"))
    for entry in settings.mention(line, line.numbers(11, tr("the player"))):
        settings.byes_ahead.append((number, entry, kind))


def _javafo_absentees(settings: Settings, line: Line) -> None:
    for entry in settings.mention(line, line.numbers(5, tr("the player"))):
        settings.byes_ahead.append((None, entry, ByeKind.ZERO))


def _javafo_acceleration(settings: Settings, line: Line) -> None:
    """XXA: player in 5 to 8, virtual points of round r in 10+5(r−1) to 13+5(r−1)."""
    number = line.whole_number(5, 8, tr("the player"))
    (entry,) = settings.mention(line, [(5, number)])
    for round_number, column in enumerate(range(10, len(line.text.rstrip()) + 1, 5), start=1):
        if line.columns(column, column + 3):
            settings.accelerate(
                entry, round_number, line.points(column, column + 3, tr("the virtual points"))
            )


def _acceleration(settings: Settings, line: Line) -> None:
    """250: game points in 10 to 13, first and last round, first and last player."""
    points = line.points(10, 13, tr("the virtual points"))
    first_round, last_round = (
        line.whole_number(15, 17, tr("the round")),
        line.whole_number(19, 21, tr("the round")),
    )
    first, last = line.whole_number(23, 26, tr("the player")), line.whole_number(28, 31, tr("the player"))
    if first_round == 0:
        line.fail(15, tr("rounds count from 1"))
    settings.accelerated_ranges.append(AcceleratedRange(points, first_round, last_round, first, last))


def _forbidden(settings: Settings, line: Line) -> None:
    first, last = line.whole_number(5, 7, tr("the round")), line.whole_number(9, 11, tr("the round"))
    entries = _group(settings, line, 13)
    settings.forbidden.append(ForbiddenGroup(entries, first, last))


def _javafo_forbidden(settings: Settings, line: Line) -> None:
    settings.forbidden.append(ForbiddenGroup(_group(settings, line, 5)))


def _group(settings: Settings, line: Line, column: int) -> tuple[EntryId, ...]:
    """Players who must not meet each other, each of them once."""
    numbers = line.numbers(column, tr("the player"))
    seen: set[int] = set()
    for place, number in numbers:
        if number in seen:
            line.fail(
                place,
                tr(
                    "player {number} is named twice; name two different players, for example 1 2",
                    number=number,
                ),
            )
        seen.add(number)
    return settings.mention(line, numbers)


def _abnormal_points(settings: Settings, line: Line) -> bool:
    """Parse 299 of no type as a penalty or a bonus: points, round, players.

    The columns differ between programs, the order does not. One of a type (such as the worth of a forfeit) is not
    parsed; False stores it unchanged.
    """
    words = list(line.words(5))
    if len(words) < 3 or not POINTS_FORM.fullmatch(words[0][1].replace(",", ".")):
        return False
    points = line.read_points(words[0][1], words[0][0], tr("the penalty or bonus"))
    numbers = [(column, word) for column, word in words[1:]]
    if not all(DIGITS.issuperset(word) and len(word) <= 9 for _, word in numbers):
        return False
    entries = settings.mention(line, [(column, int(word)) for column, word in numbers[1:]])
    settings.adjustments += [Adjustment(entry, points, round=int(numbers[0][1])) for entry in entries]
    return True


def _tournament_type(settings: Settings, line: Line) -> None:
    code = line.text[4:].strip().upper()
    settings.baku = code.endswith("_BAKU")
    settings.is_round_robin = "ROUNDROBIN" in code


def _type_in_words(settings: Settings, line: Line) -> None:
    """Record 092 is free text; the code of 192 takes precedence, in any order."""
    words = line.text[4:].lower()
    if settings.is_round_robin is None and ("swiss" in words or "robin" in words):
        settings.is_round_robin = "robin" in words


SETTINGS: dict[str, Callable[[Settings, Line], None]] = {
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial_color,
    "XXC": _javafo_configuration,
    "162": _points,
    "XXS": _javafo_points,
    "240": _byes,
    "XXZ": _javafo_absentees,
    "250": _acceleration,
    "XXA": _javafo_acceleration,
    "260": _forbidden,
    "XXP": _javafo_forbidden,
    "BBW": _bbp_points(("win", "forfeit_win", "full_bye")),
    "BBD": _bbp_points(("draw", "half_bye")),
    "BBL": _bbp_points(("loss",)),
    "BBZ": _bbp_points(("zero_bye",)),
    "BBF": _bbp_points(("forfeit_loss",)),
    "BBU": _bbp_points(("allocated_bye",)),
}
READ_WHERE_KNOWN: dict[str, Callable[[Settings, Line], bool]] = {"299": _abnormal_points}
"""Parsed if they are of a known kind, otherwise stored as text."""
KEPT_SETTINGS: dict[str, Callable[[Settings, Line], None]] = {"092": _type_in_words, "192": _tournament_type}
"""Parsed for their meaning, and also stored as text."""
