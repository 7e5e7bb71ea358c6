"""Match points, board points and the tie-breaks of teams (C.07 articles 12 and 13), beside plain sums."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, groupby
from random import Random

import pytest

from crosstable.engine.history import history_of
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
    Scoring,
    Tournament,
)
from crosstable.engine.scoring import team_result
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.tie_breaks.explaining import shown_values
from crosstable.engine.tie_breaks.teams import BY_BOARDS, board_tallies

WON, LOST = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN)
DRAWN = Result(Outcome.DRAW, Outcome.DRAW)
FORFEITED = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
D = Decimal
BOARDS = 4
HALVES = {WON: (2, 0), LOST: (0, 2), DRAWN: (1, 1)}

ReportedMatch = tuple[int, int, list[Result]]


def team_match(first: int, second: int, boards: list[Result]) -> Match:
    result = team_result(boards, Scoring()).result
    tallied = Result(result.first, result.second, rated=False, tallies=board_tallies(boards))
    return Match(Pairing(EntryId(first), EntryId(second), 1), tallied)


def values(code: str, tournament: Tournament) -> list[object]:
    return list(find_tie_break(code).values(history_of(tournament)).values())


def entries_of(teams: int) -> tuple[Entry, ...]:
    return tuple(Entry(EntryId(n), n) for n in range(1, teams + 1))


def order(event: Tournament, *codes: str) -> list[tuple[int, int]]:
    return [(row.rank, row.entry.id) for row in standings(event, ("MP", "BP", *codes))]


def test_a_win_is_worth_two_and_every_board_its_points() -> None:
    rounds = (
        Round(1, (team_match(1, 2, [WON, DRAWN, DRAWN, DRAWN]),), (Bye(EntryId(3), ByeKind.ALLOCATED),)),
        Round(2, (team_match(3, 1, [LOST, WON, DRAWN, FORFEITED]),), (Bye(EntryId(2), ByeKind.ZERO),)),
    )
    event = Tournament(entries_of(3), rounds, 2)
    assert values("MP", event) == [2, 0, 4]
    assert values("BP", event) == values("MPvGP", event) == [D("4.0"), D("1.5"), D("4.5")]
    assert [find_tie_break("TBR").display(v) for v in values("TBR", event)] == [D(2), D(0), D("0.5")]  # type: ignore[misc, arg-type]


# 1 and 2 both win 2:1, so they are equal in match points and board points: 1 on boards 2 and 3, 2 on boards 1 and 3.
LEVEL = Tournament(
    entries_of(4), (Round(1, (team_match(1, 3, [LOST, WON, WON]), team_match(2, 4, [WON, LOST, WON]))),), 1
)


def test_without_a_tie_break_level_teams_share_a_rank() -> None:
    assert order(LEVEL) == [(1, 1), (1, 2), (3, 3), (3, 4)]


@pytest.mark.parametrize("code", BY_BOARDS)
def test_level_teams_are_separated_by_their_boards(code: str) -> None:
    """BC: 2·1 + 3·1 = 5 against 1 + 3 = 4. TBR and BBE: the second has won on board 1."""
    assert order(LEVEL, code) == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_a_direct_encounter_of_two_who_never_met_is_left_to_their_boards() -> None:
    assert order(LEVEL, "EDE") == order(LEVEL)
    assert order(LEVEL, "EDEBT") == order(LEVEL, "EDET") == order(LEVEL, "BC")
    assert order(LEVEL, "EDEBB") == order(LEVEL, "EDEB") == order(LEVEL, "BBE")


def test_teams_that_beat_each_other_in_a_ring_are_separated_by_their_boards() -> None:
    """1 beats 2 by 4–0, 2 beats 3 and 3 beats 1 by 2½–1½: two match points each, and 5½, 2½ and 4 board points."""
    close = [WON, DRAWN, DRAWN, DRAWN]
    matches = [(1, 2, [WON] * 4), (2, 3, close), (3, 1, close)]
    rounds = tuple(Round(number, (team_match(*one),)) for number, one in enumerate(matches, 1))
    event = Tournament(entries_of(3), rounds, 3, is_round_robin=True)
    rows = standings(event, ("MP", "EDE"))
    shown = shown_values(rows, ("MP", "EDE"), history_of(event))
    assert [(row.entry.id, shown[row.entry.id]) for row in rows] == [(1, [2, 1]), (3, [2, 2]), (2, [2, 3])]


def random_round_robin(rng: Random, teams: int = 4) -> tuple[Tournament, list[ReportedMatch]]:
    played = [
        (a, b, rng.choices([WON, LOST, DRAWN], [1, 1, 3], k=BOARDS))
        for a, b in combinations(range(1, teams + 1), 2)
    ]
    rounds = tuple(Round(number, (team_match(*one),)) for number, one in enumerate(played, 1))
    return Tournament(entries_of(teams), rounds, len(rounds), is_round_robin=True), played


def plain(played: list[ReportedMatch]) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], Fraction]]:
    """(Team, opponent) → match points, and board points, by counting."""
    matches, boards = {}, {}
    for first, second, results in played:
        mine, theirs = (sum(HALVES[one][side] for one in results) for side in (0, 1))
        for team, other, got, gave in ((first, second, mine, theirs), (second, first, theirs, mine)):
            matches[team, other] = 2 if got > gave else 1 if got == gave else 0
            boards[team, other] = Fraction(got, 2)
    return matches, boards


@pytest.mark.parametrize("seed", range(20))
def test_extended_sonneborn_berger_is_the_opponents_total_times_ones_own(seed: int) -> None:
    event, played = random_round_robin(Random(seed))
    scores = dict(zip("MG", plain(played), strict=True))
    totals = {letter: total(score) for letter, score in scores.items()}
    for theirs in "MG":
        for mine in "MG":
            wanted = [
                sum(totals[theirs][other] * got for (team, other), got in scores[mine].items() if team == one)
                for one in range(1, 5)
            ]
            assert values(f"E{theirs}{mine}SB", event) == wanted


def total(score: dict[tuple[int, int], int] | dict[tuple[int, int], Fraction]) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for (team, _), points in score.items():
        sums[team] += points
    return sums


def test_a_cut_leaves_out_the_match_against_the_weakest() -> None:
    matches = [(1, 2, [WON] * 4), (1, 3, [WON, WON, WON, LOST]), (2, 3, [WON, DRAWN, DRAWN, DRAWN])]
    event = Tournament(
        entries_of(3),
        tuple(Round(n, (team_match(*m),)) for n, m in enumerate(matches, 1)),
        3,
        is_round_robin=True,
    )
    assert values("MP", event) == [4, 2, 0]
    assert values("EMMSB", event) == [2 * 2 + 0 * 2, 4 * 0 + 0 * 2, 0]
    assert values("EMGSB/C1", event) == [2 * 4, 4 * 0, 4 * 1]
    assert values("EMGSB/C1/P", event) == values("EMGSB/C1", event)


@pytest.mark.parametrize("seed", range(30))
def test_an_extended_direct_encounter_is_what_its_sentences_say(seed: int) -> None:
    event, played = random_round_robin(Random(seed))
    scores = plain(played)

    def groups(tied: list[int]) -> list[list[int]]:
        """By the first score, if that separates any two, else by the second; for each group from the beginning."""
        for score in scores if len(tied) > 1 else ():
            sums = {one: sum(score[one, other] for other in tied if other != one) for one in tied}
            if len(set(sums.values())) > 1:
                ranked = sorted(tied, key=lambda one: -sums[one])
                parts = [list(part) for _, part in groupby(ranked, key=sums.__getitem__)]
                return [group for part in parts for group in groups(sorted(part))]
        return [tied]

    wanted = [
        (1 + sum(map(len, before)), one) for before, group in heads(groups([1, 2, 3, 4])) for one in group
    ]
    assert [(row.rank, row.entry.id) for row in standings(event, ("EDE",))] == wanted


def heads(groups: list[list[int]]) -> list[tuple[list[list[int]], list[int]]]:
    return [(groups[:place], group) for place, group in enumerate(groups)]


@pytest.mark.parametrize(("rounds", "divisor"), [(2, 1), (4, 2), (9, 4)])
def test_scores_and_strength_of_schedule_weighs_buchholz_by_the_length_of_the_event(
    rounds: int, divisor: int
) -> None:
    """Two rounds of four boards: at most 4 match points and 4 board points in a match, so one to one; and so on."""
    matches = (
        Round(1, (team_match(1, 2, [WON, WON, DRAWN, DRAWN]), team_match(3, 4, [WON, LOST, DRAWN, DRAWN]))),
        Round(2, (team_match(1, 3, [WON, LOST, LOST, LOST]), team_match(2, 4, [DRAWN] * 4))),
    )
    event = Tournament(entries_of(4), matches, rounds)
    assert values("MP", event) == [2, 1, 3, 2]
    opponents = [1 + 3, 2 + 2, 2 + 2, 3 + 1]
    boards = [Fraction(4), Fraction(3), Fraction(5), Fraction(4)]
    assert values("SSSC", event) == [b + Fraction(o, divisor) for b, o in zip(boards, opponents, strict=True)]
    assert values("SSSC/K8", event) == [b + Fraction(o, 8) for b, o in zip(boards, opponents, strict=True)]


@pytest.mark.parametrize("seed", range(12))
def test_a_swiss_of_teams_is_ordered_by_plain_sums(seed: int) -> None:
    """With byes, each worth a won match and a draw on every board."""
    rng = Random(seed)
    played: list[ReportedMatch] = []
    rounds, free = [], []
    for number in range(1, 4):
        left = rng.sample(range(1, 6), 5)
        new = [(a, b, rng.choices([WON, LOST, DRAWN], k=BOARDS)) for a, b in (left[:2], left[2:4])]
        played += new
        free.append(left[4])
        byes = (Bye(EntryId(left[4]), ByeKind.ALLOCATED),)
        rounds.append(Round(number, tuple(team_match(*one) for one in new), byes))
    sums = {one: [2 * free.count(one), Fraction(BOARDS * free.count(one), 2)] for one in range(1, 6)}
    for one in played:
        for scores, place in zip(plain([one]), (0, 1), strict=True):
            for (team, _), points in scores.items():
                sums[team][place] += points
    wanted = sorted(sums, key=lambda one: ([-points for points in sums[one]], one))
    rows = standings(Tournament(entries_of(5), tuple(rounds), 3), ("MP", "BP"))
    assert [(row.entry.id, list(row.values)) for row in rows] == [(one, sums[one]) for one in wanted]
