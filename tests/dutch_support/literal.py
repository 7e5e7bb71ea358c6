"""The Dutch system written down literally: every candidate in the order of article 4, by every criterion.

Exponential, for small fields. It shares the facts of the players and the allocation of colours with the
engine, and nothing else: criteria, completion, look-ahead and order are spelt out again from the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, groupby

from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.fide.player import Float, PlayerFacts, Strength, allocate_colors

Pairs = tuple[tuple[int, int], ...]
Candidate = tuple[Pairs, tuple[int, ...]]
"""Pairs and downfloaters, as places in the order of article 1.2."""

UNPAIRED_DIFFERENCE = 1_000_000


class NoCompletePairing(Exception):
    pass


class LiteralDutch:
    def __init__(
        self,
        players: Sequence[PlayerFacts],
        forbidden: Sequence[Sequence[EntryId]] = (),
        initial: Color = Color.WHITE,
    ) -> None:
        self.players = sorted(players, key=lambda player: player.rank)
        self.forbidden = [set(group) for group in forbidden]
        self.initial = initial
        self.may_meet = cache(self._may_meet)
        self.can_be_paired = cache(self._can_be_paired)
        self.next_bracket_value = cache(self._next_bracket_value)
        everyone = frozenset(range(len(self.players)))
        self.bye_score = self._bye_score(everyone)
        if not self.can_be_completed(everyone):
            raise NoCompletePairing

    def _may_meet(self, a: int, b: int) -> bool:
        one, two = self.players[a], self.players[b]
        if two.id in one.opponents or any({one.id, two.id} <= group for group in self.forbidden):
            return False
        both_absolute = one.strength is two.strength is Strength.ABSOLUTE
        same = both_absolute and one.preference is two.preference
        return not same or one.is_topscorer or two.is_topscorer

    def _can_be_paired(self, group: frozenset[int]) -> bool:
        """Whether a perfect matching of legal pairs exists (C1, C3)."""
        if not group:
            return True
        first, *rest = sorted(group)
        return any(
            self.may_meet(first, other) and self.can_be_paired(group - {first, other}) for other in rest
        )

    def _bye_score(self, everyone: frozenset[int]) -> int | None:
        """C5: the lowest score of an eligible player (C2) whose bye leaves the others a complete pairing."""
        if len(everyone) % 2 == 0:
            return None
        able = [v for v in everyone if self.players[v].may_get_bye and self.can_be_paired(everyone - {v})]
        if not able:
            raise NoCompletePairing
        return min(self.players[v].score for v in able)

    def can_be_completed(self, group: frozenset[int]) -> bool:
        """C4: all can be paired, with the bye, if it is still to be given, going to the score of C5."""
        if len(group) % 2 == 0:
            return self.can_be_paired(group)
        return any(
            self.players[v].may_get_bye
            and self.players[v].score == self.bye_score
            and self.can_be_paired(group - {v})
            for v in group
        )

    def pair(self) -> tuple[set[frozenset[EntryId]], EntryId | None]:
        """All pairs of the round, and who gets the bye."""
        groups = [
            list(group) for _, group in groupby(range(len(self.players)), key=lambda v: self.players[v].score)
        ]
        pairs: set[frozenset[EntryId]] = set()
        floaters: tuple[int, ...] = ()
        for place, residents in enumerate(groups):
            following = tuple(groups[place + 1]) if place + 1 < len(groups) else ()
            below = frozenset(v for group in groups[place + 2 :] for v in group)
            made, floaters = self.best(floaters, tuple(residents), following, below)
            pairs |= {frozenset((self.players[a].id, self.players[b].id)) for a, b in made}
        return pairs, self.players[floaters[0]].id if floaters else None

    def best(
        self,
        movers: tuple[int, ...],
        residents: tuple[int, ...],
        following: tuple[int, ...],
        below: frozenset[int],
    ) -> Candidate:
        """The best candidate, the earliest of the best; fewer pairs are tried only if more give none (C6)."""
        for count in range((len(movers) + len(residents)) // 2, -1, -1):
            found: tuple[tuple[object, ...], Candidate] | None = None
            for candidate in self.candidates(movers, residents, count):
                value = self.value(candidate, movers, residents, following, below)
                if value is not None and (found is None or value < found[0]):
                    found = value, candidate
            if found is not None:
                return found[1]
        raise AssertionError("completion was proven before")

    def candidates(
        self, movers: tuple[int, ...], residents: tuple[int, ...], count: int
    ) -> Iterator[Candidate]:
        """Articles 3 and 4 for a number of pairs: sets of moved-down players, transpositions, exchanges.

        How many moved-down players are paired follows from C7, which judges the candidates anyway.
        """
        for paired in range(min(len(movers), len(residents), count), -1, -1):
            for chosen in combinations(movers, paired):
                limbo = tuple(v for v in movers if v not in chosen)
                for pairs in self.transpositions(chosen, residents):
                    used = {b for _, b in pairs}
                    remainder = tuple(v for v in residents if v not in used)
                    for more, floaters in self.homogeneous(remainder, count - paired):
                        yield pairs + more, tuple(sorted(limbo + floaters))

    def transpositions(self, upper: Sequence[int], lower: Sequence[int]) -> Iterator[Pairs]:
        """Art. 4.2: the members of S1 in order with members of S2, in lexicographic order."""
        if not upper:
            yield ()
            return
        for opponent in lower:
            if self.may_meet(upper[0], opponent):
                for rest in self.transpositions(upper[1:], [v for v in lower if v != opponent]):
                    yield ((upper[0], opponent), *rest)

    def homogeneous(self, players: tuple[int, ...], count: int) -> Iterator[Candidate]:
        """Art. 4.3: the original halves first, then every exchange in order, each with all transpositions."""
        if count < 0 or 2 * count > len(players):
            return
        upper, lower = players[:count], players[count:]
        for leaving, coming in _exchanges(len(upper), len(lower)):
            s1 = sorted([v for i, v in enumerate(upper) if i not in leaving] + [lower[j] for j in coming])
            s2 = sorted([v for j, v in enumerate(lower) if j not in coming] + [upper[i] for i in leaving])
            for pairs in self.transpositions(s1, s2):
                used = {b for _, b in pairs}
                yield pairs, tuple(v for v in s2 if v not in used)

    def value(
        self,
        candidate: Candidate,
        movers: tuple[int, ...],
        residents: tuple[int, ...],
        following: tuple[int, ...],
        below: frozenset[int],
    ) -> tuple[object, ...] | None:
        """C6 to C21 in order, smaller is better; None if C4 or C5 fails."""
        pairs, floaters = candidate
        if not self.can_be_completed(frozenset(floaters) | frozenset(following) | below):
            return None
        met = {a: b for a, b in pairs if a in movers}
        return (
            len(floaters),
            self._scores(floaters),
            self.next_bracket_value(floaters, following, below) if following else (),
            self._unplayed_of_bye(floaters, residents),
            *self._colors(pairs),
            sum(self._floated(v, 1, Float.DOWN) for v in floaters if v in residents),
            sum(self._floated(v, 1, Float.UP) for v in met.values()),
            sum(self._floated(v, 2, Float.DOWN) for v in floaters if v in residents),
            sum(self._floated(v, 2, Float.UP) for v in met.values()),
            *self._differences(movers, met, 1),
            *self._differences(movers, met, 2),
        )

    def _scores(self, vertices: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted((self.players[v].score for v in vertices), reverse=True))

    def _floated(self, vertex: int, rounds_ago: int, direction: Float) -> bool:
        player = self.players[vertex]
        return (player.last_float if rounds_ago == 1 else player.float_before) is direction

    def _unplayed_of_bye(self, floaters: tuple[int, ...], residents: tuple[int, ...]) -> int:
        """C9, if this bracket's only floater is the one to get the bye."""
        if len(floaters) != 1 or self.bye_score is None:
            return 0
        floater = self.players[floaters[0]]
        is_taker = floater.score == self.bye_score >= self.players[residents[0]].score
        return floater.unplayed if is_taker else 0

    def _colors(self, pairs: Pairs) -> tuple[int, int, int, int]:
        """C10 to C13, with the colours article 5 really gives."""
        wide = third = refused = strong = 0
        for a, b in pairs:
            white, black, _ = allocate_colors(self.players[a], self.players[b], self.initial)
            topscorers = white.is_topscorer or black.is_topscorer
            for player, color in ((white, Color.WHITE), (black, Color.BLACK)):
                difference = player.color_difference + (1 if color is Color.WHITE else -1)
                wide += topscorers and abs(difference) > 2
                third += topscorers and player.repeated_color is color
                lost = player.preference is not None and player.preference is not color
                refused += lost
                strong += lost and player.strength is Strength.STRONG
        return wide, third, refused, strong

    def _differences(
        self, movers: tuple[int, ...], met: dict[int, int], rounds_ago: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """C18 to C21: score differences of those who float the same way again, from the largest."""
        own = [self._difference(v, met) for v in movers if self._floated(v, rounds_ago, Float.DOWN)]
        theirs = [self._difference(a, met) for a, b in met.items() if self._floated(b, rounds_ago, Float.UP)]
        return tuple(sorted(own, reverse=True)), tuple(sorted(theirs, reverse=True))

    def _difference(self, mover: int, met: dict[int, int]) -> int:
        score = self.players[mover].score
        return score - self.players[met[mover]].score if mover in met else UNPAIRED_DIFFERENCE + score

    def _next_bracket_value(
        self, movers: tuple[int, ...], residents: tuple[int, ...], below: frozenset[int]
    ) -> tuple[int, tuple[int, ...]]:
        """C8: the fewest floaters the next bracket can have, and their lowest scores, all being completed."""
        values = (
            (len(left), self._scores(left))
            for left in self._leftovers(frozenset(movers), frozenset(movers) | frozenset(residents))
            if self.can_be_completed(frozenset(left) | below)
        )
        return min(values)

    def _leftovers(self, movers: frozenset[int], pool: frozenset[int]) -> set[tuple[int, ...]]:
        """Every set of players that some pairing of the bracket leaves over."""
        if not pool:
            return {()}
        first, *rest = sorted(pool)
        found = {(first, *left) for left in self._leftovers(movers, pool - {first})}
        for other in rest:
            if self.may_meet(first, other) and not {first, other} <= movers:
                found |= self._leftovers(movers, pool - {first, other})
        return found


@cache
def _exchanges(upper: int, lower: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Who leaves S1 and who comes for him, as places in S1 and in S2, in the order of article 4.3."""
    found = [
        (leaving, coming)
        for size in range(min(upper, lower) + 1)
        for leaving in combinations(range(upper), size)
        for coming in combinations(range(lower), size)
    ]
    return sorted(
        found,
        key=lambda e: (
            len(e[0]),
            sum(upper + y for y in e[1]) - sum(e[0]),
            [-x for x in sorted(e[0], reverse=True)],
            sorted(e[1]),
        ),
    )
