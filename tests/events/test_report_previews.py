"""A report file is shown before it becomes an event, and nothing in it is lost on the way through."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.calling import Caller, done
from building import user
from crosstable.engine.generator import GeneratorOptions, generate_tournament
from crosstable.engine.model import Match, Pairing
from crosstable.engine.trf import TrfDocument, TrfRecord, check_ranks, read_trf, write_trf
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.event.report_files import import_report, preview_report
from crosstable.events.actions.people.people import PERSONAL
from crosstable.events.actions.stages import pool_play, withdrawals
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.files.trf_export import Moment, trf_of
from crosstable.events.models import Match as MatchRow
from crosstable.events.models import StageKind, StageStatus, Tournament
from crosstable.events.queries.standings.pool_tables import pool_tables
from pool_building import playing_pools, won
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

DATES = " " * 86 + "26/03/01  26/03/02  26/03/03"
HEAD = (
    TrfRecord("012", "Spring Open"),
    TrfRecord("032", "NOR"),
    TrfRecord("042", "2026/03/01"),
    TrfRecord("112", "Dag Deputy"),
    TrfRecord("112", "Eva Deputy"),
    TrfRecord("132", DATES),
    TrfRecord("212", "PTS,BH/C1,SB"),
    TrfRecord("222", "5400+30"),
    TrfRecord("###", "Written by another program"),
)


def document(seed: int = 1, **changes: object) -> TrfDocument:
    options = GeneratorOptions(8, 3, rounds_played=2, forfeits=0.0, half_point_byes=0.0)
    event, dutch = generate_tournament(options, seed)
    return replace(TrfDocument(event, dutch, records=HEAD), **changes)


def with_people(file: str) -> bytes:
    """Player 1 is a woman born on 24 December 1999."""
    lines = file.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("001    1"):
            lines[number] = f"{line[:9]}w{line[10:69]}1999/12/24{line[79:]}"
    return "\n".join(lines).encode()


def test_sex_birth_date_federation_deputies_round_dates_and_comments_are_written_back():
    tournament = import_report(data=with_people(write_trf(document())), by=user("vera"))
    first = tournament.entries.get(starting_number=1)
    assert (first.sex, first.birth_date, first.birth_year) == ("w", "1999/12/24", 1999)
    written = trf_of(tournament)
    player = next(line for line in written.splitlines() if line.startswith("001    1"))
    assert (player[9], player[69:79]) == ("w", "1999/12/24")
    kept = {f"{record.code} {record.text}" for record in HEAD if record.code not in ("012", "042", "212")}
    assert kept <= set(written.splitlines())


def test_the_event_file_carries_what_a_report_file_brought():
    vera = user("vera")
    tournament = import_report(data=with_people(write_trf(document())), by=vera)
    before = trf_of(tournament)
    copy = import_event(data=write_event(tournament), by=vera, as_copy=True)
    assert trf_of(copy) == before


def test_who_asks_to_be_forgotten_is_also_forgotten_with_sex_and_birth_date():
    assert {"sex", "birth_date"} <= set(PERSONAL)


def test_the_preview_says_what_was_read_every_adjustment_and_checks_each_round():
    trf = document()
    last = trf.tournament.rounds[-1]
    one, two = (match.pairing for match in last.matches[:2])
    by_hand = (
        Match(Pairing(one.first, two.second), last.matches[0].result),
        Match(Pairing(two.first, one.second), last.matches[1].result),
        *last.matches[2:],
    )
    event = replace(trf.tournament, rounds=(trf.tournament.rounds[0], replace(last, matches=by_hand)))
    preview = preview_report(data=write_trf(replace(trf, tournament=event)).encode(), by=user("vera"))
    assert (preview.name, preview.format, preview.players) == ("Spring Open", "Swiss", 8)
    assert (preview.rounds, preview.total_rounds, preview.games, preview.open_games) == (2, 3, 8, 0)
    assert preview.adjustments == (
        "Kept as written, not used here, and written back into report files: records 032, 112, 132, 222.",
        "1 comment line (###) of another program is kept and written back.",
    )
    first, second = preview.checks
    assert (first.differs, first.sentence) == (False, "as the rules give")
    assert second.differs
    assert second.sentence.startswith("the rules give ")
    assert Tournament.objects.count() == 0


def test_the_page_shows_the_preview_and_the_second_press_makes_the_event():
    vera = logged_in("vera")
    file = SimpleUploadedFile("open.trf", write_trf(document()).encode())
    shown = vera.post("/new/trf", {"file": file})
    words = text(shown)
    assert "Format Swiss Players 8 Rounds 2 of 3 Games 8, 0 without a result" in words
    assert "records 032, 112, 132, 222" in words
    assert "Round 1 : as the rules give." in words
    assert Tournament.objects.count() == 0
    made = vera.post("/new/trf", {"packed": shown.context["packed"]}, follow=True)
    assert "Spring Open was imported; you are its owner." in text(made)
    broken = vera.post("/new/trf", {"packed": "x"})
    assert "The file did not arrive completely. Choose it again." in text(broken)


def test_a_program_gets_the_preview():
    vera = Caller("vera")
    file = SimpleUploadedFile("open.trf", write_trf(document()).encode())
    answer = vera.client.post("/api/tournaments/import-trf/preview", {"file": file}, headers=vera.headers)
    preview = done(answer)
    assert (preview["players"], preview["totalRounds"], preview["openGames"]) == (8, 3, 0)
    assert preview["checks"][0] == {
        "round": 1,
        "differs": False,
        "sentence": "as the rules give",
        "ours": [],
        "theirs": [],
    }
    assert Tournament.objects.count() == 0


def test_a_file_by_the_rules_of_2017_is_said_to_be_paired_by_those_of_2026():
    trf = document(records=(*HEAD, TrfRecord("192", "FIDE_DUTCH_2017")))
    preview = preview_report(data=write_trf(trf).encode(), by=user("vera"))
    assert preview.adjustments[0] == (
        "Record 192 says FIDE_DUTCH_2017: the event is checked here, and paired from now on, by the "
        "FIDE Dutch system, C.04.3 in force from 1 February 2026."
    )


def round_robin(*games: str):
    stage = playing_pools("ann bo cy di ed", groups=1, rounds="berger")
    won(stage, *games)
    return stage


def table(tournament: Tournament) -> list[tuple[str, str]]:
    stage = tournament.stages.get()
    return [(line.entry.display_name, str(line.rank)) for pool in pool_tables(stage) for line in pool.lines]


def test_a_round_robin_is_imported_with_its_schedule_results_and_open_games():
    stage = round_robin("ann-bo", "cy=di", "bo-ed")
    file = trf_of(stage.tournament)
    copy = import_report(data=file.encode(), by=user("vera"))
    copied = copy.stages.get()
    assert (copied.kind, copied.status, copied.settings["rounds"]) == (
        StageKind.POOLS,
        StageStatus.STARTED,
        "berger",
    )
    assert table(copy) == table(stage.tournament)
    assert MatchRow.objects.filter(round__stage=copied, result="").count() == 7
    assert content_of(trf_of(copy)) == content_of(file)


def content_of(file: str) -> object:
    event = read_trf(file.encode()).tournament
    rounds = [{(m.pairing.first, m.pairing.second, m.result) for m in r.matches} for r in event.rounds]
    return [entry.name for entry in event.entries], rounds, event.total_rounds


def test_an_imported_round_robin_is_played_to_its_end():
    copy = import_report(data=trf_of(round_robin("ann-bo").tournament).encode(), by=user("olga"))
    stage = copy.stages.get()
    for match in MatchRow.objects.filter(round__stage=stage, result="").select_related("first", "second"):
        won(stage, f"{match.first}-{match.second}")
    pool_play.close_stage(stage=stage, by=copy.owner)
    final = trf_of(copy, Moment.FINAL)
    assert check_ranks(read_trf(final.encode())) == ()
    assert import_report(data=final.encode(), by=user("olga")).stages.get().status == StageStatus.CLOSED


def test_games_that_a_round_robin_file_does_not_have_are_added():
    stage = round_robin("ann-bo", "cy=di")
    report = read_trf(trf_of(stage.tournament).encode())
    played = replace(report.tournament, rounds=report.tournament.rounds[:1], total_rounds=5)
    data = write_trf(replace(report, tournament=played)).encode()
    preview = preview_report(data=data, by=user("vera"))
    assert "8 games that the file does not have are added without a result." in preview.adjustments
    copied = import_report(data=data, by=user("vera")).stages.get()
    pairs = MatchRow.objects.filter(round__stage=copied).values_list("first_id", "second_id")
    assert len({frozenset(pair) for pair in pairs}) == 10


def test_a_player_who_left_a_round_robin_early_has_left_in_the_copy():
    stage = round_robin("ann-ed", "cy=di")
    gone = stage.tournament.entries.get(display_name="ed")
    withdrawals.withdraw_entry(stage=stage, entry=gone, by=stage.tournament.owner)
    copy = import_report(data=trf_of(stage.tournament).encode(), by=user("vera"))
    assert copy.entries.get(display_name="ed").is_dropped
    assert table(copy) == table(stage.tournament)
    assert content_of(trf_of(copy)) == content_of(trf_of(stage.tournament))
