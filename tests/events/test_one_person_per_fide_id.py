"""One person per FIDE ID: the same number in a second event is the same player; if the name differs, we ask."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, problem
from building import user
from chess_building import chess
from crosstable.accounts.models import Player
from crosstable.events.actions.core.undo import undo
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.actions.people import entries
from crosstable.events.actions.people.entries import add_entry
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import AlreadyEntered, BadValue, OtherName
from crosstable.events.files.trf_export import trf_of
from crosstable.events.models import Tournament
from event_files import exported, somewhere_else
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
ANNA = EntryDetails("Anna Berg", rating=2100, fide_id="1503014")


def opens() -> tuple[Tournament, Tournament, Player]:
    """A first event with Anna Berg, 1503014, and a second one without players."""
    first, second = chess({}, started=False, name="Spring Open"), chess({}, started=False, name="Autumn Open")
    player = add_entry(tournament=first, details=ANNA, by=user("vera")).player
    return first, second, player


def people(tournament: Tournament) -> list[tuple[str, int]]:
    return list(tournament.entries.values_list("display_name", "player"))


def test_the_same_number_in_a_second_event_is_the_same_player():
    _, second, player = opens()
    entry = add_entry(
        tournament=second, details=EntryDetails("berg, anna", fide_id="1503014"), by=user("vera")
    )
    assert (entry.player, Player.objects.filter(user=None).count()) == (player, 1)


def test_if_the_name_differs_the_page_asks_and_a_confirmed_player_is_the_same():
    _, second, player = opens()
    address, vera = f"/t/{second.slug}/control/players/add", logged_in("vera")
    fields = {"display_name": "Anna Lund", "fide_id": "1503014", "rating": "2100"}
    asked = vera.post(address, fields)
    assert asked.status_code == 422
    assert (
        "FIDE ID 1503014 belongs to Anna Berg. Nothing was saved. Confirm that it is the same person"
        in text(asked)
    )
    assert "Anna Lund is Anna Berg" in text(asked)
    assert people(second) == []
    assert vera.post(address, {**fields, "confirm": "other-name"}).status_code == 302
    assert people(second) == [("Anna Lund", player.pk)]


def test_if_the_name_differs_the_api_asks_with_a_code():
    _, second, player = opens()
    path, body = f"/tournaments/{second.pk}/players", {"displayName": "Anna Lund", "fideId": "1503014"}
    assert problem(Caller("vera").post(path, body)) == (409, "other-name")
    assert Caller("vera").post(path, {**body, "confirm": ["other-name"]}).status_code == 201
    assert people(second) == [("Anna Lund", player.pk)]


def test_no_one_is_twice_in_an_event_by_the_same_number():
    first, _, _ = opens()
    with pytest.raises(AlreadyEntered):
        add_entry(
            tournament=first,
            details=EntryDetails("Anna Lund", fide_id="1503014"),
            confirmed=["other-name"],
            by=user("vera"),
        )


def test_an_uploaded_row_of_a_known_number_is_good_under_the_same_name_and_doubtful_under_another():
    _, second, player = opens()
    file = SimpleUploadedFile("l.csv", b"Name;FIDE ID\nBerg, Anna;1503014\nBo Lind;77\n")
    vera = logged_in("vera")
    shown = vera.post(f"/t/{second.slug}/control/players/upload", {"file": file}).headers["location"]
    vera.post(f"{shown}/take", {"which": "good"})
    assert people(second)[0] == ("Berg, Anna", player.pk)
    third = chess({}, started=False, name="Winter Open")
    pasted = vera.post(f"/t/{third.slug}/control/players/several", {"lines": "Anna Lund; 1503014"})
    page = text(vera.get(pasted.headers["location"]))
    assert "FIDE ID 1503014 belongs to Anna Berg here. Take the row if it is the same person" in page
    vera.post(f"{pasted.headers['location']}/take", {"which": "chosen", "row": "1"})
    assert people(third) == [("Anna Lund", player.pk)]


def test_a_number_twice_in_a_list_is_kept_by_the_first():
    _, second, _ = opens()
    vera, lines = logged_in("vera"), "Bo Lind; 99001122\nCy Rost; 99001122"
    shown = vera.post(f"/t/{second.slug}/control/players/several", {"lines": lines}).headers["location"]
    assert "The same FIDE ID as Bo Lind, in row 1. The row is added without the FIDE ID." in text(
        vera.get(shown)
    )
    vera.post(f"{shown}/take", {"which": "chosen", "row": "2"})
    assert list(second.entries.values_list("display_name", "fide_id")) == [
        ("Bo Lind", "99001122"),
        ("Cy Rost", ""),
    ]


def test_a_corrected_number_makes_the_entry_that_of_its_person_and_undo_takes_it_back():
    _, second, player = opens()
    entry = add_entry(tournament=second, details=EntryDetails("Anna Berg"), by=user("vera"))
    before = entry.player_id
    entries.edit_entry(entry=entry, details=EntryDetails("Anna Berg", fide_id="1503014"), by=user("vera"))
    assert people(second) == [("Anna Berg", player.pk)]
    undo(tournament=second, by=user("vera"))
    assert people(second) == [("Anna Berg", before)]


def test_a_player_cannot_register_under_the_number_of_another():
    _, second, _ = opens()
    with pytest.raises(BadValue, match="FIDE ID 1503014 belongs to Anna Berg here"):
        entries.register(tournament=second, details=EntryDetails("zoe", fide_id="1503014"), by=user("zoe"))


def test_an_imported_report_has_the_same_players_and_asks_where_names_differ():
    first, _, player = opens()
    add_entry(tournament=first, details=EntryDetails("Bo Lind", rating=1900), by=user("vera"))
    data = trf_of(first).encode()
    imported = import_report(data=data, by=user("olga"))
    assert imported.entries.get(fide_id="1503014").player == player
    other = data.replace(b"Anna Berg", b"Anna Lund")
    with pytest.raises(OtherName):
        import_report(data=other, by=user("olga"))
    again = import_report(data=other, confirmed=["other-name"], by=user("olga"))
    assert again.entries.get(fide_id="1503014").player == player


def event_file(settings, name: str = "Anna Lund") -> tuple[bytes, Player]:
    """The file of an event elsewhere with 1503014 under this name, and who has the number here: Anna Berg."""
    tournament = chess({}, started=False, name="Winter Open")
    add_entry(tournament=tournament, details=EntryDetails(name, fide_id="1503014"), by=user("vera"))
    file = exported(tournament)
    somewhere_else(settings)
    return file, opens()[2]


def imported_by(client, file: bytes, address: str = "/new/import", **fields: str):
    return client.post(address, {"file": SimpleUploadedFile("event.zip", file), **fields})


def test_an_event_file_asks_where_the_name_of_a_known_number_differs(settings):
    file, player = event_file(settings)
    with pytest.raises(OtherName):
        import_event(data=file, by=user("olga"))
    assert not Tournament.objects.filter(name="Winter Open").exists()
    assert not Player.objects.filter(name="Anna Lund").exists()
    here = import_event(data=file, confirmed=["other-name"], by=user("olga"))
    assert people(here) == [("Anna Lund", player.pk)]


def test_an_event_file_with_the_known_name_in_another_order_is_taken_without_a_question(settings):
    file, player = event_file(settings, "Berg, Anna")
    assert people(import_event(data=file, by=user("olga"))) == [("Berg, Anna", player.pk)]


def test_the_page_asks_with_a_checkbox_and_takes_the_event_file_once_confirmed(settings):
    file, player = event_file(settings)
    olga = logged_in("olga")
    asked = imported_by(olga, file)
    assert asked.status_code == 409
    assert "FIDE ID 1503014 belongs to Anna Berg. Nothing was saved" in text(asked)
    assert "Anna Lund is Anna Berg" in text(asked)
    assert imported_by(olga, file, confirm="other-name").status_code == 302
    assert people(Tournament.objects.get(name="Winter Open")) == [("Anna Lund", player.pk)]


def test_the_api_asks_before_it_takes_the_event_file(settings):
    file, player = event_file(settings)
    olga = Caller("olga")
    address = "/api/tournaments/import"
    sent = {"headers": olga.headers}
    asked = olga.client.post(address, {"file": SimpleUploadedFile("event.zip", file)}, **sent)
    assert problem(asked) == (409, "other-name")
    confirmed = f"{address}?confirm=other-name"
    made = olga.client.post(confirmed, {"file": SimpleUploadedFile("event.zip", file)}, **sent)
    assert made.status_code == 201
    assert people(Tournament.objects.get(name="Winter Open")) == [("Anna Lund", player.pk)]
