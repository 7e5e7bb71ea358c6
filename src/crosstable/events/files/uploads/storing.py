"""Judged rows as JSON and back."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from crosstable.events.files.uploads.judging import Judged, Verdict
from crosstable.events.files.uploads.reading import UploadRow
from crosstable.events.records.entries import EntryDetails


def as_json(rows: Iterable[Judged]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]


def from_json(rows: Iterable[dict[str, Any]]) -> list[Judged]:
    return [
        Judged(
            number=row["number"],
            name=row["name"],
            verdict=Verdict(row["verdict"]),
            reason=row["reason"],
            details=EntryDetails(**row["details"]) if row["details"] else None,
            members=tuple(row.get("members", ())),
        )
        for row in rows
    ]


def as_read(row: Judged) -> UploadRow:
    """The row before it was judged, to be judged again: under its own name, without a name to tell it apart."""
    if row.details is None:
        return UploadRow(row.number, row.name, None, row.reason, row.members)
    details = EntryDetails(**{**asdict(row.details), "display_name": row.name})
    return UploadRow(row.number, row.name, details, members=row.members)
