"""The evening at the boards: calls, boards that close, clock times; in pools, a knockout and a Swiss."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from building import playing, user
from crosstable.events.actions.core import undo
from crosstable.events.actions.hall import boards, dispatch, evenings
from crosstable.events.actions.people import attendance
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import manual_pairing, repairs
from crosstable.events.actions.stages import pool_play, seats
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue, NotNow
from crosstable.events.models import Match, Tournament
from crosstable.events.notifications.news import matches_of, news_of
from crosstable.events.play_errors import (
    BoardNotFree,
    BoardStaysOpen,
    EveningTooShort,
    InTwoPlaces,
    NoBoards,
    NoMatchToCall,
)
from crosstable.events.queries.desk.boards import hall_of, next_matches, stage_being_played
from crosstable.events.queries.desk.evening import replanned
from crosstable.events.queries.rounds.live_rounds import live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import Offer, offers
from knockout_building import started, with_knockout
from pool_building import drawn, fresh, match_between, playing_pools
from web.visiting import text

pytestmark = pytest.mark.django_db


def boards_of(tournament: Tournament) -> list[str]:
    """'1 called ann-flo': every board, what is there and who."""
    stage = stage_being_played(tournament)
    assert stage is not None
    return [
        f"{card.number} {card.state}" + (f" {card.match.first}-{card.match.second}" if card.match else "")
        for card in hall_of(stage).cards
    ]


def test_a_match_waits_is_called_is_in_play_and_is_done():
    stage = playing_pools(boards=2)
    event, olga = stage.tournament, user("olga")
    assert boards_of(event) == ["1 free ann-flo", "2 free bo-ed"]
    called = dispatch.call_next(tournament=event, by=olga)
    assert boards_of(event) == ["1 called ann-flo", "2 free bo-ed"]
    dispatch.start_match(match=called, by=olga)
    assert boards_of(event) == ["1 in play ann-flo", "2 free bo-ed"]
    results.enter_result(
        match=Match.objects.get(pk=called.pk),
        score=parse_score(Match.objects.get(pk=called.pk), "1-0"),
        by=olga,
    )
    assert boards_of(event) == ["1 free di-cy", "2 free bo-ed"]


def test_no_one_is_called_to_two_boards_and_a_board_takes_one_match():
    stage = playing_pools(boards=3)
    olga = user("olga")
    dispatch.call_match(match=match_between(stage, "ann", "flo"), board=3, by=olga)
    with pytest.raises(InTwoPlaces, match="ann is at board 3 already"):
        dispatch.call_match(match=match_between(stage, "ann", "bo"), by=olga)
    with pytest.raises(BoardNotFree, match="ann v flo is in progress there"):
        dispatch.call_match(match=match_between(stage, "bo", "ed"), board=3, by=olga)
    with pytest.raises(BoardNotFree, match="The boards are 1 to 3"):
        dispatch.call_match(match=match_between(stage, "bo", "ed"), board=4, by=olga)
    with pytest.raises(NotNow, match="is called already"):
        dispatch.call_match(match=match_between(stage, "ann", "flo"), by=olga)
    shown = [queue.now for queue in next_matches(stage.tournament)]
    people = [pk for match in shown for pk in (match.first_id, match.second_id)]
    assert len(people) == len(set(people)) == 6


def test_those_who_are_called_are_told_where_to_go():
    event = playing("ann bo cy di")
    stage = event.stages.get()
    stage.tournament = event
    evenings.set_evening(stage=stage, boards=1, by=event.owner)
    called = dispatch.call_next(tournament=event, by=event.owner)
    newest = event.journal.first()
    assert newest is not None
    names = [called.second.display_name, called.first.display_name]
    assert [news.title for news in news_of(newest, matches_of(event, [newest]))] == [
        f"You are called: Table 1 against {name}" for name in names
    ]


def test_a_swiss_with_fewer_boards_than_matches_calls_the_others_when_a_board_is_free():
    event = playing("ann bo cy di")
    stage = event.stages.get()
    stage.tournament = event
    with pytest.raises(NoBoards):
        dispatch.call_next(tournament=event, by=event.owner)
    evenings.set_evening(stage=stage, boards=1, by=event.owner)
    first = dispatch.call_next(tournament=event, by=event.owner)
    with pytest.raises(NoMatchToCall, match="Every open table is taken"):
        dispatch.call_next(tournament=event, by=event.owner)
    results.enter_result(
        match=Match.objects.get(pk=first.pk),
        score=parse_score(Match.objects.get(pk=first.pk), (60, 40)),
        by=event.owner,
    )
    second = dispatch.call_next(tournament=event, by=event.owner)
    assert (second.table, second.slot, second.pk != first.pk) == (1, 2, True)


def small_swiss() -> Tournament:
    """Seven on one board: three matches of a round in turn, and one player with the bye."""
    event = playing("ann bo cy di ed flo gus")
    evenings.set_evening(stage=event.stages.get(), boards=1, starts="18:00", minutes=20, by=event.owner)
    evenings.replan(stage=event.stages.get(), by=event.owner)
    return event


def in_turn(event: Tournament) -> list[str]:
    rows = Match.objects.filter(round__tournament=event, second__isnull=False).select_related(
        "first", "second"
    )
    return [
        f"{m.table}/{m.slot} {m.first} {m.second} {m.result}".strip() for m in rows.order_by("table", "slot")
    ]


def ways_out(event: Tournament) -> dict[str, Offer]:
    return {offer.proposal.kind.value: offer for offer in offers(situation_of(live_round_of(event)))}


def test_on_one_board_in_turn_the_way_out_of_a_no_show_is_about_that_one_match():
    event = small_swiss()
    before = in_turn(event)
    second = Match.objects.select_related("first", "second").get(round__tournament=event, slot=2)
    attendance.mark_no_show(entry=second.first, by=event.owner)
    assert situation_of(live_round_of(event)).broken == [second]
    ways = ways_out(event)
    bye = Match.objects.get(round__tournament=event, second=None).first
    assert ways["meets-bye"].changes[0].startswith("Table 1: ")
    repairs.apply_repair(tournament=event, key=ways["meets-bye"].key, by=event.owner)
    now = in_turn(event)
    assert (now[0], now[2]) == (before[0], before[2])
    assert now[1].startswith("1/2 ") and {str(bye), str(second.second)} == set(now[1].split()[1:])
    assert Match.objects.get(round__tournament=event, slot=2, second__isnull=False).planned_at is not None
    undo.undo(tournament=event, by=event.owner)
    repairs.apply_repair(tournament=event, key=ways_out(event)["forfeit"].key, by=event.owner)
    assert [line.split()[3:] for line in in_turn(event)] == [[], ["0-1F"], []]


def test_on_one_board_in_turn_everyone_reads_when_and_no_one_plays_before_the_call(client):
    event = small_swiss()
    page = text(client.get(f"/t/{event.slug}/rounds/1"))
    times = [
        timezone.localtime(m.planned_at).strftime("%H:%M") for m in Match.objects.exclude(planned_at=None)
    ]
    assert all(time in page for time in times) and page.count("To be played") == 2
    assert "Next matches" in text(client.get(f"/t/{event.slug}/screens/next"))
    third = Match.objects.select_related("first__player__user").get(slot=3)
    client.force_login(third.first.player.user)
    mine = text(client.get(f"/t/{event.slug}/me"))
    assert f"{timezone.localtime(third.planned_at):%H:%M} · Round 1" in mine and "– next" in mine


def test_on_one_board_in_turn_two_are_paired_by_hand_and_everyone_keeps_a_turn():
    event = small_swiss()
    rows = Match.objects.select_related("first", "second").filter(round__tournament=event)
    one, two = rows.get(slot=1, second__isnull=False), rows.get(slot=2)
    seen = manual_pairing.SeenDraft(although_played=True)
    manual_pairing.set_pairing(
        tournament=event, first=one.first, second=two.first, seen_draft=seen, by=event.owner
    )
    assert [line.split()[0] for line in in_turn(event)] == ["1/1", "1/2", "1/3"]


def test_a_knockout_keeps_to_its_boards():
    stage = started(with_knockout())
    evenings.set_evening(stage=stage, boards=2, by=user("olga"))
    event = stage.tournament
    for _ in range(2):
        dispatch.call_next(tournament=event, by=user("olga"))
    assert [line.split()[1] for line in boards_of(event)] == ["called", "called"]
    with pytest.raises(NoMatchToCall):
        dispatch.call_next(tournament=event, by=user("olga"))


def test_a_board_that_closes_gives_its_matches_to_the_others():
    stage = playing_pools(boards=2)
    olga = user("olga")
    playing_there = dispatch.call_next(tournament=stage.tournament, board=1, by=olga)
    dispatch.start_match(match=playing_there, by=olga)
    with pytest.raises(BoardStaysOpen, match="ann v flo is in progress there"):
        boards.close_board(stage=stage, board=1, by=olga)
    moved = boards.close_board(stage=stage, board=2, by=olga)
    assert moved == 7
    assert set(Match.objects.filter(round__stage=stage).values_list("table", flat=True)) == {1}
    assert boards_of(stage.tournament) == ["1 in play ann-flo", "2 closed"]
    with pytest.raises(BoardNotFree, match="is closed"):
        dispatch.call_next(tournament=stage.tournament, board=2, by=olga)
    with pytest.raises(BadValue, match="The boards are 1 to 2"):
        boards.close_board(stage=stage, board=9, by=olga)
    boards.open_board(stage=stage, board=2, by=olga)
    assert boards_of(stage.tournament) == ["1 in play ann-flo", "2 free di-cy"]


def times(stage) -> list[str]:
    rows = Match.objects.filter(round__stage=stage).order_by("planned_at", "table")
    return [f"{timezone.localtime(m.planned_at):%H:%M} {m.table}" for m in rows if m.planned_at]


def test_every_match_gets_a_time_and_a_board():
    stage = drawn(boards=3)
    evening = {"starts": "18:00", "minutes": 20, "breaks": [("19:00", "19:15")], "rest": 0}
    evenings.set_evening(stage=stage, by=user("olga"), **evening)
    assert sorted({line.split()[0] for line in times(stage)}) == ["18:00", "18:20", "18:40", "19:15", "19:35"]
    assert len(times(stage)) == 15 == len(set(times(stage)))


def planned_pools(**settings: object):
    """Being played from 18:00 on, on a day to come."""
    stage = drawn(**settings)
    Tournament.objects.update(date=datetime.date(2099, 1, 1))
    evenings.set_evening(stage=fresh(stage), starts="18:00", minutes=20, by=user("olga"))
    pool_play.publish_pools(stage=fresh(stage), by=user("olga"))
    return fresh(pool_play.start_pools(stage=fresh(stage), by=user("olga")))


def test_the_matches_of_a_board_that_closes_get_the_times_at_which_their_new_board_is_free():
    stage = planned_pools(names="ann bo cy di", boards=2)
    assert times(stage) == ["18:00 1", "18:00 2", "18:20 1", "18:20 2", "18:40 1", "18:40 2"]
    boards.close_board(stage=stage, board=2, by=user("olga"))
    assert times(stage) == [f"{clock} 1" for clock in ["18:00", "18:20", "18:40", "19:00", "19:20", "19:40"]]
    assert (hall_of(fresh(stage)).clashing, hall_of(fresh(stage)).untimed) == (0, [])


def test_a_board_is_closed_before_play_too():
    stage = drawn(names="ann bo cy di", boards=2)
    pool_play.publish_pools(stage=stage, by=user("olga"))
    assert boards.close_board(stage=fresh(stage), board=2, by=user("olga")) == 3
    assert set(Match.objects.filter(round__stage=stage).values_list("table", flat=True)) == {1}


def test_what_waits_for_a_match_of_a_closed_board_in_a_bracket_is_put_off_with_it():
    stage = with_knockout("ann bo cy di")
    Tournament.objects.update(date=datetime.date(2099, 1, 1))
    evenings.set_evening(stage=fresh(stage), boards=2, starts="18:00", minutes=20, by=user("olga"))
    stage = started(fresh(stage))
    boards.close_board(stage=stage, board=2, by=user("olga"))
    assert times(stage) == ["18:00 1", "18:20 1"]
    assert fresh(stage).hall["times"]["3"].startswith("2099-01-01T18:40")


def test_the_matches_of_a_late_entry_get_the_times_that_are_left():
    stage = planned_pools(names="ann bo cy", boards=1)
    pool = stage.pools.get()
    seats.join_pool(stage=stage, pool=pool, details=EntryDetails("zed"), by=user("olga"))
    assert times(stage) == [f"{clock} 1" for clock in ["18:00", "18:20", "18:40", "19:00", "19:20", "19:40"]]


def test_an_evening_that_is_too_short_is_refused_with_what_would_fit():
    stage = drawn(boards=2)
    with pytest.raises(EveningTooShort, match="15 minutes per match") as refused:
        evenings.set_evening(stage=stage, starts="18:00", minutes=30, ends="20:00", by=user("olga"))
    assert "Boards:" not in str(refused.value)
    assert fresh(stage).hall == {}
    assert times(stage) == []


@pytest.mark.parametrize(
    ("evening", "why"),
    [
        ({"starts": "6 pm", "minutes": 20}, "Write a time of day as 18:30"),
        ({"starts": "18:00"}, "enter both the start and the minutes"),
        ({"starts": "18:00", "minutes": 20, "breaks": [("20:00", "19:00")]}, "a later end"),
        ({"starts": "18:00", "minutes": 700}, "from 0 to 600"),
        ({"starts": "18:00", "minutes": 20, "hours": {"1": ("20:00", "19:00")}}, "closes before it opens"),
        ({"boards": 3}, "part of their setup"),
    ],
)
def test_what_is_no_evening_is_refused(evening, why):
    stage = drawn(boards=2)
    with pytest.raises(BadValue, match=why):
        evenings.set_evening(stage=stage, by=user("olga"), **evening)


def test_the_rest_of_the_evening_is_replanned_from_now_on():
    stage = drawn(boards=3)
    evenings.set_evening(stage=stage, starts="18:00", minutes=20, by=user("olga"))
    day = timezone.localtime(Match.objects.filter(round__stage=stage).earliest("planned_at").planned_at)
    late = replanned(fresh(stage), day + datetime.timedelta(minutes=6))
    assert (late.late, len(late.moves)) == (6, 15)
    with pytest.raises(NotNow, match="There are no clock times"):
        replanned(drawn(boards=3), day)


def test_every_action_of_the_evening_is_taken_back():
    """Also a story of undo: each of its actions is undone once and compared."""
    stage = playing_pools(boards=2)
    olga = user("olga")
    evenings.set_evening(stage=stage, starts="18:00", minutes=20, by=olga)
    evenings.replan(stage=stage, by=olga)
    called = dispatch.call_next(tournament=stage.tournament, by=olga)
    dispatch.call_back(match=called, by=olga)
    boards.close_board(stage=stage, board=2, by=olga)
    boards.open_board(stage=stage, board=2, by=olga)
    assert boards_of(stage.tournament)[0].startswith("1 free")
