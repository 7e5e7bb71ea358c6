"""The shape of an explanation, whoever makes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from crosstable.engine.model import EntryId


@dataclass(frozen=True, slots=True)
class About:
    """One player before the round, in a line."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Another pair that was not made: who, and why."""

    one: str
    two: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Story:
    """Why a pair was made: in sentences, the players, what was bent."""

    sentences: Sequence[str]
    about: Sequence[About]
    bent: Sequence[str] = ()
    # Pairs somebody would rather have expected, by the plain order.
    expected_pairs: Sequence[tuple[EntryId, EntryId]] = ()


class Teller(Protocol):
    """What a family of pairing systems can say about a round."""

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """Who meets whom by the rules; somebody alone has the bye."""

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        """Of a pair by the rules, or of the bye."""

    def why_not(self, one: EntryId, two: EntryId) -> str:
        """Of a pair that is not one by the rules."""
