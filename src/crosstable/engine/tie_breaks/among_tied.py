"""Procedures that separate entries tied in a group: the same few steps, compared in the matches among the tied.

A procedure is data: its steps in order, what happens once a step separates some of the tied, and whether two who are
left are separated by their own match. The procedures of the sports are in `sports.py`. Penalties and bonuses belong to
the whole group and count in no match among the tied.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from crosstable.engine.history import EntryHistory, History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks.fide.direct_encounter import not_ahead
from crosstable.engine.tie_breaks.tie_break import Values


class Restart(Enum):
    """When those who are still tied start again, with the matches among themselves only."""

    NEVER = "never"
    AT_ONCE = "as soon as a step separates some"
    AFTER_ALL = "after the last step"


@dataclass(frozen=True, slots=True)
class Step:
    """A tie-break by its code, over the matches among the tied or over all matches of the group."""

    code: str
    values: Callable[[History], Values]
    over_all: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison: those tied before it, the entries whose matches counted (empty: all matches), the values."""

    code: str
    tie: tuple[EntryId, ...]
    matches_among: tuple[EntryId, ...]
    values: Values

    @property
    def groups(self) -> list[list[EntryId]]:
        """Best first; those in one group are still tied."""
        ordered = sorted({self.values[id] for id in self.tie}, reverse=True)
        return [[id for id in self.tie if self.values[id] == value] for value in ordered]


def points(history: History) -> Values:
    return {id: own.score for id, own in history.items()}


THEIR_MATCH = Step("PTS", points)


@dataclass(frozen=True, slots=True)
class Procedure:
    steps: tuple[Step, ...]
    restart: Restart = Restart.NEVER
    # Whenever exactly two are tied, their match comes before the next step.
    two_by_their_match: bool = False
    # All results of an entry that withdraws are deleted, however many games it has played.
    voids_withdrawn: bool = False

    def __call__(self, history: History, tie: Sequence[EntryId]) -> Mapping[EntryId, int]:
        """How many of the tied are not ahead of each, as a direct encounter counts; equal values stay tied."""
        return not_ahead(self._groups(history, list(tie), tuple(tie), 0, []))

    def comparisons(self, history: History, tie: Sequence[EntryId]) -> list[Compared]:
        """Everything that was compared, in order: the reasons behind the order of the tied."""
        made: list[Compared] = []
        self._groups(history, list(tie), tuple(tie), 0, made)
        return made

    def _groups(
        self,
        history: History,
        tie: list[EntryId],
        among: tuple[EntryId, ...],
        start: int,
        made: list[Compared],
    ) -> list[list[EntryId]]:
        """From step `start` on, by the matches among `among`: the tied, or those they were tied with before."""
        if len(tie) < 2:
            return [tie]
        if self.two_by_their_match and len(tie) == 2:
            groups = _compare(history, tie, THEIR_MATCH, tuple(tie), made)
            if len(groups) == 2:
                return groups
        for place, step in enumerate(self.steps[start:], start=start):
            groups = _compare(history, tie, step, among, made)
            if len(groups) > 1:
                again = self.restart is Restart.AT_ONCE
                return [
                    final
                    for group in groups
                    for final in self._groups(
                        history, group, tuple(group) if again else among, 0 if again else place + 1, made
                    )
                ]
        if self.restart is Restart.AFTER_ALL and len(tie) < len(among):
            return self._groups(history, tie, tuple(tie), 0, made)
        return [tie]


def _compare(
    history: History, tie: list[EntryId], step: Step, among: tuple[EntryId, ...], made: list[Compared]
) -> list[list[EntryId]]:
    counted = history if step.over_all else matches_among(history, among)
    values = step.values(counted)
    one = Compared(step.code, tuple(tie), () if step.over_all else among, {id: values[id] for id in tie})
    made.append(one)
    return one.groups


def matches_among(history: History, tie: Sequence[EntryId]) -> History:
    """The tied alone, with their matches against each other."""
    tied = frozenset(tie)
    own = {
        id: EntryHistory(history[id].entry, tuple(g for g in history[id].games if g.opponent in tied))
        for id in tie
    }
    return History(
        own, history.scoring, history.rounds, history.total_rounds, history.open_games, history.is_round_robin
    )
