"""Tie-breaks taken apart: the parts that count make the value, and where two entries part is named."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import Adjustment, EntryId
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import TIE_BREAKS
from crosstable.engine.tie_breaks.explaining import why_ahead
from engine.building import ids_of, played, random_event

D = Decimal
SUMS = (
    "PTS",
    "MARGIN",
    "VP",
    "BH",
    "BH/C1",
    "BH/C2",
    "BH/M1",
    "BH/M2",
    "FB",
    "FB/C1",
    "SB",
    "SB/C1",
    "PS",
    "BH/P",
    "SB/C1/P",
    "FB/M1/P",
)
MEANS = ("SOS",)


def random_events():
    for seed in range(25):
        rng = Random(seed)
        yield random_event(rng, rng.randint(5, 16), rng.randint(1, 6), draws=0.3)[0]


@pytest.mark.parametrize("code", SUMS)
def test_the_parts_that_are_not_cut_add_up_to_the_value(code):
    for event in random_events():
        known = history_of(event)
        made = {id: sum(p.value for p in TIE_BREAKS[code].parts(known, id) if not p.is_cut) for id in known}
        assert made == dict(TIE_BREAKS[code].values(known))


@pytest.mark.parametrize("code", MEANS)
def test_the_mean_of_the_parts_is_the_value(code):
    for event in random_events():
        known = history_of(event)
        for id, value in TIE_BREAKS[code].values(known).items():
            found = [p.value for p in TIE_BREAKS[code].parts(known, id)]
            assert (sum(found, Fraction(0)) / len(found) if found else 0) == value


def test_a_buchholz_names_the_opponents_their_points_and_the_one_left_out():
    event = played(
        "a b c d", "a-b 60-40", "c-d 60-40", "/", "a-c 60-40", "b-d 60-40", "/", "a-d 60-40", "b-c 50-50"
    )
    a, b, c, d = ids_of(event, "a b c d")
    found = TIE_BREAKS["BH/C1"].parts(history_of(event), a)
    assert [(p.round, p.opponent, p.value, p.is_cut) for p in found] == [
        (1, b, D("1.5"), False),
        (2, c, D("1.5"), False),
        (3, d, D(0), True),
    ]


def test_a_sonneborn_berger_says_what_it_was_multiplied_with():
    event = played("a b c", "a-b 60-40", "c bye", "/", "a-c 50-50", "b bye")
    a = ids_of(event, "a")[0]
    assert [(p.of, p.times, p.value) for p in TIE_BREAKS["SB"].parts(history_of(event), a)] == [
        (D(1), D(1), D(1)),
        (D("1.5"), D("0.5"), D("0.75")),
    ]


def test_where_two_entries_part_is_the_first_difference():
    event = played("a b c d", "a-b 60-40", "c-d 70-30")
    rows, codes = standings(event), ("WINS", "MARGIN", "SOS", "VP")
    c, a = ids_of(event, "c a")
    found = why_ahead(rows, codes, a, c, history_of(event))
    assert (found.ahead.entry.name, found.behind.entry.name) == ("c", "a")
    assert (found.equal, found.decided_by, found.values) == ((("WINS", 1),), "MARGIN", (40, 20))
    assert found.tie == (c, a)


def test_full_equals_share_a_rank_and_nothing_decides():
    event = played("a b c d", "a-b 60-40", "c-d 60-40")
    found = why_ahead(
        standings(event), ("WINS", "MARGIN", "SOS", "VP"), *ids_of(event, "a c"), history_of(event)
    )
    assert (found.decided_by, found.ahead.entry.name, len(found.equal)) == (None, "a", 4)


def test_a_penalty_changes_ones_own_account_and_never_an_opponents():
    event = played("a b c d", "a-b 60-40", "c-d 60-40", "/", "a-c 60-40", "b-d 60-40")
    a, b, *_ = ids_of(event, "a b c d")
    fined = event.__class__(
        event.entries, event.rounds, adjustments=(Adjustment(a, D(-1), -30, round=2), Adjustment(b, D("0.5")))
    )
    before, after = history_of(event), history_of(fined)
    assert [h.score for h in after.values()] == [D(1), D("1.5"), D(1), D(0)]
    assert [h.vp_margin for h in after.values()] == [10, 0, 0, -40]
    assert [h.vp for h in after.values()] == [90, 100, 100, 80]
    for code in ("BH", "SB", "SOS", "WINS"):
        assert TIE_BREAKS[code].values(before) == TIE_BREAKS[code].values(after)


def test_standings_after_an_earlier_round_know_no_later_penalty():
    event = played("a b", "a-b 60-40", "/", "a-b 60-40")
    fined = event.__class__(
        event.entries, event.rounds, adjustments=(Adjustment(EntryId(1), vp=-50, round=2),)
    )
    assert [row.values[1] for row in standings(fined, after_round=1)] == [20, -20]
    assert [row.values[1] for row in standings(fined)] == [-10, -40]
