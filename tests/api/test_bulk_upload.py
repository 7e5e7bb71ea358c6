"""D2 over the API: every row is answered for, the good ones are taken, nothing by a stranger."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, problem
from building import event, user
from crosstable.events.models import Status

pytestmark = pytest.mark.django_db

SHEET = b"Name,Rating,University\nAnn Lee,1800,Hull\nBo,high,York\nCy,,\nCy,,\n"


def upload(caller: Caller, tournament, name: str = "players.csv", data: bytes = SHEET, query: str = ""):
    address = f"/api/tournaments/{tournament.pk}/players/bulk-upload{query}"
    return caller.client.post(address, {"file": SimpleUploadedFile(name, data)}, headers=caller.headers)


@pytest.fixture
def tournament():
    user("olga")
    tournament = event("", Status.REGISTRATION)
    type(tournament).objects.filter(pk=tournament.pk).update(profile="chess")
    return tournament


def test_good_rows_are_taken_and_the_others_answered_for(tournament):
    answer = upload(Caller("olga"), tournament).json()
    assert answer["taken"] == 2
    assert [(row["row"], row["name"], row["verdict"]) for row in answer["rows"]] == [
        (2, "Ann Lee", "good"),
        (3, "Bo", "bad"),
        (4, "Cy", "good"),
        (5, "Cy", "doubtful"),
    ]
    assert set(tournament.entries.values_list("display_name", "rating")) == {("Ann Lee", 1800), ("Cy", 0)}


def test_a_dry_run_enters_nobody(tournament):
    assert upload(Caller("olga"), tournament, query="?dryRun=true").json()["taken"] == 0
    assert tournament.entries.count() == 0


def test_a_renamed_pdf_is_refused(tournament):
    refused = upload(Caller("olga"), tournament, "players.xlsx", b"%PDF-1.7 not a sheet")
    assert problem(refused)[0] == 422


def test_a_stranger_uploads_nothing(tournament):
    assert problem(upload(Caller("mallory"), tournament)) == (403, "not-allowed")
    assert tournament.entries.count() == 0
