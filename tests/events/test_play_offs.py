"""A play-off is matches like any other: called, reported by phone, code and desk, shown; it counts in no table and
settles the tie when it is closed."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils.timezone import localtime

from api.calling import Caller, done, problem
from building import entry, play_round, start_next, user
from chess_building import with_account
from crosstable.events.actions.core import undo
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.hall import boards as boards_of_hall
from crosstable.events.actions.hall import dispatch, evenings
from crosstable.events.actions.people.entries import drop
from crosstable.events.actions.results import results, team_boards
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.actions.stages import pool_play, pools, schedules, stages
from crosstable.events.actions.stages.advancing import TieDecision, decide_tie
from crosstable.events.actions.stages.play_offs import (
    close_play_off,
    close_play_offs,
    make_play_off,
    take_play_off_back,
)
from crosstable.events.bridge.match_codes import page_of
from crosstable.events.bridge.play_offs import PlayOff, play_offs_of
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, Round, Stage, StageKind, Tournament
from crosstable.events.play_errors import (
    MatchesOpen,
    PartOfPlayOff,
    PlayOffOn,
    PlayOffReported,
    StageFixed,
    TiedEntryLeft,
)
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.places import desk_of
from crosstable.events.queries.stages.advancing import places_after, tables_with_places
from crosstable.events.queries.stages.ties import open_ties
from crosstable.events.queries.standings.pool_tables import pool_tables
from crosstable.events.queries.standings.standings import standings_table
from digests import digest
from events.test_teams import boards, doubles
from events.test_ties import THEN, draw, three_level, tied
from knockout_building import top_cut
from pool_building import fresh, playing_pools, revision, won
from web.visiting import text

pytestmark = pytest.mark.django_db


def made(stage: Stage, *names: str) -> PlayOff:
    return make_play_off(stage=stage, entries=tied(stage, *names), by=user("olga"))


def meeting(stage: Stage, one: str, two: str) -> Match:
    rows = Match.objects.select_related(
        "round__tournament", "round__stage", "first__player", "second__player"
    )
    rows = rows.filter(round__stage=stage, round__play_off__gt=0).order_by("-pk")
    return next(m for m in rows if {str(m.first), str(m.second)} == {one, two})


def beats(stage: Stage, *games: str) -> None:
    """'ann-bo' is a win of ann in the newest play-off of the two, 'ann=bo' a draw; entered at the desk."""
    for game in games:
        one, two = game.replace("=", "-").split("-")
        match = meeting(stage, one, two)
        code = "1/2-1/2" if "=" in game else "1-0" if str(match.first) == one else "0-1"
        results.enter_result(match=match, score=parse_score(match, code), by=user("olga"))


def step(stage: Stage) -> tuple[str, str]:
    room = control_room(Tournament.objects.get(pk=stage.tournament_id))
    return room.step.value, room.announcement.title


def numbers(stage: Stage) -> dict[str, object]:
    """What the tables of the pools count, by name."""
    return {
        str(line.entry): (line.points, line.wins, line.losses, line.played, line.margin, line.tie_breaks)
        for table in pool_tables(stage)
        for line in table.lines
    }


def test_three_meet_each_other_by_code_desk_and_phone_and_the_last_result_lets_it_be_closed():
    stage = three_level()
    before = numbers(stage)
    assert not any(line.advances for line in tables_with_places(stage)[0].lines)
    play_off = made(stage)
    assert [str(round_) for round_ in play_off.rounds] == [
        f"Play-off for places 1 to 2 of pool A, round {number}" for number in (1, 2, 3)
    ]
    assert step(stage) == ("collect-results", "Play-off for places 1 to 2 of pool A: 3 matches in progress")
    called = dispatch.call_next(tournament=stage.tournament, by=user("olga"))
    assert called.round.play_off == 1 and called.table == 1
    for side, outcome in (("first", "win"), ("second", "loss")):
        Client().post(page_of(called), {"side": side, "outcome": outcome})
    left = [place.match for place in desk_of(stage.tournament).places if not place.match.is_agreed]
    assert len(left) == 2 and desk_of(stage.tournament).title == str(left[-1].round)
    shown = Client().get(f"/t/{stage.tournament.slug}/rounds/{left[0].round.number}").content.decode()
    assert "Play-off for places 1 to 2 of pool A, round" in shown
    with pytest.raises(MatchesOpen, match="2 matches of the play-off for places 1 to 2 of pool A"):
        close_play_off(stage=stage, number=1, by=user("olga"))
    first, second = str(called.first), str(called.second)
    (third,) = {"ann", "bo", "cy"} - {first, second}
    beats(stage, f"{first}-{third}", f"{second}-{third}")
    assert step(stage) == ("close", "All results of the play-off are in")
    take_next_step(tournament=stage.tournament, seen_step="close", by=user("olga"))
    assert (numbers(fresh(stage)), open_ties(fresh(stage))) == (before, [])
    ranks = [(line.rank, str(line.entry)) for line in pool_tables(fresh(stage))[0].lines]
    assert ranks == [(1, first), (2, second), (3, third), (4, "di")]
    going = [str(line.entry) for line in tables_with_places(fresh(stage))[0].lines if line.advances]
    assert set(going) == {first, second}
    assert draw(fresh(stage)) == [first, second]


def test_it_is_next_until_it_is_called_has_a_time_and_everyone_is_told_of_it():
    stage = three_level()
    Tournament.objects.update(date=date(2099, 1, 1))
    Stage.objects.filter(pk=stage.pk).update(hall={"starts": "18:00", "minutes": 20})
    play_off = made(fresh(stage))
    assert [(match.slot, f"{localtime(match.planned_at):%H:%M}") for match in play_off.matches] == [
        (1, "18:00"),
        (2, "18:20"),
        (3, "18:40"),
    ]
    address = f"/t/{stage.tournament.slug}"
    name = "Play-off for places 1 to 2 of pool A"
    assert f"{name} In progress" in text(Client().get(address))
    assert "To be played" in text(Client().get(f"{address}/rounds/{play_off.rounds[0].number}"))
    assert "18:20" in text(Client().get(f"{address}/stages/1/schedule"))
    phone = Client()
    phone.force_login(with_account(stage.tournament, str(play_off.matches[0].first)).user)

    def own_page() -> str:
        return text(phone.get(f"{address}/me"))

    assert f"18:00 · {name}, round 1" in own_page() and "– next" in own_page()
    called = dispatch.call_next(tournament=stage.tournament, by=user("olga"))
    assert "– called" in own_page()
    dispatch.start_match(match=called, by=user("olga"))
    assert "– playing" in own_page()


def test_closing_it_and_making_it_are_undone_and_the_tie_is_open_again():
    stage = three_level()
    made(stage)
    beats(stage, "ann-bo", "ann-cy", "bo-cy")
    close_play_off(stage=stage, number=1, by=user("olga"))
    assert open_ties(fresh(stage)) == []
    undo.undo(tournament=stage.tournament, by=user("olga"))
    assert [tie.play_off.number for tie in open_ties(fresh(stage))] == [1]
    for _ in range(4):
        undo.undo(tournament=stage.tournament, by=user("olga"))
    assert [tie.play_off for tie in open_ties(fresh(stage))] == [None]
    assert not Round.objects.filter(play_off__gt=0).exists()


def test_several_are_closed_by_one_press_in_one_entry_that_undo_takes_back_whole():
    stage = playing_pools("a1 b1 b2 a2", groups=2, boards=2, per_pool=1, then=THEN)
    won(stage, "a1=a2", "b1=b2")
    stage = fresh(pool_play.close_stage(stage=stage, by=user("olga")))
    made(stage, "a1", "a2")
    made(stage, "b1", "b2")
    beats(stage, "a2-a1")
    with pytest.raises(MatchesOpen):
        close_play_offs(stage=stage, by=user("olga"))
    beats(stage, "b1-b2")
    assert step(stage) == ("close", "All results of the play-offs are in")
    before = digest(stage.tournament)
    for again in (True, False):
        take_next_step(tournament=stage.tournament, seen_step="close", by=user("olga"))
        stage.tournament.refresh_from_db()
        assert describe(stage.tournament.journal.first()) == (
            "Play-offs of Pools closed: a2, a1 (1–0); b1, b2 (1–0) (games rated: 2)"
        )
        assert open_ties(fresh(stage)) == []
        if again:
            undo.undo(tournament=stage.tournament, by=user("olga"))
            assert digest(stage.tournament) == before
    assert draw(fresh(stage)) == ["a2", "b1"]


def test_four_seconds_play_for_one_place_and_who_is_level_in_it_is_level_still():
    stage = playing_pools("a1 b1 c1 d1 d2 c2 b2 a2", groups=4, boards=4, per_pool=1, next_best=1, then=THEN)
    won(stage, "a1-a2", "b1-b2", "c1-c2", "d1-d2")
    stage = fresh(pool_play.close_stage(stage=stage, by=user("olga")))
    play_off = made(stage, "a2", "b2", "c2", "d2")
    assert (len(play_off.rounds), len(play_off.matches)) == (3, 6)
    assert [{m.table for m in play_off.matches if m.round_id == r.pk} for r in play_off.rounds] == [
        {1, 2},
        {2, 3},
        {3, 4},
    ]
    beats(stage, "a2-b2", "b2-c2", "c2-a2", "a2-d2", "b2-d2", "d2-c2")
    close_play_off(stage=stage, number=1, by=user("olga"))
    assert [[str(e) for e in tie.entries] for tie in open_ties(fresh(stage))] == [["a2", "b2"]]
    made(stage, "a2", "b2")
    beats(stage, "b2-a2")
    close_play_off(stage=stage, number=2, by=user("olga"))
    assert draw(fresh(stage))[-1] == "b2"


def test_nothing_is_drawn_or_decided_while_it_is_on_and_it_is_taken_back_until_someone_reports():
    stage = three_level()
    made(stage)
    before = revision(stage.tournament)
    refusals = [
        (PlayOffOn, lambda: draw(stage)),
        (PlayOffOn, lambda: made(stage)),
        (
            PlayOffOn,
            lambda: decide_tie(stage=stage, entries=tied(stage), how=TieDecision("lots"), by=user("olga")),
        ),
        (BadValue, lambda: close_play_off(stage=stage, number=2, by=user("olga"))),
        (PartOfPlayOff, lambda: rounds.close_round(tournament=stage.tournament, number=4, by=user("olga"))),
        (
            PartOfPlayOff,
            lambda: reopening.unstart_round(tournament=stage.tournament, number=4, by=user("olga")),
        ),
    ]
    for refusal, attempt in refusals:
        with pytest.raises(refusal):
            attempt()
    assert revision(stage.tournament) == before
    take_play_off_back(stage=stage, number=1, by=user("olga"))
    assert (step(stage)[1], Round.objects.filter(play_off__gt=0).count()) == ("A tie decides who advances", 0)
    made(stage)
    beats(stage, "ann=bo")
    with pytest.raises(PlayOffReported):
        take_play_off_back(stage=stage, number=1, by=user("olga"))
    drop(entry=entry(stage.tournament, "cy"), by=user("olga"))
    with pytest.raises(TiedEntryLeft):
        made(stage)


def test_a_tie_at_the_cut_of_a_swiss_is_played_off_at_a_table_of_its_own_and_no_score_changes():
    stage = top_cut("ann bo cy di", cut=1, rounds=1)
    tournament = stage.tournament
    start_next(tournament)
    play_round(tournament)
    swiss = fresh(tournament.stages.get(number=1))
    before = {str(line.entry): line.cells for line in standings_table(tournament).lines}
    play_off = made(swiss, "ann", "bo")
    assert [m.table for m in play_off.matches] == [1]
    match = meeting(swiss, "ann", "bo")
    score = parse_score(match, {"first": 40, "second": 60})
    results.report(match=match, score=score, by=user(match.first.display_name))
    results.confirm(match=match, by=user(str(match.second)))
    close_play_off(stage=swiss, number=1, by=user("olga"))
    fresh_event = Tournament.objects.get(pk=tournament.pk)
    lines = standings_table(fresh_event).lines
    assert {str(line.entry): line.cells for line in lines} == before
    assert [(line.rank, str(line.entry)) for line in lines[:2]] == [
        (1, str(match.second)),
        (2, str(match.first)),
    ]
    assert [place.entry for place in places_after(fresh(swiss))] == [match.second_id]


def test_teams_play_it_off_on_their_boards():
    event = doubles("Owls", "Crows", team_boards=2)
    plans = [StagePlan(StageKind.POOLS, "Pools", {"per_pool": 1}), *THEN]
    stages.set_stages(tournament=event, plans=plans, by=user("olga"))
    stage = event.stages.select_related("tournament").get(number=1)
    pools.form_pools(stage=stage, by=user("olga"))
    schedules.make_schedule(stage=stage, by=user("olga"))
    pool_play.publish_pools(stage=stage, by=user("olga"))
    pool_play.start_pools(stage=stage, by=user("olga"))
    level = Match.objects.select_related("round__tournament").get()
    team_boards.enter_boards(match=level, boards=boards(level, "1-0", "0-1"), by=user("olga"))
    stage = fresh(pool_play.close_stage(stage=fresh(stage), by=user("olga")))
    made(stage, "Owls", "Crows")
    match = meeting(stage, "Owls", "Crows")
    team_boards.enter_boards(match=match, boards=boards(match, "1/2-1/2", "0-1"), by=user("olga"))
    close_play_off(stage=stage, number=1, by=user("olga"))
    assert [place.entry for place in places_after(stage)] == [match.second_id]


def test_a_program_makes_reports_and_closes_it():
    stage = three_level()
    olga, path = Caller("olga"), f"/tournaments/{stage.tournament_id}"
    ids = [e.pk for e in tied(stage)]
    asked = {"playerIds": ids}
    assert problem(olga.post(f"{path}/stages/1/play-offs", {"playerIds": ids[:2]})) == (409, "no-such-tie")
    play_off = done(olga.post(f"{path}/stages/1/play-offs", asked), 201)
    assert done(olga.get(f"{path}/stages/1/ties"))[0]["playOff"] == play_off["number"] == 1
    done(olga.delete(f"{path}/stages/1/play-offs/1"), 204)
    play_off = done(olga.post(f"{path}/stages/1/play-offs", asked), 201)
    while (now := done(olga.get(f"{path}/next")))["step"] != "draw":
        for match in now["openMatches"]:
            row = done(olga.get(f"{path}/matches/{match}"))
            first_is_better = ids.index(row["player1"]["playerId"]) < ids.index(row["player2"]["playerId"])
            done(
                olga.post(f"{path}/matches/{match}/override", {"score": "1-0" if first_is_better else "0-1"})
            )
        if now["step"] == "close":
            done(olga.post(f"{path}/stages/1/play-offs/1/close"))
    (shown,) = done(olga.get(f"{path}/stages/1/play-offs"))
    assert shown == {
        **play_off,
        "waiting": 0,
        "closed": True,
        "order": [[ids[0]], [ids[1]], [ids[2]]],
    }
    assert [one.is_closed for one in play_offs_of(stage)] == [True]


def test_boards_are_closed_and_the_evening_is_replanned_during_play():
    stage = three_level()
    evening, two = {"starts": "18:00", "minutes": 20}, {**stage.settings, "boards": 2}
    Stage.objects.filter(pk=stage.pk).update(hall=evening, settings=two)
    with pytest.raises(StageFixed):
        boards_of_hall.close_board(stage=fresh(stage), board=2, by=user("olga"))
    made(fresh(stage))
    assert boards_of_hall.close_board(stage=fresh(stage), board=2, by=user("olga")) == 1
    evenings.replan(stage=fresh(stage), by=user("olga"))
    assert {match.table for match in play_offs_of(fresh(stage))[0].matches} == {1}
    assert control_room(stage.tournament).announcement.text == "3 matches have no result yet."
