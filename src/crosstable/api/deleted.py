"""Deleted tournaments, which can be restored within 30 days (A2)."""

from datetime import datetime
from typing import Self

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Status
from pydantic import Field

from crosstable.api.event_files import ZIP_ANSWER, ImportedOut
from crosstable.api.identity import Request
from crosstable.api.router import new_router
from crosstable.api.schemas import Out, Page, PageIn
from crosstable.events.actions.event import deleting
from crosstable.events.models import DeletedEvent
from crosstable.events.queries.people.tournaments import KEPT_FOR, restorable

router = new_router("deleted tournaments")


class DeletedOut(Out):
    deleted_id: int
    tournament_name: str
    status: str = Field(description="As it was when it was deleted.")
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


@router.get("", response=Page[DeletedOut])
def list_deleted(request: Request, response: HttpResponse, page: Query[PageIn]) -> Page[DeletedOut]:
    """Your tournaments deleted in the last 30 days; for a system administrator those of everyone."""
    return Page[DeletedOut].of(request, response, restorable(request.user), page, DeletedOut.of)


@router.get("/{id:deleted_id}/file", openapi_extra=ZIP_ANSWER)
def get_deleted_file(request: Request, deleted_id: int) -> HttpResponse:
    """The event file kept when the tournament was deleted."""
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    return HttpResponse(deleting.kept_file(deleted=row, by=request.user), content_type="application/zip")


@router.post("/{id:deleted_id}/restore", response={201: ImportedOut})
def restore_tournament(request: Request, deleted_id: int) -> Status[ImportedOut]:
    """The tournament as it was, with its results, ratings, helpers and share link."""
    row = get_object_or_404(DeletedEvent, pk=deleted_id)
    return Status(201, ImportedOut.of(deleting.restore_tournament(deleted=row, by=request.user)))
