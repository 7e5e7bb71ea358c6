"""A Swiss with double forfeits, byes of every kind and absences, with the values of C.07 art. 16 of 2026."""

from __future__ import annotations

from decimal import Decimal

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import find_tie_break
from engine.tables import table

EVENT = """
1 2240 8b= 6w1 3b= 14w+ 5w= 2b0 9w=
2 1923 9w0 11b1 15w1 5b- 7b1 1w1 5b0
3 1852 10b+ 7b1 1w= 9b= H Z H
4 1902 11w- 13w- 6b- U 8w= 15b= 6w=
5 1734 13b1 9w= 7b= 2w+ 1b= 11w= 2w1
6 0 14w= 1b0 4w+ 7w= 9b0 10w0 4b=
7 1516 15b1 3w0 5w= 6b= 2w0 14b0 U
8 1752 1w= 14b- Z Z 4b= 13w1 14b0
9 0 2b1 5b= H 3w= 6w1 H 1b=
10 0 3w- 15w- 13w= 15b1 14w1 6b1 11w0
11 1388 4b- 2w0 U 13b1 15w1 5b= 10b1
12 0 H F 14b1 H Z F Z
13 0 5w0 4b- 10b= 11w0 U 8b0 15w0
14 0 6b= 8w+ 12w0 1b- 10b0 7w1 8w1
15 0 7w0 10b+ 2b0 10w0 11b0 4w= 13b1
"""
VALUES = """
no PTS   WIN   WON   BWG   BPG   PS    PS/C1 KS    BH    BH/C1 BH/C2 BH/M1 BH/M2 AOB   FB    SB    SB/C1 SB/C2
 1 4     2     1     0     3     18    17.5  2.5   26    24    21.5  19    12    24.42 26    14    13    10.5
 2 4     4     4     2     3     16    16    2     27.5  23.5  21    18.5  11.5  24.58 26.5  14    11.5  8.5
 3 4     2     1     1     2     19.5  18.5  2     25.5  22    18.5  17.5  10    26    26    14.25 11.25 11.25
 4 2.5   1     0     0     1     7     7     0     16    14.5  12    12    7     20.83 16.5  6     6     5
 5 5     3     2     1     3     20    19    3.5   25.5  24    21    19.5  12    24.75 26.5  17.5  16    14.5
 6 2.5   1     0     0     3     11    10.5  0.5   23.5  21    18.5  16.5  10    22.58 23.5  7     5.75  3.25
 7 3     2     1     1     3     12.5  11.5  0.5   25    22.5  20    17.5  10.5  24.08 24    9.25  8     5.5
 8 2     1     1     0     2     7     6.5   0.5   17.5  15.5  13.5  11.5  6     20.88 19    4.75  3.25  3.25
 9 4.5   2     2     1     3     19    18    2.5   27    23.5  20    18.5  10.5  25.6  27    16.75 14.25 12.5
10 3.5   3     3     2     2     11.5  11.5  1     20.5  18    14.5  13.5  6.5   21.8  19.5  9.25  8.5   8.5
11 4.5   4     3     2     3     14    14    1.5   22.5  20    18.5  15    9.5   23.1  23    13.5  12    12
12 4     3     1     1     1     18.5  18    1     24.5  21    17.5  17.5  10.5  21    24    14    14    14
13 1.5   1     0     0     2     5.5   5.5   0.5   20.5  19    17.5  14    8     21.5  21    3.25  3.25  1.75
14 3.5   3     2     0     2     12.5  12    0     21    17.5  15.5  13    7.5   22.2  22    8.25  6.25  4.25
15 2.5   2     1     1     3     8     8     1     21.5  20    17.5  15.5  9     22    22    5.25  3.75  2.5
"""
CODES, *LINES = (line.split() for line in VALUES.strip().splitlines())


@pytest.mark.parametrize("code", CODES[1:])
def test_every_unplayed_round_counts_as_published(code: str) -> None:
    expected = {int(line[0]): Decimal(line[CODES.index(code)]) for line in LINES}
    assert find_tie_break(code).values(history_of(table(EVENT))) == expected


def test_with_the_modifier_p_a_forfeit_lost_is_no_voluntary_round_to_cut_first() -> None:
    """2 lost so to 5: the dummy's 4 of 27.5 is cut first; with P it is 5's own 5, and the 2.5 of 15 is cut."""
    known, second = history_of(table(EVENT)), EntryId(2)
    assert find_tie_break("BH/C1").values(known)[second] == Decimal("27.5") - 4
    assert find_tie_break("BH/C1/P").values(known)[second] == Decimal("28.5") - Decimal("2.5")
