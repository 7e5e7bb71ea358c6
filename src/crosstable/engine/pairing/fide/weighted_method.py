"""The second, independent way to pair a bracket: minimum-cost matching, exact for every bracket."""

from typing import NamedTuple

from crosstable.engine.pairing.fide.bitset_matching import UNMATCHED, Matching, mask_of, members
from crosstable.engine.pairing.fide.criteria import Decision, PairingBracket
from crosstable.engine.pairing.fide.exchanges import choose_leaders
from crosstable.engine.pairing.fide.facts import RoundFacts, repair
from crosstable.engine.pairing.fide.weighted_bracket import (
    MatchingProblem,
    WeightedBracket,
    fix_first_opponents,
)

SMALL_FIELD = 60
"""Up to this number all players below go into one graph; larger fields are tried without them first."""


def pair_by_weights(bracket: PairingBracket) -> Decision:
    """Return the decision for a bracket and update the standing completion.

    First without the players below the next scoregroup, which ignores C4 as in the bitset method: if the best candidate
    can be completed, it is the best of all. Else with all players: completion is built in.
    """
    facts = bracket.facts
    for complete in _ways(bracket):
        graph = WeightedBracket(bracket, complete)
        decision, mate = _decide(graph)
        completion = facts.completion[:]
        if complete or repair(facts, completion, _unmatched(graph, mate) | bracket.below):
            for i, j in enumerate(mate):
                if j != UNMATCHED:
                    completion[graph.vertices[i]] = graph.vertices[j]
            facts.completion = completion
            return decision
    raise AssertionError("with all players in the graph there is always an answer")


def best_floaters(bracket: PairingBracket, until: str) -> tuple[int, int]:
    """Return the floaters of a bracket and of the next one, by the criteria up to `until` only."""
    facts = bracket.facts
    for complete in _ways(bracket):
        graph = WeightedBracket(bracket, complete)
        mate = graph.problem_until(until).solve()
        unmatched = _unmatched(graph, mate)
        if complete or repair(facts, facts.completion[:], unmatched | bracket.below):
            return _floaters(graph, mate)
    raise AssertionError("with all players in the graph there is always an answer")


def _ways(bracket: PairingBracket) -> tuple[bool, ...]:
    """Whether all players below go into the graph: immediately, or as a second attempt."""
    many = (bracket.players | bracket.remaining).bit_count() > SMALL_FIELD
    return (False, True) if many and not bracket.is_last else (True,)


def _unmatched(graph: WeightedBracket, mate: Matching) -> int:
    return mask_of(graph.vertices[i] for i in range(graph.in_next) if mate[i] == UNMATCHED)


def _floaters(graph: WeightedBracket, mate: Matching) -> tuple[int, int]:
    """The floaters of this bracket, and of the next."""
    named = graph.vertices
    floating = {i for i in range(graph.inside) if not graph.is_paired(mate, i)}
    staying = [*floating, *range(graph.inside, graph.in_next)]
    leftover = mask_of(named[i] for i in staying if not graph.is_paired_next(mate, i))
    return mask_of(named[i] for i in floating), leftover


def _decide(graph: WeightedBracket) -> tuple[Decision, Matching]:
    """Return the decision and its matching."""
    problem = graph.problem_until("C21", _number_of_floaters(graph))
    mate = _settle_limbo(graph, problem)
    paired = [i for i in range(graph.movers) if graph.is_paired(mate, i)]
    residents = list(range(graph.movers, graph.inside))
    mate = fix_first_opponents(problem, paired, residents) or mate
    pairs = [(i, mate[i]) for i in paired]
    remainder = [i for i in residents if mate[i] not in paired]
    count = sum(graph.is_paired(mate, i) for i in remainder) // 2
    if count:
        leaders = choose_leaders(problem, remainder, count)
        followers = [i for i in remainder if i not in set(leaders)]
        mate = fix_first_opponents(problem, leaders, followers) or mate
        pairs += [(i, mate[i]) for i in leaders]
    named, done = graph.vertices, {i for pair in pairs for i in pair}
    floaters = mask_of(named[i] for i in range(graph.inside) if i not in done)
    return Decision([(named[i], named[j]) for i, j in pairs], floaters), mate


def _number_of_floaters(graph: WeightedBracket) -> int:
    """Return how many will float: only C9 needs it, so any number does if there is no bye to give here."""
    bracket = graph.bracket
    if bracket.facts.bye_score is None or bracket.facts.bye_score < bracket.resident_score:
        return 0
    mate = graph.problem_until("C8").solve()
    return sum(not graph.is_paired(mate, i) for i in range(graph.inside))


def _settle_limbo(graph: WeightedBracket, problem: MatchingProblem) -> Matching:
    """Art. 4.4: which moved-down players are paired; one bit each, set if the player floats."""
    todo, mate = list(range(graph.movers)), None
    while todo:
        count = min(len(todo), problem.room())
        now, todo = todo[:count], todo[count:]
        bit = {i: 1 << count - 1 - turn for turn, i in enumerate(now)}
        mate = problem.solve(
            count,
            lambda i, j, bit=bit: 0 if graph.is_pair(i, j) else bit.get(i, 0) + bit.get(j, 0),  # type: ignore[misc]
            lambda i, bit=bit: bit.get(i, 0),  # type: ignore[misc]
        )
        _fix_limbo(graph, problem, {i for i in now if graph.is_paired(mate, i)}, set(now))
    return mate if mate is not None else problem.solve()


def _fix_limbo(graph: WeightedBracket, problem: MatchingProblem, stayers: set[int], movers: set[int]) -> None:
    floating = movers - stayers
    problem.must_match |= stayers
    problem.keep(
        lambda i, j: i not in floating if graph.is_pair(i, j) else i not in stayers and j not in stayers
    )


class FloaterValues(NamedTuple):
    """Floaters of this bracket (C6, C7) and of the next (C8), by number and scores. Smaller is better."""

    floating: int
    scores: tuple[int, ...]
    floating_next: int
    scores_next: tuple[int, ...]


def best_floater_values(bracket: PairingBracket) -> FloaterValues:
    """Return the values that the best candidates of the bracket share."""
    floaters, leftover = best_floaters(bracket, "C8")
    return _floater_values(bracket.facts, floaters, leftover)


def floater_values(bracket: PairingBracket, floaters: int) -> FloaterValues | None:
    """Return the values of a candidate with these floaters; None if it cannot be completed (C4)."""
    if not repair(bracket.facts, bracket.facts.completion[:], floaters | bracket.remaining):
        return None
    if bracket.is_last:
        return _floater_values(bracket.facts, floaters, 0)
    leftover, _ = best_floaters(bracket.next_bracket(floaters), "C7")
    return _floater_values(bracket.facts, floaters, leftover)


def _floater_values(facts: RoundFacts, floaters: int, leftover: int) -> FloaterValues:
    now = tuple(facts.score(vertex) for vertex in members(floaters))
    then = tuple(facts.score(vertex) for vertex in members(leftover))
    return FloaterValues(len(now), now, len(then), then)
