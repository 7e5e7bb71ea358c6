"""A match of several parts told one by one: the boards of a team match, the games of a series.

Who won is decided over the parts; what was counted in them is added up, so that points, goals and sets reach margins
and tie-breaks.
"""

from collections.abc import Sequence

from crosstable.engine.model import Tally
from crosstable.engine.results.said import FORFEITS, OUTCOMES, PARTS, Said, by_code


def from_boards(code: str, boards: Sequence[Said]) -> Said:
    """A team match that ended so. Where nothing was played, or nothing is counted, there is only that to say."""
    tallies = _added_up(boards)
    return _counted(code, tallies) if tallies and code not in FORFEITS else by_code(code)


def from_series(code: str, games: Sequence[Said]) -> Said:
    """A best of n that ended so: the games won come first, then what was counted in them."""
    results = [game.to_result() for game in games]
    first, second = sum(r.first.is_win for r in results), sum(r.second.is_win for r in results)
    level = sum(not (r.first.is_win or r.second.is_win) for r in results)
    return _counted(code, (Tally(PARTS, first, second, level), *_added_up(games)))


def _counted(code: str, tallies: Sequence[Tally]) -> Said:
    total = tallies[0]
    score = (total.first, total.second, total.drawn)[: 3 if total.drawn else 2]
    return Said(score, OUTCOMES[code], tuple(tallies))


def _added_up(parts: Sequence[Said]) -> tuple[Tally, ...]:
    """Each tally over all parts, in the order in which a part has them."""
    sums: dict[str, Tally] = {}
    for tally in (tally for part in parts for tally in part.tallies):
        sums[tally.name] = sums.get(tally.name, Tally(tally.name, 0, 0)) + tally
    return tuple(sums.values())
