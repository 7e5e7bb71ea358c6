"""A list in which certain columns must be there and filled: for programs that promise them."""

from collections.abc import Mapping
from dataclasses import replace

from crosstable.events.errors import BadValue, named
from crosstable.events.files.uploads.columns import MEANINGS
from crosstable.events.files.uploads.judging import JudgedRow, Verdict, judge
from crosstable.events.files.uploads.names import heading_key
from crosstable.events.files.uploads.reading import read_upload
from crosstable.events.models import Tournament


def judge_filled(
    file_name: str, data: bytes, tournament: Tournament, columns: Mapping[str, str]
) -> list[JudgedRow]:
    """Every row, bad where a column is empty. Raises BadValue where one is missing, and a Refused.

    `columns` are headings by what they mean.
    """
    upload = read_upload(file_name, data)
    found = {MEANINGS.get(heading_key(word)) for word in upload.used}
    if missing := [heading for meaning, heading in columns.items() if not found & _also(meaning)]:
        every = ", ".join(columns.values())
        raise BadValue(f"The column {named(missing)} is missing. A list has the columns {every}.", "file")
    return [_filled(row, columns) for row in judge(upload, tournament)]


def _also(meaning: str) -> set[str]:
    """A name may stand in two columns."""
    return {"name", "first", "last"} if meaning == "name" else {meaning}


def _filled(row: JudgedRow, columns: Mapping[str, str]) -> JudgedRow:
    if row.details is None:
        return row
    values = {
        "name": row.details.display_name,
        "rating": row.details.rating,
        "team_name": row.details.team_name,
    }
    empty = [heading for meaning, heading in columns.items() if not values[meaning]]
    if not empty:
        return row
    return replace(row, verdict=Verdict.BAD, reason=f"{named(empty)} is empty.", details=None)
