"""Where the boxes of a bracket stand: columns by round, each box in the middle of those it comes from.

Byes leave no holes: a match with one match before it stands beside it, so that five players need two rows, not four.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from crosstable.engine.pairing.knockout import Bracket, BracketMatch, Part, WinnerOf, is_double

WIDTH, HEIGHT = 236, 58
GAP, PITCH = 52, 92
TOP, LEFT = 44, 2
BETWEEN_SIDES = 56


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
    """Boxes by number, headings of columns, and the whole size. `champion` is where the winner stands."""

    spots: dict[int, Spot] = field(default_factory=dict)
    headings: list[tuple[float, float, Part, int]] = field(default_factory=list)
    champion: Spot = Spot(0, 0)
    width: float = 0
    height: float = 0


def lay_out(bracket: Bracket) -> Layout:
    layout = Layout()
    sides = {part: [m for m in bracket.matches if m.part is part] for part in Part}
    bottom = _lay_side(bracket, layout, sides[Part.MAIN], TOP)
    finish = _lay_double if is_double(bracket) else _lay_final
    bottom = finish(bracket, layout, sides, bottom)
    layout.width = layout.champion.right + LEFT
    layout.height = bottom + 8
    return layout


def _lay_side(bracket: Bracket, layout: Layout, matches: list[BracketMatch], top: float) -> float:
    """One side of the bracket from the top down; returns where it ends."""
    if not matches:
        return top
    part = matches[0].part
    own = {m.number for m in matches}
    following = {s.match for m in matches for s in m.slots if isinstance(s, WinnerOf)}
    bottom = top
    for match in matches:
        if match.number not in following:
            bottom += _place(bracket, layout, match, own, bottom)
    for number in sorted({m.round for m in matches}):
        layout.headings.append((_x(number), top - 24, part, number))
    return bottom


def _place(bracket: Bracket, layout: Layout, match: BracketMatch, own: set[int], top: float) -> float:
    """The match and everything before it; returns the height they take."""
    height = 0.0
    before = [s.match for s in match.slots if isinstance(s, WinnerOf) and s.match in own]
    for number in before:
        height += _place(bracket, layout, bracket.match(number), own, top + height)
    middle = [layout.spots[number].y for number in before]
    y = sum(middle) / len(middle) if middle else top + PITCH / 2
    layout.spots[match.number] = Spot(_x(match.round), y)
    return height or PITCH


def _lay_final(
    bracket: Bracket, layout: Layout, sides: dict[Part, list[BracketMatch]], bottom: float
) -> float:
    final = layout.spots[sides[Part.MAIN][-1].number]
    layout.champion = Spot(final.x + WIDTH + GAP, final.y)
    for match in sides[Part.THIRD_PLACE]:
        layout.spots[match.number] = Spot(final.x, final.y + PITCH * 1.15)
        bottom = max(bottom, final.y + PITCH * 1.15 + PITCH / 2)
    return bottom


def _lay_double(
    bracket: Bracket, layout: Layout, sides: dict[Part, list[BracketMatch]], bottom: float
) -> float:
    """The losers' side below the winners', the grand final to the right of both."""
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
    layout.headings.append((layout.spots[sides[Part.GRAND_FINAL][0].number].x, TOP - 24, Part.GRAND_FINAL, 1))
    layout.champion = Spot(last.x + WIDTH + GAP, y)
    return bottom


def _x(number: int) -> float:
    return LEFT + (number - 1) * (WIDTH + GAP)
