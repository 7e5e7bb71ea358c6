"""Starting numbers of an event: provisional, fixed by the first publication, moved by late entries and Renumber."""

from __future__ import annotations

from dataclasses import replace

import pytest

from building import entry, event
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.trf import read_trf
from crosstable.events.actions.core.undo import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.actions.people import entries, late, numbering, uploads
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.actions.stages import knockout
from crosstable.events.bridge.entries import EntryDetails, numbers_of
from crosstable.events.errors import NumbersChanged, NumbersStay
from crosstable.events.files import exports
from crosstable.events.files.trf_export import trf_of
from crosstable.events.models import JournalEntry, Tournament
from crosstable.events.queries.people.check_in import people_of
from crosstable.events.queries.people.entries import renumbering
from crosstable.events.queries.people.public import entries_with_ratings
from knockout_building import chess_knockout, published

pytestmark = pytest.mark.django_db
EQUALS = [
    EntryDetails("Ole Østby", rating=2000, given_name="Ole", family_name="Østby"),
    EntryDetails("Ann Zorn", rating=2000, given_name="Ann", family_name="Zorn"),
    EntryDetails("Pia Olsen", rating=2000, given_name="Pia", family_name="Olsen"),
    EntryDetails("Kim Cole", rating=2000, title="WFM", given_name="Kim", family_name="Cole"),
    EntryDetails("Eva Dent", rating=2000, title="IM", given_name="Eva", family_name="Dent"),
    EntryDetails("Lou Park", rating=2000, title="WGM", given_name="Lou", family_name="Park"),
]
TEN = {**SIX, "gil": 1500, "hal": 1400, "ida": 1300, "jo": 1200}
IN_ORDER = ["Eva Dent", "Lou Park", "Kim Cole", "Pia Olsen", "Ole Østby", "Ann Zorn"]


def with_equals(**changes: object) -> Tournament:
    tournament = chess({}, started=False, **changes)
    uploads.take_players(tournament=tournament, rows=EQUALS, by=tournament.owner)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def numbered(tournament: Tournament) -> list[tuple[int, str]]:
    numbers = numbers_of(tournament)
    return sorted((numbers[row.pk], row.display_name) for row in tournament.entries.all())


def in_numbers(tournament: Tournament) -> list[str]:
    assert [number for number, _ in numbered(tournament)] == list(range(1, tournament.entries.count() + 1))
    return [name for _, name in numbered(tournament)]


def rate(tournament: Tournament, name: str, rating: int) -> None:
    row = entry(tournament, name)
    known = EntryDetails(**{name: getattr(row, name) for name in EntryDetails.__slots__})
    entries.edit_entry(entry=row, details=replace(known, rating=rating), by=tournament.owner)


def add(tournament: Tournament, name: str, rating: int, **more: object) -> None:
    details = EntryDetails(name, rating=rating, **more)  # type: ignore[arg-type]
    entries.add_entry(tournament=tournament, details=details, checked_in=True, by=tournament.owner)


def test_players_of_equal_rating_are_numbered_by_title_and_then_by_family_name():
    assert in_numbers(with_equals()) == IN_ORDER


def test_every_list_shows_the_same_numbers():
    tournament = with_equals()
    start_chess(tournament)
    assert [row.display_name for row in entries_with_ratings(tournament)] == IN_ORDER
    assert [(row.number, row.entry.display_name) for row in people_of(tournament).rows] == list(
        enumerate(IN_ORDER, start=1)
    )
    rows = exports.players_rows(tournament)
    assert [row[:2] for row in rows[1:]] == [list(pair) for pair in enumerate(IN_ORDER, start=1)]
    report = read_trf(trf_of(tournament).encode()).tournament.entries
    assert [one.name.split(",")[0] for one in report] == ["Dent", "Park", "Cole", "Olsen", "Østby", "Zorn"]


def test_numbers_follow_the_ratings_while_round_1_is_a_draft():
    tournament = chess(SIX)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rate(tournament, "flo", 2500)
    assert in_numbers(tournament) == ["flo", "ann", "bo", "cy", "di", "ed"]


def test_a_rating_typed_after_the_publication_moves_no_one_and_round_1_is_still_right():
    tournament = chess(SIX)
    play_chess(tournament)
    for name, rating in (("flo", 2500), ("ann", 1000), ("di", 2450)):
        rate(tournament, name, rating)
    assert in_numbers(tournament) == list(SIX)
    play_chess(tournament)
    document = read_trf(trf_of(tournament).encode())
    checks = check_rounds(document.tournament, document.options)
    assert [(check.number, check.differs) for check in checks] == [(1, False), (2, False)]


def test_numbers_are_free_again_when_the_publication_is_taken_back():
    tournament = chess(SIX)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    rate(tournament, "flo", 2500)
    assert in_numbers(tournament) == list(SIX)
    reopening.unpublish_round(tournament=tournament, by=tournament.owner)
    assert in_numbers(tournament) == ["flo", "ann", "bo", "cy", "di", "ed"]


def test_undo_of_the_publication_frees_the_numbers_too():
    tournament = chess(SIX, accelerated=True)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    undo(tournament=tournament, by=tournament.owner)
    assert set(tournament.entries.values_list("starting_number", "ends_group_a")) == {(None, False)}


def test_a_late_entry_takes_the_number_of_its_rating_and_the_journal_keeps_who_moves():
    tournament = chess(SIX)
    play_chess(tournament)
    add(tournament, "gus", 1950)
    assert in_numbers(tournament) == ["ann", "bo", "gus", "cy", "di", "ed", "flo"]
    moved = JournalEntry.objects.get(tournament=tournament, entry__display_name="gus").after["moved"]
    keys = {row.pk: row.display_name for row in tournament.entries.all()}
    assert [(keys[one["entry"]], one["before"], one["after"]) for one in moved] == [
        ("cy", 3, 4),
        ("di", 4, 5),
        ("ed", 5, 6),
        ("flo", 6, 7),
    ]


def test_undo_of_a_late_entry_gives_the_numbers_back():
    tournament = chess(SIX)
    start_chess(tournament)
    add(tournament, "gus", 2500)
    undo(tournament=tournament, by=tournament.owner)
    assert in_numbers(tournament) == list(SIX)


def test_a_late_entry_is_numbered_by_rating_after_round_4_as_well():
    tournament = chess(TEN)
    for _ in range(4):
        play_chess(tournament)
    late.receive(
        tournament=tournament, by=tournament.owner, how="next", details=EntryDetails("gus", rating=2500)
    )
    assert in_numbers(tournament)[0] == "gus"


def test_several_late_entries_are_numbered_at_once():
    tournament = chess(SIX)
    start_chess(tournament)
    rows = [
        EntryDetails("gus", rating=1000),
        EntryDetails("hal", rating=2050),
        EntryDetails("ida", rating=1950),
    ]
    uploads.take_players(tournament=tournament, rows=rows, by=tournament.owner)
    assert in_numbers(tournament) == ["ann", "hal", "bo", "ida", "cy", "di", "ed", "flo", "gus"]


def test_a_removed_late_entry_leaves_no_gap():
    tournament = chess(SIX)
    start_chess(tournament)
    add(tournament, "gus", 1950)
    entries.remove_entry(entry=entry(tournament, "gus"), by=tournament.owner)
    assert in_numbers(tournament) == list(SIX)


def test_renumbering_gives_every_player_the_number_of_today():
    tournament = chess(SIX)
    play_chess(tournament)
    rate(tournament, "di", 2200)
    planned = renumbering(tournament)
    assert list(map(str, planned.moves)) == ["di 4 → 1", "ann 1 → 2", "bo 2 → 3", "cy 3 → 4"]
    numbering.renumber(tournament=tournament, seen=planned.digest, by=tournament.owner)
    assert in_numbers(tournament) == ["di", "ann", "bo", "cy", "ed", "flo"]
    undo(tournament=tournament, by=tournament.owner)
    assert in_numbers(tournament) == list(SIX)


def test_renumbering_is_refused_when_the_list_has_changed_since_it_was_read():
    tournament = chess(SIX)
    play_chess(tournament)
    rate(tournament, "di", 2200)
    seen = renumbering(tournament).digest
    rate(tournament, "ed", 2300)
    with pytest.raises(NumbersChanged):
        numbering.renumber(tournament=tournament, seen=seen, by=tournament.owner)


def test_renumbering_is_possible_until_round_4_is_paired():
    tournament = chess(TEN)
    for _ in range(3):
        play_chess(tournament)
    rate(tournament, "flo", 2200)
    assert renumbering(tournament).why_not == ""
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(NumbersStay, match="Round 4 is paired"):
        numbering.renumber(tournament=tournament, by=tournament.owner)
    rounds.discard_draft(tournament=tournament, by=tournament.owner)
    assert len(numbering.renumber(tournament=tournament, by=tournament.owner)) == 6
    assert in_numbers(tournament)[0] == "flo"


def test_there_is_nothing_to_renumber_before_the_first_publication_and_in_other_games():
    with pytest.raises(NumbersStay, match="until the first round is published"):
        numbering.renumber(tournament=(open_ := chess(SIX)), by=open_.owner)
    wargame = event("ann bo")
    with pytest.raises(NumbersStay, match="follow the order of registration"):
        numbering.renumber(tournament=wargame, by=wargame.owner)


def test_imported_numbers_stay_through_publication_and_its_undo():
    """A file of a draft event whose numbers go by the alphabet, with a number left out."""
    tournament = chess({"ann": 1500, "bo": 2500, "cy": 2000, "di": 1000}, started=False)
    lines = trf_of(tournament).splitlines()
    numbers = {"bo": 2, "cy": 4, "ann": 1, "di": 5}
    text = "\n".join(
        f"{line[:4]}{numbers[line[14:47].strip()]:4d}{line[8:]}" if line.startswith("001") else line
        for line in lines
    )
    imported = import_report(data=text.encode(), by=tournament.owner)
    expected = [(1, "ann"), (2, "bo"), (4, "cy"), (5, "di")]
    assert numbered(imported) == expected
    tournaments.advance(tournament=imported, by=imported.owner)
    tournaments.advance(tournament=imported, by=imported.owner)
    rounds.pair_next_round(tournament=imported, by=imported.owner)
    rounds.publish_round(tournament=imported, by=imported.owner)
    reopening.unpublish_round(tournament=imported, by=imported.owner)
    assert numbered(imported) == expected


def test_other_games_number_by_registration_and_store_nothing():
    tournament = event("zoe ann bo", status="in-progress")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert in_numbers(tournament) == ["zoe", "ann", "bo"]
    assert set(tournament.entries.values_list("starting_number", flat=True)) == {None}


def test_a_chess_knockout_fixes_its_numbers_when_the_bracket_is_published():
    stage = published(chess_knockout(SIX))
    tournament = stage.tournament
    rate(tournament, "flo", 2500)
    assert in_numbers(tournament) == list(SIX)
    knockout.unpublish_knockout(stage=stage, by=tournament.owner)
    assert in_numbers(tournament) == ["flo", "ann", "bo", "cy", "di", "ed"]
