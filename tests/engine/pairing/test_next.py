"""The Swiss of D against its own sentences: the highest with the next it has not met, colours by D4."""

from __future__ import annotations

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId, Match, Outcome, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from crosstable.engine.tie_breaks import find_tie_break
from engine.pairing.test_club import RESULTS, Board, Sentences, event_of, match, random_event


class NextSentences(Sentences):
    """The order, the opponent and the colours of D; the byes and what cannot be avoided as everywhere."""

    def __init__(self, event: Tournament) -> None:
        super().__init__(event)
        against = dict.fromkeys(self.score, 0)
        for round_ in event.rounds:
            for played in round_.matches:
                if played.result is not None:
                    white, black = played.pairing.first, played.pairing.second
                    against[white] += self.score[black]
                    against[black] += self.score[white]
        self.ranking.sort(key=lambda id: (-self.score[id], -against[id], -self.rating[id], id))

    def _opponent(self, first: int, others: list[int]) -> int:
        def cost(other: int) -> int:
            return self.met.count(frozenset((first, other))) + self._needed([o for o in others if o != other])

        least = min(map(cost, others))
        possible = [other for other in others if cost(other) == least]
        return min(possible, key=lambda other: self.met.count(frozenset((first, other))))

    def _seated(self, first: int, second: int) -> tuple[Board, bool]:
        one, two = self.colors[first], self.colors[second]
        if one.count("B") != two.count("B"):
            first_is_white = one.count("B") > two.count("B")
        elif one:
            first_is_white = one[-1] == "B"
        else:
            first_is_white = not two or two[-1] == "W"
        return ((first, second) if first_is_white else (second, first)), False


def paired(event: Tournament) -> tuple[list[Board], int | None, list[Board]]:
    plan = SYSTEMS["swiss-next"].pair_round(event, [entry.id for entry in event.entries], RoundConditions())
    boards = [(pairing.first, pairing.second) for pairing in plan.pairings]
    return boards, plan.byes[0].entry if plan.byes else None, []


@pytest.mark.parametrize("block", range(8))
def test_every_round_of_a_small_field_is_what_the_sentences_say(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        event = random_event(seed)
        assert paired(event) == NextSentences(event).round(), seed


def test_the_highest_takes_the_next_even_if_that_makes_the_others_reach_further() -> None:
    """1 has met 2, and 2 has met 4: 1–3, 2–5, 4–6, where the nearest round as a whole would be 1–4, 2–3, 5–6."""
    drawn = RESULTS[2]
    event = event_of(
        [2000, 1900, 1800, 1700, 1600, 1500],
        (match(1, 2, drawn), match(3, 6, drawn), match(4, 5, drawn)),
        (match(2, 4, drawn), match(1, 5, drawn), match(3, 6, drawn)),
    )
    assert [set(board) for board in paired(event)[0]] == [{1, 3}, {2, 5}, {4, 6}]


def test_the_first_round_gives_white_to_the_higher_rated() -> None:
    assert paired(event_of([1500, 1900, 1800, 1700])) == ([(2, 3), (4, 1)], None, [])


def test_the_opponents_points_are_added_up_forfeits_too() -> None:
    forfeit = next(r for r in RESULTS if r is not None and r.first is Outcome.FORFEIT_WIN)
    first: tuple[Match, ...] = (match(1, 2), match(3, 4, forfeit))
    second: tuple[Match, ...] = (match(1, 3), match(2, 4))
    known = history_of(event_of([2000, 1900, 1800, 1700], first, second))
    assert find_tie_break("OPP").values(known) == {EntryId(1): 2, EntryId(2): 2, EntryId(3): 2, EntryId(4): 2}
