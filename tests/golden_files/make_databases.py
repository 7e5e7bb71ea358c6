"""Make `database-*.xz` with today's code. Run only to replace them with databases of another version; see README.md:

    python tests/golden_files/make_databases.py

`demo` is the demonstration. `told` has what the demonstration has not: corrections, games of a series and of team
boards, drafts, disputes, things undone. The script makes them with the actions that the pages use.
"""

# ruff: noqa: E402

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import django
from django.utils import timezone

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "settings_for_tests"
os.environ.pop("DATABASE_URL", None)
CLOCK = {"demo": datetime(2026, 11, 16, 12, 0, tzinfo=UTC), "told": datetime(2026, 11, 21, 9, 0, tzinfo=UTC)}
# Keys apart from each other and from those of tests: what a process keeps by key and revision is never mixed up.
FIRST_KEY = {"demo": 10_000, "told": 20_000}
WORLD = sys.argv[1] if len(sys.argv) > 1 else ""
_now = CLOCK.get(WORLD, datetime.now(UTC))


def tick() -> datetime:
    """Every look at the clock is a little later: a millisecond in the demo, which sets its own times, else a second."""
    global _now
    _now += timedelta(milliseconds=1) if WORLD == "demo" else timedelta(seconds=1)
    return _now


# Before anything of ours is imported: some of it holds on to the function.
timezone.now = tick
django.setup()

from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection

from building import (
    build_club,
    details,
    enter,
    entry,
    event,
    join,
    match_of,
    member,
    play_round,
    playing,
    settle,
    start_next,
    user,
)
from chess_building import SIX, chess, play_chess, start_chess, with_account
from crosstable.cli.demo_content import load
from crosstable.engine.results import Score
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import access, flow, screens, tournaments
from crosstable.events.actions.event.tournaments import Details
from crosstable.events.actions.people import adjustments, attendance, byes, teams
from crosstable.events.actions.results import corrections, results, series, team_boards, walkovers
from crosstable.events.actions.rounds import clock, drafts, rounds
from crosstable.events.actions.stages import knockout, pool_play, pools, schedules, stages, withdrawals
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Match, Stage, StageKind, Status, Tournament
from knockout_building import beats, chess_knockout, started, top_cut
from pool_building import drawn, fresh, match_between, playing_pools, won

EIGHT = "ann bo cy di ed flo gus hal"
FOUR = {"ann": 2100, "bo": 2000, "cy": 1900, "di": 1800}


def tell() -> None:
    user("root", is_superuser=True)
    for one in (wargame, chess_event, pool_stage, pool_draft, team_boards_event, series_knockout, whole_cut):
        one()
    open_for_registration()
    event("", Status.DRAFT, name="Draft of next year")
    club_evening()


def wargame() -> None:
    """Three corrections, of which one is undone; a dispute, a penalty undone, a draft paired with a table open."""
    tournament = playing(EIGHT, name="Corrected Grand Tournament", total_rounds=5, round_minutes=120)
    play_round(tournament, "ann 72-45", "bo 30-30")
    start_next(tournament)
    play_round(tournament, "ann 80-20")
    by = tournament.owner
    tables = match_of(tournament, "ann", 1).round.matches.order_by("table").select_related("first")
    for match, policy in zip(tables, ("everywhere", "from-now", "note-only"), strict=False):
        correct(tournament, str(match.first), policy)
    undo.undo(tournament=tournament, by=by, number=correct(tournament, "ann", "rating-only", 2))
    adjustments.adjust(entry=entry(tournament, "gus"), amount=Decimal(-5), reason="Late", by=by)
    adjustments.adjust(entry=entry(tournament, "hal"), amount=Decimal(3), reason="Painting", by=by)
    undo.undo(tournament=tournament, by=by, reason="Wrong player")
    access.appoint_director(tournament=tournament, user=user("helper"), by=by)
    screens.add_screen(tournament=tournament, name="Hall", by=by)
    access.share(tournament=tournament, by=by)
    start_next(tournament)
    third_round(tournament)


def correct(tournament: Tournament, name: str, policy: str, number: int = 1) -> int:
    match = match_of(tournament, name, number)
    score = parse_score(match, (31, 69))
    corrections.correct_result(
        match=match, score=score, policy=policy, reason="A slip turned up", by=tournament.owner
    )
    return tournament.journal.order_by("-number")[0].number


def third_round(tournament: Tournament) -> None:
    by = tournament.owner
    clock.add_time(tournament=tournament, minutes=5, by=by)
    match = match_of(tournament, "ann")
    clock.extend_table(match=match, minutes=8, reason="Judge call", by=by)
    results.report(match=match, score=parse_score(match, (60, 40)), by=user("ann"))
    other = match.second if match.first.display_name == "ann" else match.first
    results.dispute(match=match, reason="It was 55", by=user(str(other)))
    rest = Match.objects.filter(round=match.round, state="open").select_related("first").order_by("pk")
    settle(tournament, f"{rest[0].first} 44-33")
    rounds.pair_next_round(tournament=tournament, by=by, with_open=True, mission="Dawn")
    rows = Match.objects.filter(round=match.round, state="open")
    open_ = rows.select_related("round__tournament", "first__player__user").order_by("pk")[0]
    results.report(match=open_, score=parse_score(open_, (10, 90)), by=user(str(open_.first)))


def chess_event() -> None:
    """A forfeit, byes asked for, a forbidden pair, a draft of round 3 with two players swapped."""
    tournament = chess({**SIX, "gus": 1500}, name="Autumn Open of the Club")
    with_account(tournament, "ann")
    by = tournament.owner
    byes.request_bye(entry=entry(tournament, "flo"), round_number=2, kind="half", by=by)
    byes.request_bye(entry=entry(tournament, "ed"), round_number=4, kind="zero", by=by)
    byes.forbid_pair(
        tournament=tournament, first=entry(tournament, "ann"), second=entry(tournament, "bo"), by=by
    )
    play_chess(tournament, "1-0", "0-1", "1/2-1/2")
    play_chess(tournament, "1-0F", "1/2-1/2", "1-0")
    match = match_of(tournament, "ann", 1)
    corrections.correct_result(
        match=match, score=parse_score(match, "1/2-1/2"), policy="everywhere", reason="Misread", by=by
    )
    access.share(tournament=tournament, by=by)
    start_chess(tournament)
    clock.start_game(match=match_of(tournament, "ann"), by=by)
    match = match_of(tournament, "bo")
    results.enter_result(match=match, score=parse_score(match, "0-1"), by=by)
    rounds.pair_next_round(tournament=tournament, by=by, with_open=True)
    drafts.swap_players(
        tournament=tournament, first=entry(tournament, "ann"), second=entry(tournament, "di"), by=by
    )


def renamed(tournament: Tournament, name: str, **changes: object) -> Tournament:
    tournament.refresh_from_db()
    tournaments.edit_tournament(
        tournament=tournament, details=details(name=name, **changes), by=tournament.owner
    )
    return tournament


def pool_stage() -> None:
    """Two pools being played, one player withdrawn, a knockout to come."""
    stage = playing_pools(EIGHT, groups=2, boards=2, per_pool=2, then=(StagePlan(StageKind.KNOCKOUT, "Cup"),))
    won(stage, "ann-di", "ann-ed", "bo=cy", "bo-flo")
    withdrawals.withdraw_entry(stage=stage, entry=entry(stage.tournament, "hal"), by=stage.tournament.owner)
    renamed(stage.tournament, "Pools and a cup")


def pool_draft() -> None:
    """Formed and scheduled, seen by organisers only; the pools were moved by hand."""
    stage = drawn("ann bo cy di ed", game="wargame")
    pools.discard_pools(stage=stage, by=stage.tournament.owner)
    pools.form_pools(stage=stage, by=stage.tournament.owner)
    schedules.make_schedule(stage=stage, by=stage.tournament.owner)
    renamed(stage.tournament, "League, not published")


def team_boards_event() -> None:
    """Three boards a match: entered by the desk, agreed by both, disputed."""
    event_details = details(name="Team boards", team_size=3, team_boards=3)
    tournament = tournaments.create_tournament(details=event_details, by=user("olga"), game="chess")
    stages.set_stages(
        tournament=tournament, plans=[StagePlan(StageKind.POOLS, "League", {"boards": 2})], by=user("olga")
    )
    tournaments.advance(tournament=tournament, by=user("olga"))
    for team, captain in (("Owls", "ann"), ("Crows", "bo"), ("Kites", "cy"), ("Rooks", "di")):
        partners = [f"{team} two", f"{team} three"]
        teams.register_team(
            tournament=tournament, details=EntryDetails(team), partners=partners, by=user(captain)
        )
    stage = tournament.stages.get()
    pools.form_pools(stage=stage, by=user("olga"))
    schedules.make_schedule(stage=stage, by=user("olga"))
    pool_play.publish_pools(stage=stage, by=user("olga"))
    boards_come_in(fresh(pool_play.start_pools(stage=stage, by=user("olga"))))


def all_said(match: Match, *codes: str) -> list[Score]:
    return [parse_score(match, code) for code in codes]


def boards_come_in(stage: Stage) -> None:
    entered = match_between(stage, "Owls", "Kites")
    team_boards.enter_boards(
        match=entered, boards=all_said(entered, "1-0", "1/2-1/2", "0-1"), by=user("olga")
    )
    agreed = match_between(stage, "Crows", "Rooks")
    team_boards.report_boards(match=agreed, boards=all_said(agreed, "1-0", "1-0", "0-1"), by=user("bo"))
    results.confirm(match=agreed, by=user("di"))
    disputed = match_between(stage, "Owls", "Crows")
    team_boards.report_boards(match=disputed, boards=all_said(disputed, "1-0", "0-1", "0-1"), by=user("ann"))
    team_boards.report_boards(match=disputed, boards=all_said(disputed, "1-0", "0-1", "1-0"), by=user("bo"))


def series_knockout() -> None:
    """Best of three with a place match: one series decided, one cleared by undo and started again, one walkover."""
    stage = started(chess_knockout({**FOUR, "ed": 1700, "flo": 1600}, best_of=3, third_place=True))
    by = stage.tournament.owner
    first, second = Match.objects.filter(round__stage=stage).order_by("bracket_number").select_related(
        "round__tournament", "first__player", "second__player"
    )[:2]  # fmt: skip
    series.enter_games(match=first, games=all_said(first, "1-0", "1/2-1/2", "1-0"), by=by)
    series.enter_games(match=second, games=all_said(second, "0-1", "0-1"), by=by)
    undo.undo(tournament=stage.tournament, by=by, reason="The other table")
    walkovers.give_match(match=Match.objects.select_related("round__tournament").get(pk=second.pk),
                         to=second.first, by=by, reason="Went home")  # fmt: skip
    rows = Match.objects.filter(round__stage=stage, state="open").order_by("pk")
    third = rows.select_related("round__tournament", "first__player", "second__player")[0]
    series.enter_games(match=third, games=all_said(third, "1-0"), by=by)


def whole_cut() -> None:
    """Swiss, then a double knockout of four, complete."""
    stage = top_cut(EIGHT, elimination="double")
    by = stage.tournament.owner
    for number in (1, 2):
        start_next(stage.tournament)
        play_round(stage.tournament, "ann 90-10", *(["bo 80-20"] if number == 1 else []))
    started(stage)
    while (match := _next_of(stage)) is not None:
        beats(stage, f"{match.first} {match.second}")
    knockout.close_knockout(stage=stage, by=by)
    tournaments.advance(tournament=stage.tournament, by=by)


def _next_of(stage: Stage) -> Match | None:
    rows = Match.objects.filter(round__stage=stage, state="open", round__status="started")
    return rows.select_related("first", "second").order_by("round__number", "pk").first()


def open_for_registration() -> None:
    tournament = event("ann bo cy", Status.REGISTRATION, name="Spring Open")
    enter(tournament, "dot", faction="Tau", list_text="Ten drones\nOne tank")
    tournaments.lock_lists(tournament=tournament, by=tournament.owner)


def club_evening() -> None:
    club = build_club("City Chess Club", "Walter Wood 1500", "Vi Lund 1400", "Uma Olsen")
    join(club, "ann")
    chosen = [member(club, name) for name in ("Walter Wood", "Vi Lund", "Uma Olsen")]
    wanted = Details(name="Club evening", date=details().date, total_rounds=3)
    tournament = flow.create_for_members(details=wanted, club=club, memberships=chosen, by=user("clara"))
    flow.start_tournament(tournament=tournament, by=user("clara"))
    attendance.mark_no_show(entry=entry(tournament, "Vi Lund"), by=user("clara"))


def make(world: str) -> None:
    global _now
    call_command("migrate", verbosity=0, interactive=False)
    _now = CLOCK[world]  # however often the migrations looked at it
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = 'events_tournament'")
        cursor.execute("INSERT INTO sqlite_sequence VALUES ('events_tournament', %s)", [FIRST_KEY[world]])
    (load if world == "demo" else tell)()
    Session.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("PRAGMA journal_mode=DELETE")
        cursor.execute("VACUUM")
    data = Path(connection.settings_dict["NAME"]).read_bytes()
    (HERE / f"database-{world}.xz").write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    if WORLD:
        make(WORLD)
    else:
        for each in CLOCK:
            subprocess.run([sys.executable, __file__, each], check=True)
