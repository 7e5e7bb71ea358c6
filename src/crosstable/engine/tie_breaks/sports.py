"""How sports separate entries that are tied in a group. Rules in our words; each record is one procedure.

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

Not here: conduct points and world rankings, which the program does not know. There the organiser draws lots.
"""

from collections.abc import Mapping

from crosstable.engine.history import Game, History
from crosstable.engine.model import EntryId, Points
from crosstable.engine.results.said import PARTS
from crosstable.engine.tie_breaks import margins, scores
from crosstable.engine.tie_breaks.among_tied import Procedure, Restart, Step, points
from crosstable.engine.tie_breaks.tie_break import EventKind, TieBreak


def match_points_321(history: History) -> Mapping[EntryId, Points]:
    """With penalties and bonuses, which are given in points."""
    return {
        id: sum((Points(points_321(game)) for game in own.games), own.extra_points)
        for id, own in history.items()
    }


def points_321(game: Game) -> int:
    """A forfeit is won 3–0 in match points; who forfeits gets nothing."""
    if game.outcome is None:
        return 3 if game.counts_as_win else 0
    sets = game.tally(PARTS)
    by_one_set = sets is not None and abs(sets.first - sets.second) == 1 and game.was_played
    if game.outcome.is_win:
        return 2 if by_one_set else 3
    return 1 if by_one_set else 0


POINTS = Step("PTS", points)
WINS = Step("WINS", margins.wins)
MATCH_POINTS = Step("MP-321", match_points_321)
SET_RATIO, POINT_RATIO = Step("SET-RATIO", scores.set_ratio), Step("POINT-RATIO", scores.point_ratio)
DIFFERENCE, SCORED = Step("DIFF", scores.difference), Step("FOR", scores.scored)
ALL_SETS = Step("SET-DIFF", scores.set_difference, over_all=True)
ALL_POINTS = Step("DIFF", scores.difference, over_all=True)


def _among(code: str, name: str, sentence: str, procedure: Procedure) -> TieBreak:
    return TieBreak(
        code,
        name,
        code,
        lambda history: dict.fromkeys(history, 0),
        procedure,
        sentence=sentence,
        only_in=EventKind.ROUND_ROBIN,
        is_rule=True,
    )


SPORTS = (
    TieBreak(
        "MP-321",
        "Match points (3-2-1-0)",
        "MP",
        match_points_321,
        sentence="3 for a match won, 2 where the deciding set was needed, 1 for losing it, 0 for any other loss.",
        is_rule=True,
    ),
    _among(
        "ITTF",
        "ITTF procedure",
        "In the matches among those tied: match points, games won : lost, points won : lost. Once a step places some "
        "of them, the others start again.",
        Procedure((POINTS, SET_RATIO, POINT_RATIO), Restart.AT_ONCE),
    ),
    _among(
        "BWF",
        "BWF procedure",
        "Two tied: their match. Three or more: difference of games, then of points, over all matches; two who are left "
        "by their match.",
        Procedure((ALL_SETS, ALL_POINTS), two_by_their_match=True, voids_withdrawn=True),
    ),
    _among(
        "FIVB",
        "FIVB procedure",
        "Two tied: their match. Three or more: wins, match points, set ratio, point ratio in the matches among them.",
        Procedure((WINS, MATCH_POINTS, SET_RATIO, POINT_RATIO), Restart.AFTER_ALL),
    ),
    _among(
        "FIVB/L",
        "League procedure (volleyball)",
        "Two tied: their match. Three or more: match points, wins, set ratio, point ratio in the matches among them.",
        Procedure((MATCH_POINTS, WINS, SET_RATIO, POINT_RATIO), Restart.AFTER_ALL),
    ),
    _among(
        "H2H",
        "Matches among the tied",
        "Points, then difference, then points or goals scored, in the matches among those tied.",
        Procedure((POINTS, DIFFERENCE, SCORED)),
    ),
    _among(
        "H2H/R",
        "Matches among the tied, repeated",
        "Points, then difference, then points or goals scored, in the matches among those tied; then again among those "
        "who are still tied.",
        Procedure((POINTS, DIFFERENCE, SCORED), Restart.AFTER_ALL),
    ),
)
