"""Round robins (C.07 art. 15.2): a forfeit is a game; a free round gives nothing and was not requested."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from random import Random

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import Entry, EntryId, Match, Outcome, Pairing, Result, Round, Tournament
from crosstable.engine.pairing.round_robin import Group, Rounds, ScheduleOptions, schedule_group
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import EventKind, TieBreakValue, find_tie_break
from crosstable.engine.tie_breaks.registry import FIDE
from engine.tables import table

D = Decimal
# FIDE's exercise: six players, one forfeit.
EXERCISE = """
1 2200 5w= 2w1 3b1 4w0 6b1
2 2150 6w1 1b0 5w1 3w= 4b1
3 2100 4w1 6b1 1w0 2b= 5w1
4 2050 3b0 5b0 6w= 1b1 2w0
5 1950 1b= 4w1 2b0 6w- 3b0
6 2000 2b0 3w0 4b= 5b+ 1w0
"""
RESULTS = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.LOSS, Outcome.WIN),
    Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
)
POINTS = {Outcome.WIN: D(1), Outcome.FORFEIT_WIN: D(1), Outcome.DRAW: D("0.5")}


def values(code: str, event: Tournament) -> list[TieBreakValue]:
    return list(find_tie_break(code).values(history_of(event)).values())


def ranks(event: Tournament, *codes: str) -> dict[int, int]:
    return {row.entry.id: row.rank for row in standings(event, codes)}


def test_the_exercise_is_ranked_by_points_and_direct_encounter_with_its_forfeit():
    event = table(EXERCISE, is_round_robin=True)
    assert ranks(event, "PTS", "DE") == {1: 1, 2: 2, 3: 2, 6: 4, 5: 5, 4: 6}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("SB", "9.25 6.25 6.25 4.25 3.25 2.25"),
        ("SB/C1", "9.25 4.75 4.75 4.25 3.25 1.5"),
        ("KS", "2 0.5 0.5 1 0.5 0"),
    ],
)
def test_the_exercise_has_the_published_values(code: str, expected: str):
    assert values(code, table(EXERCISE, is_round_robin=True)) == [D(value) for value in expected.split()]


def test_a_forfeit_stays_unplayed_in_ones_own_results_and_in_ratings():
    event = table(EXERCISE, is_round_robin=True)
    assert values("REP", event) == [5, 5, 5, 5, 4, 5]
    assert values("WIN", event) == [3, 3, 3, 1, 1, 1]
    assert values("WON", event) == [3, 3, 3, 1, 1, 0]
    assert values("ARO", event)[4:] == [2125, 2125]  # 1, 4, 2, 3 and 2, 3, 4, 1: not each other


def test_the_koya_limit_moves_by_half_points():
    """Half of five is 2.5: three players have 3.5, the others 1.5."""
    event = table(EXERCISE, is_round_robin=True)
    middle, all_of_them = values("KS", event), values("PTS", event)
    assert [values(code, event) for code in ("KS/L1", "KS/L2", "KS/L-1")] == [middle, middle, middle]
    assert values("KS/L-2", event) == values("KS/L-5", event) == all_of_them
    assert values("KS/L+3", event) == [0] * 6


def round_robin(size: int, seed: int) -> Tournament:
    """All play all by the engine's own schedule, with random results and forfeits."""
    rng = Random(seed)
    entries = tuple(Entry(EntryId(n), n) for n in range(1, size + 1))
    group = Group("A", tuple(entry.id for entry in entries))
    rounds = []
    for round_ in schedule_group(group, ScheduleOptions(rounds=Rounds.BERGER)).rounds:
        pairs = [Pairing(match.first, match.second) for match in round_.matches]
        matches = tuple(Match(pair, rng.choices(RESULTS, (8, 8, 8, 1, 1, 1))[0]) for pair in pairs)
        rounds.append(Round(round_.number, matches))
    return Tournament(entries, tuple(rounds), len(rounds), is_round_robin=True)


def cross_table(event: Tournament) -> dict[tuple[int, int], Decimal]:
    """What each made against each."""
    found = {}
    for round_ in event.rounds:
        for match in round_.matches:
            one, two = match.pairing.first, match.pairing.second
            found[one, two] = POINTS.get(match.result.first, D(0))
            found[two, one] = POINTS.get(match.result.second, D(0))
    return found


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_an_odd_round_robin_is_the_plain_sums_of_its_cross_table(size: int):
    for seed in range(60):
        event = round_robin(size, seed)
        made = cross_table(event)
        ids = range(1, size + 1)
        assert len(made) == size * (size - 1)
        score = {a: sum(made[a, b] for b in ids if a != b) for a in ids}
        strong = {a for a in ids if 2 * score[a] >= size - 1}
        assert values("PTS", event) == list(score.values())
        assert values("SB", event) == [sum(made[a, b] * score[b] for b in ids if a != b) for a in ids]
        assert values("KS", event) == [sum(made[a, b] for b in strong if a != b) for a in ids]
        assert values("SB/P", event) == values("SB", event)


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_two_who_are_level_in_an_odd_round_robin_are_ranked_by_their_game_even_by_forfeit(size: int):
    for seed in range(60):
        event = round_robin(size, seed)
        made, places = cross_table(event), ranks(event, "PTS", "DE")
        points = dict(enumerate(values("PTS", event), start=1))
        for a, b in combinations(points, 2):
            if points[a] == points[b] and list(points.values()).count(points[a]) == 2:
                assert (places[a] < places[b]) == (made[a, b] > made[b, a])
                assert (places[a] == places[b]) == (made[a, b] == made[b, a])


def test_the_round_in_which_someone_is_free_does_not_matter():
    event = round_robin(7, seed=4)
    turned = tuple(
        Round(number, round_.matches) for number, round_ in enumerate(reversed(event.rounds), start=1)
    )
    other = Tournament(event.entries, turned, 7, is_round_robin=True)
    for code in ("SB", "SB/C1", "SB/C2", "KS", "REP", "STD"):
        assert values(code, event) == values(code, other)


def test_everyone_elected_to_play_in_an_odd_round_robin_without_forfeits():
    quiet = table("1 0 . 3w= 2b1\n2 0 3w1 . 1w0\n3 0 2b0 1b= .", is_round_robin=True)
    assert values("REP", quiet) == [3, 3, 3]
    assert values("SB", quiet) == [D("1.25"), D("0.5"), D("0.75")]


def test_the_buchholz_family_is_for_the_swiss_and_koya_for_round_robins():
    """What FIDE asks a program to offer in each of them."""
    robin = "DE BPG BWG REP STD SB SB/C1 SB/C2 RTNG RTNG/R WIN TPN TPN/R KS KS/L1 KS/L2 KS/L-1 KS/L-2"
    swiss = (
        "BH BH/C1 BH/C2 BH/M1 BH/M2 FB FB/C1 FB/C2 FB/M1 FB/M2 PS SB SB/C1 SB/C2 ARO ARO/C1 ARO/C2 ARO/M1 ARO/M2 "
        "AOB AOB/F APPO APRO PTP TPR WIN WON STD BPG BWG REP DE DE/P RTNG RTNG/R TPN TPN/R"
    )
    offered = {kind: {t.code for t in FIDE if t.suits(kind)} for kind in EventKind}
    assert set(robin.split()) - offered[EventKind.ROUND_ROBIN] == set()
    assert set(swiss.split()) - offered[EventKind.SWISS] == set()
    only = offered[EventKind.SWISS] - offered[EventKind.ROUND_ROBIN]
    assert {code.partition("/")[0] for code in only} == {"BH", "FB", "AOB"}
    assert {c.partition("/")[0] for c in offered[EventKind.ROUND_ROBIN] - offered[EventKind.SWISS]} == {"KS"}
