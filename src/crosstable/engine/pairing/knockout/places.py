"""Which places a bracket gives: 1, 2, 3–4, 5–8 … Losers of the same round share theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout.bracket import Bracket, BracketMatch, LoserOf, Part


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """An entry that finished between two places, equal where nobody shares."""

    best: int
    worst: int
    entry: EntryId


Decided = Mapping[int, tuple[EntryId, EntryId]]
"""Match number → winner, loser."""


def finishing_places(bracket: Bracket, decided: Decided, final: int) -> tuple[PlaceRange, ...]:
    """Everybody whose place is certain, best first. `final` is the match that decides about first place."""
    places: list[PlaceRange] = []
    if final in decided:
        places += [PlaceRange(i, i, entry) for i, entry in enumerate(decided[final], start=1)]
    best = 3
    for match in bracket.matches:
        if match.part is Part.THIRD_PLACE:
            places += [
                PlaceRange(i, i, entry) for i, entry in enumerate(decided.get(match.number, ()), start=3)
            ]
            best = 5
    for together in _knocked_out_together(bracket):
        worst = best + len(together) - 1
        places += [PlaceRange(best, worst, decided[m.number][1]) for m in together if m.number in decided]
        best = worst + 1
    return tuple(places)


def places_so_far(
    entrants: int, certain: Sequence[PlaceRange], still_in: Sequence[EntryId]
) -> list[PlaceRange]:
    """Everybody in order while the knockout is under way, best first; the same as the places once it is over.

    Whoever is out shares the lowest places of those they can have; whoever is still in, the best first, is above
    them as long as nothing is certain.
    """
    groups: dict[tuple[int, int], list[EntryId]] = {}
    for place in certain:
        groups.setdefault((place.best, place.worst), []).append(place.entry)
    taken: dict[int, PlaceRange] = {}
    for (_, worst), entries in groups.items():
        first = worst - len(entries) + 1
        taken |= {first + i: PlaceRange(first, worst, entry) for i, entry in enumerate(entries)}
    free = (position for position in range(1, entrants + 1) if position not in taken)
    for position, entry in zip(free, still_in, strict=False):
        taken[position] = PlaceRange(position, position, entry)
    return [taken[position] for position in sorted(taken)]


def _knocked_out_together(bracket: Bracket) -> Iterator[list[BracketMatch]]:
    """The matches whose loser is out at once, by round, latest round first. The final is not among them."""
    second_chance = {s.match for m in bracket.matches for s in m.slots if isinstance(s, LoserOf)}
    out = [m for m in bracket.matches if m.part in (Part.MAIN, Part.LOSERS) and m.number not in second_chance]
    out = [m for m in out if m.part is Part.LOSERS or m.round < bracket.main_rounds]
    out.sort(key=lambda m: (-m.round, m.number))
    for _, together in groupby(out, key=lambda m: m.round):
        yield list(together)
