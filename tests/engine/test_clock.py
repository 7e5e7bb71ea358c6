"""The round clock as a value: it waits, runs, stands still, and says what is left at a moment."""

from datetime import UTC, datetime, timedelta

from crosstable.engine.clock import Clock

NINE = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
ROUND = Clock(timedelta(minutes=150))


def minutes(n):
    return timedelta(minutes=n)


def test_before_the_start_the_whole_length_is_left():
    assert ROUND.left_at(NINE) == minutes(150)
    assert (ROUND.is_running, ROUND.is_paused) == (False, False)


def test_a_running_clock_ends_a_length_after_its_start_and_then_has_nothing_left():
    running = ROUND.started(NINE)
    assert running.ends_at == NINE + minutes(150)
    assert running.left_at(NINE + minutes(40)) == minutes(110)
    assert running.left_at(NINE + minutes(151)) == minutes(0)


def test_a_pause_takes_nothing_from_anyone():
    stopped = ROUND.started(NINE).paused(NINE + minutes(50))
    assert stopped.left_at(NINE + minutes(70)) == minutes(100)
    assert stopped.resumed(NINE + minutes(70)).ends_at == NINE + minutes(170)


def test_pausing_or_resuming_twice_changes_nothing():
    stopped = ROUND.started(NINE).paused(NINE + minutes(50))
    assert stopped.paused(NINE + minutes(60)) == stopped
    running = stopped.resumed(NINE + minutes(70))
    assert running.resumed(NINE + minutes(80)) == running


def test_more_time_moves_the_end_whether_the_clock_runs_stands_still_or_waits():
    assert ROUND.lengthened(minutes(10), NINE) == Clock(minutes(160))
    running = ROUND.started(NINE)
    assert running.lengthened(minutes(10), NINE + minutes(5)).ends_at == NINE + minutes(160)
    stopped = running.paused(NINE + minutes(50))
    assert stopped.lengthened(minutes(10), NINE + minutes(60)).left == minutes(110)


def test_time_given_after_the_end_counts_from_the_moment_it_is_given():
    late = NINE + minutes(158)
    assert ROUND.started(NINE).lengthened(minutes(5), late).left_at(late) == minutes(5)


def test_time_taken_back_is_taken_from_the_end():
    assert ROUND.started(NINE).lengthened(minutes(-10), NINE).ends_at == NINE + minutes(140)


def test_one_table_has_more_than_the_others():
    running = ROUND.started(NINE)
    assert running.extended(minutes(7)).left_at(NINE) == minutes(157)
    assert running.paused(NINE).extended(minutes(7)).left == minutes(157)
    assert running.left_at(NINE) == minutes(150)
