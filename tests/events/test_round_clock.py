"""The round clock through its actions: it starts with the round, and every change is in the journal."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from building import event, match_of, play_round, playing, start_next, user
from crosstable.events.actions.rounds import clock, rounds
from crosstable.events.bridge.hall import clock_at, clock_of
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.models import Round, Status, Tournament
from crosstable.events.play_errors import MatchNotStarted, NoClock, NoSuchRound
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

NAMES = "ann bo cy di"


def round_of(tournament: Tournament, number: int = 1) -> Round:
    return Round.objects.select_related("clock", "tournament").get(tournament=tournament, number=number)


def left(tournament: Tournament) -> int:
    """Whole minutes left, rounded to the nearest."""
    found = clock_of(round_of(tournament))
    assert found is not None
    return round(found.left_at(timezone.now()) / timedelta(minutes=1))


def last_entry(tournament: Tournament) -> str:
    return describe(tournament.journal.first())


def test_the_clock_starts_with_the_round_and_ends_after_the_tournaments_minutes():
    tournament = playing(NAMES, round_minutes=150)
    round_ = round_of(tournament)
    assert round_.started_at is not None
    assert round_.clock.ends_at - round_.started_at == timedelta(minutes=150)
    assert tournament.journal.first().after == {"round": 1, "minutes": 150}


def test_a_tournament_without_a_length_has_no_clock_until_a_round_is_given_one():
    tournament = playing(NAMES)
    assert clock_of(round_of(tournament)) is None
    with pytest.raises(NoClock) as refused:
        clock.pause_clock(tournament=tournament, by=tournament.owner)
    assert str(refused.value) == "Round 1 has no clock. Set how long it lasts first."
    clock.set_round_length(tournament=tournament, number=1, minutes=90, by=tournament.owner)
    round_ = round_of(tournament)
    assert round_.clock.ends_at == round_.started_at + timedelta(minutes=90)


def test_one_round_may_last_longer_than_the_others():
    tournament = event(NAMES, Status.IN_PROGRESS, round_minutes=120)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    clock.set_round_length(tournament=tournament, number=1, minutes=150, by=tournament.owner)
    assert last_entry(tournament) == "Length of Round 1: 150 min"
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    assert left(tournament) == 150
    play_round(tournament)
    start_next(tournament)
    assert round_of(tournament, 2).clock.minutes == 120


def test_the_end_moves_with_the_length_while_the_round_is_played():
    tournament = playing(NAMES, round_minutes=120)
    before = round_of(tournament).clock.ends_at
    clock.set_round_length(tournament=tournament, number=1, minutes=100, by=tournament.owner)
    assert round_of(tournament).clock.ends_at == before - timedelta(minutes=20)


def test_a_paused_clock_stands_still_and_goes_on_with_what_was_left():
    tournament = playing(NAMES, round_minutes=60)
    clock.pause_clock(tournament=tournament, by=tournament.owner)
    assert last_entry(tournament) == "Clock of Round 1 paused, 1 h 00 left"
    row = round_of(tournament).clock
    assert (row.ends_at, row.left_seconds) == (None, 3600)
    clock.resume_clock(tournament=tournament, by=tournament.owner)
    assert left(tournament) == 60
    assert last_entry(tournament) == "Clock of Round 1 resumed, 1 h 00 left"


def test_pausing_or_resuming_twice_leaves_no_trace():
    tournament = playing(NAMES, round_minutes=60)
    clock.resume_clock(tournament=tournament, by=tournament.owner)
    clock.pause_clock(tournament=tournament, by=tournament.owner)
    revision = Tournament.objects.get().revision
    clock.pause_clock(tournament=tournament, by=tournament.owner)
    assert Tournament.objects.get().revision == revision


def test_more_minutes_for_everyone():
    tournament = playing(NAMES, round_minutes=45)
    clock.add_time(tournament=tournament, minutes=10, by=tournament.owner)
    assert left(tournament) == 55
    assert last_entry(tournament) == "Round 1: +10 min for all, 55 min left"
    clock.add_time(tournament=tournament, minutes=-5, by=tournament.owner)
    assert left(tournament) == 50


@pytest.mark.parametrize("minutes", [0, -45, 1396])
def test_minutes_that_make_no_round_are_refused(minutes):
    tournament = playing(NAMES, round_minutes=45)
    with pytest.raises(BadValue):
        clock.add_time(tournament=tournament, minutes=minutes, by=tournament.owner)
    assert left(tournament) == 45


@pytest.mark.parametrize("minutes", [0, -1, 1441])
def test_a_length_that_is_no_length_is_refused(minutes):
    tournament = playing(NAMES)
    with pytest.raises(BadValue) as refused:
        clock.set_round_length(tournament=tournament, number=1, minutes=minutes, by=tournament.owner)
    assert str(refused.value) == "A round lasts from 1 to 1440 minutes."


def test_one_table_has_more_time_with_a_reason_and_can_lose_it_again():
    tournament = playing(NAMES, round_minutes=60)
    match = match_of(tournament, "ann")
    clock.extend_table(match=match, minutes=7, reason="a judge call", by=tournament.owner)
    clock.extend_table(match=match, minutes=5, reason="the table broke", by=tournament.owner)
    assert last_entry(tournament) == "Round 1, Table 1: 12 min extra time: the table broke"
    journal = text(logged_in("olga").get(f"/t/{tournament.slug}/control/journal"))
    assert journal.count("a judge call") == 1
    assert tournament.journal.first().before == {"minutes": 7}
    extended = clock_at(match_of(tournament, "ann"))
    assert extended is not None and extended.length == timedelta(minutes=72)
    clock.extend_table(match=match, minutes=-12, by=tournament.owner)
    assert not hasattr(match_of(tournament, "ann"), "extra_time")
    with pytest.raises(BadValue) as refused:
        clock.extend_table(match=match, minutes=-1, by=tournament.owner)
    assert str(refused.value) == "A table has from 0 to 600 minutes more than the others; it has 0 now."


def test_a_closed_round_has_no_clock_and_takes_no_time():
    tournament = playing(NAMES, round_minutes=60)
    match = match_of(tournament, "ann")
    play_round(tournament)
    assert clock_of(round_of(tournament)) is None
    with pytest.raises(NoSuchRound):
        clock.add_time(tournament=tournament, minutes=5, by=tournament.owner)
    with pytest.raises(NoSuchRound):
        clock.set_round_length(tournament=tournament, number=1, minutes=5, by=tournament.owner)
    with pytest.raises(MatchNotStarted):
        clock.extend_table(match=match, minutes=5, by=tournament.owner)


def test_only_organisers_touch_the_clock():
    tournament = playing(NAMES, round_minutes=60)
    with pytest.raises(NotAllowed):
        clock.pause_clock(tournament=tournament, by=user("ann"))
    with pytest.raises(NotAllowed):
        clock.extend_table(match=match_of(tournament, "ann"), minutes=5, by=user("ann"))
