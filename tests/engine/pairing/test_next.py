"""Next in the standings against the sentences of document D: sort, groups, the next not met, colours, the odd player.

`Walk` reads the document and shares nothing with the pairing code. Where its walk finds all players an opponent, the
round is exactly that walk. Where it reaches a dead end, the round is the first, in the order of the walk, of all rounds
with the fewest rematches and then the fewest second byes.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import Bye, EntryId, Match, Outcome, Result, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from crosstable.engine.tie_breaks import find_tie_break
from engine.pairing.small_events import POINTS, RESULTS, event_of, match, random_event

Board = tuple[int, int | None]
DRAWN = RESULTS[2]
FORFEIT = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


class Walk:
    """The document read aloud: points, rating, opponents and colours of every player, as stored when paired."""

    def __init__(self, event: Tournament) -> None:
        ids = [entry.id for entry in event.entries]
        self.rating = {entry.id: entry.rating for entry in event.entries}
        self.points: dict[int, int] = dict.fromkeys(ids, 0)
        self.opponents: dict[int, list[int | None]] = {id: [] for id in ids}
        self.colors: dict[int, list[str]] = {id: [] for id in ids}
        for round_ in event.rounds:
            for bye in round_.byes:
                self.points[bye.entry] += 2
                self.opponents[bye.entry].append(None)
            for played in round_.matches:
                self._read(played)
        self.sorted = sorted(ids, key=lambda id: (-self.points[id], -self.rating[id], id))

    def _read(self, played: Match) -> None:
        white, black = played.pairing.first, played.pairing.second
        self.opponents[white].append(black)
        self.opponents[black].append(white)
        self.colors[white].append("white")
        self.colors[black].append("black")
        if played.result is not None:
            self.points[white] += POINTS.get(played.result.first, 0)
            self.points[black] += POINTS.get(played.result.second, 0)

    def by_groups(self) -> set[frozenset[int]] | None:
        """Group by points; in each group the highest with the next it has not met, who finds none joins the group
        below. None for a dead end: two who have met are left, or the odd player has had a bye."""
        pairs: set[frozenset[int]] = set()
        waiting: list[int] = []
        for total in sorted({*self.points.values()}, reverse=True):
            waiting += [id for id in self.sorted if self.points[id] == total]
            left: list[int] = []
            while waiting:
                first = waiting.pop(0)
                second = next((id for id in waiting if id not in self.opponents[first]), None)
                if second is None:
                    left.append(first)
                else:
                    waiting.remove(second)
                    pairs.add(frozenset((first, second)))
            waiting = left
        odd = {frozenset(waiting)} if waiting else set()
        return None if len(waiting) > 1 or any(None in self.opponents[id] for id in waiting) else pairs | odd

    def round(self) -> list[Board]:
        """White first, in the order of the walk; the bye is the opponent None, after all others."""
        everyone: list[int | None] = [*self.sorted]
        ways = list(self._ways([*everyone, None] if len(everyone) % 2 else everyone))
        best = min(ways, key=self._repeats)  # the first of them
        played = [self._seated(one, two) for one, two in best if two is not None]
        return [*played, *((one, None) for one, two in best if two is None)]

    def _repeats(self, way: list[Board]) -> tuple[int, int]:
        times = [(self.opponents[one].count(two), two is None) for one, two in way]
        return sum(n for n, bye in times if not bye), sum(n for n, bye in times if bye)

    def _ways(self, rest: list[int | None]) -> Iterator[list[Board]]:
        if not rest:
            yield []
            return
        first, *others = rest
        assert first is not None
        for other in sorted(others, key=lambda id: (id is None, self.opponents[first].count(id))):
            for more in self._ways([id for id in others if id != other]):
                yield [(first, other), *more]

    def _seated(self, one: int, two: int) -> Board:
        first, second = self.colors[one], self.colors[two]
        balance = [colors.count("white") - colors.count("black") for colors in (first, second)]
        if balance[0] != balance[1]:
            one_is_white = balance[0] < balance[1]
        elif first or second:
            one_is_white = first[-1] == "black" if first else second[-1] == "white"
        else:
            one_is_white = self.rating[one] >= self.rating[two]
        return (one, two) if one_is_white else (two, one)


def paired(event: Tournament) -> list[Board]:
    """By board, the bye last."""
    plan = SYSTEMS["swiss-next"].pair_round(event, [entry.id for entry in event.entries], RoundConditions())
    assert [pairing.table for pairing in plan.pairings] == [*range(1, len(plan.pairings) + 1)]
    boards: list[Board] = [(pairing.first, pairing.second) for pairing in plan.pairings]
    return [*boards, *((bye.entry, None) for bye in plan.byes)]


def sides(boards: list[Board]) -> set[frozenset[int]]:
    return {frozenset(id for id in board if id is not None) for board in boards}


@pytest.mark.parametrize("block", range(8))
def test_every_round_of_a_small_field_is_what_the_sentences_say(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        event = random_event(seed)
        assert paired(event) == Walk(event).round(), seed


def test_where_the_walk_by_groups_finds_everyone_an_opponent_the_round_is_that_walk() -> None:
    walks = {seed: Walk(random_event(seed)).by_groups() for seed in range(800)}
    reached = {seed: walk for seed, walk in walks.items() if walk is not None}
    assert len(reached) == 501
    assert {seed: sides(paired(random_event(seed))) for seed in reached} == reached


def test_points_come_first_then_the_rating_and_not_the_opponents_points() -> None:
    """1 and 6 have a point and a half; 6 has the higher rating, and the opponents of 1 have more points."""
    event = event_of(
        [1500, 1400, 2000, 1300, 1200, 1900],
        (match(1, 2), match(3, 4), match(6, 5)),
        (match(3, 1, DRAWN), match(2, 6, DRAWN), match(4, 5)),
    )
    history = history_of(event)
    against = find_tie_break("OPP").values(history)
    assert history[EntryId(1)].score == history[EntryId(6)].score
    assert against[EntryId(1)] > against[EntryId(6)]
    assert paired(event) == [(6, 3), (1, 4), (5, 2)]


def test_colours_are_by_white_minus_black_games_and_not_by_blacks_alone() -> None:
    """1 had White, Black, White and 2 Black once: both had one Black, and 2 is due White."""
    event = event_of(
        [2000, 1900, 1800, 1700],
        (match(1, 3, DRAWN), match(4, 2, DRAWN)),
        (match(4, 1, DRAWN),),
        (match(1, 4, DRAWN),),
    )
    assert paired(event)[0] == (2, 1)


def test_a_forfeited_game_counts_as_met_and_its_colours_as_had() -> None:
    event = event_of([2000, 1900, 1800, 1700], (match(1, 2, FORFEIT), match(3, 4, FORFEIT)))
    assert paired(event) == [(3, 1), (2, 4)]


def test_a_dead_end_is_avoided_where_a_round_without_a_rematch_exists() -> None:
    """1 would take 2 and leave 3 and 4, who have met."""
    event = event_of([2000, 1900, 1800, 1700], (match(3, 4, None),))
    assert Walk(event).by_groups() is None
    assert paired(event) == [(1, 3), (4, 2)]


def test_the_odd_player_has_the_bye_and_no_one_a_second_one_while_that_can_be_avoided() -> None:
    event = event_of([2000, 1900, 1800], (match(1, 2, DRAWN),), byes=(Bye(EntryId(3)),))
    assert paired(event) == [(3, 1), (2, None)]


def test_the_highest_takes_the_next_even_if_that_makes_the_others_reach_further() -> None:
    """1 has met 2, and 2 has met 4: 1–3, 2–5, 4–6, where the nearest round as a whole would be 1–4, 2–3, 5–6."""
    event = event_of(
        [2000, 1900, 1800, 1700, 1600, 1500],
        (match(1, 2, DRAWN), match(3, 6, DRAWN), match(4, 5, DRAWN)),
        (match(2, 4, DRAWN), match(1, 5, DRAWN), match(3, 6, DRAWN)),
    )
    assert sides(paired(event)) == {frozenset({1, 3}), frozenset({2, 5}), frozenset({4, 6})}


def test_the_first_round_gives_white_to_the_higher_rated() -> None:
    assert paired(event_of([1500, 1900, 1800, 1700])) == [(2, 3), (4, 1)]


def test_the_opponents_points_are_added_up_forfeits_too() -> None:
    first: tuple[Match, ...] = (match(1, 2), match(3, 4, FORFEIT))
    second: tuple[Match, ...] = (match(1, 3), match(2, 4))
    known = history_of(event_of([2000, 1900, 1800, 1700], first, second))
    assert find_tie_break("OPP").values(known) == {EntryId(1): 2, EntryId(2): 2, EntryId(3): 2, EntryId(4): 2}
