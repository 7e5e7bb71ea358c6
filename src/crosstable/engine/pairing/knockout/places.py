"""Which places a bracket gives: 1, 2, 3–4, 5–8 … Losers of the same round share theirs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout.bracket import Bracket, BracketMatch, Part


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """An entry that finished between two places, equal where nobody shares."""

    best: int
    worst: int
    entry: EntryId


Endings = Mapping[int, tuple[EntryId, EntryId]]
"""Match number → winner, loser."""


def finishing_places(bracket: Bracket, endings: Endings, final: int) -> tuple[PlaceRange, ...]:
    """Everybody whose place is certain, best first. `final` is the match that decides about first place.

    In each block the last match gives its two best places. Those who lose in the same round before it share the next
    ones, or play for them in a block of their own.
    """
    places: list[PlaceRange] = []
    for best, matches in bracket.blocks.items():
        last = final if best == 1 else matches[-1].number
        places += [PlaceRange(i, i, entry) for i, entry in enumerate(endings.get(last, ()), start=best)]
        free = best + 2
        for together in _lost_together(bracket, matches, last):
            worst = free + len(together) - 1
            out = [
                m.number for m in together if m.number in endings and m.number not in bracket.block_of_losers
            ]
            places += [PlaceRange(free, worst, endings[number][1]) for number in out]
            free = worst + 1
    return tuple(sorted(places, key=lambda place: place.best))


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


def _lost_together(
    bracket: Bracket, matches: Sequence[BracketMatch], last: int
) -> Iterator[list[BracketMatch]]:
    """The matches of a block whose loser leaves it, by round, latest round first. Finals are not among them."""
    leaving = [
        match
        for match in matches
        if match.number != last
        and match.part not in (Part.GRAND_FINAL, Part.RESET)
        and bracket.block_of_losers.get(match.number) != match.best
    ]
    leaving.sort(key=lambda match: (-match.round, match.number))
    for _, together in groupby(leaving, key=lambda match: match.round):
        yield list(together)
