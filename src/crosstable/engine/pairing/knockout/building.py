"""From entrants in seed order to a bracket: byes to the best seeds, single or double elimination.

A full bracket of 2, 4, 8 … places is drawn first, with nobody in the places beyond the last seed. A match
against nobody is no match: its other slot moves on in its place, and it has no loser. What is left has
n - 1 matches on the winners' side and n - 2 on the losers'.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from crosstable.engine.pairing.knockout.bracket import (
    Bracket,
    BracketMatch,
    Entrant,
    LoserOf,
    Part,
    Seed,
    Slot,
    WinnerOf,
)
from crosstable.engine.pairing.knockout.errors import BadSeries, EntrantTwice, TooFewEntrants
from crosstable.engine.pairing.knockout.options import SINGLE, Elimination, KnockoutOptions
from crosstable.engine.pairing.knockout.seeding import bracket_order

# The winner's and the loser's slot of a match that may not exist.
_Ends = tuple[Slot | None, Slot | None]


def build_bracket(entrants: Sequence[Entrant], options: KnockoutOptions = SINGLE) -> Bracket:
    """The bracket of the entrants, best seed first. Raises TooFewEntrants, EntrantTwice, BadSeries."""
    _check(entrants, options)
    draw = _Draw(options.best_of)
    rounds = _main_rounds(draw, len(entrants))
    if options.elimination is Elimination.DOUBLE:
        _losers_side(draw, rounds, options.reset)
    elif options.third_place and len(entrants) > 3:
        _third_place(draw, rounds)
    return Bracket(tuple(entrants), _with_long_final(draw.matches, options))


@dataclass
class _Draw:
    best_of: int
    matches: list[BracketMatch] = field(default_factory=list)

    def add(self, part: Part, round_: int, position: int, first: Slot | None, second: Slot | None) -> _Ends:
        if first is None or second is None:
            return first or second, None
        number = len(self.matches) + 1
        self.matches.append(BracketMatch(number, part, round_, position, first, second, self.best_of))
        return WinnerOf(number), LoserOf(number)


def _main_rounds(draw: _Draw, entrants: int) -> list[list[_Ends]]:
    slots: list[Slot | None] = [Seed(s) if s <= entrants else None for s in bracket_order(entrants)]
    rounds: list[list[_Ends]] = []
    while len(slots) > 1:
        number = len(rounds) + 1
        pairs = zip(slots[::2], slots[1::2], strict=True)
        rounds.append([draw.add(Part.MAIN, number, i, a, b) for i, (a, b) in enumerate(pairs, start=1)])
        slots = [winner for winner, _ in rounds[-1]]
    return rounds


def _third_place(draw: _Draw, rounds: Sequence[Sequence[_Ends]]) -> None:
    (_, one), (_, other) = rounds[-2]
    final = draw.matches.pop()
    draw.add(Part.THIRD_PLACE, len(rounds), 2, one, other)
    draw.add(final.part, final.round, final.position, final.first, final.second)


def _losers_side(draw: _Draw, rounds: Sequence[Sequence[_Ends]], reset: bool) -> None:
    """Two rounds for each of the winners' side: the losers among themselves, then against those coming down."""
    losers = [loser for _, loser in rounds[0]]
    number = 0
    for step, coming in enumerate(rounds[1:]):
        number += 1
        pairs = zip(losers[::2], losers[1::2], strict=True)
        left = [draw.add(Part.LOSERS, number, i, a, b)[0] for i, (a, b) in enumerate(pairs, start=1)]
        number += 1
        down = _crossed([loser for _, loser in coming], step)
        both = zip(down, left, strict=True)
        losers = [draw.add(Part.LOSERS, number, i, a, b)[0] for i, (a, b) in enumerate(both, start=1)]
    _grand_final(draw, rounds[-1][0][0], losers[0], reset)


def _crossed(coming: list[Slot | None], step: int) -> list[Slot | None]:
    """Those coming down enter far from whom they have beaten: reversed, then with the halves exchanged, in
    turn, so that a second meeting comes late."""
    if step % 2 == 0:
        return coming[::-1]
    half = len(coming) // 2
    return coming[half:] + coming[:half]


def _grand_final(draw: _Draw, winners: Slot | None, losers: Slot | None, reset: bool) -> None:
    draw.add(Part.GRAND_FINAL, 1, 1, winners, losers)
    if reset:
        draw.add(Part.RESET, 2, 1, winners, losers)


def _with_long_final(matches: Sequence[BracketMatch], options: KnockoutOptions) -> tuple[BracketMatch, ...]:
    if options.best_of_final is None:
        return tuple(matches)
    if options.elimination is Elimination.DOUBLE:
        finals = [m for m in matches if m.part in (Part.GRAND_FINAL, Part.RESET)]
    else:
        finals = [matches[-1]]
    return tuple(_longer(m, options.best_of_final) if m in finals else m for m in matches)


def _longer(match: BracketMatch, best_of: int) -> BracketMatch:
    return BracketMatch(
        match.number, match.part, match.round, match.position, match.first, match.second, best_of
    )


def _check(entrants: Sequence[Entrant], options: KnockoutOptions) -> None:
    if len(entrants) < 2:
        raise TooFewEntrants(len(entrants))
    if twice := [entrant for entrant, times in Counter(entrants).items() if times > 1]:
        raise EntrantTwice(twice)
    for best_of in (options.best_of, options.best_of_final):
        if best_of is not None and (best_of < 1 or best_of % 2 == 0):
            raise BadSeries(best_of)
