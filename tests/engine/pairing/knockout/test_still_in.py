"""While rounds overlap, a player's next match is all that is certain."""

from __future__ import annotations

from random import Random

import pytest

from crosstable.engine.pairing.knockout import (
    Bracket,
    Consolation,
    KnockoutOptions,
    Status,
    next_matches,
    play,
    still_in_words,
)
from engine.pairing.knockout.drawing import DOUBLE, FIRST, SECOND, SINGLE, bracket_of

THIRD = KnockoutOptions(third_place=True)


def words_after(bracket: Bracket, *won: int) -> dict[int, str]:
    """After the first side won these matches."""
    state = play(bracket, {number: [FIRST] for number in won})
    return still_in_words(bracket, next_matches(bracket, state))


@pytest.mark.parametrize(
    ("size", "options", "won", "words"),
    [
        (4, SINGLE, [], dict.fromkeys(range(1, 5), "in the semi-finals")),
        (4, SINGLE, [2], {1: "in the semi-finals", 2: "in the final", 4: "in the semi-finals"}),
        (4, SINGLE, [1, 2, 3], {}),
        (16, SINGLE, [], dict.fromkeys(range(1, 17), "in the round of 16")),
        (3, SINGLE, [], {1: "in the final", 2: "in the semi-finals", 3: "in the semi-finals"}),
        (
            4,
            THIRD,
            [1, 2],
            {1: "in the final", 2: "in the final"} | dict.fromkeys((3, 4), "playing for third place"),
        ),
        (
            4,
            DOUBLE,
            [1],
            {1: "in the winners’ final", 4: "in losers’ round 1"}
            | dict.fromkeys((2, 3), "in winners’ round 1"),
        ),
    ],
)
def test_anyone_who_is_still_in_is_said_to_be_where_they_play_next(size, options, won, words):
    assert words_after(bracket_of(size, options), *won) == words


def test_players_waiting_to_be_reseeded_are_in_the_next_round():
    bracket = bracket_of(6, KnockoutOptions(reseed=True))
    semi_finals, quarter_finals = (
        dict.fromkeys(who, where)
        for who, where in (((1, 2, 4), "in the semi-finals"), ((3, 6), "in the quarter-finals"))
    )
    assert words_after(bracket, 1) == semi_finals | quarter_finals


WAYS = [SINGLE, THIRD, DOUBLE, KnockoutOptions(best_of=3), KnockoutOptions(reseed=True, third_place=True)]
WAYS += [KnockoutOptions(consolation=consolation) for consolation in Consolation]


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11, 16])
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_everyone_has_a_certain_place_or_a_match_to_come_whatever_is_played_when(options, size):
    bracket, chance, results = bracket_of(size, options), Random(size), {}
    while True:
        state = play(bracket, results)
        coming, certain = next_matches(bracket, state), {place.entry for place in state.places}
        assert coming.keys() | certain == set(range(1, size + 1))
        assert coming.keys() & certain == set()
        for now in state.matches.values():
            if now.status is Status.READY:
                assert {coming[now.first], coming[now.second]} == {now.match}
        ready = [now.match for now in state.matches.values() if now.status is Status.READY]
        if not ready:
            break
        match, game = chance.choice(ready), chance.choice((FIRST, SECOND))
        results[match.number] = [game] * (match.best_of // 2 + 1)
    assert coming == {}
