"""Positions of the boxes of a bracket or a page: columns by round, each centred on its predecessors.

Byes leave no gaps: a match with one predecessor is in the same row, so five players need two rows, not four.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from crosstable.engine.pairing.knockout import (
    Bracket,
    BracketMatch,
    Part,
    Status,
    StillIn,
    WinnerOf,
    is_double,
    playing_round,
)
from crosstable.events.queries.stages.bracket import BracketView
from crosstable.text import tr

# Half a box is one name and a tap target: 32 px high as drawn, 24 px at the smallest readable size.
WIDTH, HEIGHT = 236, 64
GAP, PITCH = 52, 92
TOP, LEFT = 44, 2
BETWEEN_SIDES = 56
BELOW_THE_FINAL = PITCH * 1.15
ROWS, COLUMNS = 4, 3
OVER = (Status.DECIDED, Status.UNNEEDED)


@dataclass(frozen=True, slots=True)
class Spot:
    """The left edge of a box and the middle of its height."""

    x: float
    y: float

    @property
    def right(self) -> float:
        return self.x + WIDTH


@dataclass
class Layout:
    """Boxes by number, column headings (each with a match below it), and the total size.

    `champion`: position of the winner, if the final is shown. `first`: the round in the first column.
    """

    first: int = 1
    spots: dict[int, Spot] = field(default_factory=dict)
    headings: list[tuple[float, float, BracketMatch]] = field(default_factory=list)
    champion: Spot | None = None
    width: float = 0
    height: float = 0

    def x(self, number: int) -> float:
        return LEFT + (number - self.first) * (WIDTH + GAP)


def lay_out(bracket: Bracket) -> Layout:
    layout = Layout()
    sides = {part: [m for m in bracket.matches if m.part is part] for part in Part}
    bottom = _lay_side(bracket, layout, sides[Part.MAIN], TOP)
    finish = _lay_double if is_double(bracket) else _lay_final
    bottom = finish(bracket, layout, sides, bottom)
    for matches in bracket.blocks.values():
        if matches[0].part is Part.CONSOLATION:
            bottom = _lay_side(bracket, layout, matches, bottom + BETWEEN_SIDES)
    assert layout.champion is not None, "a whole bracket has its final"
    layout.width = layout.champion.right + LEFT
    layout.height = bottom + 8
    return layout


def lay_out_page(bracket: Bracket, matches: Sequence[BracketMatch], columns: int, rows: int) -> Layout:
    """Lay out some matches of one side, in the size of a full page of these columns and rows."""
    layout = Layout(first=min(match.round for match in matches))
    tree = [match for match in matches if match.part is not Part.THIRD_PLACE]
    _lay_side(bracket, layout, tree, TOP)
    if bracket.matches[-1] in matches:
        last = layout.spots[bracket.matches[-1].number]
        layout.champion = Spot(last.x + WIDTH + GAP, last.y)
        for match in matches:
            if match.part is Part.THIRD_PLACE:
                layout.spots[match.number] = Spot(last.x, last.y + BELOW_THE_FINAL)
    layout.width = LEFT + columns * (WIDTH + GAP) - GAP + LEFT
    layout.height = TOP + rows * PITCH + 8
    return layout


def drawn_before(bracket: Bracket, match: BracketMatch) -> list[int]:
    """Return the predecessors of a match in the drawing: those whose winners play in it.

    With reseeding: the two previous matches at the same position in the bracket.
    """
    if match.part is Part.RESET:
        return [match.number - 1]
    if any(isinstance(slot, StillIn) for slot in match.slots):
        places = (2 * match.position - 1, 2 * match.position)
        return [m.number for m in bracket.main_by_round[match.round - 1] if m.position in places]
    return [slot.match for slot in match.slots if isinstance(slot, WinnerOf)]


def roots(bracket: Bracket, matches: Sequence[BracketMatch]) -> list[BracketMatch]:
    """Return the matches that are a predecessor of none of the others."""
    following = {number for match in matches for number in drawn_before(bracket, match)}
    return [match for match in matches if match.number not in following]


def _lay_side(bracket: Bracket, layout: Layout, matches: Sequence[BracketMatch], top: float) -> float:
    """Lay out one side of the bracket from the top down; return its bottom edge."""
    own = {match.number for match in matches}
    bottom = top
    for match in roots(bracket, matches):
        bottom += _place(bracket, layout, match, own, bottom)
    for number, match in {m.round: m for m in matches}.items():
        layout.headings.append((layout.x(number), top - 24, match))
    return bottom


def _place(bracket: Bracket, layout: Layout, match: BracketMatch, own: set[int], top: float) -> float:
    """Lay out the match and its predecessors; return their height."""
    height = 0.0
    before = [number for number in drawn_before(bracket, match) if number in own]
    for number in before:
        height += _place(bracket, layout, bracket.match(number), own, top + height)
    middle = [layout.spots[number].y for number in before]
    y = sum(middle) / len(middle) if middle else top + PITCH / 2
    layout.spots[match.number] = Spot(layout.x(match.round), y)
    return height or PITCH


def _lay_final(
    bracket: Bracket, layout: Layout, sides: dict[Part, list[BracketMatch]], bottom: float
) -> float:
    final = layout.spots[sides[Part.MAIN][-1].number]
    layout.champion = Spot(final.x + WIDTH + GAP, final.y)
    for match in sides[Part.THIRD_PLACE]:
        layout.spots[match.number] = Spot(final.x, final.y + BELOW_THE_FINAL)
        bottom = max(bottom, final.y + BELOW_THE_FINAL + PITCH / 2)
    return bottom


def _lay_double(
    bracket: Bracket, layout: Layout, sides: dict[Part, list[BracketMatch]], bottom: float
) -> float:
    """Lay out the losers' side below the winners', the grand final to the right of both."""
    winners = layout.spots[sides[Part.MAIN][-1].number]
    end, ys = winners.x, [winners.y]
    if sides[Part.LOSERS]:
        bottom = _lay_side(bracket, layout, sides[Part.LOSERS], bottom + BETWEEN_SIDES)
        losers = layout.spots[sides[Part.LOSERS][-1].number]
        end, ys = max(end, losers.x), [winners.y, losers.y]
    y = sum(ys) / len(ys)
    for step, match in enumerate(sides[Part.GRAND_FINAL] + sides[Part.RESET], start=1):
        layout.spots[match.number] = Spot(end + step * (WIDTH + GAP), y)
    last = layout.spots[(sides[Part.RESET] or sides[Part.GRAND_FINAL])[-1].number]
    grand = sides[Part.GRAND_FINAL][0]
    layout.headings.append((layout.spots[grand.number].x, TOP - 24, grand))
    layout.champion = Spot(last.x + WIDTH + GAP, y)
    return bottom


@dataclass(frozen=True, slots=True)
class BracketPage:
    title: str
    matches: Sequence[BracketMatch]


def bracket_pages(view: BracketView) -> list[BracketPage]:
    """Return the pages, starting with the earliest open round."""
    pages = [page for side in _sides(view.bracket) for page in _pages(view, side)]
    open_ = [page for page in pages if _earliest(view, page) is not None]
    if not open_:
        return [page for page in pages if view.bracket.matches[-1] in page.matches]
    return sorted(open_, key=lambda page: _earliest(view, page) or 0)


def _sides(bracket: Bracket) -> list[tuple[str, list[BracketMatch]]]:
    """The named sides of a bracket: the main bracket, the losers' side, the finals, every consolation."""
    of = {part: [match for match in bracket.matches if match.part is part] for part in Part}
    finals = of[Part.GRAND_FINAL] + of[Part.RESET]
    sides = [(tr("Winners’ side") if finals else tr("Bracket"), of[Part.MAIN] + of[Part.THIRD_PLACE])]
    sides += [(tr("Losers’ side"), of[Part.LOSERS]), (tr("Grand final"), finals)]
    blocks = [block for block in bracket.blocks.values() if block[0].part is Part.CONSOLATION]
    for block in blocks:
        best = block[0].best
        sides.append((tr("Places {best}–{last}", best=best, last=best + len(block)), list(block)))
    return [side for side in sides if side[1]]


def _pages(view: BracketView, side: tuple[str, list[BracketMatch]]) -> Iterator[BracketPage]:
    title, matches = side
    last = max(match.round for match in matches)
    for first in _first_columns(view, matches, last):
        shown = [match for match in matches if first <= match.round < first + COLUMNS]
        for page in _packed(view.bracket, shown):
            yield BracketPage(title, page)


def _first_columns(view: BracketView, matches: Sequence[BracketMatch], last: int) -> list[int]:
    """The first columns of the pages, from the current round; the final and semi-finals share a page."""
    open_ = [match.round for match in matches if view.box(match.number).status not in OVER]
    least = min(match.round for match in matches)
    now = min(open_, default=last)
    latest = max(least, last - COLUMNS + 1)
    return [min(first, latest) for first in range(now, max(now, latest) + COLUMNS, COLUMNS) if first <= last]


def _packed(bracket: Bracket, matches: Sequence[BracketMatch]) -> Iterator[list[BracketMatch]]:
    """Fill pages with whole subtrees; the match for third place goes below the final."""
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
    """The round of the first open match; None if all are decided."""
    rounds = [
        playing_round(view.bracket, match)
        for match in page.matches
        if view.box(match.number).status not in OVER
    ]
    return min(rounds, default=None)
