"""The fast way to pair a bracket: ignore C4 and C8, find the best and earliest candidate, prove it.

Proof of the method. The candidates C4 allows are a subset of those examined; C8 can only make a candidate worse than
one that has its best possible value; the order is the same. So if the best and earliest of the larger set meets C4 and
has that value, it is the best and earliest of the real set. If not, NotProven is raised.

The steps go from cheap to expensive, and each is exact where it answers: the best conceivable C8; the floaters C4
forces (`Absorbers`); one floater examined player by player; the best possible C8, by one weighted solve.
"""

from collections.abc import Iterator

from crosstable.engine.pairing.fide.bitset_matching import lowest, mask_of, members
from crosstable.engine.pairing.fide.bracket_graph import BracketGraph, CannotFloat, NotProven
from crosstable.engine.pairing.fide.criteria import CRITERIA, Decision, PairingBracket, Violation
from crosstable.engine.pairing.fide.earliest import earliest_candidate
from crosstable.engine.pairing.fide.facts import repair
from crosstable.engine.pairing.fide.lookahead import (
    Absorbers,
    ProofByLeftover,
    absorbers_of,
    ideal_completion,
)
from crosstable.engine.pairing.fide.weighted_method import FloaterValues, best_floater_values, floater_values

CRITERIA_AFTER_C6 = CRITERIA[1:]
"""The number of slots is C6."""
MOST_KINDS = 40
"""Maximum number of kinds of floaters examined; a bracket with more goes to the weighted method."""


def pair_by_bitsets(bracket: PairingBracket) -> Decision:
    """Return the decision for a bracket, proven, and update the standing completion. Raises NotProven."""
    facts = bracket.facts
    if bracket.is_last:
        return _best_candidate(bracket, facts.bye_candidates)[0]
    decision, floating = _best_candidate(bracket, bracket.players)
    if _is_ideal(bracket, decision):
        return decision
    absorbers = absorbers_of(bracket)
    if absorbers.floating > floating:
        decision, floating = _best_candidate(bracket, bracket.players, absorbers)
        if _is_ideal(bracket, decision):
            return decision
    if floating == 1:
        return _pair_with_single_floater(bracket, lowest(decision.floaters))
    if floater_values(bracket, decision.floaters) != best_floater_values(bracket):
        raise NotProven("look-ahead")
    return _completed(bracket, decision)


def _best_candidate(
    bracket: PairingBracket, may_float: int, absorbers: Absorbers | None = None
) -> tuple[Decision, int]:
    """Return the best and earliest candidate and its floaters, ignoring C8 and, unless forced, C4."""
    graph = BracketGraph(bracket, may_float, absorbers)
    treated: set[Violation] = set()
    for criterion in CRITERIA_AFTER_C6:
        for violation in criterion.violations(bracket, graph.floating):
            if violation not in treated:
                graph.apply(violation)
                treated.add(violation)
    return earliest_candidate(graph), graph.floating


def _is_ideal(bracket: PairingBracket, decision: Decision) -> bool:
    """Return whether C4 holds and C8 is as good as conceivable; if so, update the standing completion.

    Without floaters C8 is the same for all candidates, and only completion has to be shown.
    """
    facts = bracket.facts
    if decision.floaters:
        completion = ideal_completion(bracket, decision.floaters)
    else:
        completion = facts.completion[:]
        if not repair(facts, completion, bracket.remaining):
            return False
    if completion is None:
        return False
    facts.completion = completion
    return True


def _completed(bracket: PairingBracket, decision: Decision) -> Decision:
    completion = bracket.facts.completion[:]
    completed = repair(bracket.facts, completion, decision.floaters | bracket.remaining)
    assert completed, "only floaters with a completion are let through"
    bracket.facts.completion = completion
    return decision


def _pair_with_single_floater(bracket: PairingBracket, floater: int) -> Decision:
    """Keep the floaters with the best value, and repeat: C4 and C8 depend on the one floater alone.

    Only players of the first floater's score qualify, since C7 goes before C8. If the others cannot be paired without
    the players of a better value, the next value counts.
    """
    for may_float in _floaters_by_value(bracket, floater):
        try:
            decision, _ = _best_candidate(bracket, may_float)
        except CannotFloat:
            continue
        return _completed(bracket, decision)
    raise NotProven("no floater")


def _floaters_by_value(bracket: PairingBracket, floater: int) -> Iterator[int]:
    """Yield sets of possible floaters with the same C8, best first; a cheaper test gives the ideal ones.

    The answer must be exact here: "not proven" for one player would wrongly exclude that player.
    """
    facts = bracket.facts
    proofs: ProofByLeftover = {}
    rivals = [v for v in members(bracket.players) if facts.score(v) == facts.score(floater)]
    ideal = mask_of(v for v in rivals if ideal_completion(bracket, 1 << v, proofs) is not None)
    if ideal:
        yield ideal
    by_values: dict[FloaterValues, int] = {}
    for kind in _kinds(bracket, [v for v in rivals if not ideal >> v & 1]):
        values = floater_values(bracket, 1 << lowest(kind))
        if values is not None:
            by_values[values] = by_values.get(values, 0) | kind
    for values in sorted(by_values):
        yield by_values[values]


def _kinds(bracket: PairingBracket, players: list[int]) -> list[int]:
    """Players who may meet the same players below have the same value as floaters."""
    kinds: dict[int, int] = {}
    for vertex in players:
        reach = bracket.facts.legal[vertex] & bracket.remaining
        kinds[reach] = kinds.get(reach, 0) | 1 << vertex
    if len(kinds) > MOST_KINDS:
        raise NotProven("too many kinds of floaters")
    return list(kinds.values())
