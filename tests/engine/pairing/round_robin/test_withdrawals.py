from __future__ import annotations

import pytest

from crosstable.engine.model import Match, Outcome, Pairing, Result, Tournament
from crosstable.engine.pairing.round_robin import Withdrawal, withdraw, withdrawal_by_rule
from crosstable.engine.standings import standings
from engine.building import ids_of, played

LEAGUE = ("a-d 9-0", "b-c 9-0", "/", "a-c 5-9", "d-b 7-6", "/", "a-b", "c-d")


def scores(tournament: Tournament) -> dict[str, str]:
    return {row.entry.name: str(row.history.score) for row in standings(tournament, ["PTS"])}


@pytest.mark.parametrize(
    ("played_", "total", "rule"),
    [
        (0, 5, Withdrawal.VOID),
        (2, 5, Withdrawal.VOID),
        (3, 6, Withdrawal.FORFEIT),
        (3, 5, Withdrawal.FORFEIT),
    ],
)
def test_half_of_the_games_decides(played_: int, total: int, rule: Withdrawal) -> None:
    assert withdrawal_by_rule(played_, total) is rule


def test_from_half_on_the_rest_is_lost_by_forfeit() -> None:
    league = played("a b c d", *LEAGUE)
    gone = withdraw(league, ids_of(league, "d")[0])
    assert (gone.how, gone.by_rule, gone.played, gone.total) == (
        Withdrawal.FORFEIT,
        Withdrawal.FORFEIT,
        2,
        3,
    )
    c, d = ids_of(league, "c d")
    forfeit = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, rated=False)
    assert gone.tournament.rounds[2].matches[1] == Match(Pairing(c, d), forfeit)
    assert scores(gone.tournament) == {"c": "2", "a": "1", "b": "1", "d": "1"}


def test_voided_games_count_for_no_one() -> None:
    league = played("a b c d", *LEAGUE)
    gone = withdraw(league, ids_of(league, "d")[0], Withdrawal.VOID)
    assert (gone.how, gone.by_rule) == (Withdrawal.VOID, Withdrawal.FORFEIT)
    assert [len(r.matches) for r in gone.tournament.rounds] == [1, 1, 1]
    assert scores(gone.tournament) == {"b": "1", "c": "1", "a": "0", "d": "0"}


def test_kept_games_count_and_the_others_never_happen() -> None:
    league = played("a b c d", *LEAGUE)
    gone = withdraw(league, ids_of(league, "d")[0], Withdrawal.KEEP)
    assert [len(r.matches) for r in gone.tournament.rounds] == [2, 2, 1]
    assert scores(gone.tournament) == {"a": "1", "b": "1", "c": "1", "d": "1"}


def test_a_forfeit_is_no_game_played() -> None:
    league = played("a b c", "a-b 1-0F", "c bye", "/", "b-c", "a bye", "/", "a-c", "b bye")
    a = ids_of(league, "a")[0]
    gone = withdraw(league, a)
    assert (gone.how, gone.played, gone.total) == (Withdrawal.VOID, 0, 2)
    assert [len(r.byes) for r in gone.tournament.rounds] == [1, 0, 1]
