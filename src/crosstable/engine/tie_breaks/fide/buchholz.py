"""What the opponents scored: the Buchholz family and Sonneborn-Berger (C.07 art. 8 and 9.1)."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from crosstable.engine.history import History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks.fide.cuts import Cuts, cut_sum
from crosstable.engine.tie_breaks.fide.season import ForeSeason, Season

CENT = Decimal("0.01")
NO_CUTS = Cuts()


def buchholz(history: History, cuts: Cuts = NO_CUTS, forfeits: bool = False) -> Mapping[EntryId, Decimal]:
    """Art. 8.1: the sum of the counterparts' scores. `forfeits` count as games with the modifier /P."""
    return _sums(Season(history, forfeits), cuts)


def opponents_points(history: History) -> Mapping[EntryId, Decimal]:
    """The plain sum (D5), forfeited games included: no virtual opponents, nothing for a round without one."""
    return {
        id: sum((history[game.opponent].score for game in h.games if game.opponent is not None), Decimal(0))
        for id, h in history.items()
    }


def fore_buchholz(
    history: History, cuts: Cuts = NO_CUTS, forfeits: bool = False
) -> Mapping[EntryId, Decimal]:
    """Art. 8.3: Buchholz with the last round's games as draws, so that it is known before they are played."""
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
    """Art. 8.2: the mean of the Buchholz of those really met, to two decimals."""
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
