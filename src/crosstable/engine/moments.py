"""The moments of an event: the largest upset by rating, the closest match and the longest series of wins.

Only matches that were played count: a forfeit or a bye is no win, and does not end a series of wins either.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.model import EntryId, Result, Tally

# A single win is no series.
SHORTEST_SERIES = 2


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match with its result and both ratings at the time, 0 for an unrated entry. `key` is the caller's."""

    key: int
    round: int
    first: EntryId
    second: EntryId
    result: Result
    ratings: tuple[int, int] = (0, 0)

    @property
    def winner(self) -> EntryId | None:
        if not self.result.first.was_played:
            return None
        if self.result.first.is_win:
            return self.first
        return self.second if self.result.second.is_win else None

    @property
    def upset(self) -> int:
        """How many rating points the winner was below the loser; 0 or less if there was no upset."""
        if self.winner is None or 0 in self.ratings:
            return 0
        first, second = self.ratings
        return second - first if self.winner == self.first else first - second

    @property
    def counts(self) -> tuple[Tally, ...]:
        """What was counted: victory points or goals first, or sets and then the points in them."""
        points = self.result.first_vp, self.result.second_vp
        own = (Tally("points", *points),) if None not in points else ()  # type: ignore[arg-type]
        return own + self.result.tallies

    @property
    def closeness(self) -> tuple[int, ...]:
        """A sort key, the closest first: small margins, then high scores, then late rounds."""
        margins = [abs(count.first - count.second) for count in self.counts]
        return (*margins, -sum(count.first + count.second for count in self.counts[:1]), -self.round)


@dataclass(frozen=True, slots=True)
class WinSeries:
    """The most wins in a row, and every entry that had them."""

    wins: int
    entries: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Moments:
    """Each is None if the event has none: no ratings, nothing counted, no two wins in a row."""

    upset: PlayedMatch | None
    closest: PlayedMatch | None
    series: WinSeries | None


def moments_of(matches: Sequence[PlayedMatch], order: Sequence[EntryId]) -> Moments:
    """Find the moments. `order` is the final order, in which entries with the same series are listed."""
    won = [match for match in matches if match.winner is not None]
    return Moments(largest_upset(won), closest_match(won), longest_series(matches, order))


def largest_upset(won: Sequence[PlayedMatch]) -> PlayedMatch | None:
    """The match with the largest upset; of equal ones the latest."""
    upsets = [match for match in won if match.upset > 0]
    return max(upsets, key=lambda match: (match.upset, match.round), default=None)


def closest_match(won: Sequence[PlayedMatch]) -> PlayedMatch | None:
    """The match won by the least, where something is counted."""
    return min((match for match in won if match.counts), key=lambda match: match.closeness, default=None)


def longest_series(matches: Sequence[PlayedMatch], order: Sequence[EntryId]) -> WinSeries | None:
    """The most wins in a row within the event."""
    now: defaultdict[EntryId, int] = defaultdict(int)
    best: defaultdict[EntryId, int] = defaultdict(int)
    for match in sorted(matches, key=lambda one: one.round):
        if not (match.result.first.was_played and match.result.second.was_played):
            continue
        for entry in (match.first, match.second):
            now[entry] = now[entry] + 1 if entry == match.winner else 0
            best[entry] = max(best[entry], now[entry])
    most = max(best.values(), default=0)
    if most < SHORTEST_SERIES:
        return None
    return WinSeries(most, tuple(entry for entry in order if best[entry] == most))
