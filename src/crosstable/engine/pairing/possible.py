"""The next round under all results still possible, for pairing while a match is open.

Few open matches: every combination of their results. Many: each match alone, the others left open; the answer states
which of the two it is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import EntryId, Result, Round, RoundPlan, Tournament

Seats = frozenset[frozenset[EntryId]]
"""The meetings of a round; a single entry has the bye."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match without a result, by its round and its entries, with its possible results."""

    round: int
    entries: frozenset[EntryId]
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Results for open matches, as (match, result) by their places, and the round that would follow."""

    combination: tuple[tuple[int, int], ...]
    seats: Seats | None
    """None: no round could be paired."""


@dataclass(frozen=True, slots=True)
class Possibilities:
    scenarios: tuple[Scenario, ...]
    is_complete: bool
    """Every combination was tried; otherwise each match alone."""


def possibilities(
    tournament: Tournament,
    open_matches: Sequence[OpenMatch],
    pair: Callable[[Tournament], RoundPlan],
    most: int = 81,
) -> Possibilities:
    """Pair the next round under the possible results, at most `most` combinations of them."""
    complete = prod(len(match.results) for match in open_matches) <= most
    every = product(*(range(len(match.results)) for match in open_matches))
    combinations = (tuple(enumerate(c)) for c in every) if complete else _one_by_one(open_matches)
    scenarios = tuple(Scenario(c, _seats(tournament, open_matches, c, pair)) for c in combinations)
    return Possibilities(scenarios, complete)


def _one_by_one(open_matches: Sequence[OpenMatch]) -> Iterator[tuple[tuple[int, int], ...]]:
    for place, match in enumerate(open_matches):
        for result in range(len(match.results)):
            yield ((place, result),)


def _seats(
    tournament: Tournament,
    open_matches: Sequence[OpenMatch],
    combination: Sequence[tuple[int, int]],
    pair: Callable[[Tournament], RoundPlan],
) -> Seats | None:
    results = {
        (open_matches[m].round, open_matches[m].entries): open_matches[m].results[r] for m, r in combination
    }
    try:
        return seats_of(pair(with_results(tournament, results)))
    except PairingImpossible:
        return None


def with_results(
    tournament: Tournament, results: Mapping[tuple[int, frozenset[EntryId]], Result]
) -> Tournament:
    """Return the tournament with these results for the matches, by round and entries."""
    rounds = tuple(_decided(round_, results) for round_ in tournament.rounds)
    return replace(tournament, rounds=rounds)


def _decided(round_: Round, results: Mapping[tuple[int, frozenset[EntryId]], Result]) -> Round:
    if not any(number == round_.number for number, _ in results):
        return round_
    matches = (
        replace(m, result=results.get((round_.number, m.pairing.entries), m.result)) for m in round_.matches
    )
    return replace(round_, matches=tuple(matches))


def seats_of(plan: RoundPlan) -> Seats:
    pairs = {pairing.entries for pairing in plan.pairings}
    return frozenset(pairs | {frozenset((bye.entry,)) for bye in plan.byes})
