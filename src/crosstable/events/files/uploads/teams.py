"""Parse teams with their members from a file (C7): one row per team, or one row per member.

Parsed and validated like players: every row has its number and, if it cannot be accepted, a reason. Stores
nothing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from crosstable.accounts.models import User
from crosstable.accounts.names import PersonName
from crosstable.events.bridge.entries import EntryDetails, check_values
from crosstable.events.errors import Refused, TeamColumnMissing, WrongTeamSize
from crosstable.events.files.uploads.cells import (
    EMPTY,
    MEANINGS,
    Cell,
    Row,
    Sheet,
    found_headings,
    heading_key,
    text_cell,
)
from crosstable.events.files.uploads.judging import JudgedRow, Verdict
from crosstable.events.files.uploads.limits import MAX_ROWS_ABOVE
from crosstable.events.files.uploads.reading import Upload, UploadRow, filled_sheets, rows_below
from crosstable.events.files.uploads.template import EXAMPLE_TEAMS
from crosstable.events.models import Tournament
from crosstable.text import tr

MOST_RESERVES = 4
LONGEST_NAME = 80
# “Member 1”, “Player 2”, “Mitglied 3”, “Reserve 1”, “Joueur 4”; “Member” alone with one row per member.
NUMBERED = re.compile(
    r"(member|player|name|mitglied|spieler|spielerin|ersatz|joueur|membre|jugador|miembro|reserve|substitute|board|brett)\d+"
)
MEMBER = frozenset({"member", "mitglied", "membre", "miembro", "members", "mitglieder"})
TEAM = frozenset(
    {"teamname", "nameoftheteam", "pair", "paar", "doubles", "mannschaftsname", "equipe", "equipo"}
)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns; several `members` mean one row per team. `given` is a column of given names."""

    row: int
    team: int
    members: tuple[int, ...]
    given: int | None
    faction: int | None
    used: tuple[str, ...]
    unused: tuple[str, ...]


def read_teams(file_name: str, data: bytes) -> Upload:
    """Parse the first sheet with a column of teams and at least one of members. Raises a Refused."""
    file_name = (file_name or "the file")[-80:]
    sheet, columns = _find_columns(filled_sheets(file_name, data))
    rows = rows_below(file_name, sheet, columns.row)
    read = _each_a_team(rows, columns) if len(columns.members) > 1 else _each_a_member(rows, columns)
    return Upload(file_name, columns.used, columns.unused, tuple(read))


def _find_columns(sheets: Sequence[Sheet]) -> tuple[Sheet, Columns]:
    for sheet in sheets:
        for number, row in enumerate(sheet[:MAX_ROWS_ABOVE]):
            if columns := _columns(number, row):
                return sheet, columns
    raise TeamColumnMissing(headings=found_headings(sheets[0]))


def has_team_headings(words: Sequence[str]) -> bool:
    return _columns(0, [text_cell(word) for word in words]) is not None


def _columns(number: int, row: Row) -> Columns | None:
    """A row of headings: the team, and its members by number or in one column."""
    keys = {place: heading_key(cell.text) for place, cell in enumerate(row) if cell.kind == "text"}
    numbered = tuple(place for place, key in keys.items() if NUMBERED.fullmatch(key))
    people = [p for p, key in keys.items() if key in MEMBER or MEANINGS.get(key) in ("name", "last")]
    teams = [p for p, key in keys.items() if key in TEAM or MEANINGS.get(key) == "team_name"]
    if numbered and not teams:
        teams, people = people, []
    members = numbered or tuple(p for p in people if p not in teams)[:1]
    if not teams or not members:
        return None
    given, faction = (
        next((place for place, key in keys.items() if MEANINGS.get(key) == meaning), None)
        for meaning in ("first", "faction")
    )
    taken = [teams[0], *members, *(place for place in (given, faction) if place is not None)]
    used = tuple(row[place].text for place in taken)
    unused = tuple(c.text for place, c in enumerate(row) if c.text and place not in taken)
    return Columns(number, teams[0], members, given, faction, used, unused)


def _each_a_team(rows: Iterable[tuple[int, Row]], columns: Columns) -> Iterator[UploadRow]:
    for number, row in rows:
        names = [_cell(row, place).text for place in columns.members]
        yield _team(number, row, columns, tuple(name for name in names if name))


def _each_a_member(rows: Iterable[tuple[int, Row]], columns: Columns) -> Iterator[UploadRow]:
    """Teams in the order of their first row; a row without a name is bad on its own."""
    members: dict[str, UploadRow] = {}
    bad: list[UploadRow] = []
    for number, row in rows:
        team, name = _cell(row, columns.team).text, _name(row, columns)
        if not team or not name:
            missing = (
                tr("The name of the member is missing.") if team else tr("The name of the team is missing.")
            )
            bad.append(UploadRow(number, team or name, None, missing))
            continue
        first = members.get(team.casefold()) or _team(number, row, columns, ())
        members[team.casefold()] = replace(first, members=(*first.members, name))
    yield from sorted([*members.values(), *bad], key=lambda row: row.number)


def _name(row: Row, columns: Columns) -> str:
    """“Hart, Ann” where given names have a separate column."""
    family, given = _cell(row, columns.members[0]).text, _cell(row, columns.given).text
    return f"{family}, {given}" if family and given else family or given


def _team(number: int, row: Row, columns: Columns, members: tuple[str, ...]) -> UploadRow:
    name = _cell(row, columns.team).text
    if not name:
        return UploadRow(number, "", None, tr("The name of the team is missing."))
    if name in EXAMPLE_TEAMS:
        return UploadRow(number, name, None, tr("This is an example row of the template."))
    faction = _cell(row, columns.faction).text if columns.faction is not None else ""
    return UploadRow(number, name, EntryDetails(name, faction=faction), members=members)


def _cell(row: Row, place: int | None) -> Cell:
    return row[place] if place is not None and place < len(row) else EMPTY


@dataclass
class _Entries:
    """Teams and players so far, and their source: “in row 7”, “entered already”."""

    teams: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)


def judge_teams(rows: Sequence[UploadRow], tournament: Tournament) -> list[JudgedRow]:
    entries = _Entries()
    if tournament.pk:  # an event that is about to be created has no entries
        for name in tournament.entries.values_list("display_name", flat=True):
            entries.teams[name.casefold()] = tr("entered already")
        named = tournament.team_members.values_list("player__name", "entry__display_name")
        entries.people = {
            person.casefold(): tr("in “{team}”, entered already", team=team) for person, team in named
        }
    return [_judged(row, tournament, entries) for row in rows]


def _judged(row: UploadRow, tournament: Tournament, entries: _Entries) -> JudgedRow:
    problem = row.problem or _problem(row, tournament, entries)
    if problem or row.details is None:
        return JudgedRow(row.number, row.name, Verdict.BAD, problem, None, row.members)
    entries.teams[row.name.casefold()] = tr("in row {number}", number=row.number)
    names = [PersonName.parse(name).whole.casefold() for name in row.members]
    entries.people |= dict.fromkeys(names, tr("in “{team}”, row {number}", team=row.name, number=row.number))
    return JudgedRow(row.number, row.name, Verdict.GOOD, "", row.details, row.members)


def _problem(row: UploadRow, tournament: Tournament, entries: _Entries) -> str:
    assert row.details is not None
    if where := entries.teams.get(row.name.casefold()):
        return tr("A team of this name is {where}.", where=where)
    try:
        check_values(tournament, row.details)
    except Refused as refusal:
        return str(refusal)
    size = tournament.team_size or 0
    if not size <= len(row.members) <= size + MOST_RESERVES:
        return str(WrongTeamSize(size, len(row.members), size + MOST_RESERVES))
    return _problem_of_members(row.members, entries.people)


def _problem_of_members(members: Sequence[str], people: Mapping[str, str]) -> str:
    seen: set[str] = set()
    for name in (PersonName.parse(member).whole for member in members):
        if len(name) > LONGEST_NAME:
            return tr(
                "A name has at most {longest_name} characters: “{name}…”.",
                longest_name=LONGEST_NAME,
                name=name[:30],
            )
        if name.casefold() in seen:
            return tr("{name} is named twice.", name=name)
        if where := people.get(name.casefold()):
            return tr("{name} is {where}, and a person plays in one team only.", name=name, where=where)
        if (
            name.startswith("@")
            and not User.objects.filter(username__iexact=name[1:], is_active=True).exists()
        ):
            return tr("There is no account “{name}” here. Write the name without @ instead.", name=name[1:])
        seen.add(name.casefold())
    return ""
