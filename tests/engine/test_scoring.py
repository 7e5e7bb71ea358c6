from __future__ import annotations

from decimal import Decimal

import pytest

from crosstable.engine.model import ByeKind, Outcome, Result, Scoring
from crosstable.engine.results import Points
from crosstable.engine.scoring import bye_points, outcome_points

FOOTBALL = Scoring(*map(Decimal, ("3", "1", "0.1", "2.5", "-1", "2", "3", "1.5", "0.2")))


@pytest.mark.parametrize(
    ("first", "second", "outcomes"),
    [
        (72, 45, (Outcome.WIN, Outcome.LOSS)),
        (45, 72, (Outcome.LOSS, Outcome.WIN)),
        (50, 50, (Outcome.DRAW, Outcome.DRAW)),
        (0, 0, (Outcome.DRAW, Outcome.DRAW)),
    ],
)
def test_the_higher_victory_points_win_and_equal_ones_draw(first, second, outcomes) -> None:
    assert Points().read((first, second)).to_result() == Result(*outcomes, first, second)


def test_every_outcome_scores_what_the_scoring_says() -> None:
    points = [outcome_points(FOOTBALL, outcome) for outcome in Outcome]
    assert points == [Decimal(p) for p in ("3", "1", "0.1", "2.5", "-1")]


def test_every_kind_of_bye_scores_what_the_scoring_says() -> None:
    assert [bye_points(FOOTBALL, kind) for kind in ByeKind] == [Decimal(p) for p in ("2", "3", "1.5", "0.2")]
