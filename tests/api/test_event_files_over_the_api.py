"""Printouts and event files for programs."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, done, problem
from building import event, playing
from crosstable.events.models import Status, Tournament
from pdfs import pages

pytestmark = pytest.mark.django_db


def send(caller: Caller, data: bytes, query: str = ""):
    file = SimpleUploadedFile("event.zip", data)
    return caller.client.post(f"/api/tournaments/import{query}", {"file": file}, headers=caller.headers)


def test_a_program_copies_an_event():
    tournament, olga = playing("ann bo"), Caller("olga")
    file = olga.get(f"/tournaments/{tournament.pk}/file")
    assert file["Content-Type"] == "application/zip"
    assert problem(send(olga, file.content)) == (409, "event-is-here")
    made = done(send(olga, file.content, "?copy=true"), 201)
    copy = Tournament.objects.get(pk=made["tournamentId"])
    assert made == {"tournamentId": copy.pk, "slug": f"{tournament.slug}-2", "name": tournament.name}
    assert copy.rounds.get().matches.count() == 1


def test_a_wrong_file_is_a_problem_document():
    olga = Caller("olga")
    assert problem(send(olga, b"Name,Rating")) == (422, "not-an-event-file")
    assert problem(olga.client.post("/api/tournaments/import", headers=olga.headers)) == (422, "bad-value")


def test_a_program_prints():
    tournament, olga = playing("ann bo"), Caller("olga")
    answer = olga.get(f"/tournaments/{tournament.pk}/print/result-slips?paper=letter&round=1")
    assert answer["Content-Type"] == "application/pdf"
    (page,) = pages(answer.content)
    assert page.size == (216, 279)
    root = f"/tournaments/{tournament.pk}/print"
    assert problem(olga.get(f"{root}/poster")) == (404, "not-found")
    assert problem(olga.get(f"{root}/result-slips?round=9")) == (404, "not-found")
    assert problem(olga.get(f"{root}/result-slips?paper=a3")) == (422, "invalid")
    assert problem(Caller("ann").get(f"{root}/standings")) == (403, "not-allowed")
    early = event("cy di", Status.IN_PROGRESS)
    assert problem(olga.get(f"/tournaments/{early.pk}/print/standings")) == (409, "nothing-to-print")
