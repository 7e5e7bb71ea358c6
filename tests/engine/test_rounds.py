"""The usual number of rounds for a field."""

import pytest

from crosstable.engine.pairing.small_fields import usual_rounds


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (2, (1, 1)),
        (4, (3, 3)),
        (8, (3, 4)),
        (9, (4, 5)),
        (16, (4, 5)),
        (32, (5, 6)),
        (64, (6, 7)),
        (128, (7, 9)),
    ],
)
def test_the_usual_rounds_grow_with_the_doubling_of_the_field(players, rounds):
    assert usual_rounds(players) == rounds


def test_the_largest_fields_have_at_most_eleven_rounds():
    assert usual_rounds(2000) == (9, 11)
