"""From entrants in seed order to a bracket: byes to the best seeds, single or double elimination.

A full bracket of 2, 4, 8 … places is drawn first, with nobody in the places beyond the last seed. A match
against nobody is no match: its other slot moves on in its place, and it has no loser. What is left has
n - 1 matches on the winners' side and n - 2 on the losers'. Those who play on after a lost match are in
consolation.py.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from crosstable.engine.pairing.knockout.bracket import (
    Bracket,
    BracketMatch,
    Draw,
    Ends,
    Entrant,
    Part,
    Seed,
    Slot,
    StillIn,
)
from crosstable.engine.pairing.knockout.consolation import play_on
from crosstable.engine.pairing.knockout.dropping import drop_apart
from crosstable.engine.pairing.knockout.errors import (
    BadSeries,
    EntrantTwice,
    SingleEliminationOnly,
    TooFewEntrants,
)
from crosstable.engine.pairing.knockout.options import (
    SINGLE,
    Consolation,
    Elimination,
    KnockoutOptions,
)
from crosstable.engine.pairing.knockout.seeding import bracket_order


def build_bracket(entrants: Sequence[Entrant], options: KnockoutOptions = SINGLE) -> Bracket:
    """The bracket of the entrants, best seed first. Raises TooFewEntrants, EntrantTwice, BadSeries,
    SingleEliminationOnly."""
    _check(entrants, options)
    draw = Draw()
    rounds = _main_rounds(draw, len(entrants), options.reseed)
    if options.elimination is Elimination.DOUBLE:
        _losers_side(draw, rounds, options)
    else:
        _play_on(draw, rounds, len(entrants), options)
    return Bracket(tuple(entrants), tuple(_with_length(m, len(rounds), options) for m in draw.matches))


def _main_rounds(draw: Draw, entrants: int, reseed: bool) -> list[list[Ends]]:
    slots: list[Slot | None] = [Seed(s) if s <= entrants else None for s in bracket_order(entrants)]
    rounds: list[list[Ends]] = []
    while len(slots) > 1:
        number = len(rounds) + 1
        pairs = zip(slots[::2], slots[1::2], strict=True)
        rounds.append([draw.add(Part.MAIN, number, i, a, b) for i, (a, b) in enumerate(pairs, start=1)])
        slots = _seeded_anew(rounds) if reseed else [winner for winner, _ in rounds[-1]]
    return rounds


def _seeded_anew(rounds: Sequence[Sequence[Ends]]) -> list[Slot | None]:
    """After every round the best seed left meets the lowest left, and so on; all byes are in the first round."""
    return [StillIn(len(rounds), rank) for rank in bracket_order(len(rounds[-1]))]


def _play_on(draw: Draw, rounds: Sequence[Sequence[Ends]], entrants: int, options: KnockoutOptions) -> None:
    """Matches for places stand before the final, which is the last of the bracket."""
    final = draw.matches.pop()
    everybody = options.consolation is Consolation.ALL
    chosen = {0} if options.consolation is Consolation.FIRST else set()
    if options.third_place:
        chosen.add(len(rounds) - 2)
    play_on(draw, rounds, entrants, None if everybody else chosen)
    draw.add(final.part, final.round, final.position, final.first, final.second)


def _losers_side(draw: Draw, rounds: Sequence[Sequence[Ends]], options: KnockoutOptions) -> None:
    """Two rounds for each of the winners' side: the losers among themselves, then against those coming down."""
    drop = drop_apart(len(rounds))
    losers = [loser for _, loser in rounds[0]]
    number = 0
    for step, coming in enumerate(rounds[1:]):
        number += 1
        pairs = zip(losers[::2], losers[1::2], strict=True)
        left = [draw.add(Part.LOSERS, number, i, a, b)[0] for i, (a, b) in enumerate(pairs, start=1)]
        number += 1
        down = drop([loser for _, loser in coming], step)
        both = zip(down, left, strict=True)
        losers = [draw.add(Part.LOSERS, number, i, a, b)[0] for i, (a, b) in enumerate(both, start=1)]
    finalists = rounds[-1][0][0], losers[0]
    draw.add(Part.GRAND_FINAL, 1, 1, *finalists)
    if options.reset:
        draw.add(Part.RESET, 2, 1, *finalists)


def _with_length(match: BracketMatch, rounds: int, options: KnockoutOptions) -> BracketMatch:
    if match.part is Part.CONSOLATION:
        return replace(match, best_of=options.best_of)
    return replace(match, best_of=options.best_of_round(_rounds_left(match, rounds, options.elimination)))


def _rounds_left(match: BracketMatch, rounds: int, elimination: Elimination) -> int:
    if match.part in (Part.GRAND_FINAL, Part.RESET):
        return 0
    if match.part is Part.THIRD_PLACE:
        return 1
    if match.part is Part.LOSERS:
        return 1 + (2 * rounds - 2 - match.round) // 2
    return rounds - match.round + (elimination is Elimination.DOUBLE)


def _check(entrants: Sequence[Entrant], options: KnockoutOptions) -> None:
    if len(entrants) < 2:
        raise TooFewEntrants(len(entrants))
    if twice := [entrant for entrant, times in Counter(entrants).items() if times > 1]:
        raise EntrantTwice(twice)
    if bad := [best_of for best_of in options.series if best_of < 1 or best_of % 2 == 0]:
        raise BadSeries(bad[0])
    if options.elimination is Elimination.DOUBLE and options.reseed:
        raise SingleEliminationOnly("reseed")
    if options.elimination is Elimination.DOUBLE and options.consolation is not Consolation.NONE:
        raise SingleEliminationOnly("consolation")
