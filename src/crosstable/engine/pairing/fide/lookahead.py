"""C4 and C8 for given downfloaters: completion, and the best pairing of the next bracket.

`Absorbers`: who can take floaters in where the players below need more of them than the bracket can spare. C4 may force
a bracket to send down more players than it must for itself, for example because the two who remain below have met. Then
the number of floaters is the deficiency of the lower graph, and the Gallai-Edmonds theorem gives the floaters that are
enough.

Proof. Let D, A, C be the Gallai-Edmonds sets of the players below. In any complete pairing with exactly deficiency-many
floaters every component of D takes exactly one partner from outside itself, a floater or a member of A, each member of
A goes to a component of D, and C is paired within itself: with any other pairing more components of D would need a
floater. Conversely every component of D is factor-critical: whichever member takes the partner, the others can be
paired among themselves. So a component may be contracted to a single vertex, and a perfect matching of bracket,
components and A is the same thing as a candidate that can be completed. Nothing is left to prove for C4.
"""

from dataclasses import dataclass

from crosstable.engine.pairing.fide.bitset_matching import (
    UNMATCHED,
    Deficiency,
    Matching,
    augment,
    leave_out_stale,
    lowest,
    mask_of,
    maximise,
    members,
    union,
)
from crosstable.engine.pairing.fide.criteria import PairingBracket
from crosstable.engine.pairing.fide.facts import repair

FEW_TRIES = 5

ProofByLeftover = dict[int, Matching | None]
"""Leftover of the next bracket (UNMATCHED: none) → a completion, or None if there is none."""


def ideal_completion(
    bracket: PairingBracket, floaters: int, proofs: ProofByLeftover | None = None
) -> Matching | None:
    """Return a complete pairing of the rest in which C8 has its best conceivable value, or None.

    Best conceivable: all floaters and all of the next scoregroup are paired with each other, floaters not among
    themselves, except for one player of the scoregroup if the number is odd. Without `proofs` the search for that
    leftover stops after a few tries, so None only means "not proven". With it the answer is exact, and `proofs` caches
    which leftovers can be completed, for the next call.
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
    """Return the next bracket's graph, the matching part of the completion, and the players left out."""
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
    """Return `mate` with `leftover` instead of `left_out` out of the next bracket, completed; or None."""
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


@dataclass(frozen=True, slots=True)
class Absorbers:
    """Components below that can take floaters.

    `reach[c]` holds the players component c can take from the bracket; `fillers` are the sets of components to which
    the members of A can go, each filling one.
    """

    reach: list[int]
    fillers: list[int]

    @property
    def floating(self) -> int:
        """The number of floaters needed."""
        return len(self.reach) - len(self.fillers)


def absorbers_of(bracket: PairingBracket) -> Absorbers:
    legal, below = bracket.facts.legal, bracket.remaining
    mate = bracket.facts.completion[:]
    deficiency = maximise(legal, mate, below, leave_out_stale(mate, below))
    components = _components(deficiency)
    reach = [union(legal[v] for v in members(component)) & bracket.players for component in components]
    fillers = [
        mask_of(place for place, component in enumerate(components) if legal[vertex] & component)
        for vertex in members(deficiency.odd)
    ]
    return Absorbers(reach, fillers)


def _components(deficiency: Deficiency) -> list[int]:
    blossoms = deficiency.blossoms or []
    single = deficiency.even & ~union(blossoms)
    return blossoms + [1 << vertex for vertex in members(single)]
