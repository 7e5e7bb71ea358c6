"""The registry itself: code, name for people, and the function. Higher values are better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial

from crosstable.engine.errors import EngineError
from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import scores, shares, wargame
from crosstable.engine.tie_breaks.fide import buchholz, own_results, ratings
from crosstable.engine.tie_breaks.fide.cuts import Cuts
from crosstable.engine.tie_breaks.fide.direct_encounter import direct_encounter

TieBreakValue = int | Decimal | Fraction
Values = Mapping[EntryId, TieBreakValue]
AmongTied = Callable[[History, Sequence[EntryId]], Mapping[EntryId, int]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """`among` instead of `values` for one that depends on who is tied (direct encounter).

    `sentence` says what is counted, where the name alone does not; `is_share`: shown as a percentage.
    """

    code: str
    name: str
    short: str
    values: Callable[[History], Values]
    among: AmongTied | None = None
    sentence: str = ""
    is_share: bool = False


@dataclass(eq=False)
class UnknownTieBreak(EngineError):
    code: str

    def __str__(self) -> str:
        return f"there is no tie-break {self.code!r}; known are {', '.join(TIE_BREAKS)}"


def find_tie_break(code: str) -> TieBreak:
    """By its code in the spelling of the registry, of the handbook (BH-C1) or in small letters."""
    found = TIE_BREAKS.get(code.upper()) or TIE_BREAKS.get(code.upper().replace("-", "/"))
    if found is None:
        raise UnknownTieBreak(code)
    return found


def _points(history: History) -> Values:
    return {id: h.score for id, h in history.items()}


def _chess(code: str, name: str, values: Callable[[History], Values]) -> TieBreak:
    return TieBreak(code, name, code, values)


def _with_cuts(
    code: str, name: str, values: Callable[[History, Cuts], Values], suffixes: tuple[str, ...]
) -> list[TieBreak]:
    """The plain tie-break and its variants: C cuts the lowest values, M the lowest and the highest."""
    plain = [_chess(code, name, lambda history: values(history, Cuts()))]
    return plain + [
        _chess(f"{code}/{suffix}", f"{name}, {CUT_NAMES[suffix]}", partial(_cut, values, CUTS[suffix]))
        for suffix in suffixes
    ]


def _cut(values: Callable[[History, Cuts], Values], cuts: Cuts, history: History) -> Values:
    return values(history, cuts)


CUTS = {"C1": Cuts(1), "C2": Cuts(2), "M1": Cuts(1, 1), "M2": Cuts(2, 2)}
CUT_NAMES = {"C1": "cut 1", "C2": "cut 2", "M1": "median 1", "M2": "median 2"}
ALL_CUTS = ("C1", "C2", "M1", "M2")

CHESS = (
    *_with_cuts("BH", "Buchholz", buchholz.buchholz, ALL_CUTS),
    *_with_cuts("FB", "Fore Buchholz", buchholz.fore_buchholz, ALL_CUTS),
    _chess("AOB", "Average of opponents' Buchholz", buchholz.average_of_opponents_buchholz),
    *_with_cuts("SB", "Sonneborn-Berger", buchholz.sonneborn_berger, ("C1", "C2")),
    TieBreak("DE", "Direct encounter", "DE", lambda history: dict.fromkeys(history, 0), direct_encounter),
    _chess("WIN", "Wins", own_results.wins),
    _chess("WON", "Games won over the board", own_results.games_won),
    _chess("BPG", "Games with Black", own_results.black_games),
    _chess("BWG", "Games won with Black", own_results.black_wins),
    *_with_cuts("PS", "Progressive scores", own_results.progressive_scores, ("C1", "C2")),
    _chess("REP", "Rounds elected to play", own_results.rounds_elected_to_play),
    _chess("STD", "Standard points", own_results.standard_points),
    _chess("TPN", "Pairing number", own_results.pairing_number),
    _chess("TPN/R", "Pairing number, reversed", own_results.reversed_pairing_number),
    _chess("KS", "Koya", own_results.koya),
    *_with_cuts("ARO", "Average rating of opponents", ratings.average_rating, ALL_CUTS),
    _chess("TPR", "Tournament performance rating", ratings.performance),
    _chess("PTP", "Perfect tournament performance", ratings.perfect_performance),
    _chess("APRO", "Average performance of opponents", ratings.average_performance),
    _chess("APPO", "Average perfect performance of opponents", ratings.average_perfect_performance),
    _chess("RTNG", "Rating", ratings.rating),
    _chess("RTNG/R", "Rating, reversed", ratings.reversed_rating),
)

SCORES = (
    TieBreak(
        "DIFF",
        "Difference",
        "+/−",
        scores.difference,
        sentence="Points or goals scored less those conceded, over all matches.",
    ),
    TieBreak("FOR", "Scored", "For", scores.scored, sentence="Points or goals scored, over all matches."),
    TieBreak(
        "SET-DIFF",
        "Set difference",
        "Sets +/−",
        scores.set_difference,
        sentence="Sets or legs won less those lost.",
    ),
    TieBreak(
        "SET-RATIO",
        "Set ratio",
        "Sets",
        scores.set_ratio,
        sentence="Sets or legs won, of all those decided.",
        is_share=True,
    ),
    TieBreak(
        "POINT-RATIO",
        "Point ratio",
        "Points",
        scores.point_ratio,
        sentence="Points won, of all those played for.",
        is_share=True,
    ),
)
SHARES = (
    TieBreak(
        "OMW",
        "Opponents' match-win percentage",
        "OMW%",
        shares.opponents_match_wins,
        sentence="The mean share of match points the opponents won, each at least a third.",
        is_share=True,
    ),
    TieBreak(
        "GW",
        "Game-win percentage",
        "GW%",
        shares.game_wins,
        sentence="Game points won of those to be had, at least a third.",
        is_share=True,
    ),
    TieBreak(
        "OGW",
        "Opponents' game-win percentage",
        "OGW%",
        shares.opponents_game_wins,
        sentence="The mean of the opponents' game-win percentages.",
        is_share=True,
    ),
)

TIE_BREAKS: dict[str, TieBreak] = {
    t.code: t
    for t in (
        TieBreak("PTS", "Points", "Pts", _points),
        TieBreak("WINS", "Wins", "W", wargame.wins),
        TieBreak("MARGIN", "Victory point margin", "+/−", wargame.vp_margin),
        TieBreak("SOS", "Strength of schedule", "SOS", wargame.strength_of_schedule),
        TieBreak("VP", "Victory points", "VP", wargame.total_vp),
        *SCORES,
        *SHARES,
        *CHESS,
    )
}
