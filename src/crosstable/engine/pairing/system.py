"""A pairing system as a record: everything the program asks of one.

A new system is one more record in `registry.py`, and a module or folder for how it pairs.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from crosstable.engine.model import Bye, Color, EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.colors import CountColors, MakeColoring, colors_played
from crosstable.engine.pairing.swiss.options import SwissOptions


@dataclass(frozen=True, slots=True)
class RoundConditions:
    """What is fixed before a round is paired. A system takes of it what it knows.

    `last_of_group_a`: of an accelerated event, as fixed for round 1; None before that.
    """

    byes: tuple[Bye, ...] = ()
    forbidden: frozenset[tuple[EntryId, EntryId]] = frozenset()
    initial_color: Color = Color.WHITE
    accelerated: bool = False
    last_of_group_a: EntryId | None = None


NO_WISHES = RoundConditions()
PairRound = Callable[[Tournament, Collection[EntryId], RoundConditions], RoundPlan]


class Explained(Protocol):
    """A round as the rules give it, to be asked about. Whoever shows it finds the words for what more it can tell."""

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """Who meets whom by the rules; somebody alone has the bye."""


@runtime_checkable
class ExplainedInSentences(Explained, Protocol):
    """For a system that brings its own words."""

    def why(self, first: EntryId, second: EntryId | None) -> Sequence[str]:
        """Of a pair by the rules, or of the bye."""

    def why_not(self, one: EntryId, two: EntryId) -> str:
        """Of a pair that is not one by the rules."""


Explain = Callable[[Tournament, Collection[EntryId], RoundConditions], Explained]


@dataclass(frozen=True, slots=True)
class System:
    """`explain` takes those the machine has to find a place for. `ladder` ranks and groups the entries: by it is said
    what a round bends, and repairs are weighed. `colors` is given where the system gives colours; one that
    `draws_first_color` asks who has White in round 1, in the others the highest ranked has. `tie_breaks` order the
    standings where the organiser chose none; without them the game's own do. `counts_color` are the colours of an entry
    that count: those of games played, or of all pairings. One that `allows_rematches` pairs two entries again when
    there is no other way; the others raise PairingImpossible then."""

    name: str
    title: str
    sentence: str
    pair_round: PairRound
    explain: Explain
    ladder: SwissOptions
    colors: MakeColoring | None = None
    accelerates: bool = False
    draws_first_color: bool = False
    tie_breaks: tuple[str, ...] = ()
    counts_color: CountColors = colors_played
    allows_rematches: bool = True
