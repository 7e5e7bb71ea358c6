"""Tie-breaks from opponents' scores: the Buchholz family and Sonneborn-Berger (C.07 art. 8, 9.1)."""

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import partial

from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks.fide.season import (
    CUTS,
    NO_CUTS,
    Cuts,
    ForeSeason,
    Season,
    cut_sum,
    left_out,
    modified,
)
from crosstable.engine.tie_breaks.tie_break import EventKind, Part, Parts, TieBreak, Values, by_game
from crosstable.text import tr

CENT = Decimal("0.01")


def buchholz(history: History, cuts: Cuts = NO_CUTS, forfeits: bool = False) -> Mapping[EntryId, Decimal]:
    """Art. 8.1: the sum of the counterparts' scores. `forfeits` count as games with the modifier /P."""
    return _sums(Season(history, forfeits), cuts)


def opponents_points(history: History) -> Mapping[EntryId, Decimal]:
    """The plain sum (D5) with forfeited games: no virtual opponents, nothing for a round without one."""
    return {
        id: sum((history[game.opponent].score for game in h.games if game.opponent is not None), Decimal(0))
        for id, h in history.items()
    }


def fore_buchholz(
    history: History, cuts: Cuts = NO_CUTS, forfeits: bool = False
) -> Mapping[EntryId, Decimal]:
    """Art. 8.3: Buchholz with the last round's games as draws: it is known before they are played."""
    return _sums(ForeSeason(history, forfeits), cuts)


def sonneborn_berger(
    history: History, cuts: Cuts = NO_CUTS, forfeits: bool = False
) -> Mapping[EntryId, Decimal]:
    """Art. 9.1: the counterparts' scores, each times the points made in that round."""
    return _sums(Season(history, forfeits), cuts, weighted=True)


def _sums(season: Season, cuts: Cuts, weighted: bool = False) -> Mapping[EntryId, Decimal]:
    times = season if weighted else None
    return {id: cut_sum(season.contributions(id, times), cuts) for id in season.games}


def average_of_opponents_buchholz(history: History) -> Mapping[EntryId, Decimal]:
    """Art. 8.2: the mean of the Buchholz of the opponents actually met, to two decimals."""
    return _means_of_opponents(history, buchholz(history))


def average_of_opponents_fore_buchholz(history: History) -> Mapping[EntryId, Decimal]:
    """Art. 8.2 with the modifier /F: the same of their Fore Buchholz."""
    return _means_of_opponents(history, fore_buchholz(history))


def _means_of_opponents(history: History, values: Mapping[EntryId, Decimal]) -> Mapping[EntryId, Decimal]:
    return {
        id: _mean([values[game.opponent] for game in h.played if game.opponent is not None])
        for id, h in history.items()
    }


def _mean(values: list[Decimal]) -> Decimal:
    if not values:
        return Decimal(0)
    return (sum(values, Decimal(0)) / len(values)).quantize(CENT, ROUND_HALF_UP)


def _parts_of(kind: type[Season], cuts: Cuts, forfeits: bool, weighted: bool) -> Parts:
    """Return the contribution of each round's counterpart, and which of these values are cut."""

    def parts(history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
        season = kind(history, forfeits)
        contributions = season.contributions(entry, season if weighted else None)
        gone = left_out(contributions, cuts)
        return [
            Part(
                game.round,
                game.opponent,
                given.value,
                place in gone,
                game.was_played,
                given.counterpart,
                game.points if weighted else None,
            )
            for place, (game, given) in enumerate(zip(season.counted(entry), contributions, strict=True))
        ]

    return parts


def _parts_of_opponents(values: Callable[[History], Mapping[EntryId, Decimal]]) -> Parts:
    def parts(history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
        theirs = values(history)
        of_game = by_game(
            lambda _, game: theirs[game.opponent] if game.opponent and game.was_played else None
        )
        return of_game(history, entry)

    return parts


def _variant(
    plain: TieBreak,
    values: Callable[..., Values],
    kind: type[Season],
    cut: str = "",
    forfeits: bool = False,
) -> TieBreak:
    return modified(
        plain,
        cut,
        forfeits,
        values=partial(values, cuts=CUTS[cut], forfeits=forfeits),
        parts=_parts_of(kind, CUTS[cut], forfeits, weighted=plain is SONNEBORN_BERGER),
    )


# Art. 8: the Buchholz family is not for round robins, where all entries have the same opponents.
BUCHHOLZ = TieBreak(
    "BH",
    tr("Buchholz"),
    tr("BH"),
    buchholz,
    explanation=tr(
        "The sum of the points of the opponents; a round not played counts as a dummy’s (FIDE C.07 art. 16)."
    ),
    only_in=EventKind.SWISS,
    is_fide=True,
)
FORE_BUCHHOLZ = TieBreak(
    "FB",
    tr("Fore Buchholz"),
    tr("FB"),
    fore_buchholz,
    explanation=tr("The Buchholz there would be if all games of the last round were drawn."),
    only_in=EventKind.SWISS,
    is_fide=True,
)
SONNEBORN_BERGER = TieBreak(
    "SB",
    tr("Sonneborn-Berger"),
    tr("SB"),
    sonneborn_berger,
    explanation=tr("The points of each opponent times the points made against them."),
    is_fide=True,
)
AVERAGES = (
    TieBreak(
        "AOB",
        tr("Average of opponents' Buchholz"),
        tr("AOB"),
        average_of_opponents_buchholz,
        explanation=tr("The mean of the opponents’ Buchholz."),
        parts=_parts_of_opponents(buchholz),
        only_in=EventKind.SWISS,
        is_mean=True,
        is_fide=True,
    ),
    TieBreak(
        "AOB/F",
        tr("Average of opponents' Fore Buchholz"),
        tr("AOB/F"),
        average_of_opponents_fore_buchholz,
        explanation=tr("The mean of the opponents’ Fore Buchholz."),
        parts=_parts_of_opponents(fore_buchholz),
        only_in=EventKind.SWISS,
        is_mean=True,
        is_fide=True,
    ),
)
# The plain sum of opponents' points, which is not part of C.07.
OPPONENTS = TieBreak(
    "OPP",
    tr("Opponents' points"),
    tr("Opp"),
    opponents_points,
    explanation=tr("The points of every opponent so far, added up; a round without one counts nothing."),
    parts=by_game(lambda history, game: history[game.opponent].score if game.opponent else None),
    only_in=EventKind.SWISS,
)

_BUCHHOLZ = partial(_variant, BUCHHOLZ, buchholz, Season)
_FORE_BUCHHOLZ = partial(_variant, FORE_BUCHHOLZ, fore_buchholz, ForeSeason)
_SONNEBORN_BERGER = partial(_variant, SONNEBORN_BERGER, sonneborn_berger, Season)
_CUT = ("C1", "C2", "M1", "M2")
OF_OPPONENTS = (
    *map(_BUCHHOLZ, ("", *_CUT)),
    _BUCHHOLZ(forfeits=True),
    *map(_FORE_BUCHHOLZ, ("", *_CUT)),
    _FORE_BUCHHOLZ(forfeits=True),
    *AVERAGES,
    *map(_SONNEBORN_BERGER, ("", "C1", "C2")),
    _SONNEBORN_BERGER(forfeits=True),
)
CUT_AND_FORFEITS = (
    *(variant(cut, forfeits=True) for variant in (_BUCHHOLZ, _FORE_BUCHHOLZ) for cut in _CUT),
    *(_SONNEBORN_BERGER(cut, forfeits=True) for cut in ("C1", "C2")),
)
"""A cut combined with /P: parsed from files, not offered on pages."""
