"""The report file at every moment of an event: who is absent, what is open, what was corrected, what is final."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse
from typer.testing import CliRunner

from api.calling import Caller
from building import entry, match_of, user
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.cli.main import app
from crosstable.engine.model import Bye, ByeKind
from crosstable.engine.trf import check_ranks, read_trf
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.actions.people import attendance, byes, entries
from crosstable.events.actions.results import corrections, results
from crosstable.events.actions.rounds import drafts, rounds
from crosstable.events.actions.stages import withdrawals
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import ReportNotFinal
from crosstable.events.files.trf_export import Moment, trf_of
from crosstable.events.models import Match, RoundStatus
from pool_building import playing_pools, won
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
NINE = SIX | {"gus": 1500, "hal": 1400, "ivy": 1300}


def document(tournament, moment=Moment.CLOSED):
    return read_trf(trf_of(tournament, moment).encode())


def cells(file: str, number: int) -> dict[int, str]:
    """Player → what stands in the columns of a round."""
    start = 91 + 10 * (number - 1)
    players = (line for line in file.splitlines() if line.startswith("001"))
    return {int(line[4:8]): line[start : start + 8].rstrip() for line in players}


def comments(file: str) -> list[str]:
    return [line for line in file.splitlines() if line.startswith("###")]


def enter(match: Match, code: str) -> None:
    results.enter_result(match=match, score=parse_score(match, code), by=match.round.tournament.owner)


def checked(tmp_path, file: str) -> tuple[int, list[str]]:
    path = tmp_path / "event.trf"
    path.write_text(file, encoding="utf-8")
    answer = CliRunner().invoke(app, ["check", str(path)])
    return answer.exit_code, [line.removeprefix(f"{path}: ") for line in answer.stdout.splitlines()]


def test_anyone_who_has_left_or_is_absent_and_every_bye_is_record_240_of_the_next_round_and_no_column():
    tournament = chess(NINE)
    play_chess(tournament)
    by = tournament.owner
    entries.drop(entry=entry(tournament, "ivy"), by=by)
    attendance.mark_no_show(entry=entry(tournament, "hal"), by=by)
    byes.request_bye(entry=entry(tournament, "cy"), round_number=2, kind="half", by=by)
    byes.request_bye(entry=entry(tournament, "di"), round_number=2, kind="full", by=by)
    file = trf_of(tournament)
    assert [line for line in file.splitlines() if line.startswith("240")] == [
        "240 F 002    4",
        "240 H 002    3",
        "240 Z 002    8    9",
    ]
    assert set(cells(file, 2).values()) == {""}
    assert document(tournament).next_byes == (
        Bye(3, ByeKind.HALF),
        Bye(4, ByeKind.FULL),
        Bye(8, ByeKind.ZERO),
        Bye(9, ByeKind.ZERO),
    )


def test_during_a_round_the_file_after_the_last_closed_round_comes_first_and_open_games_stay_open():
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "1-0", "1-0")
    start_chess(tournament)
    enter(Match.objects.get(round__number=2, table=1), "1-0")
    closed, now = trf_of(tournament), trf_of(tournament, Moment.NOW)
    assert len(read_trf(closed.encode()).tournament.rounds) == 1
    open_games = Match.objects.filter(round__number=2).exclude(table=1)
    cell = cells(now, 2)
    assert sum(len(text) == 6 for text in cell.values()) == 2 * open_games.count()
    copy = import_report(data=now.encode(), by=user("olga"))
    assert list(copy.rounds.order_by("number").values_list("status", flat=True)) == [
        RoundStatus.CLOSED,
        RoundStatus.STARTED,
    ]
    assert Match.objects.filter(round__tournament=copy, round__number=2, result="").count() == 2


def test_a_player_who_leaves_during_a_round_is_still_in_it_in_the_file_that_pairs_it(tmp_path):
    """The file after the last closed round, paired by a program, gives the round that is being played."""
    tournament = chess(NINE)
    play_chess(tournament, "1-0", "0-1", "1-0", "0-1")
    by = tournament.owner
    entries.drop(entry=entry(tournament, "ivy"), by=by)
    byes.request_bye(entry=entry(tournament, "cy"), round_number=2, kind="half", by=by)
    start_chess(tournament)
    entries.drop(entry=entry(tournament, "di"), by=by)
    attendance.mark_no_show(entry=entry(tournament, "ed"), by=by)
    entries.rejoin(entry=entry(tournament, "ivy"), by=by)
    file = trf_of(tournament)
    assert [line for line in file.splitlines() if line.startswith("240")] == [
        "240 H 002    3",
        "240 Z 002    9",
    ]
    path = tmp_path / "event.trf"
    path.write_text(file, encoding="utf-8")
    paired = CliRunner().invoke(app, ["pair", str(path)]).stdout.splitlines()[1:]
    games = Match.objects.filter(round__tournament=tournament, round__number=2).exclude(bye_kind="half")
    sides = games.order_by("table").values_list("first__starting_number", "second__starting_number")
    assert sorted(paired) == sorted(f"{one} {other or 0}" for one, other in sides)
    after = [line for line in trf_of(tournament, Moment.NOW).splitlines() if line.startswith("240")]
    assert after == ["240 Z 003    4    5"]


def test_the_ranks_of_a_file_are_those_after_its_rounds():
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "1-0", "1-0")
    start_chess(tournament)
    for match in Match.objects.filter(round__number=2):
        enter(match, "1-0")
    assert check_ranks(document(tournament)) == ()


def test_the_page_offers_the_closed_rounds_first_and_refuses_the_final_file_while_a_game_is_open():
    tournament = chess(SIX, total_rounds=2)
    play_chess(tournament)
    vera = logged_in("vera")
    page = text(vera.get(reverse("print", args=[tournament.slug])))
    assert "After the last closed round" in page
    start_chess(tournament)
    page = text(vera.get(reverse("print", args=[tournament.slug])))
    assert page.index("After the last closed round") < page.index("With the round in progress")
    address = reverse("export-trf", args=[tournament.slug])
    assert len(read_trf(vera.get(address).content).tournament.rounds) == 1
    assert len(read_trf(vera.get(address, {"rounds": "now"}).content).tournament.rounds) == 2
    refused = vera.get(address, {"rounds": "final"})
    assert refused.status_code == 409
    assert "There is no final report file yet. Games without a result: round 2: " in text(refused)
    play = Match.objects.filter(round__number=2)
    for match in play:
        enter(match, "1-0")
    rounds.close_round(tournament=tournament, by=tournament.owner)
    final = vera.get(address, {"rounds": "final"})
    assert final.headers["Content-Disposition"] == f'attachment; filename="{tournament.slug}-final.trf"'
    assert len(read_trf(final.content).tournament.rounds) == 2


def test_a_program_asks_for_the_rounds_it_wants():
    tournament = chess(SIX, total_rounds=2)
    play_chess(tournament)
    vera, address = Caller("vera"), f"/tournaments/{tournament.pk}/trf"
    assert len(read_trf(vera.get(address).content).tournament.rounds) == 1
    start_chess(tournament)
    assert len(read_trf(vera.get(f"{address}?rounds=now").content).tournament.rounds) == 2
    refused = vera.get(f"{address}?rounds=final")
    assert (refused.status_code, refused.json()["code"]) == (409, "report-not-final")
    assert vera.get(f"{address}?rounds=all").status_code == 422


def test_an_event_with_rounds_to_come_has_no_final_file():
    tournament = chess(SIX, total_rounds=3)
    play_chess(tournament)
    with pytest.raises(ReportNotFinal, match="Rounds still to be played and closed: 2"):
        trf_of(tournament, Moment.FINAL)


def test_a_game_that_is_adjourned_is_a_draw_for_pairing_programs_and_the_file_says_so():
    tournament = chess(SIX)
    start_chess(tournament)
    first, *others = Match.objects.filter(round__number=1).order_by("table")
    for match in others:
        enter(match, "1-0")
    file = trf_of(tournament, Moment.PAIRING)
    assert cells(file, 1)[1] == "   4 w ="
    assert comments(file) == ["### Open @ Round 1: 1-4 has no result yet and is written as a draw"]
    copy = import_report(data=file.encode(), by=user("olga"))
    assert list(Match.objects.filter(round__tournament=copy, result="").values_list("first__seed")) == [(1,)]
    assert first.result == ""


def test_a_late_decision_is_one_line_and_check_pairs_with_what_was_known(tmp_path):
    tournament = chess(NINE)
    start_chess(tournament)
    adjourned, *others = Match.objects.filter(round__number=1, second__isnull=False).order_by("table")
    for match in others:
        enter(match, "1-0")
    by = tournament.owner
    rounds.pair_next_round(tournament=tournament, by=by, with_open=True)
    rounds.publish_round(tournament=tournament, by=by, with_open=True)
    rounds.start_round(tournament=tournament, by=by)
    enter(Match.objects.get(pk=adjourned.pk), "0-1")
    rounds.close_round(tournament=tournament, by=by)
    for match in Match.objects.filter(round__number=2, second__isnull=False):
        enter(match, "1/2-1/2")
    rounds.close_round(tournament=tournament, by=by)
    file = trf_of(tournament)
    assert comments(file) == ["### Late decision @ Round 1: 1-5 was open, is 0-1 since round 3"]
    code, lines = checked(tmp_path, file)
    assert (code, lines[-1]) == (
        0,
        "checked 1 tournament, 2 rounds: 0 differ; 1 explained by the file itself",
    )
    assert "The file says why: Late decision @ Round 1: 1-5 was open, is 0-1 since round 3" in lines[0]


def test_a_correction_is_one_line_and_check_pairs_with_what_was_known(tmp_path):
    tournament = chess(NINE)
    play_chess(tournament, "1-0", "1-0", "1-0", "1-0")
    play_chess(tournament, "1-0", "1-0", "1-0", "1-0")
    match = match_of(tournament, "ann", 1)
    corrections.correct_result(
        match=match,
        score=parse_score(match, "0-1"),
        policy="everywhere",
        reason="Wrong slip",
        by=tournament.owner,
    )
    file = trf_of(tournament)
    assert comments(file) == ["### Correction @ Round 1: 1-5 was 1-0, is 0-1 since round 3: Wrong slip"]
    code, lines = checked(tmp_path, file)
    assert (code, lines[-1]) == (
        0,
        "checked 1 tournament, 2 rounds: 0 differ; 1 explained by the file itself",
    )


def test_pairings_made_by_hand_are_one_line_and_check_says_so(tmp_path):
    tournament = chess(SIX)
    by = tournament.owner
    rounds.pair_next_round(tournament=tournament, by=by)
    one, two = Match.objects.filter(round__number=1).order_by("table")[:2]
    drafts.swap_players(tournament=tournament, first=one.first, second=two.first, by=by)
    rounds.publish_round(tournament=tournament, by=by)
    rounds.start_round(tournament=tournament, by=by)
    for match in Match.objects.filter(round__number=1):
        enter(match, "1-0")
    rounds.close_round(tournament=tournament, by=by)
    file = trf_of(tournament)
    assert comments(file) == ["### MPA @ Round 1: pairings made by hand: 1-2, 5-4"]
    code, lines = checked(tmp_path, file)
    assert (code, lines[-1]) == (
        0,
        "checked 1 tournament, 1 round: 0 differ; 1 explained by the file itself",
    )


def test_a_changed_number_of_rounds_and_changed_tie_breaks_are_one_line_each():
    tournament = chess(SIX, total_rounds=3)
    play_chess(tournament)
    tournament.refresh_from_db()
    details = replace(Details.of(tournament), total_rounds=4, tie_breaks=("PTS", "SB", "DE"))
    tournaments.edit_tournament(tournament=tournament, details=details, by=tournament.owner)
    tournament.refresh_from_db()
    assert comments(trf_of(tournament)) == [
        "### Rounds @ Round 1: were 3, are 4 since round 2",
        "### Tie-breaks @ Round 1: were none, are PTS,SB,DE",
    ]


def test_games_of_a_player_who_left_a_round_robin_early_are_written_and_record_299_takes_their_points_away():
    stage = playing_pools("ann bo cy di ed", groups=1, rounds="berger")
    won(stage, "ann-ed", "cy=di")
    gone = stage.tournament.entries.get(display_name="ed")
    withdrawals.withdraw_entry(stage=stage, entry=gone, by=stage.tournament.owner)
    file = trf_of(stage.tournament)
    assert comments(file) == ["### Void: 5 has left, the games of this player do not count"]
    taken = [line for line in file.splitlines() if line.startswith("299")]
    assert {(line[13:17], line[23:].strip()) for line in taken} == {("-1.0", "1")}
    report = read_trf(file.encode())
    assert {e.name: s for e, s in zip(report.tournament.entries, scores(file), strict=True)} == {
        "ann": "0.0",
        "bo": "0.0",
        "cy": "0.5",
        "di": "0.5",
        "ed": "0.0",
    }
    assert check_ranks(report) == ()


def scores(file: str) -> list[str]:
    return [line[80:84].strip() for line in file.splitlines() if line.startswith("001")]
