"""The emergency pack: what is in it, how it lies on the disk, and that publishing never waits for it or fails by it."""

from __future__ import annotations

import csv
import errno
import io
import os
import time
import zipfile
from pathlib import Path

import pytest

from building import event, play_round, playing, user
from crosstable.events.actions.event.deleting import delete_tournament
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.rounds import rounds
from crosstable.events.files import pack_folder
from crosstable.events.files.pack_folder import pack_words, packs_of, store_pack, written_pack
from crosstable.events.files.pack_writer import look_at, write_pack
from crosstable.events.models import Status, Tournament
from pdfs import pages, words
from test_pseudo_language import pseudo_language

IN_A_PACK = {
    "README.txt",
    "pairings-by-table.csv",
    "pairings-by-table.pdf",
    "pairings-by-name.csv",
    "pairings-by-name.pdf",
    "result-slips.pdf",
    "northern-open-gt.event.zip",
}


@pytest.fixture(autouse=True)
def packs(settings, tmp_path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "packs"


def published(names: str = "ann bo cy") -> Tournament:
    tournament = event(names, Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, mission="The Ritual")
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    return tournament


def names_in(path: Path) -> set[str]:
    return {file.name for file in path.iterdir()}


@pytest.mark.django_db
def test_a_pack_holds_what_a_hall_needs_to_go_on(packs, settings):
    tournament = published()
    pack = write_pack(tournament)
    round_folder = packs / tournament.slug / "round-01"
    assert names_in(round_folder) == IN_A_PACK
    assert pack_words(pack) == f"The emergency printouts for round 1 were saved at {pack.at:%H:%M}."
    table = list(csv.reader(io.StringIO((round_folder / "pairings-by-table.csv").read_text("utf-8-sig"))))
    assert table == [
        ["Table", "Player 1", "Faction", "Player 2", "Faction", "Result", "VP 1", "VP 2", "Mission"],
        ["1", "ann", "Orks", "bo", "Orks", "", "", "", "The Ritual"],
        ["", "cy", "Orks", "bye"],
    ]
    by_name = list(csv.reader(io.StringIO((round_folder / "pairings-by-name.csv").read_text("utf-8-sig"))))
    assert by_name[1:] == [
        ["ann", "1", "Player 1", "bo"],
        ["bo", "1", "Player 2", "ann"],
        ["cy", "", "", "bye"],
    ]
    assert (
        pages((round_folder / "result-slips.pdf").read_bytes())[0].pictures == 0
    )  # no address is known here
    settings.PUBLIC_ADDRESS = "http://192.168.1.20:3005"
    write_pack(tournament)
    assert pages((round_folder / "result-slips.pdf").read_bytes())[0].pictures == 1


@pytest.mark.django_db
def test_the_zip_holds_the_same_and_the_event_in_it_can_be_imported():
    tournament = published()
    write_pack(tournament)
    number, path = written_pack(tournament)
    archive = zipfile.ZipFile(path)
    assert (number, set(archive.namelist())) == (1, {f"round-01/{name}" for name in IN_A_PACK})
    copy = import_event(
        data=archive.read("round-01/northern-open-gt.event.zip"), by=user("olga"), as_copy=True
    )
    assert copy.rounds.get().matches.count() == 2


@pytest.mark.django_db
def test_from_the_first_results_on_the_standings_are_in_it(packs, settings):
    settings.PAPER = "letter"
    tournament = playing("ann bo")
    play_round(tournament)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    write_pack(tournament)
    assert names_in(packs / tournament.slug / "round-01") == {*IN_A_PACK, "standings.csv", "standings.pdf"}
    pdf = (packs / tournament.slug / "round-01" / "standings.pdf").read_bytes()
    assert "After round 1" in words(pdf)
    assert pages(pdf)[0].size == (216, 279)


@pytest.mark.django_db
def test_before_the_first_round_there_is_nothing_to_pack(packs):
    tournament = event("ann bo", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert write_pack(tournament) is None
    assert written_pack(tournament) is None
    assert not packs.exists()


def test_a_pack_replaces_the_one_before_it_and_leaves_nothing_half_done(packs):
    store_pack("open", 1, {"a.txt": b"one", "b.txt": b"one"})
    store_pack("open", 1, {"a.txt": b"two"})
    assert sorted(p.name for p in (packs / "open").iterdir()) == ["round-01", "round-01.zip"]
    assert {p.name: p.read_bytes() for p in (packs / "open" / "round-01").iterdir()} == {"a.txt": b"two"}


def test_the_newest_rounds_stay_and_so_does_what_is_not_months_old(packs):
    store_pack("last-year", 1, {"a.txt": b""})
    long_ago = time.time() - 100 * 86400
    os.utime(packs / "last-year", (long_ago, long_ago))
    store_pack("last-week", 1, {"a.txt": b""})
    for number in (1, 2, 9, 10, 11):
        store_pack("open", number, {"a.txt": b""})
    assert list(packs_of("open")) == [11, 10, 9]
    assert sorted(p.name for p in (packs / "open").iterdir() if p.is_dir()) == [
        "round-09",
        "round-10",
        "round-11",
    ]
    assert sorted(p.name for p in packs.iterdir()) == ["last-week", "open"]


@pytest.mark.django_db
def test_a_full_disk_is_said_and_the_pack_of_before_stays(packs, monkeypatch):
    tournament = published()
    write_pack(tournament)
    before = {p.name: p.read_bytes() for p in (packs / tournament.slug / "round-01").iterdir()}

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pack_folder, "_write", full)
    pack = write_pack(tournament)
    assert pack_words(pack) == "The emergency printouts for round 1 could not be saved: the disk is full."
    assert {p.name: p.read_bytes() for p in (packs / tournament.slug / "round-01").iterdir()} == before
    assert written_pack(tournament)[0] == 1
    assert names_in(packs / tournament.slug) == {"round-01", "round-01.zip"}


@pytest.mark.django_db
def test_a_folder_that_may_not_be_written_to_is_said(packs):
    tournament = published()
    packs.write_text("a file is in the way")
    assert write_pack(tournament).problem == "a file is in the way of its folder"


@pytest.mark.django_db
def test_an_event_deleted_while_its_pack_is_written_leaves_no_pack(packs, monkeypatch):
    tournament = published()
    deleted = Tournament.objects.get(pk=tournament.pk)

    def store_and_delete(*stored) -> None:
        store_pack(*stored)
        delete_tournament(tournament=tournament, by=tournament.owner, confirm=tournament.name)

    monkeypatch.setattr("crosstable.events.files.pack_writer.store_pack", store_and_delete)
    assert write_pack(deleted) is None
    assert not (packs / deleted.slug).exists()


@pytest.mark.django_db
def test_whatever_breaks_goes_no_further_than_the_log(monkeypatch, caplog):
    tournament = published()

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("crosstable.events.files.pack_writer.pack_files", broken)
    assert write_pack(tournament).problem == "a server error; see the server's log"
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.django_db
def test_every_change_of_posted_lists_writes_the_printouts_again(packs):
    """The revisions that reach the writer. A round that starts has its pack already."""
    tournament = published("ann bo cy di")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    written = []
    for revision in range(1, tournament.revision + 1):
        look_at([(tournament.pk, revision)])
        if packs_of(tournament.slug):
            path = packs_of(tournament.slug)[1]
            written.append((revision, path.stat().st_ino))
    verbs = dict(tournament.journal.values_list("number", "verb"))
    assert [verbs[revision] for revision, _ in written] == ["round.published", "round.started"]
    assert len({inode for _, inode in written}) == 1


@pytest.mark.django_db
def test_a_round_that_starts_without_a_pack_gets_one(packs):
    tournament = playing("ann bo")
    look_at([(tournament.pk, tournament.journal.get(verb="round.started").number)])
    assert list(packs_of(tournament.slug)) == [1]


@pytest.mark.django_db
def test_a_pack_is_in_the_language_of_the_owner(packs):
    tournament = playing("ann bo")
    type(tournament.owner).objects.update(language="xx")
    with pseudo_language():
        look_at([(tournament.pk, tournament.journal.get(verb="round.started").number)])
    with zipfile.ZipFile(packs_of(tournament.slug)[1]) as pack:
        slips = next(name for name in pack.namelist() if name.endswith("result-slips.pdf"))
        assert "⟦Ţåƀļé·⟧ 1" in words(pack.read(slips))
