"""Files made to keep the server busy, small to send and long to read: refused quickly, and few are read in parallel."""

from __future__ import annotations

import contextlib
import io
import os
import threading
import time
import zipfile
from pathlib import Path

import pytest

from building import event, user
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.errors import Refused
from crosstable.events.files import reading_process
from crosstable.events.files.eventfile import unpacking_process
from crosstable.events.files.eventfile.writing import MEMBER
from crosstable.events.files.reading_process import Unreadable, read_in_process
from crosstable.events.files.uploads import judge, read_upload
from crosstable.slots import Busy
from event_files import packed
from sheets import xlsx
from slot_files import locked_slots

# By the processor's clock, so that a busy machine does not matter: far under what each cost before (4 to 30 s).
A_MOMENT = 2.5


class ProcessorSeconds:
    """Of this process, and of it and those it waited for."""

    def __enter__(self) -> ProcessorSeconds:
        self._start = os.times()
        return self

    def __exit__(self, *_: object) -> None:
        spent = [now - then for now, then in zip(os.times(), self._start, strict=True)]
        self.spent_here, self.spent = sum(spent[:2]), sum(spent[:4])


def with_sheet(sheet: bytes) -> bytes:
    """A workbook whose only sheet was written by hand."""
    out, source = io.BytesIO(), zipfile.ZipFile(io.BytesIO(xlsx(["Name"], ["Ann"])))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in source.namelist():
            archive.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else source.read(name))
    return out.getvalue()


HEAD = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
ROW = b'<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'


@pytest.mark.parametrize(
    "sheet",
    [
        HEAD + ROW + b"</sheetData>" + b'<f><c t="e" >' * 150_000 + b"</worksheet>",
        HEAD + ROW + b'</sheetData><f t="e"/><c ' + b"<v " * 500_000 + b"</worksheet>",
        HEAD + ROW + b"</sheetData><f>" + b"<" + b"a" * 3_000_000 + b"</worksheet>",
    ],
    ids=["cells without end", "values without end", "a name without end"],
)
def test_a_small_workbook_does_not_keep_the_reader_busy(sheet):
    data = with_sheet(sheet)
    assert len(data) < 50_000
    with ProcessorSeconds() as clock, contextlib.suppress(Refused):
        read_upload("players.xlsx", data)
    assert clock.spent < A_MOMENT


@pytest.mark.django_db
@pytest.mark.parametrize(
    "document",
    [
        b'{"format": "' + b"a" * 49_000_000 + b'"}',
        b'{"format": "crosstable-event", "version": 1, "x": [""' + b',"aaaaaaaaaaaaa"' * 2_900_000 + b"]}",
        b"[" + b"[]," * 900_000 + b"[]]",
        b"[" * 1_000_000,
    ],
    ids=["one long text", "many texts", "many values", "deep"],
)
def test_a_small_event_file_does_not_keep_the_server_busy(document):
    data, by = packed(document), user("ines")
    assert len(data) < 110_000
    with ProcessorSeconds() as clock, pytest.raises(Refused):
        import_event(data=data, by=by)
    assert clock.spent_here < 1.5  # the process that reads the file has its own limits


def test_what_no_one_asks_of_an_event_file_does_not_leave_the_process_that_reads_it():
    document = {"format": "crosstable-event", "version": 1, "rows": {}, "x": ["a"] * 1000}
    kept = unpacking_process.read(packed(document), "crosstable-event", MEMBER, 1_000_000, 1_000_000)
    assert kept == {"event": {"format": "crosstable-event", "version": 1, "rows": {}}}


@pytest.mark.django_db
def test_five_thousand_of_one_name_are_told_apart_at_once():
    data = ("Name\n" + "Ann Hart\n" * 5000).encode()
    tournament = event()
    with ProcessorSeconds() as clock:
        rows = judge(read_upload("players.csv", data), tournament)
    assert (len(rows), clock.spent < A_MOMENT) == (5000, True)


def test_cells_of_any_length_are_read_in_a_moment():
    data = ("Name;" + ";".join("é" * 130_000 for _ in range(36)) + "\n").encode()
    with ProcessorSeconds() as clock, pytest.raises(Refused):
        read_upload("players.csv", data)
    assert clock.spent < A_MOMENT


@pytest.fixture
def waiting_script(tmp_path: Path) -> tuple[Path, Path]:
    """Answers as soon as the second file is there."""
    script, signal = tmp_path / "script.py", tmp_path / "go"
    script.write_text(
        "import json, pathlib, sys, time\n"
        f"go = pathlib.Path({str(signal)!r})\n"
        "while not go.exists():\n    time.sleep(0.02)\n"
        "print(json.dumps(sys.stdin.read()))\n"
    )
    return script, signal


def test_two_files_are_read_at_once_one_waits_and_others_are_told_to_come_back(waiting_script):
    script, signal = waiting_script
    answers: list[str] = []
    readers = [
        threading.Thread(target=lambda n=n: answers.append(read_in_process(script, b"file %d" % n)))
        for n in range(3)
    ]
    for reader in readers:
        reader.start()
    while locked_slots("readers") != ["readers-0", "readers-1", "readers-waiting-0"]:
        time.sleep(0.01)
    with pytest.raises(Busy, match=r"busy with other files. Try again in 5 seconds."):
        read_in_process(script, b"file 3")
    signal.touch()
    for reader in readers:
        reader.join()
    assert sorted(answers) == ["file 0", "file 1", "file 2"]
    assert read_in_process(script, b"file 4") == "file 4"


def test_a_file_that_takes_too_long_is_given_up(waiting_script, monkeypatch):
    monkeypatch.setattr(reading_process, "PATIENCE", 0.3)
    with pytest.raises(Unreadable):
        read_in_process(waiting_script[0], b"")
