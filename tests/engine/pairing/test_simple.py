"""The simple Swiss of B against its own sentences: every round there is of a small field is tried out."""

from __future__ import annotations

from random import Random

import pytest

from crosstable.engine.model import Bye, EntryId, Match, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions
from engine.pairing.small_events import POINTS, RESULTS, Board, event_of, match, random_event, ways


class Sentences:
    """What B says of a player. Shares nothing with the pairing code."""

    def __init__(self, event: Tournament) -> None:
        ids = [entry.id for entry in event.entries]
        self.elo = {entry.id: entry.rating for entry in event.entries}
        self.score, self.colors = dict.fromkeys(ids, 0), dict.fromkeys(ids, "")
        self.opponents: dict[int, list[int]] = {id: [] for id in ids}
        self.byes = dict.fromkeys(ids, 0)
        for round_ in event.rounds:
            for bye in round_.byes:
                self.byes[bye.entry] += 1
                self.score[bye.entry] += 2
            for played in round_.matches:
                self._read(played)
        self.ranking = sorted(ids, key=lambda id: (-self.score[id], -self.elo[id], id))

    def _read(self, played: Match) -> None:
        """An open game and a forfeited one count as met, with their colours."""
        white, black = played.pairing.first, played.pairing.second
        for id, other, color in ((white, black, "W"), (black, white, "B")):
            self.opponents[id].append(other)
            self.colors[id] += color
        if played.result is not None:
            self.score[white] += POINTS.get(played.result.first, 0)
            self.score[black] += POINTS.get(played.result.second, 0)

    def repeats(self, boards: list[Board]) -> int:
        return sum(self.opponents[a].count(b) for a, b in boards)

    def fewest_repeats(self, players: list[int]) -> int:
        return min(self.repeats(boards) for boards in ways(players))

    def bye(self) -> int:
        """The lowest ranked without a previous bye whose bye spares the rest a rematch."""
        rest = {id: [other for other in self.ranking if other != id] for id in self.ranking}
        needed = {id: self.fewest_repeats(rest[id]) for id in self.ranking}
        return min(self.ranking[::-1], key=lambda id: (needed[id], self.byes[id]))

    def floats(self, boards: list[Board], players: list[int]) -> list[tuple[int, ...]]:
        """How far players float, the longest way first; then who, from the top of the ranking."""
        groups = sorted({self.score[id] for id in players}, reverse=True)
        level = {id: groups.index(self.score[id]) for id in players}
        other = {a: b for pair in boards for a, b in (pair, pair[::-1])}
        gaps = [abs(level[a] - level[b]) for a, b in boards]
        numbers = tuple(gaps.count(gap) for gap in range(len(groups), 0, -1))
        falls = tuple(max(0, level[other[id]] - level[id]) for id in self.ranking if id in other)
        return [numbers, falls]

    def wish(self, id: int) -> tuple[str, int]:
        """The less used colour, or the other one than last time; and the imbalance."""
        had = self.colors[id]
        balance = had.count("W") - had.count("B")
        if balance:
            return ("B" if balance > 0 else "W"), abs(balance)
        return {"W": "B", "B": "W", "": ""}[had[-1:]], 0


def paired(event: Tournament) -> tuple[list[Board], int | None]:
    plan = SYSTEMS["swiss-simple"].pair_round(event, [e.id for e in event.entries], RoundConditions())
    return [(p.first, p.second) for p in plan.pairings], plan.byes[0].entry if plan.byes else None


@pytest.mark.parametrize("block", range(6))
def test_every_round_of_a_small_field_is_what_the_sentences_say(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        event = random_event(seed)
        text, (boards, bye) = Sentences(event), paired(event)
        assert bye == (text.bye() if len(text.ranking) % 2 else None), seed
        players = [id for id in text.ranking if id != bye]
        possible = list(ways(players))
        least = min(map(text.repeats, possible))
        assert text.repeats(boards) == least, seed
        without = [way for way in possible if text.repeats(way) == least]
        assert text.floats(boards, players) == min(text.floats(way, players) for way in without), seed
        assert halves_meet(text, boards, players), seed
        for white, black in boards:
            assert has_its_colour(text, white, black), seed


def halves_meet(text: Sentences, boards: list[Board], players: list[int]) -> bool:
    """In every group without floaters, the halves meet in Elo order, unless two of them were paired before."""
    met = {frozenset(board) for board in boards}
    for score in {text.score[id] for id in players}:
        group = [id for id in players if text.score[id] == score]
        half = len(group) // 2
        halves = list(zip(group[:half], group[half:], strict=False))
        alone = all(text.score[a] == text.score[b] for a, b in boards if {a, b} & set(group))
        if alone and not text.repeats(halves) and not {frozenset(pair) for pair in halves} <= met:
            return False
    return True


def has_its_colour(text: Sentences, white: int, black: int) -> bool:
    """Both have what they wish; or both wish the same, and the greater imbalance, then the higher rank, has it."""
    (one, one_by), (two, two_by) = text.wish(white), text.wish(black)
    if not one and not two:
        return text.ranking.index(white) < text.ranking.index(black)
    if one != two:
        return one in ("W", "") and two in ("B", "")
    served, other = ((white, one_by), (black, two_by)) if one == "W" else ((black, two_by), (white, one_by))
    return (-served[1], text.ranking.index(served[0])) < (-other[1], text.ranking.index(other[0]))


@pytest.mark.parametrize("size", [8, 16, 18])
def test_in_round_1_the_upper_half_by_elo_meets_the_lower_half(size: int) -> None:
    """Of 16, player 1 meets player 9."""
    elos = Random(size).sample(range(1000, 2000), size)
    ranking = sorted(range(1, size + 1), key=lambda n: -elos[n - 1])
    expected = list(zip(ranking[: size // 2], ranking[size // 2 :], strict=True))
    assert paired(event_of(elos)) == (expected, None)


def test_inside_a_score_group_the_halves_meet_in_elo_order() -> None:
    """1 to 4 have won; none of them has met: 1–3 and 2–4, and 5–7 and 6–8 below them."""
    event = event_of([2000 - n for n in range(8)], tuple(match(n, n + 4) for n in range(1, 5)))
    assert [set(board) for board in paired(event)[0]] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


@pytest.mark.parametrize("second", [match(2, 4, RESULTS[1]), match(4, 2, RESULTS[3])])
def test_the_bye_goes_to_the_lowest_ranked_without_one_and_a_forfeit_is_no_bye(second: Match) -> None:
    event = event_of([2000, 1900, 1800, 1700, 1600], (match(1, 3), second), byes=(Bye(EntryId(5)),))
    assert paired(event)[1] == 3
