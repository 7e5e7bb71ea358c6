"""D2: lists of players from files. Nothing is stored before it is taken, and every row gets its verdict."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from building import details as event_details
from building import event, user
from crosstable.accounts.models import Player
from crosstable.events import exports
from crosstable.events.actions import tournaments, uploads
from crosstable.events.actions.entries import EntryDetails, add_entry
from crosstable.events.errors import BadValue, NameTaken, NotAllowed, WrongStatus
from crosstable.events.journal_words import describe
from crosstable.events.models import Entry, PlayerUpload, Status, Tournament
from crosstable.events.profiles import CHESS, WARGAME
from crosstable.events.uploads import Upload, UploadRefused, UploadRow, judge, read_upload
from crosstable.events.uploads.errors import (
    FileDamaged,
    FileEncrypted,
    FileTooBig,
    NameColumnMissing,
    NotASheet,
    NotEnoughRoom,
    SheetEmpty,
    TooManyRows,
    UploadGone,
)
from crosstable.events.uploads.names import name_key
from crosstable.events.uploads.template import template
from old_excel import xls
from sheets import archive, ods, text, xlsx

HEAD = ["Name", "Rating", "University"]


def club(**changes: object) -> Tournament:
    """A chess event open for entries."""
    by = user("vera")
    wanted = event_details(**{"name": "Autumn Open", "initial_color": "white", **changes})
    tournament = tournaments.create_tournament(details=wanted, by=by, profile="chess")
    tournaments.advance(tournament=tournament, by=by)
    tournament.refresh_from_db()
    return tournament


def values(upload: Upload) -> list[tuple[object, ...]]:
    """(row, name, rating, club) of what was understood, (row, name, problem) of what was not."""
    return [
        (row.number, row.name, row.details.rating, row.details.team_name)
        if row.details
        else (row.number, row.name, row.problem)
        for row in upload.rows
    ]


def verdicts(tournament: Tournament, *rows: list[object]) -> list[tuple[int, str, str]]:
    judged = judge(read_upload("list.csv", text(*rows)), tournament)
    return [(row.number, row.verdict.value, row.reason) for row in judged]


# Reading


TWO = [HEAD, ["Ann Lee", 1800, "Leeds"], ["Bo Chen", 1650, ""]]
FILES = ["xlsx", "xls", "ods", "semicolon", "comma", "tab"]
FILES += ["utf-8-bom", "utf-16", "utf-16-le", "utf-16-be", "excel-hint", "second-sheet"]
READ = [(2, "Ann Lee", 1800, "Leeds"), (3, "Bo Chen", 1650, "")]


@pytest.mark.parametrize(
    "data",
    [
        xlsx(*TWO),
        xls(*TWO),
        ods(*TWO),
        text(*TWO),
        text(*TWO, delimiter=","),
        text(*TWO, delimiter="\t"),
        text(*TWO, encoding="utf-8-sig"),
        text(*TWO, encoding="utf-16"),
        text(*TWO, encoding="utf-16-le"),
        text(*TWO, encoding="utf-16-be"),
        b"sep=,\r\n" + text(*TWO, delimiter=","),
        xlsx(*TWO, sheets_before=1),
    ],
    ids=FILES,
)
def test_the_same_list_is_read_from_every_kind_of_file(data):
    assert values(read_upload("players", data)) == READ


def test_western_european_letters_are_read_from_a_file_of_the_old_encoding():
    assert values(read_upload("l.csv", text(["Nom", "Elo"], ["Zoé Müller", 1500], encoding="latin-1"))) == [
        (2, "Zoé Müller", 1500, "")
    ]


@pytest.mark.parametrize(
    ("headings", "row", "read"),
    [
        (["Nom", "Prénom", "Elo"], ["Dupont", "Zoé", 1500], (2, "Zoé Dupont", 1500, "")),
        (["Verein", "Wertung", "Spieler"], ["SK Ulm", 1500, "Jo"], (2, "Jo", 1500, "SK Ulm")),
        (["Nombre", "Apellidos", "ELO"], ["José", "Pérez", 1500], (2, "José Pérez", 1500, "")),
        (["Cognome", "Nome", "Punteggio"], ["Rossi", "Ada", 1500], (2, "Ada Rossi", 1500, "")),
        (["LAST NAME", "first_name", "School"], ["Lee", "Ann", "York"], (2, "Ann Lee", 0, "York")),
        (["Imię i nazwisko", "Ranking", "Klub"], ["Jan Kos", 7, "AZS"], (2, "Jan Kos", 0, "AZS")),
    ],
)
def test_columns_are_found_by_name_in_any_order_and_language(headings, row, read):
    assert values(read_upload("l.csv", text(headings, row))) == [read]


def test_titles_above_the_headings_and_blank_rows_do_not_move_the_row_numbers():
    data = xlsx(["Autumn Open 2026"], [], [None, *HEAD], [], [None, "Ann", 1500, "Leeds"], [], [None, "Bo"])
    assert values(read_upload("l.xlsx", data)) == [(5, "Ann", 1500, "Leeds"), (7, "Bo", 0, "")]


def test_everything_that_is_known_of_a_player_is_read():
    head = ["Name", "FIDE ID", "Fed", "Geburtsdatum", "Title", "Elo"]
    data = xlsx(head, ["Ann Lee", 1503014.0, "eng", date(1998, 5, 3), "WFM", "1800"])
    assert read_upload("l.xlsx", data).rows[0].details == EntryDetails(
        "Ann Lee", rating=1800, title="WFM", federation="ENG", fide_id="1503014", birth_year=1998
    )


@pytest.mark.parametrize(
    ("cell", "rating"),
    [
        (1800.0, 1800),
        ("1800", 1800),
        ("1800.0", 1800),
        ("1 800", 1800),
        ("1,800", 1800),
        (("=900*2", 1800), 1800),
        ("", 0),
        (0, 0),
        ("unrated", 0),
        ("–", 0),
    ],
)
def test_a_rating_is_understood_however_the_cell_holds_it(cell, rating):
    assert values(read_upload("l.xlsx", xlsx(HEAD, ["Ann", cell]))) == [(2, "Ann", rating, "")]


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        (date(2026, 3, 1), "The rating is a date: 2026-03-01. Format the cell as a number."),
        ("1800*", "The rating is not a whole number: “1800*”."),
        (1800.5, "The rating is not a whole number: “1800.5”."),
        (-5, "The rating is not a whole number: “-5”."),
        ("about 1800", "The rating is not a whole number: “about 1800”."),
    ],
)
def test_a_rating_that_is_none_makes_the_row_bad(cell, problem):
    assert values(read_upload("l.xlsx", xlsx(HEAD, ["Ann", cell]))) == [(2, "Ann", problem)]


def test_formulas_left_as_text_are_bad():
    rows = [HEAD, ["Ann", "=A1+1"], ["=cmd|' /C calc'!A0", 1500], ["Bo", "#REF!"]]
    assert [row.problem for row in read_upload("l.csv", text(*rows)).rows] == [
        "The rating is a formula: “=A1+1”. Put its value there.",
        "The name is a formula: “=cmd|' /C calc'!A0”. Put its value there.",
        "The rating is a formula without a value: #REF!.",
    ]


def test_names_of_all_scripts_and_emoji_are_kept_but_not_marks_that_turn_the_page():
    rows = [["Name"], ["محمد الأحمد"], ["דוד כהן"], ["Ann 🐉 Lee"], ["Bo\u202eeel"], ["🏳️‍🌈"]]
    assert [row.name for row in read_upload("l.csv", text(*rows)).rows] == [
        "محمد الأحمد",
        "דוד כהן",
        "Ann 🐉 Lee",
        "Boeel",
        "🏳️‍🌈",
    ]


def test_the_template_is_read_back_and_its_examples_are_not_taken():
    for profile in (CHESS, WARGAME):
        rows = read_upload("t.xlsx", template(profile)).rows
        assert [row.problem for row in rows] == ["This is an example row of the template."] * 2


# Files that cannot be used

ENCRYPTED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"%PDF-1.7 ...", NotASheet),
        (b"\x89PNG\r\n", NotASheet),
        (b"<html><table><tr><td>Name", NotASheet),
        (archive(word__document="x"), NotASheet),
        (archive(readme="x"), NotASheet),
        (ENCRYPTED, FileEncrypted),
        (
            archive(mimetype="opendocument.spreadsheet", **{"META-INF__manifest.xml": "encryption-data"}),
            FileEncrypted,
        ),
        (b"PK\x03\x04 cut short", FileDamaged),
        (xlsx(*TWO)[:-200], FileDamaged),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(3000), FileDamaged),
        (b"\x01\x02\x03\x04", FileDamaged),
        (b"", SheetEmpty),
        (b" \r\n", SheetEmpty),
        (xlsx(), SheetEmpty),
        (text(HEAD), SheetEmpty),
        (text(["Name"], *[[f"Player {n}"] for n in range(5001)]), TooManyRows),
        (b"x" * 10_000_001, FileTooBig),
    ],
)
def test_a_file_that_is_no_list_of_players_is_refused_in_words(data, refusal):
    with pytest.raises(refusal) as refused:
        read_upload("players.xlsx", data)
    assert str(refused.value).endswith(".")


def test_a_list_without_a_name_column_is_told_which_headings_there_are():
    with pytest.raises(NameColumnMissing) as refused:
        read_upload("l.csv", text(["Our list"], ["Email", "Points"], ["a@b", 3]))
    assert str(refused.value) == (
        "No column is called “Name” (or “First name” and “Last name”); found: “Email” and “Points”. "
        "Put the headings above the list."
    )


def test_a_small_file_that_asks_for_all_memory_does_not_end_the_server():
    rows: list[list[object]] = [["Name"], ["Ann"]]
    data = xlsx(*rows, *[[]] * 1_048_573, [None] * 16_383 + ["x"])
    with pytest.raises(FileDamaged):
        read_upload("bomb.xlsx", data)


def read_or_refused(name: str, data: bytes) -> tuple[UploadRow, ...]:
    with suppress(UploadRefused):
        return read_upload(name, data).rows
    return ()


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_fail_otherwise_than_in_words(data):
    read_or_refused("fuzz", data)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.text(max_size=12), min_size=3, max_size=3), max_size=8),
    st.sampled_from(";,\t"),
    st.sampled_from(["utf-8", "utf-16", "latin-1"]),
)
def test_no_text_under_the_headings_makes_the_reader_fail(rows, delimiter, encoding):
    lines = [HEAD, *rows]
    data = "\n".join(delimiter.join(row) for row in lines).encode(encoding, "replace")
    for row in read_or_refused("fuzz.csv", data):
        assert bool(row.problem) != bool(row.details)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 5000), st.binary(min_size=1, max_size=20))
def test_a_workbook_with_bytes_changed_is_read_or_refused(at, junk):
    whole = xlsx(*TWO)
    read_or_refused("fuzz.xlsx", whole[:at] + junk + whole[at + len(junk) :])


# Judging


def test_names_are_alike_whatever_the_case_the_accents_and_the_order():
    alike = {"Müller, Jörg", "Joerg Mueller", "JÖRG MÜLLER", "jorg muller"}
    assert len({name_key(name) for name in alike}) == 1
    assert name_key("Łukasz Øst") == name_key("ost lukasz")
    assert name_key("🐉") != name_key("🦄")


@pytest.mark.django_db
def test_every_row_is_good_doubtful_or_bad_with_its_number_and_reason():
    tournament = club()
    known = EntryDetails("Müller, Jörg", fide_id="77")
    add_entry(tournament=tournament, details=known, by=tournament.owner)
    head = [*HEAD, "FIDE ID"]
    assert verdicts(
        tournament,
        head,
        ["Ann Lee", 1800, "Leeds", ""],
        ["Joerg Mueller", 1900, "", ""],
        ["ann lee", 1500, "Hull", ""],
        ["Lee, Ann", 1500, "", ""],
        ["Bo", 1500, "", "77"],
        ["Müller, Jörg", "", "", ""],
        ["", 1500, "", ""],
        ["Cy", 9000, "", ""],
        ["D" * 61, "", "", ""],
    ) == [
        (2, "good", ""),
        (3, "doubtful", "Nearly the same as “Müller, Jörg”, entered already."),
        (
            4,
            "doubtful",
            "The same name is in row 2. If it is somebody else, they are entered as “ann lee (Hull)”.",
        ),
        (5, "doubtful", "Nearly the same as “Ann Lee”, in row 2."),
        (6, "doubtful", "The same FIDE ID as Müller, Jörg, entered already."),
        (
            7,
            "doubtful",
            "The same name is entered already. If it is somebody else, they are entered as “Müller, Jörg (2)”.",
        ),
        (8, "bad", "The name is missing."),
        (9, "bad", "A rating is from 0 to 4000; 0 means none."),
        (10, "bad", "A display name has at most 60 characters."),
    ]


@pytest.mark.django_db
def test_a_wargame_asks_for_the_faction():
    head = ["Player", "Army"]
    assert verdicts(event(), head, ["Ann", "Orks"], ["Bo", ""]) == [
        (2, "good", ""),
        (3, "bad", "Name your faction."),
    ]


# Taking

LIST = [HEAD, ["Ann Lee", 1800, "Leeds"], ["ann lee", 1500, "Hull"], ["Bo", "x", ""], ["Cy", "", ""]]


def kept(tournament: Tournament, *rows: list[object]) -> PlayerUpload:
    upload = read_upload("list.csv", text(*(rows or LIST)))
    return uploads.keep_upload(tournament=tournament, upload=upload, by=tournament.owner)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.values_list("display_name", flat=True))


@pytest.mark.django_db
def test_nothing_is_entered_before_the_good_ones_are_taken():
    tournament = club()
    upload = kept(tournament)
    assert (names(tournament), Player.objects.filter(user=None).count()) == ([], 0)
    before = Tournament.objects.get().revision

    uploads.take_upload(upload=upload, by=tournament.owner)

    ann = Entry.objects.get(display_name="Ann Lee")
    assert names(tournament) == ["Ann Lee", "Cy"]
    assert (ann.rating, ann.team_name, ann.seed, ann.is_checked_in, ann.player.name) == (
        1800,
        "Leeds",
        1,
        True,
        "Ann Lee",
    )
    said = tournament.journal.first()
    assert said is not None and said.number == before + 1
    assert (said.verb, said.after) == ("entries.uploaded", {"count": 2, "names": ["Ann Lee", "Cy"]})
    assert describe(said) == "2 entered from a file: Ann Lee and Cy"


@pytest.mark.django_db
def test_doubtful_ones_come_along_when_chosen_and_bad_ones_never():
    tournament = club()
    uploads.take_upload(upload=kept(tournament), also=[3, 4, 99], by=tournament.owner)
    assert names(tournament) == ["Ann Lee", "ann lee (Hull)", "Cy"]


@pytest.mark.django_db
def test_an_upload_is_taken_once():
    tournament = club()
    upload = kept(tournament)
    uploads.take_upload(upload=upload, by=tournament.owner)
    with pytest.raises(UploadGone):
        uploads.take_upload(upload=upload, by=tournament.owner)
    assert names(tournament) == ["Ann Lee", "Cy"]


@pytest.mark.django_db
def test_somebody_entered_meanwhile_stops_everything_and_the_list_is_judged_again():
    tournament = club()
    upload = kept(tournament)
    add_entry(tournament=tournament, details=EntryDetails("Cy"), by=tournament.owner)
    with pytest.raises(NameTaken):
        uploads.take_upload(upload=upload, by=tournament.owner)
    assert names(tournament) == ["Cy"]

    uploads.judge_again(upload=PlayerUpload.objects.get())
    assert [row["verdict"] for row in PlayerUpload.objects.get().rows] == [
        "good",
        "doubtful",
        "bad",
        "doubtful",
    ]


@pytest.mark.django_db
def test_more_than_the_event_takes_are_refused_together():
    tournament = club(max_players=2)
    with pytest.raises(NotEnoughRoom):
        uploads.take_upload(upload=kept(tournament), also=[3], by=tournament.owner)
    assert (names(tournament), PlayerUpload.objects.count()) == ([], 1)


@pytest.mark.django_db
def test_what_add_entry_refuses_is_refused_for_many():
    tournament = club()
    by = tournament.owner

    def take(*rows: EntryDetails, by: object = by) -> None:
        uploads.take_players(tournament=tournament, rows=rows, by=by)  # type: ignore[arg-type]

    with pytest.raises(BadValue):
        take(EntryDetails("Ann"), EntryDetails("Bo", rating=-1))
    with pytest.raises(NameTaken):
        take(EntryDetails("Ann"), EntryDetails("ANN"))
    with pytest.raises(NotAllowed):
        take(EntryDetails("Ann"), by=user("mallory"))
    Tournament.objects.update(status=Status.COMPLETE)
    with pytest.raises(WrongStatus):
        take(EntryDetails("Ann"))
    assert (names(tournament), Player.objects.filter(user=None).count()) == ([], 0)


@pytest.mark.django_db
def test_taking_nobody_leaves_no_trace():
    tournament = club()
    before = tournament.revision
    assert uploads.take_players(tournament=tournament, rows=[], by=tournament.owner) == []
    assert Tournament.objects.get().revision == before


@pytest.mark.django_db
def test_wargamers_from_a_file_are_registered_and_check_in_themselves():
    tournament = event("", Status.REGISTRATION)
    uploads.take_upload(upload=kept(tournament, ["Name", "Faction"], ["Ann", "Orks"]), by=tournament.owner)
    assert [entry.is_checked_in for entry in tournament.entries.all()] == [False]


@pytest.mark.django_db
def test_an_upload_nobody_took_goes_after_a_day():
    tournament = club()
    old = kept(tournament)
    PlayerUpload.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    new = kept(tournament)
    assert list(PlayerUpload.objects.all()) == [new] != [old]


@pytest.mark.django_db
def test_two_thousand_players_are_entered_in_a_few_queries(django_assert_max_num_queries):
    tournament = club()
    rows = [EntryDetails(f"Player {n}", rating=1500) for n in range(2000)]
    with django_assert_max_num_queries(60):
        assert len(uploads.take_players(tournament=tournament, rows=rows, by=tournament.owner)) == 2000


# Taking away

EVIL = ['=HYPERLINK("http://evil","x")', "+1", "-1", "@SUM(A1)", "\tx", "Ann, “Lee”"]


def test_no_cell_of_a_csv_file_starts_a_formula():
    rows = exports.as_csv([["Name"], *[[name] for name in EVIL], [-20], [None, 1]]).decode("utf-8-sig")
    assert rows.split("\r\n") == [
        "Name",
        '"\'=HYPERLINK(""http://evil"",""x"")"',
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "'\tx",
        '"Ann, “Lee”"',
        "-20",
        ",1",
        "",
    ]


def test_an_excel_file_holds_formulas_as_text():
    import zipfile
    from io import BytesIO

    with zipfile.ZipFile(BytesIO(exports.as_xlsx([["Name"], *[[name] for name in EVIL]], "Players"))) as book:
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_an_export_can_be_uploaded_again(kind):
    tournament = club()
    ann = EntryDetails("Ann Lee", rating=1800, federation="ENG", fide_id="12", team_name="-Leeds")
    rows = [ann, EntryDetails("@bo", birth_year=1990)]
    uploads.take_players(tournament=tournament, rows=rows, by=tournament.owner)
    table = exports.players_rows(tournament)
    data = exports.as_csv(table) if kind == "csv" else exports.as_xlsx(table, "Players")
    assert [row.details for row in read_upload(f"players.{kind}", data).rows] == rows
