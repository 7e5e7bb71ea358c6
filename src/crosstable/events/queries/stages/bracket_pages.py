"""A bracket in pages for a screen across the hall: what is played now first, a few matches a page, in large type.

A page has three rounds of one side, as many trees of them as fit. Rounds that are over are left out, and so are pages
on which nothing is left to play; when all is over the last rounds are shown with the champion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crosstable.engine.pairing.knockout import Bracket, BracketMatch, Part, Status, playing_round
from crosstable.events.queries.stages.bracket import BracketView
from crosstable.events.queries.stages.bracket_layout import drawn_before, roots

ROWS, COLUMNS = 4, 3
OVER = (Status.DECIDED, Status.UNNEEDED)


@dataclass(frozen=True, slots=True)
class BracketPage:
    title: str
    matches: Sequence[BracketMatch]


def bracket_pages(view: BracketView) -> list[BracketPage]:
    """The page with the earliest round that is open comes first."""
    pages = [page for side in _sides(view.bracket) for page in _pages(view, side)]
    open_ = [page for page in pages if _earliest(view, page) is not None]
    if not open_:
        return [page for page in pages if view.bracket.matches[-1] in page.matches]
    return sorted(open_, key=lambda page: _earliest(view, page) or 0)


def _sides(bracket: Bracket) -> list[tuple[str, list[BracketMatch]]]:
    """The sides of a bracket with their names: the bracket itself, the losers' side, the finals, every consolation."""
    of = {part: [match for match in bracket.matches if match.part is part] for part in Part}
    finals = of[Part.GRAND_FINAL] + of[Part.RESET]
    sides = [("Winners’ side" if finals else "Bracket", of[Part.MAIN] + of[Part.THIRD_PLACE])]
    sides += [("Losers’ side", of[Part.LOSERS]), ("Grand final", finals)]
    blocks = [block for block in bracket.blocks.values() if block[0].part is Part.CONSOLATION]
    sides += [(f"Places {block[0].best}–{block[0].best + len(block)}", list(block)) for block in blocks]
    return [side for side in sides if side[1]]


def _pages(view: BracketView, side: tuple[str, list[BracketMatch]]) -> Iterator[BracketPage]:
    title, matches = side
    last = max(match.round for match in matches)
    for first in _first_columns(view, matches, last):
        shown = [match for match in matches if first <= match.round < first + COLUMNS]
        for page in _packed(view.bracket, shown):
            yield BracketPage(title, page)


def _first_columns(view: BracketView, matches: Sequence[BracketMatch], last: int) -> list[int]:
    """From the round that is on; the last page begins no later than that the final has its semi-finals beside it."""
    open_ = [match.round for match in matches if view.box(match.number).status not in OVER]
    least = min(match.round for match in matches)
    now = min(open_, default=last)
    latest = max(least, last - COLUMNS + 1)
    return [min(first, latest) for first in range(now, max(now, latest) + COLUMNS, COLUMNS) if first <= last]


def _packed(bracket: Bracket, matches: Sequence[BracketMatch]) -> Iterator[list[BracketMatch]]:
    """Whole trees together, as many as have room; the match for third place stands below the final."""
    own = {match.number: match for match in matches if match.part is not Part.THIRD_PLACE}
    third = [match for match in matches if match.part is Part.THIRD_PLACE]
    page: list[BracketMatch] = []
    rows = 0
    for root in roots(bracket, list(own.values())):
        tree = _tree(bracket, root, own)
        leaves = sum(not any(n in own for n in drawn_before(bracket, match)) for match in tree)
        if page and rows + leaves > ROWS:
            yield page
            page, rows = [], 0
        page, rows = page + tree, rows + leaves
    if page:
        yield page + third


def _tree(bracket: Bracket, root: BracketMatch, own: dict[int, BracketMatch]) -> list[BracketMatch]:
    before = [own[number] for number in drawn_before(bracket, root) if number in own]
    return [*(match for one in before for match in _tree(bracket, one, own)), root]


def _earliest(view: BracketView, page: BracketPage) -> int | None:
    """The round of the first match that is open; None where all is over."""
    rounds = [
        playing_round(view.bracket, match)
        for match in page.matches
        if view.box(match.number).status not in OVER
    ]
    return min(rounds, default=None)
