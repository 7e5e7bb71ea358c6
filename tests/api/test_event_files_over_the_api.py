"""Printouts and event files for programs."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, done, problem
from building import event, playing
from chess_building import SIX, chess, play_chess
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


def test_a_program_fetches_tables_the_report_and_the_pack(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    tournament, vera = chess(SIX), Caller("vera")
    play_chess(tournament, "1-0")
    root = f"/tournaments/{tournament.pk}"
    for table in ("pairings", "standings", "crosstable"):
        answer = Caller(None).get(f"{root}/export?table={table}")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert len(answer.content.decode().splitlines()) == (4 if table == "pairings" else 7)
        assert Caller(None).get(f"{root}/export?table={table}&kind=xlsx").content[:2] == b"PK"
    assert problem(vera.get(f"{root}/export?table=pairings&round=2")) == (404, "not-found")
    assert vera.get(f"{root}/trf").content.decode().startswith("012 Autumn Open\n")
    assert problem(vera.get(f"{root}/pack")) == (409, "nothing-to-print")
    data = done(vera.post(f"{root}/pack"))
    assert (data["round"], data["written"]) == (1, True)
    assert vera.get(f"{root}/pack").content[:2] == b"PK"
