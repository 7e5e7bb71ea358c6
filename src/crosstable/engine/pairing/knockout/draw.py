"""Matches added one after the other while a bracket is built; a match against nobody is none."""

from dataclasses import dataclass, field

from crosstable.engine.pairing.knockout.bracket import BracketMatch, LoserOf, Part, Slot, WinnerOf

# The winner's and the loser's slot of a match that may not exist.
Ends = tuple[Slot | None, Slot | None]


@dataclass
class Draw:
    matches: list[BracketMatch] = field(default_factory=list)

    def add(
        self, part: Part, round_: int, position: int, first: Slot | None, second: Slot | None, best: int = 1
    ) -> Ends:
        if first is None or second is None:
            return first or second, None
        number = len(self.matches) + 1
        self.matches.append(BracketMatch(number, part, round_, position, first, second, best=best))
        return WinnerOf(number), LoserOf(number)
