"""Procedures that separate entries tied in a group, by a few steps over the matches among them.

A procedure is data: its steps in order, what happens once a step separates some of the tied, and whether two who are
left are separated by their own match. Penalties and bonuses belong to the whole group and count in no match among the
tied. Rules of the sports in our words:

- ITTF (Handbook 3.7.5): match points, games won : lost, points won : lost in the matches among the tied. As soon as a
  step places some of them, the others start again without them.
- BWF (General Competition Regulations 16.2): two by their match. Three or more by the difference of games, then of
  points, over all matches; whenever two are left, by their match. All results of an entry that retires or is
  disqualified are deleted.
- FIVB: among the tied matches won, match points, sets won : lost, points won : lost. FIVB/L has match points before
  matches won, as many leagues do. Two tied are separated by their match.
- H2H: points, difference and goals in the matches among the tied, once (FIFA World Cups to 2022). H2H/R: then again
  among those who are still tied (UEFA; FIFA since the 2025 Club World Cup).
- MP-321: match points of volleyball.

Not included: conduct points and world rankings, which are not recorded. There the organiser draws lots.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import EntryId, Points
from crosstable.engine.results.score import PARTS
from crosstable.engine.tie_breaks import scores
from crosstable.engine.tie_breaks.fide.direct_encounter import not_ahead
from crosstable.engine.tie_breaks.tie_break import EventKind, TieBreak, Values, by_game, extra_points, nothing
from crosstable.text import forms, tr


class Restart(Enum):
    """When entries still tied start again, with the matches among themselves only."""

    NEVER = "never"
    AT_ONCE = "as soon as a step separates some"
    AFTER_ALL = "after the last step"


@dataclass(frozen=True, slots=True)
class Step:
    """A tie-break, over the matches among the tied or over all matches of the group."""

    tie_break: TieBreak
    over_all: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison: those tied before it, whose matches counted (empty: all matches), the values."""

    code: str
    tie: tuple[EntryId, ...]
    matches_among: tuple[EntryId, ...]
    values: Values

    @property
    def groups(self) -> list[list[EntryId]]:
        """Best first; entries in one group are still tied."""
        ordered = sorted({self.values[id] for id in self.tie}, reverse=True)
        return [[id for id in self.tie if self.values[id] == value] for value in ordered]


THEIR_MATCH = Step(scores.OF_POINTS)


@dataclass(frozen=True, slots=True)
class Procedure:
    steps: tuple[Step, ...]
    restart: Restart = Restart.NEVER
    # Whenever exactly two are tied, their match comes before the next step.
    two_by_their_match: bool = False
    # All results of an entry that withdraws are deleted, regardless of the number of games played.
    voids_withdrawn: bool = False

    def __call__(self, history: History, tie: Sequence[EntryId]) -> Mapping[EntryId, int]:
        """Count how many of the tied are not ahead of each, like a direct encounter; equal values stay tied."""
        return not_ahead(self._groups(history, list(tie), tuple(tie), 0, []))

    def comparisons(self, history: History, tie: Sequence[EntryId]) -> list[Compared]:
        """Return all comparisons in order: the reasons for the order of the tied."""
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
        """Start at step `start`, by the matches among `among`: the tied, or those they were tied with before."""
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
    values = step.tie_break.values(counted)
    one = Compared(
        step.tie_break.code, tuple(tie), () if step.over_all else among, {id: values[id] for id in tie}
    )
    made.append(one)
    return one.groups


def matches_among(history: History, tie: Sequence[EntryId]) -> History:
    """Return the history of the tied alone, with their matches against each other."""
    tied = frozenset(tie)
    own = {
        id: EntryHistory(history[id].entry, tuple(g for g in history[id].games if g.opponent in tied))
        for id in tie
    }
    return History(
        own, history.scoring, history.rounds, history.total_rounds, history.open_games, history.is_round_robin
    )


def match_points_321(history: History) -> Mapping[EntryId, Points]:
    """Match points with penalties and bonuses, which are given in points."""
    return {
        id: sum((Points(points_321(game)) for game in own.games), own.extra_points)
        for id, own in history.items()
    }


def points_321(game: Game) -> int:
    """A forfeit is won 3–0 in match points; the side that forfeits gets none."""
    if game.outcome is None:
        return 3 if game.counts_as_win else 0
    sets = game.tally(PARTS)
    by_one_set = sets is not None and abs(sets.first - sets.second) == 1 and game.was_played
    if game.outcome.is_win:
        return 2 if by_one_set else 3
    return 1 if by_one_set else 0


MATCH_POINTS_321 = TieBreak(
    "MP-321",
    tr("Match points (3-2-1-0)"),
    tr("MP"),
    match_points_321,
    explanation=tr(
        "3 for a match won, 2 where the deciding set was needed, 1 for losing it, 0 for any other loss."
    ),
    is_rule=True,
    counted=forms("{value} match point", "{value} match points"),
    parts=by_game(lambda history, game: points_321(game)),
    added=extra_points,
    adds_up=True,
    needs_full_scores=True,
)
POINTS, WINS, MATCH_POINTS = Step(scores.OF_POINTS), Step(scores.WINS), Step(MATCH_POINTS_321)
SET_RATIO, POINT_RATIO = Step(scores.SET_RATIO), Step(scores.POINT_RATIO)
DIFFERENCE, SCORED = Step(scores.DIFFERENCE), Step(scores.SCORED)
ALL_SETS, ALL_POINTS = Step(scores.SET_DIFFERENCE, over_all=True), Step(scores.DIFFERENCE, over_all=True)


def _among(code: str, name: str, explanation: str, procedure: Procedure) -> TieBreak:
    return TieBreak(
        code,
        name,
        code,
        nothing,
        procedure,
        explanation=explanation,
        is_rule=True,
        only_in=EventKind.ROUND_ROBIN,
        needs_full_scores=True,
    )


OF_SPORTS = (
    MATCH_POINTS_321,
    _among(
        "ITTF",
        tr("ITTF procedure"),
        tr(
            "In the matches among those tied: match points, games won : lost, points won : lost. "
            "Once a step places some of them, the others start again."
        ),
        Procedure((POINTS, SET_RATIO, POINT_RATIO), Restart.AT_ONCE),
    ),
    _among(
        "BWF",
        tr("BWF procedure"),
        tr(
            "Two tied: their match. Three or more: difference of games, then of points, over all "
            "matches; two who are left by their match."
        ),
        Procedure((ALL_SETS, ALL_POINTS), two_by_their_match=True, voids_withdrawn=True),
    ),
    _among(
        "FIVB",
        tr("FIVB procedure"),
        tr(
            "Two tied: their match. Three or more: wins, match points, set ratio, point ratio in "
            "the matches among them."
        ),
        Procedure((WINS, MATCH_POINTS, SET_RATIO, POINT_RATIO), Restart.AFTER_ALL),
    ),
    _among(
        "FIVB/L",
        tr("League procedure (volleyball)"),
        tr(
            "Two tied: their match. Three or more: match points, wins, set ratio, point ratio in "
            "the matches among them."
        ),
        Procedure((MATCH_POINTS, WINS, SET_RATIO, POINT_RATIO), Restart.AFTER_ALL),
    ),
    _among(
        "H2H",
        tr("Matches among the tied"),
        tr("Points, then difference, then points or goals scored, in the matches among those tied."),
        Procedure((POINTS, DIFFERENCE, SCORED)),
    ),
    _among(
        "H2H/R",
        tr("Matches among the tied, repeated"),
        tr(
            "Points, then difference, then points or goals scored, in the matches among those "
            "tied; then again among those who are still tied."
        ),
        Procedure((POINTS, DIFFERENCE, SCORED), Restart.AFTER_ALL),
    ),
)
