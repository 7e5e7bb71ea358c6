"""What an organiser sees of an upload before it is taken."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from crosstable.accounts.models import User
from crosstable.events.files.uploads import Judged, Verdict
from crosstable.events.files.uploads.storing import from_json
from crosstable.events.models import PlayerUpload, Tournament


@dataclass(frozen=True, slots=True)
class Preview:
    """`free` places are left in the event; None when there is no limit."""

    upload: PlayerUpload
    good: Sequence[Judged]
    doubtful: Sequence[Judged]
    bad: Sequence[Judged]
    free: int | None

    @property
    def is_short_of_room(self) -> bool:
        return self.free is not None and len(self.good) > self.free

    @property
    def to_look_at(self) -> Sequence[Judged]:
        return sorted([*self.doubtful, *self.bad], key=lambda row: row.number)


def upload_of(user: User, tournament: Tournament, upload_id: UUID) -> PlayerUpload | None:
    """An upload is its uploader's: nobody else takes what they have not chosen."""
    rows = PlayerUpload.objects.select_related("tournament")
    return rows.filter(pk=upload_id, tournament=tournament, by=user).first()


def preview_of(upload: PlayerUpload) -> Preview:
    rows = from_json(upload.rows)
    good, doubtful, bad = ([row for row in rows if row.verdict is verdict] for verdict in Verdict)
    return Preview(upload, good, doubtful, bad, _free(upload.tournament))


def _free(tournament: Tournament) -> int | None:
    if tournament.max_players is None:
        return None
    return max(0, tournament.max_players - tournament.entries.filter(dropped_at__isnull=True).count())
