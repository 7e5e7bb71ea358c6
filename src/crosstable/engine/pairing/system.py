"""A pairing system as a record: everything the application needs from one.

A new system is one more record in `registry.py`, and a module or folder for its algorithm.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from crosstable.engine.model import Bye, Color, EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.colors import CountColors, MakeColoring, colors_played
from crosstable.engine.pairing.swiss.options import SwissOptions


@dataclass(frozen=True, slots=True)
class RoundConditions:
    """What is fixed before a round is paired. A system uses the parts it supports.

    `last_of_group_a`: of an accelerated event, as fixed for round 1; None before that.
    """

    byes: tuple[Bye, ...] = ()
    forbidden: frozenset[tuple[EntryId, EntryId]] = frozenset()
    initial_color: Color = Color.WHITE
    accelerated: bool = False
    last_of_group_a: EntryId | None = None


PairRound = Callable[[Tournament, Collection[EntryId], RoundConditions], RoundPlan]


class Explained(Protocol):
    """A round as the rules pair it, to be explained. The caller words any further data it has."""

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """The meetings by the rules; a single entry has the bye."""


@runtime_checkable
class ExplainedInSentences(Explained, Protocol):
    """An explained round of a system with its own sentences."""

    def why(self, first: EntryId, second: EntryId | None) -> Sequence[str]:
        """Explain a pair by the rules, or the bye."""

    def why_not(self, one: EntryId, two: EntryId) -> str:
        """Explain why two entries are not a pair by the rules."""


Explain = Callable[[Tournament, Collection[EntryId], RoundConditions], Explained]


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system and its properties.

    `explain` takes the entries to be paired. `ladder` ranks and groups the entries: it decides which rules a round
    violates, and weighs repairs. `colors` is set where the system gives colours; one that `draws_first_color` needs the
    colour drawn for round 1, in the others the highest ranked has White. `tie_breaks` order the standings where the
    organiser chose none; without them the game's own do. `counts_color` are the colours of an entry that count: those
    of games played, or of all pairings. One that `allows_rematches` pairs two entries again when there is no other way;
    the others raise PairingImpossible then. Rounds of one that `is_looked_over` are checked as drafts before
    they are published.
    """

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
    is_looked_over: bool = False
