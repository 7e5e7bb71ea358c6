"""The people of a pool night: starting with or without all players, unknown players, no-shows and late entries."""

from __future__ import annotations

import pytest

from building import enter, entry, user
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.people import attendance, entries
from crosstable.events.actions.stages import pool_play, withdrawals
from crosstable.events.actions.stages import seats as seat_actions
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, Stage
from crosstable.events.play_errors import (
    FieldIsDrawn,
    HolderHasPlayed,
    NoFreeSeat,
    NotEnoughPlayers,
    NothingToGive,
    SeatIsHeld,
    StageFixed,
)
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.events.queries.standings.ranking import current_rows
from pool_building import drawn, fresh, match_between, playing_pools, revision, rounds_of, seats, won

pytestmark = pytest.mark.django_db
SEVEN = "ann bo cy di ed flo gus"


def published(names: str, **settings: object) -> Stage:
    stage = drawn(names, **settings)
    return fresh(pool_play.publish_pools(stage=stage, by=user("olga")))


def results_of(stage: Stage, name: str) -> list[str]:
    """Return 'bo 1-0F' for every decided match of a player, in the order of rounds; the result is the stored one."""
    rows = Match.objects.filter(round__stage=stage).select_related("first", "second")
    mine = [m for m in rows.order_by("round__number") if name in (str(m.first), str(m.second))]
    return [f"{m.first}-{m.second} {m.result}" for m in mine if m.is_agreed]


# Starting.
def test_the_step_offers_to_check_everyone_in_and_says_by_name_who_is_not_here():
    stage = published("ann bo cy", game="wargame")
    announcement = control_room(stage.tournament).announcement
    assert (announcement.label, announcement.checks_in, announcement.as_it_is) == (
        "Check everyone in and start",
        True,
        "",
    )
    assert announcement.text.startswith("0 of 3 checked in; not yet ann, bo and cy. ")
    take_next_step(tournament=stage.tournament, seen_step="start", by=user("olga"), check_in=True)
    assert fresh(stage).status == "started"
    assert PoolPeople(fresh(stage)).away == []


def test_with_two_here_one_may_start_without_the_others_and_they_stay_in_their_pools():
    stage = published("ann bo cy", game="wargame")
    tournaments.advance(tournament=stage.tournament, by=user("olga"))
    for name in ("ann", "bo"):
        entries.check_in(entry=entry(stage.tournament, name), by=user("olga"))
    stage = fresh(stage)
    assert control_room(stage.tournament).announcement.as_it_is == "Start without cy"
    take_next_step(tournament=stage.tournament, seen_step="start", by=user("olga"))
    people = PoolPeople(fresh(stage))
    assert [str(s.entry) for s in people.away] == ["cy"]
    assert [str(e) for e in control_room(fresh(stage).tournament).desk.preparation.participants] == [
        "ann",
        "bo",
        "cy",
    ]


def test_without_two_here_starting_as_things_are_is_refused_and_nothing_changes():
    stage = published("ann bo cy", game="wargame")
    before = revision(stage.tournament)
    with pytest.raises(NotEnoughPlayers):
        take_next_step(tournament=stage.tournament, seen_step="start", by=user("olga"))
    assert revision(stage.tournament) == before


def test_the_page_of_the_stage_starts_with_everyone_too():
    stage = published("ann bo cy", game="wargame")
    pool_play.start_pools(stage=stage, by=user("olga"), check_in=True)
    assert [str(s.entry) for s in PoolPeople(fresh(stage)).here] == ["ann", "bo", "cy"]


def test_a_game_without_check_in_simply_starts():
    announcement = control_room(published("ann bo cy").tournament).announcement
    assert (announcement.label, announcement.checks_in, announcement.as_it_is) == ("Start play", False, "")


# Strangers.
def test_no_one_registers_once_the_pools_are_published():
    stage = published("ann bo cy")
    with pytest.raises(FieldIsDrawn) as refused:
        enter(stage.tournament, "zed")
    assert str(refused.value) == (
        "Pools is drawn and published, so registration is closed. Ask at the desk for a free seat."
    )


def test_anyone_who_the_desk_adds_then_is_named_with_the_free_seats():
    stage = published("ann bo cy")
    entries.add_entry(tournament=stage.tournament, details=EntryDetails("zed"), by=user("olga"))
    text = control_room(fresh(stage).tournament).announcement.text
    assert text.startswith("In no pool: zed. Free seats in pool A: see “Late arrival”. ")


# Late entries.
def test_a_late_entry_meets_the_player_with_the_bye_and_no_other_match_moves():
    stage = playing_pools("ann bo cy di ed", boards=2)
    before = rounds_of(stage)
    seat = PoolPeople(stage).free_seats[0]
    joined = seat_actions.join_pool(stage=stage, pool=seat.pool, details=EntryDetails("zed"), by=user("olga"))
    after = rounds_of(stage)
    new = [[row for row in rows if row not in there] for rows, there in zip(after, before, strict=True)]
    assert [
        [row for row in rows if row not in fresh_] for rows, fresh_ in zip(after, new, strict=True)
    ] == before
    assert joined.is_active and seats(stage)["A"][-1] == "zed"
    met = [rows[0].split()[0].replace("zed", "").strip("-") for rows in new]
    assert sorted(met) == ["ann", "bo", "cy", "di", "ed"]
    assert [len(rows) for rows in after] == [3] * 5
    # Two boards hold two matches in parallel, so the third of a round comes after them.
    assert {row.split(" ", 1)[1] for rows in new for row in rows} == {"b1 s2"}
    assert [rows[0].startswith("zed") for rows in new] == [False, True, False, True, False]


def test_joining_is_taken_back_as_one_action():
    stage = playing_pools("ann bo cy", boards=2)
    entries.add_entry(tournament=stage.tournament, details=EntryDetails("zed"), by=user("olga"))
    zed, before = entry(stage.tournament, "zed"), rounds_of(stage)
    seat_actions.join_pool(stage=stage, pool=stage.pools.get(), entry=zed, by=user("olga"))
    undo.undo(tournament=stage.tournament, by=user("olga"))
    assert rounds_of(stage) == before
    assert seats(stage) == {"A": ["ann", "bo", "cy"]}


def test_a_late_entry_does_not_meet_the_one_who_has_withdrawn():
    stage = playing_pools("ann bo cy di ed", boards=2)
    withdrawals.withdraw_entry(stage=stage, entry=entry(stage.tournament, "cy"), by=user("olga"))
    pool = stage.pools.get()
    seat_actions.join_pool(stage=stage, pool=pool, details=EntryDetails("zed"), by=user("olga"))
    rows = [row for rows in rounds_of(stage) for row in rows if "zed" in row]
    assert len(rows) == 4 and not any("cy" in row for row in rows)


def test_an_even_pool_has_no_free_seat_and_the_refusal_names_one_that_has():
    stage = playing_pools(SEVEN, groups=2)
    full = next(pool for pool in stage.pools.all() if pool.seats.count() == 4)
    before = revision(stage.tournament)
    with pytest.raises(NoFreeSeat) as refused:
        seat_actions.join_pool(stage=stage, pool=full, details=EntryDetails("zed"), by=user("olga"))
    assert str(refused.value) == (
        "Pool A has no free seat, as no player in it has a bye; free seats are in pool B."
    )
    assert revision(stage.tournament) == before


def test_no_one_joins_twice_or_a_stage_that_is_not_published():
    stage = playing_pools("ann bo cy")
    pool = stage.pools.get()
    with pytest.raises(BadValue, match="ann is in a pool of Pools already"):
        seat_actions.join_pool(stage=stage, pool=pool, entry=entry(stage.tournament, "ann"), by=user("olga"))
    hidden = drawn("dan eve fay")
    with pytest.raises(StageFixed):
        seat_actions.join_pool(
            stage=hidden, pool=hidden.pools.get(), details=EntryDetails("yan"), by=user("olga")
        )


# No-shows.
def test_one_match_of_a_no_show_is_given_to_the_other_side():
    stage = playing_pools("ann bo cy di")
    cy = entry(stage.tournament, "cy")
    attendance.mark_no_show(entry=cy, by=user("olga"))
    match = match_between(stage, "ann", "cy")
    withdrawals.give_match_of(stage=stage, entry=cy, match=match, by=user("olga"))
    match.refresh_from_db()
    winner = match.first if match.result == "1-0F" else match.second
    assert (str(winner), match.settled) == ("ann", "walkover")
    assert len(results_of(stage, "cy")) == 1
    with pytest.raises(NothingToGive):
        withdrawals.give_match_of(stage=stage, entry=cy, match=match, by=user("olga"))


def test_all_that_are_left_are_given_and_what_was_played_stays():
    stage = playing_pools("ann bo cy di")
    won(stage, "cy-ann")
    cy = entry(stage.tournament, "cy")
    assert withdrawals.give_matches_of(stage=stage, entry=cy, by=user("olga")) == 2
    assert sum("F" in row for row in results_of(stage, "cy")) == 2
    with pytest.raises(NothingToGive) as refused:
        withdrawals.give_matches_of(stage=stage, entry=cy, by=user("olga"))
    assert str(refused.value) == "cy has no match left without a report."
    undo.undo(tournament=stage.tournament, by=user("olga"))
    assert len(results_of(stage, "cy")) == 1


def test_both_lose_where_neither_is_here():
    stage = playing_pools("ann bo cy di")
    for name in ("ann", "cy"):
        attendance.mark_no_show(entry=entry(stage.tournament, name), by=user("olga"))
    withdrawals.give_matches_of(stage=stage, entry=entry(stage.tournament, "cy"), by=user("olga"))
    assert match_between(stage, "ann", "cy").result == "0-0F"


# Replacements.
def waiting(stage: Stage, name: str = "zed") -> Entry:
    return seat_actions.join_waiting_list(stage=stage, details=EntryDetails(name), by=user("olga"))


def away(stage: Stage, name: str) -> Entry:
    attendance.mark_no_show(entry=entry(stage.tournament, name), by=user("olga"))
    return entry(stage.tournament, name)


def with_zed(rows: list[list[str]], gone: str) -> list[list[str]]:
    return [[row.replace(gone, "zed") for row in round_] for round_ in rows]


def test_anyone_who_waits_takes_the_seat_of_a_no_show_with_every_match_at_its_board_and_time():
    stage = playing_pools("ann bo cy di", boards=2)
    cy, zed, before = away(stage, "cy"), waiting(stage), rounds_of(stage)
    withdrawals.give_matches_of(stage=stage, entry=cy, by=user("olga"))
    seat_actions.give_seat(stage=stage, holder=cy, entry=zed, by=user("olga"))
    assert rounds_of(stage) == with_zed(before, "cy")
    assert seats(stage) == {"A": ["ann", "bo", "zed", "di"]}
    assert results_of(stage, "zed") == []
    assert [str(row.entry.name) for row in current_rows(fresh(stage).tournament)] == [
        "ann",
        "bo",
        "di",
        "zed",
    ]
    people = PoolPeople(fresh(stage))
    assert (people.away, people.unseated, [str(e) for e in people.without_seat]) == ([], [], ["cy"])


def test_a_given_seat_is_taken_back_as_one_action():
    stage = playing_pools("ann bo cy di", boards=2)
    cy, zed, before = away(stage, "cy"), waiting(stage), rounds_of(stage)
    seat_actions.give_seat(stage=stage, holder=cy, entry=zed, by=user("olga"))
    undo.undo(tournament=stage.tournament, by=user("olga"))
    assert rounds_of(stage) == before
    assert [str(s.entry) for s in PoolPeople(fresh(stage)).away] == ["cy"]


def test_a_seat_with_played_matches_is_given_only_if_they_are_replayed():
    stage = playing_pools("ann bo cy di")
    won(stage, "cy-ann")
    cy, zed = away(stage, "cy"), waiting(stage)
    before = revision(stage.tournament)
    with pytest.raises(HolderHasPlayed) as refused:
        seat_actions.give_seat(stage=stage, holder=cy, entry=zed, by=user("olga"))
    assert str(refused.value) == (
        "cy has played 1 match. The player who takes the seat plays it again: confirm that this is intended."
    )
    assert revision(stage.tournament) == before
    seat_actions.give_seat(stage=stage, holder=cy, entry=zed, replay=True, by=user("olga"))
    assert results_of(stage, "zed") == []
    won(stage, "ann-zed")
    assert match_between(stage, "ann", "zed").is_agreed


def test_the_seat_of_someone_who_withdrew_is_taken_and_a_match_with_another_who_left_is_not_played():
    stage = playing_pools("ann bo cy di")
    for name in ("cy", "di"):
        gone = entry(stage.tournament, name)
        withdrawals.withdraw_entry(stage=stage, entry=gone, how="forfeit", by=user("olga"))
    seat_actions.give_seat(
        stage=stage, holder=entry(stage.tournament, "cy"), entry=waiting(stage), by=user("olga")
    )
    (with_di,) = results_of(stage, "zed")
    assert with_di in ("zed-di 1-0F", "di-zed 0-1F")
    withdrawals.undo_withdrawal(stage=stage, entry=entry(stage.tournament, "di"), by=user("olga"))
    assert results_of(stage, "zed") == []
    assert entry(stage.tournament, "cy").is_dropped


def test_a_seat_is_not_given_away_while_its_holder_is_here_nor_to_someone_who_has_one():
    stage = playing_pools("ann bo cy di")
    ann, bo, zed = entry(stage.tournament, "ann"), entry(stage.tournament, "bo"), waiting(stage)
    with pytest.raises(SeatIsHeld, match=r"marked as absent. ann is neither"):
        seat_actions.give_seat(stage=stage, holder=ann, entry=zed, by=user("olga"))
    with pytest.raises(BadValue, match="bo is in a pool of Pools already"):
        seat_actions.give_seat(stage=stage, holder=away(stage, "ann"), entry=bo, by=user("olga"))
    with pytest.raises(BadValue, match="zed takes no part in Pools"):
        seat_actions.give_seat(stage=stage, holder=zed, details=EntryDetails("yan"), by=user("olga"))
    hidden = drawn("dan eve fay")
    with pytest.raises(StageFixed):
        seat_actions.give_seat(
            stage=hidden,
            holder=entry(hidden.tournament, "dan"),
            details=EntryDetails("yan"),
            by=user("olga"),
        )
