"""E5 against its own sentences: every round of a small field is tried out, one sentence after the other."""

from __future__ import annotations

import pytest

from crosstable.engine.model import Bye, ByeKind, EntryId, Match, Outcome, Result, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from engine.pairing.small_events import POINTS, RESULTS, Board, event_of, match, random_event, ways

FORFEITS = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


class Sentences:
    """The text of E5 read aloud. Shares nothing with the pairing code."""

    def __init__(self, event: Tournament) -> None:
        ids = [entry.id for entry in event.entries]
        self.score, self.colors = dict.fromkeys(ids, 0), dict.fromkeys(ids, "")
        self.met: list[frozenset[int]] = []
        self.sat_out = dict.fromkeys(ids, 0)
        for round_ in event.rounds:
            for bye in round_.byes:
                self.score[bye.entry] += 2
                self.sat_out[bye.entry] += 1
            for played in round_.matches:
                self._read(played)
        self.rating = {entry.id: entry.rating for entry in event.entries}
        self.ranking = sorted(ids, key=lambda id: (-self.score[id], -self.rating[id], id))

    def _read(self, played: Match) -> None:
        white, black = played.pairing.first, played.pairing.second
        self.colors[white] += "W"
        self.colors[black] += "B"
        if played.result is None or played.result.first.was_played:
            self.met.append(frozenset((white, black)))
        if played.result is not None:
            self.score[white] += POINTS.get(played.result.first, 0)
            self.score[black] += POINTS.get(played.result.second, 0)
            self.sat_out[white] += played.result.first in FORFEITS
            self.sat_out[black] += played.result.second in FORFEITS

    def round(self) -> tuple[list[Board], int | None, list[Board]]:
        """Boards with White first in the order they are made, the bye, and the boards to be reviewed."""
        bye = self._bye() if len(self.ranking) % 2 else None
        rest = [id for id in self.ranking if id != bye]
        boards, flagged = [], []
        while rest:
            first = rest[0]
            second = self._opponent(first, rest[1:])
            board, review = self._seated(first, second)
            boards.append(board)
            flagged += [board] if review else []
            rest = [id for id in rest if id not in (first, second)]
        return boards, bye, flagged

    def _bye(self) -> int:
        """The lowest ranked without a bye or forfeit, unless that makes a rematch that another bye would not make."""
        lowest_first = self.ranking[::-1]
        return min(lowest_first, key=lambda id: (self._needed(self._without(id)), self.sat_out[id]))

    def _without(self, gone: int) -> list[int]:
        return [id for id in self.ranking if id != gone]

    def _needed(self, rest: list[int]) -> int:
        """The rematches of the best way to pair the rest: none where the rest can be paired."""
        return min(sum(self.met.count(frozenset(pair)) for pair in way) for way in ways(rest))

    def _opponent(self, first: int, others: list[int]) -> int:
        def cost(other: int) -> int:
            return self.met.count(frozenset((first, other))) + self._needed([o for o in others if o != other])

        least = min(map(cost, others))
        possible = [other for other in others if cost(other) == least]
        return min(
            possible,
            key=lambda other: (
                self.met.count(frozenset((first, other))),
                not self._acceptable(first, other),
                -self.score[other],
                self.rating[other],
                -other,
            ),
        )

    def _third(self, id: int, color: str) -> bool:
        return self.colors[id].endswith(2 * color)

    def _acceptable(self, one: int, two: int) -> bool:
        return any(not self._third(one, a) and not self._third(two, b) for a, b in ("WB", "BW"))

    def _seated(self, first: int, second: int) -> tuple[Board, bool]:
        ideal = {"W": "B", "B": "W", "": ""}
        one, two = (ideal[self.colors[id][-1:]] for id in (first, second))
        review = False
        if one and one == two:
            other = ideal[one]
            if not self._third(first, other):
                one = other
            elif self._third(second, other):
                one, review = other, True
        elif not one:
            one = ideal[two] or "W"
        return ((first, second) if one == "W" else (second, first)), review


def paired(event: Tournament) -> tuple[list[Board], int | None, list[Board]]:
    plan = SYSTEMS["swiss-club"].pair_round(event, [entry.id for entry in event.entries], RoundConditions())
    flagged = [notice.entries for notice in plan.warnings if notice.rule == "color-review"]
    boards = [(pairing.first, pairing.second) for pairing in plan.pairings]
    return boards, plan.byes[0].entry if plan.byes else None, flagged


@pytest.mark.parametrize("block", range(8))
def test_every_round_of_a_small_field_is_what_the_sentences_say(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        event = random_event(seed)
        assert paired(event) == Sentences(event).round(), seed


def test_in_an_odd_group_the_highest_meets_the_lowest_and_the_middle_goes_on() -> None:
    """2000, 1700 and 1200 have won: 2000–1200, and 1700 meets a player of the next group."""
    event = event_of([2000, 1700, 1600, 1500, 1200, 1100], (match(1, 3), match(2, 4), match(5, 6)))
    boards, _, _ = paired(event)
    assert [set(board) for board in boards] == [{1, 5}, {2, 6}, {3, 4}]


def test_colours_that_suit_come_before_the_score() -> None:
    """1 and 5 have had White twice: 1 takes the lowest rated of those who leave both an acceptable colour."""
    both = (match(1, 3, RESULTS[2]), match(2, 4, RESULTS[2]), match(5, 6, RESULTS[2]))
    again = (match(1, 4, RESULTS[2]), match(3, 2, RESULTS[2]), match(5, 6, RESULTS[2]))
    event = event_of([2000, 1900, 1800, 1700, 1200, 1250], both, again)
    boards, _, _ = paired(event)
    assert set(boards[0]) == {1, 6}


def test_a_game_that_has_started_has_its_colours() -> None:
    """2 has Black in a game still open and wants White, as 4 does: 4 is ranked higher and gives way."""
    event = event_of([2000, 1900, 1000, 1700], (match(1, 2, None), match(3, 4, RESULTS[2])))
    assert paired(event) == ([(2, 4), (3, 1)], None, [])


def test_the_bye_goes_to_the_lowest_ranked_without_a_bye_or_forfeit() -> None:
    event = event_of([2000, 1900, 1800], (match(1, 2, RESULTS[2]),), byes=(Bye(EntryId(3)),))
    assert paired(event)[1] == 2


@pytest.mark.parametrize("forfeit", [RESULTS[3], RESULTS[4]])
def test_a_forfeited_round_on_either_side_bars_a_bye(forfeit: Result) -> None:
    """3 and 2 were paired and one did not come: the bye of round 2 goes to 1, the only one left."""
    event = event_of([2000, 1900, 1800], (match(2, 3, forfeit),), byes=(Bye(EntryId(1), ByeKind.HALF),))
    assert paired(event)[1] == 1


def test_the_colour_of_a_forfeited_game_counts() -> None:
    """2 had White by forfeit and wants Black, so 1, who had White too and is ranked higher, gives way."""
    event = event_of([2000, 1900, 1000, 900], (match(1, 3), match(2, 4, RESULTS[3])))
    assert paired(event)[0][0] == (1, 2)


def test_among_equal_ratings_the_highest_takes_the_one_entered_last() -> None:
    event = event_of([2000, 1500, 1500, 1500])
    assert [set(board) for board in paired(event)[0]] == [{1, 4}, {2, 3}]
