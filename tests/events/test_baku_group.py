"""Baku acceleration (C.04.7): the last member of group A is fixed when round 1 is published."""

from __future__ import annotations

from decimal import Decimal

import pytest

from building import entry, match_of
from chess_building import chess, play_chess, start_chess
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.pairing.fide.explain import explainer_of
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.trf import read_trf
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.actions.people import attendance, byes, entries
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import ReportFileRefused
from crosstable.events.files.trf_export import trf_of
from crosstable.events.models import Tournament
from crosstable.events.queries.rounds import reasons

pytestmark = pytest.mark.django_db
TWELVE = {f"p{n:02}": 2400 - 50 * n for n in range(1, 13)}


def twelve(**changes: object) -> Tournament:
    return chess(TWELVE, accelerated=True, total_rounds=7, **changes)


def group_a(tournament: Tournament) -> list[int]:
    """The numbers that have virtual points in the report file."""
    return sorted(read_trf(trf_of(tournament).encode()).options.acceleration)


def add(tournament: Tournament, name: str, rating: int) -> None:
    entries.add_entry(
        tournament=tournament, details=EntryDetails(name, rating=rating), checked_in=True, by=tournament.owner
    )


def rounds_as_the_rules_give_them(tournament: Tournament) -> list[bool]:
    document = read_trf(trf_of(tournament).encode())
    return [not check.differs for check in check_rounds(document.tournament, document.options)]


def test_a_strong_late_entry_joins_group_a_and_its_last_member_stays():
    tournament = twelve()
    play_chess(tournament)
    add(tournament, "late", 2500)
    assert group_a(tournament) == [1, 2, 3, 4, 5, 6, 7]
    assert entry(tournament, "p06").ends_group_a
    play_chess(tournament)
    assert rounds_as_the_rules_give_them(tournament) == [True, True]


def test_a_weak_late_entry_stays_out_of_group_a():
    tournament = twelve()
    play_chess(tournament)
    add(tournament, "late", 1000)
    assert group_a(tournament) == [1, 2, 3, 4, 5, 6]


def test_group_a_does_not_shrink_after_a_withdrawal_before_round_1():
    tournament = twelve()
    entries.drop(entry=entry(tournament, "p02"), by=tournament.owner)
    play_chess(tournament)
    assert entry(tournament, "p07").ends_group_a
    assert group_a(tournament) == [1, 2, 3, 4, 5, 6, 7]
    play_chess(tournament)
    assert rounds_as_the_rules_give_them(tournament) == [True, True]


def test_group_a_does_not_shrink_when_an_absent_player_of_round_1_comes():
    tournament = twelve()
    attendance.mark_no_show(entry=entry(tournament, "p02"), by=tournament.owner)
    play_chess(tournament)
    attendance.mark_back(entry=entry(tournament, "p02"), by=tournament.owner)
    assert group_a(tournament) == [1, 2, 3, 4, 5, 6, 7]
    play_chess(tournament)
    assert rounds_as_the_rules_give_them(tournament) == [True, True]


def test_players_with_a_bye_in_round_1_are_not_counted():
    tournament = twelve()
    for name in ("p01", "p02", "p03", "p04"):
        byes.request_bye(entry=entry(tournament, name), round_number=1, kind="half", by=tournament.owner)
    play_chess(tournament)
    assert entry(tournament, "p08").ends_group_a


def test_the_group_is_formed_again_when_the_publication_is_taken_back():
    tournament = twelve()
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert entry(tournament, "p06").ends_group_a
    reopening.unpublish_round(tournament=tournament, by=tournament.owner)
    assert not tournament.entries.filter(ends_group_a=True).exists()
    for n in range(4):
        add(tournament, f"new{n}", 1000 + n)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert entry(tournament, "p08").ends_group_a


def test_an_imported_group_is_obeyed_whatever_its_size():
    """The file gives virtual points to the first four of twelve; the rule itself would have six."""
    tournament = twelve()
    play_chess(tournament)
    smaller = "\n".join(
        line.replace("   1    6", "   1    4") if line.startswith("250") else line
        for line in trf_of(tournament).splitlines()
    )
    imported = import_report(data=smaller.encode(), by=tournament.owner)
    assert entry(imported, "p04").ends_group_a
    assert group_a(imported) == [1, 2, 3, 4]
    play_chess(imported)
    assert rounds_as_the_rules_give_them(imported)[1]


def test_an_imported_group_is_obeyed_before_round_1_as_well():
    tournament = twelve()
    text = trf_of(tournament).replace("   1    6", "   1    8")
    assert read_trf(text.encode()).options.acceleration.keys() == {1, 2, 3, 4, 5, 6, 7, 8}
    imported = import_report(data=text.encode(), by=tournament.owner)
    assert group_a(imported) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_another_acceleration_is_refused_with_its_line():
    tournament = twelve()
    text = "\n".join(
        line.replace("   1    6", "   3    6") if line.startswith("250") else line
        for line in trf_of(tournament).splitlines()
    )
    with pytest.raises(ReportFileRefused, match="in another way than Baku's"):
        import_report(data=text.encode(), by=tournament.owner)


def test_explanations_tell_points_and_virtual_points_apart():
    tournament = twelve()
    play_chess(tournament, *["1-0"] * 6)
    start_chess(tournament)
    match = match_of(tournament, "p01")
    reason = reasons.of_match(match).reasons[0]
    assert reason.sentences[0].endswith("with a pairing score of 2 (points + virtual points).")
    assert all("1 point + 1 virtual point (Baku)" in about.words for about in reason.about)


def test_an_explainer_of_a_report_file_knows_the_virtual_points():
    tournament = twelve()
    play_chess(tournament)
    document = read_trf(trf_of(tournament).encode())
    book = Scorebook(document.tournament, document.options)
    for round_ in document.tournament.rounds:
        book.add(round_)
    view = explainer_of(book, ()).view(EntryId(1))
    assert (view.score, view.virtual) == (Decimal("1.5"), Decimal(1))
