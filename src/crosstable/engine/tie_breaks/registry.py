"""Every tie-break by its code."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from crosstable.engine.errors import EngineError
from crosstable.engine.history import History
from crosstable.engine.tie_breaks import margins, scores, shares
from crosstable.engine.tie_breaks.among_tied import points
from crosstable.engine.tie_breaks.fide import buchholz, own_results, ratings
from crosstable.engine.tie_breaks.fide.cuts import Cuts
from crosstable.engine.tie_breaks.fide.direct_encounter import direct_encounter
from crosstable.engine.tie_breaks.sports import SPORTS
from crosstable.engine.tie_breaks.team_registry import TEAMS, find_schedule
from crosstable.engine.tie_breaks.tie_break import EventKind, TieBreak, Values, among_tied


class UnknownTieBreak(EngineError):
    code: str

    def __str__(self) -> str:
        return f"there is no tie-break {self.code!r}; known are {', '.join(TIE_BREAKS)}"


def find_tie_break(code: str) -> TieBreak:
    """By its code in the spelling of the registry, of the handbook (BH-C1) or in small letters.

    Modifiers stand in any order; KS/L+1 is KS/L1, and BH/F is another name of FB.
    """
    written = code.upper()
    spellings = (written, written.replace("-", "/"), _in_order(written), _in_order(written.replace("-", "/")))
    tie_break = next((TIE_BREAKS[spelling] for spelling in spellings if spelling in TIE_BREAKS), None)
    if tie_break is None:
        others = (_other_koya(spelling) or find_schedule(spelling) for spelling in spellings)
        tie_break = next(filter(None, others), None)
    if tie_break is None:
        raise UnknownTieBreak(code)
    return tie_break


def _in_order(code: str) -> str:
    name, *modifiers = code.replace("/L+", "/L").split("/")
    if name == "BH" and "F" in modifiers:
        name = "FB"
        modifiers.remove("F")
    return "/".join((name, *sorted(modifiers)))


def _fide(
    code: str, name: str, values: Callable[[History], Values], only_in: EventKind | None = None
) -> TieBreak:
    family = code.partition("/")[0]
    return TieBreak(
        code, name, code, values, only_in=only_in, is_mean=family in MEANS, is_local=family in LOCAL
    )


def _with_cuts(
    code: str,
    name: str,
    values: Callable[..., Values],
    suffixes: tuple[str, ...],
    only_in: EventKind | None = None,
) -> list[TieBreak]:
    """The plain tie-break and its variants: C cuts the lowest values, M the lowest and the highest."""
    return [_fide(code, name, partial(values, cuts=Cuts()), only_in)] + [
        _fide(f"{code}/{suffix}", f"{name}, {CUT_NAMES[suffix]}", partial(values, cuts=CUTS[suffix]), only_in)
        for suffix in suffixes
    ]


def _with_forfeits(cut: Sequence[TieBreak]) -> list[TieBreak]:
    """The same with /P: forfeits count as games against the scheduled opponent."""
    return [
        replace(
            one,
            code=f"{one.code}/P",
            short=f"{one.short}/P",
            name=f"{one.name}, {FORFEITS_COUNT}",
            values=_counting_forfeits(one.values),
        )
        for one in cut
    ]


def _counting_forfeits(values: Callable[..., Values]) -> Callable[[History], Values]:
    return partial(values, forfeits=True)


def _koya(half_points: int) -> TieBreak:
    """The limit moved by half points (art. 14.5)."""
    name = f"Koya, limit {half_points:+} half point{'s' * (abs(half_points) > 1)}"
    reckon = partial(own_results.koya, half_points=half_points)
    return _fide(f"KS/L{half_points}", name, reckon, EventKind.ROUND_ROBIN)


def _other_koya(code: str) -> TieBreak | None:
    """Any other limit, as a file may have it; pages offer the usual ones."""
    limit = re.fullmatch(r"KS/L(-?[1-9]\d?)", code)
    return _koya(int(limit[1])) if limit else None


# Averages and ratings: they do not grow with the number of games.
MEANS = frozenset({"AOB", "ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})
# In a pool the pairing number is the seat.
LOCAL = frozenset({"TPN"})
CUTS = {"C1": Cuts(1), "C2": Cuts(2), "M1": Cuts(1, 1), "M2": Cuts(2, 2)}
CUT_NAMES = {"C1": "cut 1", "C2": "cut 2", "M1": "median 1", "M2": "median 2"}
ALL_CUTS = ("C1", "C2", "M1", "M2")
FORFEITS_COUNT = "forfeits count"
SWISS = EventKind.SWISS

# Art. 8: the Buchholz family is not for round robins, where everybody has the same opponents.
BUCHHOLZ = _with_cuts("BH", "Buchholz", buchholz.buchholz, ALL_CUTS, SWISS)
FORE_BUCHHOLZ = _with_cuts("FB", "Fore Buchholz", buchholz.fore_buchholz, ALL_CUTS, SWISS)
SONNEBORN_BERGER = _with_cuts("SB", "Sonneborn-Berger", buchholz.sonneborn_berger, ("C1", "C2"))
CUT_AND_FORFEITS = tuple(
    both for family in (BUCHHOLZ, FORE_BUCHHOLZ, SONNEBORN_BERGER) for both in _with_forfeits(family[1:])
)
"""A cut and /P at once: known by their codes, for files; not offered on pages."""

FIDE = (
    *BUCHHOLZ,
    *_with_forfeits(BUCHHOLZ[:1]),
    *FORE_BUCHHOLZ,
    *_with_forfeits(FORE_BUCHHOLZ[:1]),
    _fide("AOB", "Average of opponents' Buchholz", buchholz.average_of_opponents_buchholz, SWISS),
    _fide("AOB/F", "Average of opponents' Fore Buchholz", buchholz.average_of_opponents_fore_buchholz, SWISS),
    *SONNEBORN_BERGER,
    *_with_forfeits(SONNEBORN_BERGER[:1]),
    among_tied("DE", "Direct encounter", direct_encounter),
    among_tied("DE/P", f"Direct encounter, {FORFEITS_COUNT}", partial(direct_encounter, forfeits=True)),
    _fide("WIN", "Wins", own_results.wins),
    _fide("WON", "Games won over the board", own_results.games_won),
    _fide("BPG", "Games with Black", own_results.black_games),
    _fide("BWG", "Games won with Black", own_results.black_wins),
    *_with_cuts("PS", "Progressive scores", own_results.progressive_scores, ("C1", "C2")),
    _fide("REP", "Rounds elected to play", own_results.rounds_elected_to_play),
    _fide("STD", "Standard points", own_results.standard_points),
    _fide("TPN", "Pairing number", own_results.pairing_number),
    _fide("TPN/R", "Pairing number, reversed", own_results.reversed_pairing_number),
    _fide("KS", "Koya", own_results.koya, EventKind.ROUND_ROBIN),
    *(_koya(half_points) for half_points in (1, 2, -1, -2)),
    *_with_cuts("ARO", "Average rating of opponents", ratings.average_rating, ALL_CUTS),
    _fide("TPR", "Tournament performance rating", ratings.performance),
    _fide("PTP", "Perfect tournament performance", ratings.perfect_performance),
    _fide("APRO", "Average performance of opponents", ratings.average_performance),
    _fide("APPO", "Average perfect performance of opponents", ratings.average_perfect_performance),
    _fide("RTNG", "Rating", ratings.rating),
    _fide("RTNG/R", "Rating, reversed", ratings.reversed_rating),
)

OPPONENTS = TieBreak(
    "OPP",
    "Opponents' points",
    "Opp",
    buchholz.opponents_points,
    sentence="The points of every opponent so far, added up; a round without one counts nothing.",
    only_in=SWISS,
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


def _shares(suffix: str, least: Fraction, at_least: str) -> tuple[TieBreak, ...]:
    """The percentages of card games with the least share that counts."""
    told = f", at least {at_least}" if suffix else ""
    return tuple(
        TieBreak(
            f"{code}{suffix}",
            f"{name}{told}",
            f"{code}%",
            partial(values, least=least),
            sentence=sentence.format(least=at_least),
            is_share=True,
            is_rule=True,
        )
        for code, name, values, sentence in (
            (
                "OMW",
                "Opponents' match-win percentage",
                shares.opponents_match_wins,
                "The mean share of match points the opponents won, each at least {least}.",
            ),
            (
                "GW",
                "Game-win percentage",
                shares.game_wins,
                "Game points won of those to be had, at least {least}.",
            ),
            (
                "OGW",
                "Opponents' game-win percentage",
                shares.opponents_game_wins,
                "The mean of the opponents' game-win percentages, each at least {least}.",
            ),
        )
    )


SHARES = (*_shares("", shares.LEAST, "⅓"), *_shares("/33", shares.AS_PRINTED, "0.33"))

OWN = (
    TieBreak("WINS", "Wins", "W", margins.wins),
    TieBreak("MARGIN", "Victory point margin", "+/−", margins.vp_margin),
    TieBreak("SOS", "Strength of schedule", "SOS", margins.strength_of_schedule, is_share=True),
    TieBreak("VP", "Victory points", "VP", margins.total_vp),
    OPPONENTS,
    *SCORES,
    *SHARES,
    *SPORTS,
)
"""Those that C.07 does not know."""
TIE_BREAKS: dict[str, TieBreak] = {
    t.code: t
    for t in (
        TieBreak("PTS", "Points", "Pts", points),
        *OWN,
        *FIDE,
        *CUT_AND_FORFEITS,
        *TEAMS,
    )
}
