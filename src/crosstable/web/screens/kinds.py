"""The kinds of screens, by name. A new one is a value of ScreenKind, an entry here and a template.

A kind says what its pages are; no pages means there is nothing to show now, and a rotation goes on without it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from crosstable.events.models import ScreenKind
from crosstable.web.screens import knockout, pairings, pools, progress
from crosstable.web.screens.show import Show


@dataclass(frozen=True, slots=True)
class Kind:
    template: str
    pages: Callable[[Show], Sequence[Any]]
    # What the organiser reads before choosing it.
    sentence: str


KINDS: dict[ScreenKind, Kind] = {
    ScreenKind.TABLES: Kind("screens/kinds/tables.html", pairings.by_table, "Who plays whom, by {table}."),
    ScreenKind.NAMES: Kind("screens/kinds/names.html", pairings.by_name, "From A to Z: where do I sit?"),
    ScreenKind.NEXT: Kind(
        "screens/kinds/next.html",
        pairings.next_at_boards,
        "Where matches wait for {tables}: who is called, who plays, and who comes then.",
    ),
    ScreenKind.POOLS: Kind(
        "screens/kinds/pools.html", pools.pools, "In pools: the standings of every pool, page by page."
    ),
    ScreenKind.BRACKET: Kind(
        "screens/kinds/bracket.html",
        knockout.bracket,
        "In a knockout: who meets whom on the way to the final.",
    ),
    ScreenKind.STANDINGS: Kind("screens/kinds/standings.html", progress.standings, "Who stands where."),
    ScreenKind.RESULTS: Kind(
        "screens/kinds/results.html", progress.results, "The newest results, and who still plays."
    ),
    ScreenKind.CLOCK: Kind(
        "screens/kinds/clock.html", progress.clock, "The time left, large, and {tables} with more of it."
    ),
}


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of one kind, as long as it stays. Its id is the same after every update."""

    id: str
    kind: ScreenKind
    template: str
    seconds: int
    page: Any
    number: int
    # One for each page of the kind, True for this one.
    dots: Sequence[bool]


def slides(show: Show, rotation: Iterable[tuple[str, int]]) -> list[Slide]:
    """Everything a screen shows in turn."""
    made = []
    for place, (name, seconds) in enumerate(rotation, start=1):
        kind = KINDS[ScreenKind(name)]
        pages = kind.pages(show)
        made += [
            Slide(
                id=f"slide-{place}-{number}",
                kind=ScreenKind(name),
                template=kind.template,
                seconds=seconds,
                page=page,
                number=number,
                dots=[n == number for n in range(1, len(pages) + 1)] if len(pages) > 1 else [],
            )
            for number, page in enumerate(pages, start=1)
        ]
    return made
