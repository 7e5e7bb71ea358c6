"""Those who have lost play on for the places they would share: the losers of one round in a bracket of their own.

The losers of a round keep the places they have in the drawing. Byes of the standard order are spread evenly, so that a
fold of the round leaves out no more than it must: k losers play as many rounds as a bracket of k.
A consolation match goes with the round of the bracket it can be played in, so that nobody plays twice in a round.
"""

from collections.abc import Collection, Sequence

from crosstable.engine.pairing.knockout.bracket import Draw, Ends, Part, Slot

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
    """`which`: the rounds whose losers play on, from 0; None: those of every round, and again those of their brackets.

    `best`: the best place in this bracket; `before`: how many rounds are played before its first.
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
    """A bracket of these, without the rounds in which nobody meets."""
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
