"""The two pairings of clubs in which one player after the other takes an opponent (E5, and the Swiss of D)."""

from typing import ClassVar

from crosstable.engine.history import EntryHistory
from crosstable.engine.pairing.colors import Allocation, by_counts, by_last_color
from crosstable.engine.pairing.one_by_one import RoundInTurn
from crosstable.engine.pairing.swiss.options import CLUB, NEXT, SwissOptions


class ClubRound(RoundInTurn):
    """E5: after the bye, in rank order each takes the first by acceptable colours, score (highest first), rating
    (lowest first)."""

    options: ClassVar[SwissOptions] = CLUB
    sentence = (
        "In rank order each takes the first of those it has not met and with whom the rest can still be paired: "
        "colours that suit both, then the highest score, then the lowest rating."
    )
    likes = "colours, score and rating"

    @staticmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        return by_last_color(higher, lower)

    def preference(self, chooser: int, other: int) -> tuple[int, bool, int, int]:
        """Within a score the ranking is by rating."""
        met = self.field.times_met(chooser, other)
        return met, not self.colors_suit(chooser, other), self.field.levels[other], -other


class NextRound(RoundInTurn):
    """D: the highest ranked meets the next it has not met, and so on; colours by D4."""

    options: ClassVar[SwissOptions] = NEXT
    sentence = (
        "In rank order (points, the opponents' points, rating) each takes the next one it has not met and with whom "
        "the rest can still be paired."
    )
    likes = "rank"

    @staticmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        return by_counts(higher, lower)

    def preference(self, chooser: int, other: int) -> tuple[int, int]:
        return self.field.times_met(chooser, other), other
