"""The rules of docs/algorithms/swiss.md read aloud: every possible round, judged as a whole.

Shares nothing with the pairing code, on purpose: not the ranking, not the groups, not the costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

from crosstable.engine.model import ByeKind, EntryId, Outcome, Tournament

Verdict = tuple[Any, ...]
Pairs = list[tuple[EntryId, EntryId]]


class Literal:
    def __init__(self, tournament: Tournament, active: Collection[EntryId], method: str = "slide") -> None:
        self.method = method
        self.wins: Counter[EntryId] = Counter()
        self.draws: Counter[EntryId] = Counter()
        self.losses: Counter[EntryId] = Counter()
        self.margin: Counter[EntryId] = Counter()
        self.byes: Counter[EntryId] = Counter()
        self.met: Counter[frozenset[EntryId]] = Counter()
        self.games: dict[EntryId, list[tuple[EntryId, Fraction]]] = {e.id: [] for e in tournament.entries}
        self._read(tournament)
        self.seed = {entry.id: entry.seed for entry in tournament.entries}
        self.ranking = sorted(active, key=self._rank)

    def _read(self, tournament: Tournament) -> None:
        for round_ in tournament.rounds:
            for bye in round_.byes:
                if bye.kind in (ByeKind.ALLOCATED, ByeKind.FULL):
                    self.wins[bye.entry] += 1
                    self.byes[bye.entry] += 1
            for match in round_.matches:
                a, b = match.pairing.first, match.pairing.second
                self.met[frozenset((a, b))] += 1
                if match.result is None:
                    continue
                vp = (match.result.first_vp or 0) - (match.result.second_vp or 0)
                self.margin[a] += vp
                self.margin[b] -= vp
                share = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
                for me, you, outcome in ((a, b, match.result.first), (b, a, match.result.second)):
                    self.games[me].append((you, share[outcome]))
                    self.wins[me] += outcome is Outcome.WIN
                    self.draws[me] += outcome is Outcome.DRAW
                    self.losses[me] += outcome is Outcome.LOSS

    def _strength_of_schedule(self, id: EntryId) -> Fraction:
        if not self.games[id]:
            return Fraction(0)
        shares = []
        for opponent, _ in self.games[id]:
            theirs = [share for _, share in self.games[opponent]]
            shares.append(sum(theirs, Fraction(0)) / len(theirs))
        return sum(shares, Fraction(0)) / len(shares)

    def _record(self, id: EntryId) -> tuple[int, int, int]:
        return (-self.wins[id], -self.draws[id], self.losses[id])

    def _rank(self, id: EntryId) -> tuple[Any, ...]:
        return (*self._record(id), -self.margin[id], -self._strength_of_schedule(id), self.seed[id])

    def best(self) -> Verdict:
        return min(self.verdict(pairs, bye) for pairs, bye in self._all_rounds())

    def _all_rounds(self) -> Iterator[tuple[Pairs, EntryId | None]]:
        if len(self.ranking) % 2 == 0:
            yield from ((pairs, None) for pairs in all_pairings(self.ranking))
        else:
            for bye in self.ranking:
                rest = [id for id in self.ranking if id != bye]
                yield from ((pairs, bye) for pairs in all_pairings(rest))

    def verdict(self, pairs: Pairs, bye: EntryId | None) -> Verdict:
        rank = {id: place for place, id in enumerate(self.ranking)}
        pairs = [(a, b) if rank[a] < rank[b] else (b, a) for a, b in pairs]
        paired = [id for id in self.ranking if id != bye]
        records = sorted({self._record(id) for id in paired})
        level = {id: records.index(self._record(id)) for id in paired}
        gap = {a: level[b] - level[a] for a, b in pairs}
        return (
            sum(self.met[frozenset(pair)] for pair in pairs),
            0 if bye is None else self.byes[bye],
            0 if bye is None else -rank[bye],
            [list(gap.values()).count(size) for size in range(len(records), 0, -1)],
            [gap.get(id, 0) for id in paired],
            *self._closeness(pairs, paired, level),
        )

    def _closeness(
        self, pairs: Pairs, paired: list[EntryId], level: dict[EntryId, int]
    ) -> tuple[int, int, int]:
        """Exchanges, displacement, height of changes; a bracket is all who play on one rung."""
        exchanges = displacement = height = 0
        for rung in set(level.values()):
            here = [(a, b) for a, b in pairs if level[b] == rung]
            order = [id for id in paired if any(id in pair for pair in here)]
            for a, b in here:
                p, q = order.index(a), order.index(b)
                out, off = self._departure(p, q, len(order))
                exchanges += out
                displacement += off
                if not self._is_ideal(p, q, len(order)):
                    height += len(order) - 1 - p
        return exchanges, displacement, height

    def _departure(self, p: int, q: int, size: int) -> tuple[int, int]:
        half = size // 2
        halves = 0 if p < half <= q else 1
        if self.method == "slide":
            return halves, abs((q - p) - half)
        if self.method == "fold":
            return halves, abs((size - 1 - p) - q)
        return 0, q - p - 1

    def _is_ideal(self, p: int, q: int, size: int) -> bool:
        partner = {"slide": p + size // 2, "fold": size - 1 - p, "adjacent": p + 1 - 2 * (p % 2)}
        return q == partner[self.method]


def all_pairings(ids: list[EntryId]) -> Iterator[Pairs]:
    if not ids:
        yield []
        return
    first, *rest = ids
    for i, partner in enumerate(rest):
        for others in all_pairings(rest[:i] + rest[i + 1 :]):
            yield [(first, partner), *others]
