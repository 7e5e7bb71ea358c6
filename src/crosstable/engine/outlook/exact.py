"""All combinations of the remaining results: the exact range of places.

`OpenGame` is an open game with its possible endings. Where the game counts victory points a result is more than win,
draw or loss: every score is possible. Scores change an entry's MARGIN and VP and nothing else, so for one combination
of wins, draws and losses everything else is fixed, and whether another entry is ahead of the given one depends on the
score of one game only. The games are disjoint, so the fewest and the most who can be ahead are sums over the games. For
one game a few scores decide: those at the ends and those around the points where an entry is tied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

from crosstable.engine.model import EntryId, Outcome, Result, Tournament
from crosstable.engine.pairing.possible import with_results
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import TieBreakValue, find_tie_break


class Ending(Enum):
    """How a game ends, seen from its first entry."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def swapped(self) -> Ending:
        return {Ending.WIN: Ending.LOSS, Ending.LOSS: Ending.WIN}.get(self, Ending.DRAW)


OUTCOMES = {
    Ending.WIN: (Outcome.WIN, Outcome.LOSS),
    Ending.DRAW: (Outcome.DRAW, Outcome.DRAW),
    Ending.LOSS: (Outcome.LOSS, Outcome.WIN),
}


@dataclass(frozen=True, slots=True)
class OpenGame:
    round: int
    first: EntryId
    second: EntryId
    table: int | None = None

    def side(self, ending: Ending, entry: EntryId) -> Ending:
        """The ending seen from one of the two."""
        return ending if entry == self.first else ending.swapped


def open_games(tournament: Tournament) -> tuple[OpenGame, ...]:
    return tuple(
        OpenGame(r.number, m.pairing.first, m.pairing.second, m.pairing.table)
        for r in tournament.rounds
        for m in r.matches
        if m.result is None
    )


def result_of(ending: Ending, first_vp: int = 0, second_vp: int = 0) -> Result:
    return Result(*OUTCOMES[ending], first_vp, second_vp)


def with_endings(tournament: Tournament, results: Mapping[OpenGame, Result]) -> Tournament:
    """Return the tournament with these results for the open games."""
    return with_results(
        tournament, {(game.round, frozenset((game.first, game.second))): r for game, r in results.items()}
    )


def game_of(games: Sequence[OpenGame], entry: EntryId) -> OpenGame | None:
    """The newest open game of an entry."""
    mine = [game for game in games if entry in (game.first, game.second)]
    return max(mine, key=lambda game: game.round, default=None)


@dataclass(frozen=True, slots=True)
class Need:
    """A game of other entries, and its endings under which the best place is possible.

    Endings are seen from its first entry.
    """

    game: OpenGame
    endings: frozenset[Ending]


@dataclass(frozen=True, slots=True)
class Prospect:
    """`mine` is the ending of the entry's own game; None when it has none left."""

    mine: Ending | None
    best: int
    worst: int
    needs: tuple[Need, ...] = ()
    """For `best`: games that must end this way. A game not listed may end in any way."""


# Combinations times entries: about a second of work.
BUDGET = 20_000
Endings = tuple[Ending, ...]
Key = tuple[TieBreakValue, ...]
TwoNumbers = tuple[int, int]


def can_be_exact(
    tournament: Tournament, codes: Sequence[str], entry: EntryId, most_vp: int | None, budget: int = BUDGET
) -> bool:
    """Return whether the exact method applies.

    It needs few enough games, at most one of the entry's own, no tie-break that reads more of a score than margin and
    victory points, and, with scores, no tie-break among the tied only.
    """
    games = open_games(tournament)
    own = [game for game in games if entry in (game.first, game.second)]
    tie_breaks = [find_tie_break(code) for code in codes]
    counts_more = any(one.needs_full_scores for one in tie_breaks)
    settled = not counts_more and (most_vp is None or all(one.among is None for one in tie_breaks))
    return len(own) <= 1 and settled and 3 ** len(games) * len(tournament.entries) <= budget


def exact_outlook(
    tournament: Tournament, codes: Sequence[str], entry: EntryId, most_vp: int | None = None
) -> tuple[Prospect, ...]:
    """Return a prospect for each ending of the entry's own game, or a single one.

    `most_vp`: the maximum of victory points.
    """
    games = open_games(tournament)
    mine = game_of(games, entry)
    cases_by_own: dict[Ending | None, list[tuple[Endings, int, int]]] = {}
    for endings in product(Ending, repeat=len(games)):
        own = mine.side(endings[games.index(mine)], entry) if mine is not None else None
        best, worst = _places(tournament, codes, entry, games, endings, most_vp)
        cases_by_own.setdefault(own, []).append((endings, best, worst))
    return tuple(_prospect(own, cases, games, mine) for own, cases in cases_by_own.items())


def _prospect(
    own: Ending | None,
    cases: Sequence[tuple[Endings, int, int]],
    games: Sequence[OpenGame],
    mine: OpenGame | None,
) -> Prospect:
    best = min(case[1] for case in cases)
    good = [endings for endings, reached, _ in cases if reached == best]
    needs = [Need(g, frozenset(e[i] for e in good)) for i, g in enumerate(games) if g is not mine]
    return Prospect(
        own,
        best,
        max(case[2] for case in cases),
        tuple(need for need in needs if len(need.endings) < len(Ending)),
    )


def _places(
    tournament: Tournament,
    codes: Sequence[str],
    entry: EntryId,
    games: Sequence[OpenGame],
    endings: Endings,
    most_vp: int | None,
) -> tuple[int, int]:
    """Return the best and the worst place under one combination of wins, draws and losses."""
    results = {game: result_of(ending) for game, ending in zip(games, endings, strict=True)}
    rows = standings(with_endings(tournament, results), codes)
    keys = {row.entry.id: row.values for row in rows}
    if most_vp is None:
        rank = next(row.rank for row in rows if row.entry.id == entry)
        return rank, rank
    field = _Field(keys, tuple(codes), entry, most_vp)
    return tuple(1 + ahead for ahead in field.fewest_and_most_ahead(games, endings))  # type: ignore[return-value]


@dataclass(frozen=True)
class _Field:
    """The sort keys with every open game at 0–0, to which scores are added."""

    keys: dict[EntryId, Key]
    codes: tuple[str, ...]
    entry: EntryId
    most: int

    def fewest_and_most_ahead(self, games: Sequence[OpenGame], endings: Endings) -> tuple[int, int]:
        return self._ahead(games, endings, best=True), self._ahead(games, endings, best=False)

    def _ahead(self, games: Sequence[OpenGame], endings: Endings, *, best: bool) -> int:
        mine, playing = self.keys[self.entry], {id for g in games for id in (g.first, g.second)}
        opponent: tuple[EntryId, Key] | None = None
        for game, ending in zip(games, endings, strict=True):
            if self.entry in (game.first, game.second):
                own, other = self._own_score(game.side(ending, self.entry), best=best)
                rival = game.second if game.first == self.entry else game.first
                mine = self._with(self.entry, own, other)
                opponent = rival, self._with(rival, other, own)
        ahead = sum(key > mine for id, key in self.keys.items() if id not in playing)
        ahead += opponent is not None and opponent[1] > mine
        for game, ending in zip(games, endings, strict=True):
            if self.entry not in (game.first, game.second):
                ahead += self._ahead_of(mine, game, ending, best=best)
        return ahead

    def _own_score(self, ending: Ending, *, best: bool) -> TwoNumbers:
        """Return the best or worst score for the entry: none gives a better or worse margin or more points."""
        scores = {
            Ending.WIN: ((self.most, 0), (1, 0)),
            Ending.DRAW: ((self.most, self.most), (0, 0)),
            Ending.LOSS: ((self.most - 1, self.most), (0, self.most)),
        }
        return scores[ending][0 if best else 1]

    def _ahead_of(self, mine: Key, game: OpenGame, ending: Ending, *, best: bool) -> int:
        """Count how many of the two are ahead, at least (`best`) or at most, over all scores of the ending."""
        choose = min if best else max
        higher, lower = (game.first, game.second) if ending is not Ending.LOSS else (game.second, game.first)
        return choose(
            (self._with(higher, x, y) > mine) + (self._with(lower, y, x) > mine)
            for x, y in self._decisive(mine, higher, lower, drawn=ending is Ending.DRAW)
        )

    def _decisive(self, mine: Key, higher: EntryId, lower: EntryId, *, drawn: bool) -> Iterator[TwoNumbers]:
        """Yield the scores at the ends, and around those at which one of the two ties with `mine`."""
        margins = [0] if drawn else self._margins(mine, higher, lower)
        for margin in margins:
            for low in self._lows(mine, higher, lower, margin):
                yield low + margin, low

    def _margins(self, mine: Key, higher: EntryId, lower: EntryId) -> list[int]:
        level = []
        if "MARGIN" in self.codes:
            place = self.codes.index("MARGIN")
            own, one, two = (int(key[place]) for key in (mine, self.keys[higher], self.keys[lower]))
            level = [own - one, two - own]
        return _around(level, 1, self.most)

    def _lows(self, mine: Key, higher: EntryId, lower: EntryId, margin: int) -> list[int]:
        level = []
        if "VP" in self.codes:
            place = self.codes.index("VP")
            own, one, two = (int(key[place]) for key in (mine, self.keys[higher], self.keys[lower]))
            level = [own - one - margin, own - two]
        return _around(level, 0, self.most - margin)

    def _with(self, id: EntryId, own: int, other: int) -> Key:
        """Return the key after a score; only margin and victory points change."""
        extra = {"MARGIN": own - other, "VP": own}
        return tuple(
            value + extra[code] if code in extra else value
            for code, value in zip(self.codes, self.keys[id], strict=True)
        )


def _around(level: Sequence[int], low: int, high: int) -> list[int]:
    """Return both ends, and the tie points with their neighbours, as far as they are in the range."""
    near = {low, high, *(value + step for value in level for step in (-1, 0, 1))}
    return sorted(value for value in near if low <= value <= high)
