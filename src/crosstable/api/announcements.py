"""Announcements: one sentence from the organisers to all phones and displays, until a time."""

import datetime

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.events.actions.hall import announcements as actions
from crosstable.events.models import Announcement
from crosstable.events.queries.desk.announcements import current_announcements

router = new_router("screens")
PATH = "/{id:tournament_id}/announcements"


class AnnouncementIn(In):
    text: Text = Field(description="One sentence of at most 160 characters.")
    minutes: Whole = Field(30, description="How long it is shown, from 1 to 1440.")


class AnnouncementOut(Out):
    announcement_id: int
    text: str
    at: datetime.datetime
    until: datetime.datetime

    @classmethod
    def of(cls, row: Announcement) -> "AnnouncementOut":
        return cls.of_row(row, announcement_id=row.pk)


class AnnouncementsOut(Out):
    announcements: list[AnnouncementOut]


@router.get(PATH, response=AnnouncementsOut, **PUBLIC)
def list_announcements(request: VisitorRequest, tournament_id: int) -> AnnouncementsOut:
    """List the current announcements, newest first."""
    rows = current_announcements(tournament_to_change(request, tournament_id))
    return AnnouncementsOut(announcements=[AnnouncementOut.of(row) for row in rows])


@router.post(PATH, response={201: AnnouncementOut})
def announce(request: Request, tournament_id: int, body: AnnouncementIn) -> Status[AnnouncementOut]:
    """Show an announcement on phones and displays, and notify every player."""
    tournament = tournament_to_change(request, tournament_id)
    row = actions.announce(tournament=tournament, text=body.text, minutes=body.minutes, by=request.user)
    return Status(201, AnnouncementOut.of(row))


@router.delete(PATH + "/{id:announcement_id}", response={204: None})
def withdraw_announcement(request: Request, tournament_id: int, announcement_id: int) -> Status[None]:
    """Remove an announcement from phones and displays."""
    tournament = tournament_to_run(request, tournament_id)
    row = get_object_or_404(tournament.announcements, pk=announcement_id)
    actions.withdraw_announcement(announcement=row, by=request.user)
    return Status(204, None)
