"""Match points, board points and tie-breaks by board from the history, beside the standings of pools of teams."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest

from crosstable.engine.history import history
from crosstable.engine.model import (
    Bye,
    ByeKind,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    Tournament,
)
from crosstable.engine.standings import standings
from crosstable.engine.team_tie_breaks import TEAM_TIE_BREAKS, shown_value
from crosstable.engine.teams import TeamBye, TeamMatch, team_result, team_standings
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.tie_breaks.teams import board_tallies

WON, LOST = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN)
DRAWN = Result(Outcome.DRAW, Outcome.DRAW)
FORFEITED = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
D = Decimal
BOARDS = 4


def told(first: int, second: int, boards: list[Result]) -> Match:
    result = team_result(boards).result
    tallied = Result(result.first, result.second, rated=False, tallies=board_tallies(boards))
    return Match(Pairing(EntryId(first), EntryId(second), 1), tallied)


def values(code: str, tournament: Tournament) -> list[object]:
    return list(find_tie_break(code).values(history(tournament)).values())


def test_a_win_is_worth_two_and_every_board_its_points() -> None:
    entries = tuple(Entry(EntryId(n), n) for n in (1, 2, 3))
    rounds = (
        Round(1, (told(1, 2, [WON, DRAWN, DRAWN, DRAWN]),), (Bye(EntryId(3), ByeKind.ALLOCATED),)),
        Round(2, (told(3, 1, [LOST, WON, DRAWN, FORFEITED]),), (Bye(EntryId(2), ByeKind.ZERO),)),
    )
    event = Tournament(entries, rounds, 2)
    assert values("MP", event) == [2, 0, 4]
    assert values("BP", event) == [D("4.0"), D("1.5"), D("4.5")]
    assert [find_tie_break("TBR").shown(v) for v in values("TBR", event)] == [D(2), D(0), D("0.5")]  # type: ignore[misc, arg-type]


@pytest.mark.parametrize("code", TEAM_TIE_BREAKS)
@pytest.mark.parametrize("seed", range(12))
def test_a_swiss_of_teams_is_ordered_as_pools_of_teams_are(code: str, seed: int) -> None:
    rng = Random(seed)
    entries = tuple(Entry(EntryId(n), n) for n in range(1, 6))
    played: list[tuple[int, int, list[Result]]] = []
    rounds = []
    for number in range(1, 4):
        left = rng.sample(range(1, 6), 5)
        new = [(a, b, rng.choices([WON, LOST, DRAWN], k=BOARDS)) for a, b in (left[:2], left[2:4])]
        played += new
        matches = tuple(told(*one) for one in new)
        rounds.append(Round(number, matches, (Bye(EntryId(left[4]), ByeKind.ALLOCATED),)))
    byes = [TeamBye(bye.entry, BOARDS) for round_ in rounds for bye in round_.byes]
    team_matches = [TeamMatch(EntryId(a), EntryId(b), tuple(boards)) for a, b, boards in played]
    wanted = team_standings(entries, team_matches, byes, tie_breaks=())
    rows = standings(Tournament(entries, tuple(rounds), 3), ("MP", "BP"))
    assert [(r.rank, r.entry.id, *r.values) for r in rows] == [
        (w.rank, w.entry.id, w.match_points, w.board_points) for w in wanted
    ]
    # Without byes, which pools of teams count on no board, the boards themselves are compared as well.
    bare = Tournament(entries, tuple(Round(r.number, r.matches) for r in rounds), 3)
    wanted = team_standings(entries, team_matches, tie_breaks=(code,))
    rows = standings(bare, ("MP", "BP", code))
    shown = find_tie_break(code).shown
    assert shown is not None
    assert [(r.rank, r.entry.id, shown(r.values[2])) for r in rows] == [
        (w.rank, w.entry.id, abs(shown_value(code, w.boards or (D(0),) * BOARDS))) for w in wanted
    ]
