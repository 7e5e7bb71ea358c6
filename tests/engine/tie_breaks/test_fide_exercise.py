"""The 16-player exercise of FIDE's technical commission, with the values of the 2026 regulations."""

from decimal import Decimal

import pytest

from crosstable.engine.history import History, history_of
from crosstable.engine.model import EntryId, Tournament
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import find_tie_break
from engine.tables import table

EXERCISE = """
 1 2200 9w1 13b= 2w= 15b1 4w=
 2 2150 10b1 7w1 1b= 16w1 3b=
 3 2100 11w= 6b1 8w1 4b= 2w=
 4 2050 12b1 H 13w1 3w= 1b=
 5 2000 13w0 15b0 11w1 7b= 10w1
 6 1950 14b0 3w0 U 10w1 8b1
 7 1900 15w1 2b0 16b0 5w= 11b0
 8 1850 16b= 14w1 3b0 13w1 6w0
 9 1800 1b0 10w0 H 11b- U
10 1750 2w0 9b1 15w0 6b0 5b0
11 1700 3b= 16w0 5b0 9w+ 7w1
12 1650 4w0 U 14b+ Z Z
13 1600 5b1 1w= 4b0 8b0 14w0
14 1550 6w1 8b0 12w- Z 13b1
15 1500 7b0 5w1 10b1 1w0 16b0
16 1450 8w= 11b1 7w1 2b0 15w1
"""
CODES = ("PTS", "BH", "BH/C1", "BH/M1", "FB", "AOB", "SB", "SB/C1", "ARO", "TPR", "PTP", "APRO", "APPO")
VALUES = """
 1 3.5 12.5 11   7   13.5 12.4  8    7.25 1820 1969 2029 1789 1769
 2 4   13   12   8.5 13.5 13.6  9.5  8.5  1880 2120 2216 1856 1852
 3 3.5 15.5 13   9   15   12.9  10.5 9.25 1940 2089 2112 1904 1934
 4 3.5 14   11.5 8   14.5 13.38 9.25 7.75 1888 2081 2168 1772 1784
 5 2.5 8.5  7.5  5   10   13.2  4.25 3.25 1690 1690 1689 1719 1676
 6 3   11.5 10.5 7   12   13.25 6    5    1813 1813 1810 1846 1836
 7 1.5 14.5 12.5 8.5 13.5 11.7  3.25 1.25 1760 1611 1531 1869 1890
 8 2.5 13.5 12   8.5 12.5 12.9  5.25 3.75 1730 1730 1715 1915 1924
 9 1.5 9    7.5  4   9.5  12.75 2.25 2.25 1975 1175 950  1805 1802
10 1   13   11.5 7.5 12.5 10.8  1.5  0    1880 1640 1575 1717 1687
11 2.5 12.5 11   7.5 12   12.75 4.75 3.25 1863 1776 1763 1840 1836
12 2   11.5 9.5  6   11   14    4    4    2050 1250 1250 2081 2168
13 1.5 14   12   8.5 13.5 11.9  4.25 4.25 1930 1781 1744 1879 1909
14 2   11   9    6   10.5 13    4.5  3    1800 1925 1942 1775 1756
15 2   12   11   7.5 12   12.2  3.5  2.5  1860 1788 1768 1776 1767
16 3.5 12.5 11   7   13.5 13.1  7.25 5.75 1820 1969 2013 1805 1799
"""


def exercise() -> Tournament:
    return table(EXERCISE)


@pytest.fixture(scope="module")
def played() -> History:
    return history_of(exercise())


@pytest.mark.parametrize("code", CODES)
def test_the_exercise_has_the_published_values(played: History, code: str):
    column = CODES.index(code) + 1
    lines = [line.split() for line in VALUES.strip().splitlines()]
    assert find_tie_break(code).values(played) == {int(line[0]): Decimal(line[column]) for line in lines}


def test_progressive_scores_of_the_exercise(played: History):
    expected = "2:13 4:11.5 1:11 3:11 16:10.5 8:8.5 12:7 13:7 15:7 6:6 7:6 14:6 11:5.5 5:5 10:4 9:2.5"
    values = dict(item.split(":") for item in expected.split())
    assert find_tie_break("PS").values(played) == {int(id): Decimal(value) for id, value in values.items()}


def test_wins_and_rounds_elected_to_play_of_the_exercise(played: History):
    wins = (2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3)
    elected = (5, 5, 5, 4, 5, 5, 5, 5, 3, 5, 5, 3, 5, 3, 5, 5)
    assert tuple(find_tie_break("WIN").values(played).values()) == wins
    assert tuple(find_tie_break("REP").values(played).values()) == elected


def test_own_results_of_player_12_with_a_bye_a_forfeit_win_and_two_absences(played: History):
    codes = ("WIN", "WON", "BPG", "BWG", "REP", "STD", "PS/C1")
    assert [find_tie_break(code).values(played)[EntryId(12)] for code in codes] == [2, 0, 0, 0, 3, 2, 7]


def test_with_the_modifier_p_a_forfeit_lost_brings_the_scheduled_opponents_score(played: History):
    """9 (1.5 points) lost so to 11 (2.5), 14 (2) to 12, whose adjusted score is 3: one more point for both."""
    plain, with_forfeits = find_tie_break("BH").values(played), find_tie_break("BH/P").values(played)
    assert {id: with_forfeits[id] - plain[id] for id in plain if with_forfeits[id] != plain[id]} == {
        9: 1,
        14: 1,
    }
    assert find_tie_break("SB/P").values(played) == find_tie_break("SB").values(played)


def test_the_average_of_fore_buchholz_is_the_mean_of_those_met(played: History):
    """1 met 9, 13, 2, 15 and 4; 9 met 1 and 10; 12 met 4 only."""
    averages = find_tie_break("AOB/F").values(played)
    expected = [Decimal("12.6"), Decimal(13), Decimal("14.5")]
    assert [averages[EntryId(id)] for id in (1, 9, 12)] == expected


def test_the_higher_rating_comes_first_and_reversed_last():
    """2000 of player 5 stands before 1950 of player 6; both have the numbers of their ratings here."""
    by_rating = [row.entry.id for row in standings(exercise(), ("RTNG",))]
    reversed_ = [row.entry.id for row in standings(exercise(), ("RTNG/R",))]
    assert (by_rating, reversed_) == (list(range(1, 17)), list(range(16, 0, -1)))


def test_modifiers_stand_in_any_order():
    assert find_tie_break("bh/p/c1") is find_tie_break("BH/C1/P")
    assert find_tie_break("BH/F/M1") is find_tie_break("FB/M1")
    assert find_tie_break("KS/L+2") is find_tie_break("ks/l2")
    assert find_tie_break("KS-L1") is find_tie_break("KS/L1")


def test_the_code_may_be_written_as_in_the_handbook():
    assert find_tie_break("bh-c1") is find_tie_break("BH/C1")


def test_standings_apply_direct_encounter_inside_each_tie():
    rows = standings(exercise(), ("PTS", "DE"))
    assert [(row.rank, row.entry.id) for row in rows[:5]] == [(1, 2), (2, 1), (2, 3), (2, 4), (2, 16)]
