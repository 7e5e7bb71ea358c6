"""Parse an event file into a document: unpacked within limits, format, version and types checked.

rows.py validates the values of the rows. Every error is one of the refusals of events/errors.py.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crosstable.events.errors import EventFileDamaged, EventFileNewer, EventFileTooBig, NotAnEventFile
from crosstable.events.files.eventfile.unpacking_process import read
from crosstable.events.files.eventfile.writing import FORMAT, MEMBER, VERSION, Json, carried_by_name
from crosstable.events.files.reading_process import Unreadable, read_in_process
from crosstable.text import tr

MOST_PACKED = 10_000_000
MOST_UNPACKED = 50_000_000
# A value may take two characters in the file and a hundred bytes in memory.
MOST_VALUES = 3_000_000
MOST_ROWS = 100_000
SMALL = 100_000
# The first released version; every later one can be read.
FIRST_VERSION = 4
PROCESS = Path(__file__).with_name("unpacking_process.py")


@dataclass(frozen=True, slots=True)
class Document:
    software: str
    written: str
    installation: str
    origin: str
    club: str | None
    players: dict[str, Json]
    users: dict[str, str]
    rows: dict[str, list[Json]]

    @property
    def tournament(self) -> Json:
        return self.rows["Tournament"][0]


def read_event(data: bytes) -> Document:
    """Parse the file. Raises NotAnEventFile, EventFileTooBig, EventFileNewer, EventFileDamaged, Busy."""
    if len(data) > MOST_PACKED:
        raise EventFileTooBig(limit=tr("The limit is {megabytes} MB.", megabytes=MOST_PACKED // 1_000_000))
    document = _unpacked(data)
    _check_version(document)
    return _document(document)


def _unpacked(data: bytes) -> Json:
    document = _read_document(data)
    match document.get("refused"):
        case "no-event-file":
            raise NotAnEventFile()
        case "damaged-archive":
            raise EventFileDamaged(problem=tr("The archive cannot be unpacked."))
        case "too-long":
            megabytes = MOST_UNPACKED // 1_000_000
            raise EventFileTooBig(limit=tr("The limit is {megabytes} MB unpacked.", megabytes=megabytes))
        case "too-many-values":
            raise EventFileTooBig(limit=tr("The limit is {most} values.", most=f"{MOST_VALUES:,}"))
        case "damaged":
            raise EventFileDamaged(problem=tr("{file} is not well-formed JSON.", file=MEMBER))
    event: Json = document["event"]
    return event


def _read_document(data: bytes) -> Json:
    """Parse a small file here, a larger one in a separate process."""
    if len(data) <= SMALL:
        document = read(data, FORMAT, MEMBER, 10 * SMALL, MOST_VALUES)
        if document.get("refused") != "too-long":
            return document
    try:
        document_apart: Json = read_in_process(PROCESS, data, FORMAT, MEMBER, MOST_UNPACKED, MOST_VALUES)
    except Unreadable as error:
        raise EventFileTooBig(limit=tr("Reading it takes too long.")) from error
    return document_apart


def _check_version(document: Json) -> None:
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise EventFileDamaged(problem=tr("Its version is not a number."))
    if version > VERSION:
        problem = tr("This installation does not know version {version} of the format.", version=version)
        raise EventFileNewer(software=_software(document), problem=problem)
    if version < FIRST_VERSION:
        problem = tr(
            "No release wrote version {version}; the first is {first}.", version=version, first=FIRST_VERSION
        )
        raise EventFileDamaged(problem=problem)


def _software(document: Json) -> str:
    return str(document.get("software", "?"))[:60]


def _document(document: Json) -> Document:
    rows = _part(document, "rows", dict)
    _check_rows(rows, _software(document))
    users, players = _part(document, "users", dict), _part(document, "players", dict)
    for key, player in players.items():
        _check_player(key, player)
    if not all(isinstance(name, str) and 0 < len(name) <= 150 for name in users.values()):
        raise EventFileDamaged(problem=tr("{part} must contain names only.", part="users"))
    club = document.get("club")
    if club is not None and not (isinstance(club, str) and len(club) <= 150):
        raise EventFileDamaged(problem=tr("{part} must be a name.", part="club"))
    texts = {
        name: _part(document, name, str)[:80] for name in ("software", "written", "installation", "origin")
    }
    return Document(**texts, club=club, players=players, users=users, rows=rows)


def _check_rows(rows: Json, software: str) -> None:
    known = carried_by_name()
    for name, lines in rows.items():
        if name not in known:
            problem = tr("This installation does not know “{name}”.", name=name[:60])
            raise EventFileNewer(software=software, problem=problem)
        if not isinstance(lines, list) or not all(isinstance(row, dict) for row in lines):
            raise EventFileDamaged(problem=tr("{part} must be a list of rows.", part=name))
    if sum(map(len, rows.values())) > MOST_ROWS:
        raise EventFileTooBig(limit=tr("The limit is {most} rows.", most=f"{MOST_ROWS:,}"))
    if len(rows.get("Tournament", ())) != 1:
        raise EventFileDamaged(problem=tr("It must contain exactly one tournament."))


def _check_player(key: str, player: Any) -> None:
    if not isinstance(player, dict):
        raise EventFileDamaged(problem=tr("Player {key} must be an object.", key=key[:20]))
    name = player.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 80:
        raise EventFileDamaged(problem=tr("Player {key} has no name of 1 to 80 characters.", key=key[:20]))
    for part in ("fide_ids", "clubs"):
        if not _are_texts(player.get(part, [])):
            problem = tr("{part} of player {key} must be a list of strings.", part=part, key=key[:20])
            raise EventFileDamaged(problem=problem)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _part(document: Json, name: str, kind: type[Any]) -> Any:
    if not isinstance(document.get(name), kind):
        raise EventFileDamaged(problem=tr("{part} is missing or of the wrong type.", part=name))
    return document[name]
