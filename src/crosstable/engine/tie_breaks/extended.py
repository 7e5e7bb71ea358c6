"""Extended tie-breaks of teams (FIDE C.07 article 13).

They use both scores of a match: match points and board points.

The event counts match points first; board points are the other score.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import partial

from crosstable.engine.history import Game, History
from crosstable.engine.model import EntryId, Points, Scoring
from crosstable.engine.tie_breaks.fide.buchholz import buchholz, fore_buchholz
from crosstable.engine.tie_breaks.fide.direct_encounter import groups_in_order, not_ahead
from crosstable.engine.tie_breaks.fide.season import CUTS, NO_CUTS, Cuts, Season, cut_sum, modified
from crosstable.engine.tie_breaks.teams import (
    BY_BOARDS,
    OF_BOARDS,
    board_points,
    number_of_boards,
    points_by_board,
    points_in,
)
from crosstable.engine.tie_breaks.tie_break import EventKind, TieBreak, TieBreakValue, nothing
from crosstable.text import tr

Recount = Callable[[History], History]
CENT = Decimal("0.01")
WIN, DRAW, LOSS = Points(2), Points(1), Points(0)


def by_match_points(history: History) -> History:
    """The same matches, each worth its match points."""
    return _worth(
        history, lambda game: WIN * game.counts_as_win + DRAW * game.counts_as_draw, WIN, DRAW, LOSS
    )


def by_board_points(history: History) -> History:
    """The same matches, each worth its board points; a drawn one is drawn on every board (art. 16.4)."""
    boards, scoring = number_of_boards(history), history.scoring
    worth = (boards * points for points in (scoring.win, scoring.draw, scoring.loss))
    return _worth(history, lambda game: sum(points_in(history, game, boards), Points(0)), *worth)


def _worth(
    history: History, points: Callable[[Game], Points], win: Points, draw: Points, loss: Points
) -> History:
    entries = {
        id: replace(own, games=tuple(replace(game, points=points(game)) for game in own.games))
        for id, own in history.items()
    }
    scoring = Scoring(win, draw, loss, win, loss, win, win, draw, Points(0))
    known = history.rounds, history.total_rounds, history.open_games, history.is_round_robin
    return History(entries, scoring, *known)


def sonneborn_berger(
    history: History, theirs: Recount, mine: Recount, cuts: Cuts = NO_CUTS, forfeits: bool = False
) -> Mapping[EntryId, Decimal]:
    """Art. 13.2: one score of every opponent, times the team's own points in either score."""
    opponents, own = Season(theirs(history), forfeits), Season(mine(history), forfeits)
    return {id: cut_sum(opponents.contributions(id, times=own), cuts) for id in opponents.games}


def direct_encounter(
    history: History, tie: Sequence[EntryId], boards: Sequence[str] = (), forfeits: bool = False
) -> Mapping[EntryId, int]:
    """Art. 13.3: how many of the tied are not ahead of each.

    Direct encounter by match points; where that breaks nothing, by board points; those still tied start from the
    beginning. Two who stay tied are compared by the tie-breaks of `boards` (art. 12), if any are named.
    """
    return not_ahead(list(_in_order(_Scores(history, boards, forfeits), list(tie))))


class _Scores:
    def __init__(self, history: History, boards: Sequence[str], forfeits: bool) -> None:
        self.both = by_match_points(history), by_board_points(history)
        self.forfeits = forfeits
        points = points_by_board(history)
        self.boards = {id: [BY_BOARDS[code](points[id]) for code in boards] for id in points}


def _in_order(scores: _Scores, tie: list[EntryId]) -> Iterator[list[EntryId]]:
    for history in scores.both if len(tie) > 1 else ():
        groups = groups_in_order(history, tie, scores.forfeits)
        if len(groups) > 1:
            for group in groups:
                yield from _in_order(scores, group)
            return
    if len(tie) == 2 and scores.boards[tie[0]] != scores.boards[tie[1]]:
        yield from ([id] for id in sorted(tie, key=scores.boards.__getitem__, reverse=True))
    else:
        yield tie


def scores_and_schedule(
    history: History, fore: bool = False, forfeits: bool = False, divisor: int = 0
) -> Mapping[EntryId, Fraction]:
    """Art. 13.4: board points plus the Buchholz of match points, divided to have the same weight."""
    strength = (fore_buchholz if fore else buchholz)(by_match_points(history), forfeits=forfeits)
    by = divisor or _divisor(history)
    return {
        id: Fraction(points) + Fraction(strength[id]) / by for id, points in board_points(history).items()
    }


def _divisor(history: History) -> int:
    """Divide the event's most match points by a match's most board points, rounded down, at least 1."""
    most = WIN * (history.total_rounds or history.rounds)
    of_a_match = number_of_boards(history) * history.scoring.win
    return max(1, int(most / of_a_match)) if of_a_match else 1


def hundredths(value: TieBreakValue) -> Decimal:
    assert isinstance(value, Fraction)
    return (Decimal(value.numerator) / value.denominator).quantize(CENT, ROUND_HALF_UP)


# Art. 13.3: what separates two who are tied by both scores.
THEN = {"EDE": (), "EDEBT": ("BC", "TBR"), "EDEBB": ("BC", "BBE"), "EDET": ("TBR",), "EDEB": ("BBE",)}
# Art. 13.2: the opponent's score, then the team's own.
LETTERS = {"M": by_match_points, "G": by_board_points}
SUMS = {
    "MM": tr("The match points of each opponent times the match points made against them."),
    "MG": tr("The match points of each opponent times the board points made against them."),
    "GM": tr("The board points of each opponent times the match points made against them."),
    "GG": tr("The board points of each opponent times the board points made against them."),
}
NAMES = {
    "MM": tr("Extended Sonneborn-Berger, match points of opponents × match points"),
    "MG": tr("Extended Sonneborn-Berger, match points of opponents × board points"),
    "GM": tr("Extended Sonneborn-Berger, board points of opponents × match points"),
    "GG": tr("Extended Sonneborn-Berger, board points of opponents × board points"),
}


SCHEDULE = tr("Board points, and the Buchholz of match points divided to weigh as much.")
FORE_SCHEDULE = tr("Board points, and the Fore Buchholz of match points divided to weigh as much.")


def _encounter(code: str, forfeits: bool = False) -> TieBreak:
    name = tr("Extended direct encounter")
    explanation = tr("Direct encounter by match points, then by board points, in turn until it decides.")
    if THEN[code]:
        codes = ", ".join(THEN[code])
        explanation = tr("As {name}. Two who are still tied are compared by {codes}.", name=name, codes=codes)
        name = tr("Extended direct encounter, then {codes}", codes=codes)
    among = partial(direct_encounter, boards=THEN[code], forfeits=forfeits)
    plain = TieBreak(
        code,
        name,
        code,
        nothing,
        among,
        explanation=explanation,
        is_fide=True,
    )
    return modified(plain, forfeits=forfeits)


def _sonneborn_berger(theirs: str, mine: str, cut: str = "", forfeits: bool = False) -> TieBreak:
    values = partial(
        sonneborn_berger, theirs=LETTERS[theirs], mine=LETTERS[mine], cuts=CUTS[cut], forfeits=forfeits
    )
    code, which = f"E{theirs}{mine}SB", theirs + mine
    plain = TieBreak(code, NAMES[which], code, values, explanation=SUMS[which], is_fide=True)
    return modified(plain, cut, forfeits)


def _schedule(divisor: int = 0, fore: bool = False, forfeits: bool = False) -> TieBreak:
    code = "SSSC" + "/F" * fore + (f"/K{divisor}" if divisor else "")
    name = tr("Scores and strength of schedule")
    plain = TieBreak(
        code,
        tr("{name}, by Fore Buchholz", name=name) if fore else name,
        code,
        partial(scores_and_schedule, fore=fore, forfeits=forfeits, divisor=divisor),
        explanation=FORE_SCHEDULE if fore else SCHEDULE,
        display=hundredths,
        only_in=EventKind.SWISS,
        is_fide=True,
    )
    return modified(plain, forfeits=forfeits)


def find_schedule(code: str) -> TieBreak | None:
    """Return SSSC with any divisor, as the rules of an event may have it (art. 13.4)."""
    written = re.fullmatch(r"SSSC(/F)?(?:/K([1-9]\d?))?(/P)?", code)
    return _schedule(int(written[2] or 0), bool(written[1]), bool(written[3])) if written else None


OFFERED = (
    *OF_BOARDS,
    *(_encounter(code) for code in THEN),
    *(_sonneborn_berger(theirs, mine) for theirs in LETTERS for mine in LETTERS),
    _schedule(),
)
"""The tie-breaks that may follow match points and board points."""
WITH_MODIFIERS = (
    *(_encounter(code, forfeits=True) for code in THEN),
    *(
        _sonneborn_berger(theirs, mine, cut, forfeits)
        for theirs in LETTERS
        for mine in LETTERS
        for cut in ("", "C1", "C2")
        for forfeits in (False, True)
        if cut or forfeits
    ),
    *(
        _schedule(fore=fore, forfeits=forfeits)
        for fore in (False, True)
        for forfeits in (False, True)
        if fore or forfeits
    ),
)
OF_BOTH_SCORES = (*OFFERED, *WITH_MODIFIERS)
"""Enabled by the event; not offered among those of single players."""
AFTER_SCORES = {tie_break.code for tie_break in OF_BOTH_SCORES}
