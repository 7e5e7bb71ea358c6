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
        raise EventFileTooBig(most=f"{MOST_PACKED // 1_000_000} MB")
    document = _unpacked(data)
    _check_version(document)
    return _document(document)


def _unpacked(data: bytes) -> Json:
    document = _read_document(data)
    match document.get("refused"):
        case "no-event-file":
            raise NotAnEventFile()
        case "damaged-archive":
            raise EventFileDamaged(where="the archive", what="cannot be unpacked")
        case "too-long":
            raise EventFileTooBig(most=f"{MOST_UNPACKED // 1_000_000} MB unpacked")
        case "too-many-values":
            raise EventFileTooBig(most=f"{MOST_VALUES:,} values")
        case "damaged":
            raise EventFileDamaged(where=MEMBER, what="is not well-formed JSON")
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
        raise EventFileTooBig(most="what can be read in a few seconds") from error
    return document_apart


def _check_version(document: Json) -> None:
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise EventFileDamaged(where="its version", what="is not a number")
    if version > VERSION:
        raise EventFileNewer(
            software=str(document.get("software", "unknown"))[:60], what=f"version {version} of the format"
        )
    if version < FIRST_VERSION:
        raise EventFileDamaged(
            where="its version", what=f"must be {FIRST_VERSION}: no release wrote version {version}"
        )


def _document(document: Json) -> Document:
    rows = _part(document, "rows", dict)
    _check_rows(rows, str(document.get("software", "unknown"))[:60])
    users, players = _part(document, "users", dict), _part(document, "players", dict)
    for key, player in players.items():
        _check_player(key, player)
    if not all(isinstance(name, str) and 0 < len(name) <= 150 for name in users.values()):
        raise EventFileDamaged(where="users", what="must be names")
    club = document.get("club")
    if club is not None and not (isinstance(club, str) and len(club) <= 150):
        raise EventFileDamaged(where="club", what="must be a name")
    texts = {
        name: _part(document, name, str)[:80] for name in ("software", "written", "installation", "origin")
    }
    return Document(**texts, club=club, players=players, users=users, rows=rows)


def _check_rows(rows: Json, software: str) -> None:
    known = carried_by_name()
    for name, lines in rows.items():
        if name not in known:
            raise EventFileNewer(software=software, what=f"“{name[:60]}”")
        if not isinstance(lines, list) or not all(isinstance(row, dict) for row in lines):
            raise EventFileDamaged(where=name, what="must be a list of rows")
    if sum(map(len, rows.values())) > MOST_ROWS:
        raise EventFileTooBig(most=f"{MOST_ROWS:,} rows")
    if len(rows.get("Tournament", ())) != 1:
        raise EventFileDamaged(where="rows", what="must hold exactly one tournament")


def _check_player(key: str, player: Any) -> None:
    if not isinstance(player, dict):
        raise EventFileDamaged(where=f"player {key[:20]}", what="must be an object")
    name = player.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 80:
        raise EventFileDamaged(where=f"player {key[:20]}", what="has no name of 1 to 80 characters")
    for part in ("fide_ids", "clubs"):
        if not _are_texts(player.get(part, [])):
            raise EventFileDamaged(
                where=f"player {key[:20]}", what=f"has {part} that are not a list of texts"
            )


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _part(document: Json, name: str, kind: type[Any]) -> Any:
    if not isinstance(document.get(name), kind):
        raise EventFileDamaged(where=name, what="is missing or of the wrong kind")
    return document[name]
