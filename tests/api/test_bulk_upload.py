"""D2 over the API: every row is answered for, the good ones are taken, nothing by a stranger. Of teams all, or none."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, problem
from building import event, user
from crosstable.events.models import Status
from events.test_teams import doubles

pytestmark = pytest.mark.django_db

SHEET = b"Name,Rating,University\nAnn Lee,1800,Hull\nBo,high,York\nCy,,\nCy,,\n"


def upload(caller: Caller, tournament, name="players.csv", data: bytes = SHEET, query="", of="players"):
    address = f"/api/tournaments/{tournament.pk}/{of}/bulk-upload{query}"
    return caller.client.post(address, {"file": SimpleUploadedFile(name, data)}, headers=caller.headers)


@pytest.fixture
def tournament():
    user("olga")
    tournament = event("", Status.REGISTRATION)
    type(tournament).objects.filter(pk=tournament.pk).update(game="chess")
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


def test_lines_are_taken_as_people_paste_them_and_doubtful_ones_where_their_numbers_are_sent(tournament):
    caller, text = Caller("olga"), "Anna Berg 1650\n1400 Carla Dietz\nanna berg (1500)"
    address = f"/api/tournaments/{tournament.pk}/players/bulk-upload"
    answer = caller.client.post(f"{address}?rows=3", {"text": text}, headers=caller.headers).json()
    assert [(row["row"], row["verdict"]) for row in answer["rows"]] == [
        (1, "good"),
        (2, "good"),
        (3, "doubtful"),
    ]
    assert list(tournament.entries.values_list("display_name", "rating")) == [
        ("Anna Berg", 1650),
        ("Carla Dietz", 1400),
        ("anna berg (2)", 1500),
    ]


def test_a_dry_run_enters_no_one(tournament):
    assert upload(Caller("olga"), tournament, query="?dryRun=true").json()["taken"] == 0
    assert tournament.entries.count() == 0


def test_a_renamed_pdf_is_refused(tournament):
    refused = upload(Caller("olga"), tournament, "players.xlsx", b"%PDF-1.7 not a sheet")
    assert problem(refused)[0] == 422


def test_a_stranger_uploads_nothing(tournament):
    assert problem(upload(Caller("mallory"), tournament)) == (403, "not-allowed")
    assert tournament.entries.count() == 0


def test_one_bad_row_in_a_list_of_teams_and_no_one_is_entered_unless_it_may_be_left_out():
    event, sheet = doubles("Larks"), b"Team,Member 1,Member 2\nOwls,Ann,Ben\nCrows,Cem,cem\n"
    for of in ("teams", "players"):
        refused = upload(Caller("olga"), event, "teams.csv", sheet, of=of)
        assert problem(refused) == (422, "bad-rows")
    assert refused.json()["detail"] == (
        "Row 3, Crows: cem is named twice. No row was entered: correct the file and send it again, or leave the bad "
        "rows out."
    )
    assert refused.json()["rows"] == [{"row": 3, "name": "Crows", "reason": "cem is named twice."}]
    assert names(event) == ["Larks"]
    answer = upload(Caller("olga"), event, "teams.csv", sheet, "?leaveOutBad=true", "teams").json()
    assert (answer["taken"], names(event)) == (1, ["Larks", "Owls"])


def names(tournament) -> list[str]:
    return list(tournament.entries.order_by("seed").values_list("display_name", flat=True))
