from __future__ import annotations

from collections import Counter
from decimal import Decimal

from crosstable.engine.history import Game, history_of
from crosstable.engine.model import ByeKind, Color, Outcome
from engine.building import ids_of, played


def test_a_match_is_seen_from_both_sides() -> None:
    t = played("a b", "a-b 72-45")
    a, b = ids_of(t, "a b")
    known = history_of(t)
    assert known[a].games == (Game(1, Decimal(1), b, Color.WHITE, Outcome.WIN, None, 72, 45),)
    assert known[b].games == (Game(1, Decimal(0), a, Color.BLACK, Outcome.LOSS, None, 45, 72),)


def test_a_bye_is_a_win_without_opponent_or_victory_points() -> None:
    t = played("a", "a bye")
    (alone,) = history_of(t).values()
    assert alone.games == (Game(1, Decimal(1), bye=ByeKind.ALLOCATED),)
    assert (alone.wins, alone.draws, alone.losses) == (1, 0, 0)
    assert (alone.vp, alone.vp_margin) == (0, 0)
    assert alone.played == ()


def test_records_count_games_forfeits_and_byes() -> None:
    t = played("a b", "a-b 60-50", "/", "b-a 40-40", "/", "a-b 0-1F", "/", "a half", "b full", "/", "a zero")
    a, b = (history_of(t)[id] for id in ids_of(t, "a b"))
    assert (a.wins, a.draws, a.losses, a.score) == (1, 2, 2, Decimal(2))
    assert (b.wins, b.draws, b.losses, b.score) == (2, 1, 1, Decimal("2.5"))
    assert (a.vp, a.vp_margin) == (100, 10)


def test_meetings_are_games_really_played() -> None:
    t = played("a b c", "a-b 60-50", "/", "a-b 1-0F", "/", "b-a 50-50", "/", "a-c")
    a, b, _ = ids_of(t, "a b c")
    assert history_of(t)[a].met == Counter({b: 2})


def test_open_matches_are_left_out() -> None:
    assert [h.games for h in history_of(played("a b", "a-b")).values()] == [(), ()]
