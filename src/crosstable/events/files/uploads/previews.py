"""What an organiser sees of an upload before it is taken. And the judged rows as JSON and back."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from crosstable.accounts.models import User
from crosstable.events.files.uploads.judging import JudgedRow, Verdict
from crosstable.events.files.uploads.reading import UploadRow
from crosstable.events.models import PlayerUpload, Tournament
from crosstable.events.queries.people.room import free_places
from crosstable.events.records.entries import EntryDetails


@dataclass(frozen=True, slots=True)
class Preview:
    """`free` places are left in the event; None when there is no limit."""

    upload: PlayerUpload
    good: Sequence[JudgedRow]
    doubtful: Sequence[JudgedRow]
    bad: Sequence[JudgedRow]
    free: int | None

    @property
    def is_short_of_room(self) -> bool:
        """Doubtful rows count: the organiser may take them, too."""
        return self.free is not None and len(self.good) + len(self.doubtful) > self.free

    @property
    def to_look_at(self) -> Sequence[JudgedRow]:
        return sorted([*self.doubtful, *self.bad], key=lambda row: row.number)


def upload_of(user: User, tournament: Tournament, upload_id: UUID) -> PlayerUpload | None:
    """An upload is its uploader's: nobody else takes what they have not chosen."""
    rows = PlayerUpload.objects.select_related("tournament")
    return rows.filter(pk=upload_id, tournament=tournament, by=user).first()


def preview_of(upload: PlayerUpload) -> Preview:
    rows = from_json(upload.rows)
    good, doubtful, bad = ([row for row in rows if row.verdict is verdict] for verdict in Verdict)
    return Preview(upload, good, doubtful, bad, free_places(upload.tournament))


def as_json(rows: Iterable[JudgedRow]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]


def from_json(rows: Iterable[dict[str, Any]]) -> list[JudgedRow]:
    return [
        JudgedRow(
            number=row["number"],
            name=row["name"],
            verdict=Verdict(row["verdict"]),
            reason=row["reason"],
            details=EntryDetails(**row["details"]) if row["details"] else None,
            members=tuple(row.get("members", ())),
            remark=row.get("remark", ""),
            email=row.get("email", ""),
        )
        for row in rows
    ]


def as_read(row: JudgedRow) -> UploadRow:
    """The row before it was judged, to be judged again: under its own name, without a name to tell it apart."""
    if row.details is None:
        return UploadRow(row.number, row.name, None, row.reason, row.members)
    details = EntryDetails(**{**asdict(row.details), "display_name": row.name})
    return UploadRow(row.number, row.name, details, members=row.members, remark=row.remark, email=row.email)
