"""The fast way to pair a bracket: leave C4 and C8 aside, find the best and earliest candidate, prove it.

Proof of the method. The candidates C4 allows are some of those looked at; C8 can only make a candidate worse
than one that has C8's best conceivable value; the order is the same. So if the best and earliest of the
larger set meets C4 and has that value, it is the best and earliest of the real set. If not, we say so.
"""

from __future__ import annotations

from crosstable.engine.pairing.fide.bitsets import lowest, members
from crosstable.engine.pairing.fide.bracket import Decision, PairingBracket
from crosstable.engine.pairing.fide.bracket_graph import BracketGraph
from crosstable.engine.pairing.fide.criteria import CRITERIA, Fault
from crosstable.engine.pairing.fide.earliest import earliest_candidate
from crosstable.engine.pairing.fide.facts import repair
from crosstable.engine.pairing.fide.lookahead import ProofByLeftover, ideal_completion
from crosstable.engine.pairing.fide.stages import NotProven


def pair_by_bitsets(bracket: PairingBracket) -> Decision:
    """The decision for a bracket, proven; the standing completion is updated. Raises NotProven."""
    facts = bracket.facts
    decision, floating = _best_candidate(
        bracket, facts.bye_candidates if bracket.is_last else bracket.players
    )
    if bracket.is_last:
        if floating != (facts.bye_vertex != 0):
            raise NotProven("last bracket")
        return decision
    if _prove(bracket, decision):
        return decision
    if floating != 1:
        raise NotProven("look-ahead")
    return _pair_with_single_floater(bracket, lowest(decision.floaters))


def _best_candidate(bracket: PairingBracket, may_float: int) -> tuple[Decision, int]:
    """The best and earliest candidate and its number of floaters, C4 and C8 left aside."""
    graph = BracketGraph(bracket, may_float)
    treated: set[Fault] = set()
    for criterion in CRITERIA[1:]:
        for fault in criterion.faults(bracket, graph.floating):
            if fault not in treated:
                graph.apply(fault)
                treated.add(fault)
    return earliest_candidate(graph), graph.floating


def _prove(bracket: PairingBracket, decision: Decision) -> bool:
    """Without floaters C8 is the same for all candidates, and only completion has to be shown."""
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


def _pair_with_single_floater(bracket: PairingBracket, tried: int) -> Decision:
    """With one floater C4 and C8 depend on him alone: keep exactly those for whom both are ideal, and repeat.

    Only players of the first floater's score come into question, since C7 goes before C8. The question must
    be answered exactly here: "not proven" for one player would wrongly exclude him.
    """
    facts = bracket.facts
    known: ProofByLeftover = {}
    rivals = [v for v in members(bracket.players) if facts.score(v) == facts.score(tried)]
    ideal = sum(1 << v for v in rivals if ideal_completion(bracket, 1 << v, known) is not None)
    if not ideal:
        raise NotProven("no ideal floater")
    decision, _ = _best_candidate(bracket, ideal)
    completion = facts.completion[:]
    if not repair(facts, completion, decision.floaters | bracket.remaining):
        raise NotProven("completion")
    facts.completion = completion
    return decision
