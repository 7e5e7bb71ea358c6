"""From entrants in seed order to a bracket: byes to the best seeds, single or double elimination.

A full bracket of 2, 4, 8 … places is drawn first, with the places beyond the last seed empty. A match against an empty
place is no match: its other slot moves on in its place, and it has no loser. The result has n - 1 matches on the
winners' side and n - 2 on the losers'.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import cycle, islice

from crosstable.engine.pairing.knockout.bracket import (
    SINGLE,
    BadSeries,
    Bracket,
    BracketMatch,
    Consolation,
    Draw,
    Elimination,
    Ends,
    Entrant,
    EntrantTwice,
    KnockoutOptions,
    Part,
    Seed,
    SingleEliminationOnly,
    Slot,
    StillIn,
    TooFewEntrants,
)


def bracket_order(entrants: int) -> list[int]:
    """Return the seeds of the first round from the top; those beyond the entrants are empty places.

    Seeds 1 and 2 can meet in the final only, 1 to 4 in the semi-finals at the earliest, and so on; in each round, if
    the better seed always wins, the best meets the worst still there. For 8: 1, 8, 4, 5, 2, 7, 3, 6.
    """
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [seed for better in order for seed in (better, size + 1 - better)]
    return order


Coming = list[Slot | None]
Drop = Callable[[Coming, int], Coming]
"""Losers of a winners' round in match order, and rounds that came down before → by position."""

# Number of winners' rounds → the mask of each round from the second on. The last round has one match and needs none.
_MASKS = {3: (1,), 4: (2, 0), 5: (2, 2, 0), 6: (8, 6, 1, 1)}
_LAST_MASKS, _EARLIER_MASKS = (4, 8, 6, 1, 1), (16, 48)


def drop_apart(rounds: int) -> Drop:
    """Place losers of the winners' side in the losers' side far from opponents they have met.

    The loser of match i of a winners' round, counted from 0, moves to position i ^ mask of the losers' round that
    follows. While favourites win, no two players meet again before the losers' final. Of the masks that ensure this
    those up to 64 entrants have the fewest second meetings among equal players: all were tried. The tests measure both.
    """
    masks = drop_masks(rounds)

    def drop(coming: Coming, step: int) -> Coming:
        return [coming[position ^ masks[step]] for position in range(len(coming))]

    return drop


def drop_masks(rounds: int) -> tuple[int, ...]:
    """Return the masks for the winners' rounds from the second to the last."""
    if rounds <= max(_MASKS):
        return (*_MASKS.get(rounds, ()), 0)
    earlier = islice(cycle(_EARLIER_MASKS), rounds - 2 - len(_LAST_MASKS))
    return (*reversed(tuple(earlier)), *_LAST_MASKS, 0)


THIRD = 3


def play_on(
    draw: Draw,
    rounds: Sequence[Sequence[Ends]],
    entrants: int,
    which: Collection[int] | None,
    *,
    best: int = 1,
    before: int = 0,
) -> None:
    """Add matches for shared places: the losers of one round play a separate bracket.

    The losers of a round keep their positions in the drawing. Byes of the standard order are spread evenly, so a fold
    of the round leaves out no more than it must: k losers play as many rounds as a bracket of k. A consolation match
    belongs to the round of the bracket in which it can be played: no player plays twice in a round.

    `which`: the rounds whose losers play on, from 0; None: those of every round, and again those of their brackets.
    `best`: the best place in this bracket; `before`: the number of rounds before its first.
    """
    left = entrants
    for index, ends in enumerate(rounds):
        losers = [loser for _, loser in ends]
        count = sum(loser is not None for loser in losers)
        left -= count
        if count < 2 or (which is not None and index not in which):
            continue
        after, place = before + index + 1, best + left
        inner = _bracket_of(draw, losers, after, place)
        if which is None:
            play_on(draw, inner, count, None, best=place, before=after)


def _bracket_of(draw: Draw, losers: Sequence[Slot | None], after: int, best: int) -> list[list[Ends]]:
    """Build a bracket of these, without the rounds that have no match."""
    part = Part.THIRD_PLACE if best == THIRD else Part.CONSOLATION
    rounds: list[list[Ends]] = []
    slots = list(losers)
    while len(slots) > 1:
        drawn, number = len(draw.matches), after + len(rounds) + 1
        pairs = enumerate(zip(slots[::2], slots[1::2], strict=True), start=1)
        ends = [draw.add(part, number, position, a, b, best) for position, (a, b) in pairs]
        slots = [winner for winner, _ in ends]
        if len(draw.matches) > drawn:
            rounds.append(ends)
    return rounds


def build_bracket(entrants: Sequence[Entrant], options: KnockoutOptions = SINGLE) -> Bracket:
    """Build the bracket of the entrants, best seed first.

    Raises TooFewEntrants, EntrantTwice, BadSeries, SingleEliminationOnly.
    """
    return _built(tuple(entrants), options)


@lru_cache(maxsize=8)
def _built(entrants: tuple[Entrant, ...], options: KnockoutOptions) -> Bracket:
    """Cached: the bracket of 1,000 takes 7 core-milliseconds, and every report needs it."""
    _check(entrants, options)
    draw = Draw()
    rounds = _main_rounds(draw, len(entrants), options.reseed)
    if options.elimination is Elimination.DOUBLE:
        _losers_side(draw, rounds, options)
    else:
        _play_on(draw, rounds, len(entrants), options)
    return Bracket(entrants, tuple(_with_length(m, len(rounds), options) for m in draw.matches))


def _main_rounds(draw: Draw, entrants: int, reseed: bool) -> list[list[Ends]]:
    slots: list[Slot | None] = [Seed(s) if s <= entrants else None for s in bracket_order(entrants)]
    rounds: list[list[Ends]] = []
    while len(slots) > 1:
        number = len(rounds) + 1
        pairs = zip(slots[::2], slots[1::2], strict=True)
        rounds.append([draw.add(Part.MAIN, number, i, a, b) for i, (a, b) in enumerate(pairs, start=1)])
        slots = _reseeded(rounds) if reseed else [winner for winner, _ in rounds[-1]]
    return rounds


def _reseeded(rounds: Sequence[Sequence[Ends]]) -> list[Slot | None]:
    """After each round the best seed left meets the lowest left; all byes are in the first round."""
    return [StillIn(len(rounds), rank) for rank in bracket_order(len(rounds[-1]))]


def _play_on(draw: Draw, rounds: Sequence[Sequence[Ends]], entrants: int, options: KnockoutOptions) -> None:
    """Place matches come before the final, which is the last match of the bracket."""
    final = draw.matches.pop()
    all_play_on = options.consolation is Consolation.ALL
    chosen = {0} if options.consolation is Consolation.FIRST else set()
    if options.third_place:
        chosen.add(len(rounds) - 2)
    play_on(draw, rounds, entrants, None if all_play_on else chosen)
    draw.add(final.part, final.round, final.position, final.first, final.second)


def _losers_side(draw: Draw, rounds: Sequence[Sequence[Ends]], options: KnockoutOptions) -> None:
    """Add two rounds per winners' round: losers among themselves, then against those coming down."""
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
