"""The two pairings of clubs in which one player after the other takes an opponent (E5, and the Swiss of D)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from crosstable.engine.history import EntryHistory
from crosstable.engine.model import ByeKind
from crosstable.engine.pairing.colors import Allocation, by_last_color, by_paired_counts
from crosstable.engine.pairing.one_by_one import Choice, RoundInTurn
from crosstable.engine.pairing.swiss.options import CLUB_IN_TURN, NEXT, SwissOptions


class ClubRound(RoundInTurn):
    """E5: after the bye, in rank order each takes the first by acceptable colours, score (highest first), rating
    (lowest first)."""

    options: ClassVar[SwissOptions] = CLUB_IN_TURN
    sentence = (
        "In rank order each takes the first of those it has not met and with whom the rest can still be paired: "
        "colours that suit both, then the highest score, then the lowest rating, and of equal ratings the one ranked "
        "last (the highest starting number)."
    )
    likes = "colours, score and rating"

    @staticmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        return by_last_color(higher, lower)

    def preference(self, chooser: int, other: int) -> tuple[int, bool, int, int]:
        """Within a score the ranking is by rating, within a rating by starting number: the last of them is taken."""
        met = self.field.times_met(chooser, other)
        return met, not self.colors_suit(chooser, other), self.field.levels[other], -other


class NextRound(RoundInTurn):
    """D: the highest ranked meets the next it has not met, and so on. A pairing counts from the moment it is made.

    The bye is the last opponent in the list: the player whom the walk leaves over has it, and a second one is a
    repeat, avoided like a rematch and after it.
    """

    options: ClassVar[SwissOptions] = NEXT
    sentence = (
        "In rank order (points, rating) each takes the next one it has not been paired with before and with whom the "
        "rest can still be paired."
    )
    likes = "rank"
    bye_sentence = (
        "{name} is left over when the others have taken their opponents down the ranking; nobody has a second bye "
        "while that can be avoided without a rematch."
    )

    @staticmethod
    def colors(higher: EntryHistory, lower: EntryHistory) -> Allocation:
        return by_paired_counts(higher, lower)

    def preference(self, chooser: int, other: int) -> tuple[bool, int, int]:
        return other == self.field.size, self.repeats[chooser].get(other, 0), other

    @cached_property
    def bye(self) -> int | None:
        return next((turn.chooser for turn in self._turns if turn.opponent == self.field.size), None)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        size = self.field.size
        played = (turn for turn in self._turns if turn.opponent != size)
        return tuple(
            replace(turn, passed_over=tuple(p for p in turn.passed_over if p != size)) for turn in played
        )

    @cached_property
    def _turns(self) -> tuple[Choice, ...]:
        """With the bye as the position after the last."""
        return self.walk(range(self.field.size + self.field.size % 2))

    @cached_property
    def repeats(self) -> Sequence[Mapping[int, int]]:
        """Any rematch costs more than any further bye."""
        byes = [_byes(self.history[id]) for id in self.field.ids]
        rematch, bye = 1 + max(byes, default=0), self.field.size
        met = [{q: rematch * times for q, times in row.items()} for row in self.field.meetings]
        again = {p: times for p, times in enumerate(byes) if times}
        return [*(row | ({bye: again[p]} if p in again else {}) for p, row in enumerate(met)), again]


def _byes(entry: EntryHistory) -> int:
    return sum(game.bye in (ByeKind.ALLOCATED, ByeKind.FULL) for game in entry.games)
