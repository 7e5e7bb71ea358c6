"""Parse a pasted list: like an uploaded file if its first line has headings, otherwise line by line.

Understood without headings: `Anna Berg 1650`, `1400 Carla Dietz`, `Frank Gold (1720)`, `Eve Fox; 1588`, `1.
Dave Thompson`, `Hart, Ann`, cells copied from a spreadsheet, and `Ann Hart & Bo Lind`: a pair where entries
are pairs, else two players.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from crosstable.accounts.names import PersonName, parts_of
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import NothingPasted, TooManyRows
from crosstable.events.files.uploads.cells import EMAIL, NO_RATING, Headings, clean, find_headings, text_cell
from crosstable.events.files.uploads.limits import LONGEST_LINE, MAX_ROWS
from crosstable.events.files.uploads.reading import DELIMITERS, Upload, UploadRow, read_row, read_upload
from crosstable.events.files.uploads.teams import has_team_headings, read_teams
from crosstable.events.models import Tournament
from crosstable.text import listed, tr

FILE_NAME = "Pasted list"
NO_FACTION = "–"
# Values a line may have, and their labels in the preview.
LABELS = {
    "name": "Name",
    "rating": "Rating",
    "birth": "Year of birth",
    "fide_id": "FIDE ID",
    "title": "Title",
    "federation": "Federation",
    "email": "E-mail",
    "faction": "Faction",
    "team_name": "Club",
}
TITLES = frozenset({"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"})
LOWEST_RATING = 100
# A list of names may have a single heading; any other single word is a name.
HEADINGS_ALONE = frozenset({"name", "names", "player", "players", "spieler", "nom", "nombre", "nome"})
_BULLET = re.compile(r"[-•*·–]\s+")
_NUMBER_BEFORE = re.compile(r"#?(\d{1,4})([.)]?)\s+(?=\S)|#?(\d{1,3})([.)])(?=\D)")
_BETWEEN_CELLS = re.compile(r"[\t;|]")
_RATING_AFTER = re.compile(r"(.*[^\d\s(,:–—-])[\s,:–—-]*(?:\(\s*(\d{3,4})\s*\)|(?<=[\s,:–—-])(\d{3,4}))")
_RATING_BEFORE = re.compile(r"\(?(\d{3,4})\)?[\s,:–—-]+(\D.*)")
# Split cleaned lines only: a run of spaces would take time with the square of its length.
_BETWEEN_PLAYERS = re.compile(r"\s+(?:&|and|und)\s+")
_BETWEEN_PARTNERS = re.compile(r"\s*[&+/]\s*|\s+(?:and|und)\s+")


def read_pasted(text: str, tournament: Tournament) -> Upload:
    """Parse every non-empty line, numbered as in the list. Raises a Refused."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if clean(line)]
    if not lines:
        raise NothingPasted()
    if len(lines) > MAX_ROWS:
        raise TooManyRows(most=MAX_ROWS)
    read = _teams if tournament.has_teams else _players
    return _without_factions(read(text, lines, tournament), tournament)


def _players(text: str, lines: Sequence[tuple[int, str]], tournament: Tournament) -> Upload:
    if _has_headings(lines[0][1]):
        return read_upload(FILE_NAME, text.encode())
    asked = frozenset(ask.name for ask in rules_of(tournament).game.asks)
    found: dict[str, None] = {}
    rows = []
    for place, (number, line) in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            rows.append(_too_long(number, line))
            continue
        for part in _partners(_without_number(line, place)):
            values = _Line(asked).read(part)
            found |= dict.fromkeys(LABELS[column] for column in LABELS if column in values.columns)
            rows.append(values.row(number))
    return Upload(FILE_NAME, tuple(found), (), tuple(rows))


def _too_long(number: int, line: str) -> UploadRow:
    problem = tr("This line has more than {most} characters. Write one entry per line.", most=LONGEST_LINE)
    return UploadRow(number, clean(line[:LONGEST_LINE])[:60], None, problem)


def _has_headings(line: str) -> bool:
    line = line[:LONGEST_LINE]
    for delimiter in DELIMITERS:
        cells = [text_cell(cell) for cell in line.split(delimiter)]
        headings = find_headings([cells])
        if headings and len(headings.columns) > 1:
            return True
    return clean(line).casefold() in HEADINGS_ALONE


def _without_number(line: str, place: int) -> str:
    """Remove the bullet or number: `1.`, `2)`, or a number without a dot that only counts the lines."""
    line = line.strip(" \u00a0\ufeff")
    if bullet := _BULLET.match(line):
        return line[bullet.end() :]
    if counted := _NUMBER_BEFORE.match(line):
        number, dot = int(counted[1] or counted[3]), counted[2] or counted[4]
        if number == place or number < LOWEST_RATING or (dot and number < 1000):
            return line[counted.end() :]
    return line


def _partners(line: str) -> list[str]:
    """`Ann Hart & Bo Lind` are two players where entries are no pairs."""
    if _BETWEEN_CELLS.search(line):
        return [line]
    parts = [part for part in _BETWEEN_PLAYERS.split(clean(line)) if clean(part)]
    return parts if len(parts) == 2 else [line]


class _Line:
    """One line of a list of players, its parts recognised by their form."""

    def __init__(self, asked: frozenset[str]) -> None:
        self.asked = asked
        self.columns: dict[str, str] = {}
        self.unread: list[str] = []

    def read(self, line: str) -> "_Line":
        in_cells = bool(_BETWEEN_CELLS.search(line))
        parts = _BETWEEN_CELLS.split(line) if in_cells else line.split(",")
        words = [part for part in map(clean, parts) if part and not self._is_value(part, in_cells)]
        named = 1 if in_cells or "faction" in self.asked else 2
        words[:named] = map(self._without_rating, words[:named])
        name, rest = self._name(words, in_cells)
        self.columns["name"] = name
        if rest and "faction" in self.asked:
            self.columns["faction"] = rest.pop(0)
        if rest and "team_name" in self.asked:
            self.columns["team_name"] = rest.pop(0)
        self.unread += rest
        return self

    def _is_value(self, part: str, in_cells: bool) -> bool:
        """Return whether this part alone is a value, and not a word."""
        number = part.strip("()")
        if number.isascii() and number.isdecimal():
            return self._take_number(number)
        if EMAIL.fullmatch(part):
            return self._take("email", part)
        if in_cells and part.casefold() in NO_RATING:
            return self._take("rating", "0")
        if part in TITLES:
            return self._take("title", part)
        is_code = len(part) == 3 and part.isascii() and part.isalpha() and part.isupper()
        return is_code and in_cells and "federation" in self.asked and self._take("federation", part)

    def _take_number(self, number: str) -> bool:
        if len(number) > 4:
            return self._take("fide_id", number)
        if len(number) == 4 and "rating" in self.columns:
            return self._take("birth", number)
        return self._take("rating", number)

    def _take(self, column: str, value: str) -> bool:
        if column in self.columns:
            self.unread.append(value)
        else:
            self.columns[column] = value
        return True

    def _without_rating(self, name: str) -> str:
        if "rating" in self.columns:
            return name
        if after := _RATING_AFTER.fullmatch(name):
            name, number = after[1], after[2] or after[3]
        elif before := _RATING_BEFORE.fullmatch(name):
            number, name = before.groups()
        else:
            return name
        self.columns["rating"] = number
        return name.strip()

    def _name(self, words: list[str], in_cells: bool) -> tuple[str, list[str]]:
        """`Hart, Ann` is the family name first; two cells of one word each are given and family name."""
        if len(words) < 2:
            return (words[0] if words else ""), []
        has_factions = "faction" in self.asked
        if in_cells:
            single = " " not in words[0] and "," not in words[0] and " " not in words[1]
            split = single and (len(words) > 2 or not has_factions)
            return (" ".join(words[:2]), words[2:]) if split else (words[0], words[1:])
        if has_factions and len(words) == 2:
            return words[0], words[1:]
        return ", ".join(words[:2]), words[2:]

    def row(self, number: int) -> UploadRow:
        given, family = parts_of(self.columns["name"])
        values = {k: v for k, v in self.columns.items() if not (k == "rating" and k not in self.asked)}
        if family:
            values = {**values, "first": given, "last": family, "name": ""}
        places = {column: place for place, column in enumerate(values)}
        read = read_row(number, [text_cell(value) for value in values.values()], Headings(0, places, {}, ()))
        return replace(read, remark=self._remark())

    def _remark(self) -> str:
        left_out = [f"“{word}”" for word in self.unread]
        if "rating" in self.columns and "rating" not in self.asked:
            left_out.append(
                tr("the rating {rating}, which this game does not use", rating=self.columns["rating"])
            )
        return tr("Left out: {left_out}.", left_out=listed(left_out)) if left_out else ""


def _without_factions(upload: Upload, tournament: Tournament) -> Upload:
    """Accept lines without a faction; the player chooses it later."""
    if not any(ask.name == "faction" and ask.required for ask in rules_of(tournament).game.asks):
        return upload
    return replace(upload, rows=tuple(map(_with_faction, upload.rows)))


def _with_faction(row: UploadRow) -> UploadRow:
    if row.details is None or row.details.faction:
        return row
    return replace(row, details=replace(row.details, faction=NO_FACTION))


def _teams(text: str, lines: Sequence[tuple[int, str]], tournament: Tournament) -> Upload:
    if any(has_team_headings(lines[0][1][:LONGEST_LINE].split(delimiter)) for delimiter in DELIMITERS):
        return read_teams(FILE_NAME, text.encode())
    return Upload(FILE_NAME, ("Team", "Members"), (), tuple(_team_rows(lines, tournament.team_size or 2)))


def _team_rows(lines: Sequence[tuple[int, str]], size: int) -> Iterator[UploadRow]:
    for place, (number, line) in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            yield _too_long(number, line)
            continue
        line = _without_number(line, place)
        name, faction, members = _team(line, size)
        if members:
            yield UploadRow(number, name, EntryDetails(name, faction=faction), members=tuple(members))
        else:
            pair = "“Ann Hart & Bo Lind” or " if size == 2 else ""
            problem = tr("Write {pair}“Name of the team: member, member”.", pair=pair)
            yield UploadRow(number, clean(line)[:60], None, problem)


def _team(line: str, size: int) -> tuple[str, str, list[str]]:
    """Name, faction, members: `Night Owls (Orks): Ann Hart, Bo Lind`, cells, or names joined by “&”."""
    called, colon, members = line.partition(":")
    if colon:
        name, _, faction = clean(called).rstrip(")").partition("(")
        return name.strip(), faction.strip(), _split(members, ";" if ";" in members else ",")
    cells = [cell for cell in map(clean, _BETWEEN_CELLS.split(line)) if cell]
    if len(cells) == size:
        return _joined(cells), "", cells
    if len(cells) > size:
        return cells[0], "", cells[1:]
    partners = [name for name in map(clean, _BETWEEN_PARTNERS.split(clean(line))) if name]
    return (_joined(partners), "", partners) if len(partners) >= max(size, 2) else ("", "", [])


def _split(text: str, mark: str) -> list[str]:
    return [name for name in map(clean, text.split(mark)) if name]


def _joined(names: Sequence[str]) -> str:
    """The partners' names; only their last words if that is too long for a team's name."""
    whole = [PersonName.parse(name).whole for name in names]
    joined = " & ".join(whole)
    return joined if len(joined) <= 60 else " & ".join(name.split()[-1] for name in whole)[:60]
