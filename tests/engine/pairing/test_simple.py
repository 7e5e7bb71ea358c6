"""The simple Swiss of B against its own sentences: every round there is of a small field is tried out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from crosstable.engine.model import (
    Bye,
    ByeKind,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    Tournament,
)
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions

RESULTS = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.LOSS, Outcome.WIN),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
)
POINTS = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.DRAW: 1}
Board = tuple[int, int]


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
            for match in round_.matches:
                white, black = match.pairing.first, match.pairing.second
                for id, other, color, outcome in (
                    (white, black, "W", match.result.first),
                    (black, white, "B", match.result.second),
                ):
                    self.opponents[id].append(other)
                    self.colors[id] += color
                    self.score[id] += POINTS.get(outcome, 0)
        self.ranking = sorted(ids, key=lambda id: (-self.score[id], -self.elo[id], id))

    def repeats(self, boards: list[Board]) -> int:
        return sum(self.opponents[a].count(b) for a, b in boards)

    def fewest_repeats(self, players: list[int]) -> int:
        return min(self.repeats(boards) for boards in ways(players))

    def bye(self) -> int:
        """The lowest ranked without a previous bye, with whom the rest need not repeat an opponent."""
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


def ways(rest: list[int]) -> Iterator[list[Board]]:
    if not rest:
        yield []
        return
    first, *others = rest
    for other in others:
        for more in ways([id for id in others if id != other]):
            yield [(first, other), *more]


def random_event(seed: int) -> Tournament:
    rng = Random(seed)
    size, rounds = rng.randint(2, 8), rng.randint(0, 5)
    entries = tuple(Entry(EntryId(n), n, rating=rng.choice((1200, 1400, 1700))) for n in range(1, size + 1))
    played = []
    for number in range(1, rounds + 1):
        order = rng.sample([entry.id for entry in entries], size)
        pairs = [Pairing(a, b) for a, b in zip(order[::2], order[1::2], strict=False)]
        matches = tuple(Match(pair, rng.choices(RESULTS, (6, 6, 4, 2))[0]) for pair in pairs)
        byes = (Bye(order[-1], ByeKind.ALLOCATED),) if size % 2 else ()
        played.append(Round(number, matches, byes))
    return Tournament(entries, tuple(played), 9)


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
    """In every group nobody floats from or to: the halves in Elo order, unless two of them were paired before."""
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
    event = Tournament(tuple(Entry(EntryId(n), n, rating=elo) for n, elo in enumerate(elos)), (), 5)
    ranking = sorted(range(size), key=lambda n: -elos[n])
    expected = list(zip(ranking[: size // 2], ranking[size // 2 :], strict=True))
    assert paired(event) == (expected, None)


def test_inside_a_score_group_the_halves_meet_in_elo_order() -> None:
    """1 to 4 have won; none of them has met: 1–3 and 2–4, and 5–7 and 6–8 below them."""
    first = Round(1, tuple(Match(Pairing(EntryId(n), EntryId(n + 4)), RESULTS[0]) for n in range(1, 5)))
    event = Tournament(tuple(Entry(EntryId(n), n, rating=2000 - n) for n in range(1, 9)), (first,), 5)
    assert [set(board) for board in paired(event)[0]] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_the_bye_goes_to_the_lowest_ranked_without_one_and_a_forfeit_is_no_bye() -> None:
    entries = tuple(Entry(EntryId(n), n, rating=2000 - n) for n in range(1, 6))
    matches = (
        Match(Pairing(EntryId(1), EntryId(3)), RESULTS[0]),
        Match(Pairing(EntryId(2), EntryId(4)), RESULTS[1]),
    )
    event = Tournament(entries, (Round(1, matches, (Bye(EntryId(5)),)),), 5)
    assert paired(event)[1] == 3
    won = (matches[0], Match(Pairing(EntryId(4), EntryId(2)), RESULTS[3]))
    assert paired(Tournament(entries, (Round(1, won, (Bye(EntryId(5)),)),), 5))[1] == 3
