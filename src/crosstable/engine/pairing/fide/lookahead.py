"""C4 and C8 for given downfloaters: can all be completed, and can the next bracket pair all it should?"""

from crosstable.engine.pairing.fide.alternating import UNMATCHED, Matching, augment, maximise
from crosstable.engine.pairing.fide.bitsets import lowest, members
from crosstable.engine.pairing.fide.bracket import PairingBracket
from crosstable.engine.pairing.fide.facts import repair

FEW_TRIES = 5

ProofByLeftover = dict[int, Matching | None]
"""leftover of the next bracket (UNMATCHED: nobody) → a completion, or None if there is none."""


def ideal_completion(
    bracket: PairingBracket, floaters: int, proofs: ProofByLeftover | None = None
) -> Matching | None:
    """A complete pairing of the rest in which C8 has its best conceivable value, or None.

    Best conceivable: all floaters and all of the next scoregroup are paired with each other, floaters not
    among themselves, except for one player of the scoregroup if the number is odd. Without `proofs` the
    search for that leftover stops after a few tries, so None only means "not proven". With it the answer is
    exact, and `proofs` remembers which leftovers can be completed, for the next question.
    """
    facts, following = bracket.facts, bracket.following
    if floaters.bit_count() > following.bit_count():
        return None
    group = floaters | following
    odd = group.bit_count() % 2
    legal, mate, exposed = _next_bracket(bracket, floaters)
    deficiency = maximise(legal, mate, group, exposed, give_up_after=odd)
    if deficiency.exposed.bit_count() != odd:
        return None
    if not odd:
        return _completed_below(bracket, mate, proofs)
    left_out = lowest(deficiency.exposed)
    possible = deficiency.even & following
    if bracket.below == facts.bye_vertex:
        possible &= facts.bye_candidates
    order = members(possible)[::-1]
    if possible >> left_out & 1:
        order.remove(left_out)
        order.insert(0, left_out)
    for leftover in order if proofs is not None else order[:FEW_TRIES]:
        completed = _completed_with(bracket, legal, mate, group, left_out, leftover, proofs)
        if completed is not None:
            return completed
    return None


def _next_bracket(bracket: PairingBracket, floaters: int) -> tuple[list[int], Matching, int]:
    """The next bracket's graph, the part of the standing completion that fits it, and who that leaves out."""
    facts = bracket.facts
    legal, mate = facts.legal, facts.completion[:]
    group, exposed = floaters | bracket.following, 0
    if floaters.bit_count() > 1:
        legal = legal[:]
        for vertex in members(floaters):
            legal[vertex] &= ~floaters
    for vertex in members(group):
        partner = mate[vertex]
        stale = partner == UNMATCHED or not group >> partner & 1 or mate[partner] != vertex
        if stale or (floaters >> vertex & 1 and floaters >> partner & 1):
            exposed |= 1 << vertex
    for vertex in members(exposed):
        mate[vertex] = UNMATCHED
    return legal, mate, exposed


def _completed_below(
    bracket: PairingBracket, mate: Matching, proofs: ProofByLeftover | None
) -> Matching | None:
    if proofs is not None and UNMATCHED in proofs:
        return proofs[UNMATCHED]
    completed = mate if repair(bracket.facts, mate, bracket.below) else None
    if proofs is not None:
        proofs[UNMATCHED] = completed
    return completed


def _completed_with(
    bracket: PairingBracket,
    legal: list[int],
    mate: Matching,
    group: int,
    left_out: int,
    leftover: int,
    proofs: ProofByLeftover | None,
) -> Matching | None:
    """`mate` with `leftover` left out of the next bracket instead of `left_out`, completed below; or None."""
    if proofs is not None and leftover in proofs:
        return proofs[leftover]
    trial = mate[:]
    if leftover != left_out:
        partner = trial[leftover]
        trial[leftover] = trial[partner] = UNMATCHED
        augment(partner, legal, trial, group & ~(1 << leftover), 1 << left_out)
    completed = trial if repair(bracket.facts, trial, bracket.below | 1 << leftover) else None
    if proofs is not None:
        proofs[leftover] = completed
    return completed
