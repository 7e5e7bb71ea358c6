"""A whole event as one file (F8), and deleted events, which can be restored within 30 days (A2)."""

from datetime import datetime
from typing import Self

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import File, Query, Status
from ninja.files import UploadedFile
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import Out, Page, PageIn, WarningsIn
from crosstable.engine.pairing.check import Board
from crosstable.events.actions.event import deleting
from crosstable.events.actions.event.event_files import import_event as take_event
from crosstable.events.actions.event.report_files import import_report, preview_report
from crosstable.events.errors import BadValue, EventFileTooBig
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.files.trf_preview import ReportPreview
from crosstable.events.files.uploads.limits import was_too_big
from crosstable.events.models import DeletedEvent, Tournament
from crosstable.events.queries.people.tournaments import KEPT_FOR, restorable
from crosstable.text import tr

router = new_router("event files")
deleted_router = new_router("deleted tournaments")
ZIP_ANSWER = {
    "responses": {
        200: {
            "description": "The file, a zip.",
            "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
        }
    }
}


class ImportIn(WarningsIn):
    copy_: bool = Field(
        False,
        alias="copy",
        description="Import a copy if the event exists here already. A copy is not rated again.",
    )


class ImportedOut(Out):
    tournament_id: int
    slug: str
    name: str

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        return cls.of_row(tournament, tournament_id=tournament.pk)


@router.get("/{id:tournament_id}/file", openapi_extra=ZIP_ANSWER)
def get_event_file(request: Request, tournament_id: int) -> HttpResponse:
    """Export the whole event as one file: players, rounds, results, ratings, history."""
    tournament = tournament_to_run(request, tournament_id)
    return HttpResponse(write_event(tournament), content_type="application/zip")


@router.post("/import", response={201: ImportedOut})
def import_event(
    request: Request, choice: Query[ImportIn], file: File[UploadedFile | None] = None
) -> Status[ImportedOut]:
    """Import an event from a file of this or another installation. You own it."""
    data = _content(request, file, "event file")
    tournament = take_event(data=data, by=request.user, as_copy=choice.copy_, confirmed=choice.confirm)
    return Status(201, ImportedOut.of(tournament))


@router.post("/import-trf", response={201: ImportedOut})
def import_trf(
    request: Request, choice: Query[WarningsIn], file: File[UploadedFile | None] = None
) -> Status[ImportedOut]:
    """Import a chess event from a tournament report file (TRF16 or TRF26): players, rounds, results and byes.
    You own it. Its games do not change ratings.
    """
    data = _content(request, file, "TRF file")
    return Status(201, ImportedOut.of(import_report(data=data, confirmed=choice.confirm, by=request.user)))


class CheckedBoardOut(Out):
    first: int = Field(description="Starting number of the player with White, or with the bye.")
    second: int | None = Field(
        description="Starting number of the opponent; null for the pairing-allocated bye."
    )

    @classmethod
    def of(cls, board: Board) -> Self:
        return cls(first=board[0], second=board[1])


class RoundCheckOut(Out):
    round: int
    differs: bool = Field(
        description="Whether the rules give other pairings, and the file does not explain why."
    )
    sentence: str
    ours: list[CheckedBoardOut] = Field(
        description="Pairings by the rules that are not in the file, by starting number."
    )
    theirs: list[CheckedBoardOut] = Field(description="Pairings that are only in the file.")


class ReportPreviewOut(Out):
    name: str
    format: str
    players: int
    rounds: int
    total_rounds: int
    games: int
    open_games: int
    byes: int
    adjustments: list[str] = Field(description="Every value that is imported differently from the file.")
    checks: list[RoundCheckOut]

    @classmethod
    def of(cls, preview: ReportPreview) -> Self:
        checks = [
            RoundCheckOut(
                round=line.number,
                differs=line.differs,
                sentence=line.sentence,
                ours=[CheckedBoardOut.of(board) for board in line.ours],
                theirs=[CheckedBoardOut.of(board) for board in line.theirs],
            )
            for line in preview.checks
        ]
        names = ("name", "format", "players", "rounds", "total_rounds", "games", "open_games", "byes")
        values = {name: getattr(preview, name) for name in names}
        return cls(**values, adjustments=list(preview.adjustments), checks=checks)


@router.post("/import-trf/preview", response=ReportPreviewOut)
def preview_trf(request: Request, file: File[UploadedFile | None] = None) -> ReportPreviewOut:
    """Preview the import of a report file: what was read, every adjustment, and each round checked against
    the rules. Nothing is stored.
    """
    data = _content(request, file, "TRF file")
    return ReportPreviewOut.of(preview_report(data=data, by=request.user))


def _content(request: Request, file: UploadedFile | None, words: str) -> bytes:
    if was_too_big(request):
        raise EventFileTooBig(limit=tr("The limit is {megabytes} MB.", megabytes=10))
    if file is None:
        raise BadValue(tr("Send the file as a form field named “file”.", words=words), "file")
    return bytes(file.read())


class DeletedOut(Out):
    deleted_id: int
    tournament_name: str
    status: str = Field(description="The status when it was deleted.")
    players: int
    deleted_at: datetime
    kept_until: datetime

    @classmethod
    def of(cls, row: DeletedEvent) -> Self:
        return cls(
            deleted_id=row.pk,
            tournament_name=row.name,
            status=row.status,
            players=row.entries,
            deleted_at=row.deleted_at,
            kept_until=row.deleted_at + KEPT_FOR,
        )


@deleted_router.get("", response=Page[DeletedOut])
def list_deleted(request: Request, response: HttpResponse, page: Query[PageIn]) -> Page[DeletedOut]:
    """List your tournaments deleted in the last 30 days. A system administrator gets those of everyone."""
    return Page[DeletedOut].of(request, response, restorable(request.user), page, DeletedOut.of)


@deleted_router.get("/{id:deleted_id}/file", openapi_extra=ZIP_ANSWER)
def get_deleted_file(request: Request, deleted_id: int) -> HttpResponse:
    """Get the event file stored when the tournament was deleted."""
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    return HttpResponse(deleting.kept_file(deleted=row, by=request.user), content_type="application/zip")


@deleted_router.post("/{id:deleted_id}/restore", response={201: ImportedOut})
def restore_tournament(request: Request, deleted_id: int) -> Status[ImportedOut]:
    """Restore a deleted tournament with its results, ratings, helpers and share link."""
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    return Status(201, ImportedOut.of(deleting.restore_tournament(deleted=row, by=request.user)))
