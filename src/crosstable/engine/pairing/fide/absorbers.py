"""When the players below need more floaters than the bracket has to spare: who can take them in.

C4 may force a bracket to send down more players than it must for itself, say because the two who remain
below have met. Then the number of floaters is the deficiency of the lower graph, and the Gallai-Edmonds
theorem says which floaters will do.

Proof. Let D, A, C be the Gallai-Edmonds sets of the players below. In any complete pairing with exactly
deficiency-many floaters every component of D takes exactly one partner from outside itself, a floater or a
member of A, each member of A goes to a component of D, and C is paired within itself: with any other pairing
more components of D would need a floater. Conversely every component of D is factor-critical: whichever
member takes the partner, the others can be paired among themselves. So a component may be contracted to a
single vertex, and a perfect matching of bracket, components and A is the same thing as a candidate that can
be completed. Nothing is left to prove for C4.
"""

from dataclasses import dataclass

from crosstable.engine.pairing.fide.alternating import Deficiency, leave_out_stale, maximise
from crosstable.engine.pairing.fide.bitsets import mask_of, members, union
from crosstable.engine.pairing.fide.bracket import PairingBracket


@dataclass(frozen=True, slots=True)
class Absorbers:
    """`reach[c]` is whom component c can take from the bracket; `fillers` are the sets of components to which
    the members of A can go, each filling one."""

    reach: list[int]
    fillers: list[int]

    @property
    def floating(self) -> int:
        """How many floaters it takes."""
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
