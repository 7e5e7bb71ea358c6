"""One pairing bracket and what was decided in it (art. 1.3, 1.4, 3)."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.engine.pairing.fide.bitsets import lowest, members
from crosstable.engine.pairing.fide.facts import RoundFacts


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """Masks: players moved down, residents, the scoregroup that follows, and everything below that one.

    `below` includes the vertex of the bye.
    """

    facts: RoundFacts
    moved_down: int
    residents: int
    following: int
    below: int

    @property
    def players(self) -> int:
        return self.moved_down | self.residents

    @property
    def remaining(self) -> int:
        """Everybody who is to be paired after this bracket, without its floaters."""
        return self.following | self.below

    @property
    def is_last(self) -> bool:
        return not self.following

    @property
    def resident_score(self) -> int:
        return self.facts.score(lowest(self.residents))

    def next_bracket(self, floaters: int) -> PairingBracket:
        """The bracket that follows if these players float."""
        following = next((group for group in self.facts.scoregroups if group & self.below), 0)
        return PairingBracket(self.facts, floaters, self.following, following, self.below & ~following)

    def moved_down_by_score(self) -> list[int]:
        """The moved-down players in sets of equal score, highest first."""
        groups: dict[int, int] = {}
        for vertex in members(self.moved_down):
            score = self.facts.score(vertex)
            groups[score] = groups.get(score, 0) | 1 << vertex
        return list(groups.values())


@dataclass(frozen=True, slots=True)
class Decision:
    """A candidate for a bracket: its pairs, higher ranked player first, and its downfloaters."""

    pairs: list[tuple[int, int]]
    floaters: int
