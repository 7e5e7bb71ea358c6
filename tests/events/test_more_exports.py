"""Pairings and crosstable as tables, and a chess event as a tournament report file."""

from __future__ import annotations

from decimal import Decimal

import pytest

from building import play_round, playing
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.engine.model import ByeKind, Color
from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.standings import standings
from crosstable.engine.trf import check_ranks, read_trf
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.actions.people import byes
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import NothingToPrint
from crosstable.events.files.exports import crosstable_rows, pairings_rows
from crosstable.events.files.trf_export import trf_of
from crosstable.events.queries.standings.standings import standings_table
from knockout_building import chess_knockout
from pool_building import playing_pools, won
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def test_the_pairings_of_a_wargame_carry_victory_points_and_missions():
    tournament = playing("ann bo cy")
    play_round(tournament, "ann 72-45")
    assert pairings_rows(tournament.rounds.get()) == [
        ["Table", "Player 1", "Faction", "Player 2", "Faction", "Result", "VP 1", "VP 2", "Mission"],
        [1, "ann", "Orks", "bo", "Orks", "1–0", 72, 45, ""],
        [None, "cy", "Orks", "bye"],
    ]


def test_the_pairings_of_chess_carry_ratings():
    tournament = chess({"ann": 2000, "bo": 1900})
    start_chess(tournament)
    assert pairings_rows(tournament.rounds.get()) == [
        ["Board", "White", "Rating", "Black", "Rating", "Result"],
        [1, "ann", 2000, "bo", 1900, ""],
    ]


def test_the_crosstable_says_who_met_whom():
    tournament = chess({"ann": 2000, "bo": 1900, "cy": 1800})
    play_chess(tournament, "1-0")
    assert crosstable_rows(tournament) == [
        ["No.", "Rank", "Name", "Rating", "Round 1", "Points"],
        [1, 1, "cy", 1800, "bye 1", 1],
        [2, 2, "ann", 2000, "3w1", 1],
        [3, 3, "bo", 1900, "2b0", 0],
    ]


def test_a_report_holds_the_event_as_arbiters_exchange_it():
    """Read again it gives the same standings, and every round is paired as the system would."""
    tournament = chess({**SIX, "gus": 1500}, location="Leeds", time_control="90+30")
    tournament.entries.filter(display_name="ann").update(
        fide_id="1234567", federation="ENG", title="FM", birth_year=1990, given_name="Ann", family_name="Zorn"
    )
    by_name = {entry.display_name: entry for entry in tournament.entries.all()}
    byes.request_bye(entry=by_name["di"], round_number=3, kind="half", by=tournament.owner)
    byes.forbid_pair(tournament=tournament, first=by_name["bo"], second=by_name["gus"], by=tournament.owner)
    play_chess(tournament, "1-0", "1/2-1/2")
    play_chess(tournament, "0-1", "1-0F")
    document = read_trf(trf_of(tournament).encode())
    event = document.tournament
    assert [(e.id, e.name, e.rating) for e in event.entries][:2] == [(1, "Zorn, Ann", 2100), (2, "bo", 2000)]
    ann = document.details[event.entries[0].id]
    assert (ann.fide_id, ann.federation, ann.title, ann.birth_date) == ("1234567", "ENG", "FM", "1990/00/00")
    ours = [
        (line.rank, line.entry.display_name, line.history.score) for line in standings_table(tournament).lines
    ]
    rows = standings(event, document.tie_breaks)
    named = {"Zorn, Ann": "ann"}
    shown = [(row.rank, named.get(row.entry.name, row.entry.name), row.history.score) for row in rows]
    assert shown == ours
    assert [(check.number, check.differs) for check in check_rounds(event, document.options)] == [
        (1, False),
        (2, False),
    ]
    assert [(bye.entry, bye.kind) for bye in document.next_byes] == [(4, ByeKind.HALF)]
    assert (document.name, len(document.options.forbidden)) == ("Autumn Open", 1)


def test_an_accelerated_event_keeps_its_virtual_points():
    tournament = chess(SIX, accelerated=True)
    play_chess(tournament)
    document = read_trf(trf_of(tournament).encode())
    assert sorted(document.options.acceleration) == [1, 2, 3, 4]
    assert [check.differs for check in check_rounds(document.tournament, document.options)] == [False]


def test_a_club_swiss_draws_no_colour_and_its_report_says_who_had_white():
    tournament = chess(SIX, system="swiss-club", initial_color="black")
    assert read_trf(trf_of(tournament).encode()).options.initial_color is Color.WHITE
    play_chess(tournament)
    assert "\n152 W\n" in trf_of(tournament)
    undrawn = chess(SIX, system="swiss-club", initial_color="", name="Winter Open")
    play_chess(undrawn)
    undrawn.refresh_from_db()
    assert (undrawn.initial_color, "\n152 W\n" in trf_of(undrawn)) == ("", True)


def test_a_tie_break_of_our_own_is_another_one_to_fide_and_ours_again_when_it_comes_back():
    tournament = chess(SIX, tie_breaks=("PTS", "OPP", "RTNG"))
    play_chess(tournament)
    report = trf_of(tournament)
    assert "\n212 PTS,OTHER_OPP,RTNG\n" in report
    assert read_trf(report.encode()).tie_breaks == ("PTS", "OPP", "RTNG")
    again = import_report(data=report.encode(), by=tournament.owner)
    assert rules_of(again).chosen_tie_breaks == ("PTS", "OPP", "RTNG")


def test_an_odd_round_robin_is_reported_by_the_numbers_of_its_pool_and_its_ranks_follow_from_the_file():
    stage = playing_pools("ann bo cy di ed", groups=1, rounds="berger")
    won(stage, "ann-bo", "cy=di", "bo-ed")
    report = trf_of(stage.tournament)
    assert "\n092 Individual: Round-Robin\n" in report
    assert "\n192 BERGER_ROUNDROBIN\n212 PTS,DE,WIN,SB\n142 5\n" in report
    document = read_trf(report.encode())
    assert (document.tournament.is_round_robin, check_ranks(document)) == (True, ())
    points = {row.entry.name: row.history.score for row in standings(document.tournament, ["PTS"])}
    assert points == {"ann": 1, "bo": 1, "cy": Decimal("0.5"), "di": Decimal("0.5"), "ed": 0}
    numbers = {entry.name: entry.seed for entry in document.tournament.entries}
    assert numbers == {"ann": 1, "bo": 2, "cy": 3, "di": 4, "ed": 5}


@pytest.mark.parametrize("make", [lambda: playing_pools(groups=2), lambda: chess_knockout(SIX)])
def test_several_pools_and_a_knockout_have_no_report(make):
    tournament = make().tournament
    with pytest.raises(NothingToPrint, match="of players in a Swiss or in one pool"):
        trf_of(tournament)
    assert "Tournament report" not in text(
        logged_in(tournament.owner.username).get(f"/t/{tournament.slug}/control/print")
    )


def test_a_wargame_has_no_report():
    with pytest.raises(NothingToPrint, match="for chess only"):
        trf_of(playing("ann bo"))
