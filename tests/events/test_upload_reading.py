"""D2: what is read from a file of players, and which files are refused. No database is needed."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from gettext import NullTranslations
from io import BytesIO
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import (
    FileDamaged,
    FileEncrypted,
    FileTooBig,
    NameColumnMissing,
    NotASheet,
    Refused,
    SheetEmpty,
    TooManyRows,
)
from crosstable.events.files.uploads import Upload, UploadRow, read_upload
from crosstable.events.files.uploads.template import template
from crosstable.games.chess import CHESS
from crosstable.games.wargame import WARGAME
from crosstable.text import Language, using
from old_excel import xls
from sheets import archive, ods, text, xlsx

HEAD = ["Name", "Rating", "University"]


def wrong_with(row: UploadRow) -> str:
    return row.problem or " ".join(row.unreadable.values())


def values(upload: Upload) -> list[tuple[object, ...]]:
    """(row, name, rating, club) of what was understood, (row, name, problem) of what was not."""
    return [
        (row.number, row.name, row.details.rating, row.details.team_name)
        if row.details and not row.unreadable
        else (row.number, row.name, wrong_with(row))
        for row in upload.rows
    ]


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
        (9000, "A rating is from 0 to 4000; 0 means none."),
    ],
)
def test_a_rating_that_is_none_cannot_be_read(cell, problem):
    assert values(read_upload("l.xlsx", xlsx(HEAD, ["Ann", cell]))) == [(2, "Ann", problem)]


def test_formulas_left_as_text_are_bad():
    rows = [HEAD, ["Ann", "=A1+1"], ["=cmd|' /C calc'!A0", 1500], ["Bo", "#REF!"]]
    assert [wrong_with(row) for row in read_upload("l.csv", text(*rows)).rows] == [
        "The rating is a formula: “=A1+1”. Put its value there.",
        "The name is a formula: “=cmd|' /C calc'!A0”. Put its value there.",
        "The rating is a formula without a value: #REF!.",
    ]


def test_formulas_of_a_workbook_without_a_value_are_bad_and_not_simply_empty():
    rows = [HEAD, ["Ann", ("=VLOOKUP(1,X,2)", "#N/A")], ["Bo", ("=A1", "")], ["Cy", ("=900*2", 1800)]]
    assert values(read_upload("l.xlsx", xlsx(*rows))) == [
        (2, "Ann", "The rating is a formula without a value: #N/A."),
        (3, "Bo", "The rating is a formula: “=…”. Put its value there."),
        (4, "Cy", 1800, ""),
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
    for game in (CHESS, WARGAME):
        rows = read_upload("t.xlsx", template(game)).rows
        assert [row.problem for row in rows] == ["This is an example row of the template."] * 2


class Marked(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"xx {message}"


def test_the_notes_of_the_template_are_in_the_language_of_the_reader():
    note = (
        "The columns can be in any order. Required columns: Name and Faction. “First name” and “Last name” "
    )
    assert f">{note}work instead of “Name”.<" in words_of(template(WARGAME))
    with using(Language("xx", Marked())):
        words = words_of(template(WARGAME))
    assert f">xx {note}work instead of “Name”.<" in words
    assert words.count(">xx ") == 4
    assert ">Faction<" in words


def words_of(book: bytes) -> str:
    with ZipFile(BytesIO(book)) as archive:
        return archive.read("xl/sharedStrings.xml").decode()


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
        "There is no column “Name” (or “First name” and “Last name”). Columns found: “Email” and “Points”. "
        "Put the headings above the list."
    )


def test_a_small_file_that_asks_for_all_memory_does_not_end_the_server():
    rows: list[list[object]] = [["Name"], ["Ann"]]
    data = xlsx(*rows, *[[]] * 1_048_573, [None] * 16_383 + ["x"])
    with pytest.raises(FileDamaged):
        read_upload("bomb.xlsx", data)


def read_or_refused(name: str, data: bytes) -> tuple[UploadRow, ...]:
    with suppress(Refused):
        return read_upload(name, data).rows
    return ()


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_fail_otherwise_than_in_words(data):
    read_or_refused("fuzz", data)


@settings(max_examples=60)
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


@settings(max_examples=12)
@given(st.integers(0, 5000), st.binary(min_size=1, max_size=20))
def test_a_workbook_with_bytes_changed_is_read_or_refused(at, junk):
    whole = xlsx(*TWO)
    read_or_refused("fuzz.xlsx", whole[:at] + junk + whole[at + len(junk) :])
