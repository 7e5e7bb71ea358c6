"""Reading and writing the files of the pairing commands, with the exit codes scripts rely on.

In addition to TRF there are player lists: a .csv or .json of names and ratings stands for an event before round 1.
"""

import csv
import io
import json
import sys
from enum import IntEnum
from pathlib import Path
from typing import Any, NoReturn

import typer

from crosstable.engine.model import Entry, EntryId, Tournament
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.trf import TrfDocument, TrfError, read_trf
from crosstable.text import tr, trn


class ExitCode(IntEnum):
    """The stable contract of the command line."""

    DONE = 0
    NO_PAIRING_OR_DIFFERENCES = 1
    INVALID_FILE = 3
    UNREADABLE_FILE = 5


def stop(code: ExitCode, message: str) -> NoReturn:
    typer.echo(str(message), err=True)
    raise typer.Exit(code)


def reason(error: OSError) -> str:
    return error.strerror or str(error)


def read_document(path: Path) -> TrfDocument:
    """The tournament in a TRF file, or the end of the command with a message and exit code 3 or 5."""
    try:
        return read_trf(path.read_bytes())
    except OSError as error:
        stop(ExitCode.UNREADABLE_FILE, f"{path}: {reason(error)}")
    except TrfError as error:
        stop(ExitCode.INVALID_FILE, f"{path}: {error}")


def write_output(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        stop(ExitCode.UNREADABLE_FILE, f"{out}: {reason(error)}")


ENDINGS = (".csv", ".json")


def read_player_list(path: Path) -> TrfDocument:
    """Starting numbers by rating, then by the order of the list. Ends the command on bad input."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        stop(ExitCode.INVALID_FILE, tr("{path}: the file is not UTF-8 text", path=path))
    except OSError as error:
        stop(ExitCode.UNREADABLE_FILE, f"{path}: {reason(error)}")
    rows = _from_json(path, text) if path.suffix.lower() == ".json" else _from_csv(path, text)
    if len(rows) < 2:
        problem = trn(
            "{path}: a round needs at least two players; there is {count}",
            "{path}: a round needs at least two players; there are {count}",
            len(rows),
            path=path,
        )
        stop(ExitCode.INVALID_FILE, problem)
    ranked = sorted(rows, key=lambda row: -row[1])
    entries = (Entry(EntryId(n), n, name, rating) for n, (name, rating) in enumerate(ranked, start=1))
    return TrfDocument(Tournament(tuple(entries)), DutchOptions())


def _from_csv(path: Path, text: str) -> list[tuple[str, int]]:
    reader = csv.DictReader(io.StringIO(text))
    heads = {(head or "").strip().lower(): head for head in reader.fieldnames or ()}
    if "name" not in heads:
        stop(ExitCode.INVALID_FILE, tr("{path}, line 1: there is no column “Name”", path=path))
    rating = heads.get("rating") or heads.get("elo")
    players = []
    for row in reader:
        place = tr("{path}, line {number}", path=path, number=reader.line_num)
        players.append(_player(place, row[heads["name"]], row[rating] if rating else None))
    return players


def _from_json(path: Path, text: str) -> list[tuple[str, int]]:
    try:
        rows: Any = json.loads(text)
    except json.JSONDecodeError as error:
        problem = tr(
            "{path}, line {line}, column {column}: {problem}",
            path=path,
            line=error.lineno,
            column=error.colno,
            problem=error.msg,
        )
        stop(ExitCode.INVALID_FILE, problem)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        example = '[{"name": "Ann", "rating": 1800}]'
        stop(
            ExitCode.INVALID_FILE,
            tr("{path}: expected a list such as {example}", path=path, example=example),
        )
    return [
        _player(
            tr("{path}, player {number}", path=path, number=n),
            row.get("name"),
            row.get("rating", row.get("elo")),
        )
        for n, row in enumerate(rows, start=1)
    ]


def _player(place: str, name: object, rating: object) -> tuple[str, int]:
    """Return a checked player; `place` is the file and the line or number of the player."""
    if not isinstance(name, str) or not name.strip():
        stop(ExitCode.INVALID_FILE, tr("{place}: a player needs a name", place=place))
    given = str(rating if rating is not None else "").strip() or "0"
    if not given.isdecimal():
        stop(ExitCode.INVALID_FILE, tr("{place}: {value} is not a rating", place=place, value=given))
    return name.strip(), int(given)
