"""A printed bracket: on one page, or in larger type on several pages to glue together."""

from typing import Any

from crosstable.engine.pairing.knockout import Part, Status, WinnerOf
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import NothingToPrint
from crosstable.events.models import Round, Tournament
from crosstable.events.queries.matches import with_board_lines
from crosstable.events.queries.stages.bracket import Box, BracketView, Side, bracket_view, knockout_of
from crosstable.events.queries.stages.bracket_layout import HEIGHT, WIDTH, Layout, lay_out
from crosstable.text import tr

Content = dict[str, Any]
# The printable area of an A4 page in landscape, in millimetres; swapped for portrait.
ROOM = (269, 168)


def bracket_on_a_page(tournament: Tournament, round_: Round | None, address: str) -> Content:
    return _content(tournament) | {"poster": False}


def bracket_poster(tournament: Tournament, round_: Round | None, address: str) -> Content:
    return _content(tournament) | {"poster": True}


def _content(tournament: Tournament) -> Content:
    stage = knockout_of(tournament)
    view = bracket_view(stage) if stage is not None else None
    if view is None:
        raise NothingToPrint(what=tr("Bracket"), when=tr("It is ready once a knockout is drawn."))
    layout, word = lay_out(view.bracket), rules_of(tournament).vocabulary.table
    boxes = [box for box in view.boxes if box.status is not Status.UNNEEDED]
    return {
        "template": "bracket",
        "landscape": _is_landscape(layout),
        "width": layout.width,
        "height": layout.height,
        "box": [WIDTH, HEIGHT],
        "headings": [[x, y, view.heading(match.number)] for x, y, match in layout.headings],
        "links": [link for box in boxes for link in _links(box, layout)],
        "boxes": [_box(box, layout, word) for box in boxes],
        "champion": _champion(view, layout),
        "says": str(tr("Champion")),
        "glue": str(
            tr(
                "{event} · {sheet} · row {row} of {rows}, column {column} of {columns} · cut along the "
                "dashed lines and glue",
                event=tournament.name,
                sheet=tr("Bracket"),
                row="‹row›",
                rows="‹rows›",
                column="‹column›",
                columns="‹columns›",
            )
        ),
        "matches": _boards(boxes, tournament),
    }


def _boards(boxes: list[Box], tournament: Tournament) -> list[Content]:
    """The team matches with known teams, with a line for every board. They follow the drawing."""
    with_board_lines([box.row for box in boxes if box.row is not None], tournament)
    return [
        {
            "heading": f"{box.name}: {' – '.join(side.name for side in box.sides)}",
            "boards": [line.words for line in box.row.board_lines],
        }
        for box in boxes
        if box.row is not None and box.row.board_lines
    ]


def _is_landscape(layout: Layout) -> bool:
    """Return whether it fits better in landscape."""
    wide, high = layout.width, layout.height
    return min(ROOM[0] / wide, ROOM[1] / high) >= min(ROOM[1] / wide, ROOM[0] / high)


def _box(box: Box, layout: Layout, word: str) -> Content:
    spot = layout.spots[box.number]
    sides = [_side(side) for side in box.sides]
    return {"x": spot.x, "y": spot.y - HEIGHT / 2, "caption": box.caption(word), "sides": sides}


def _side(side: Side) -> Content:
    return {
        "name": side.name,
        "known": side.entry is not None,
        "seed": str(side.seed or ""),
        "score": side.score,
        "won": side.won,
    }


def _links(box: Box, layout: Layout) -> list[list[float]]:
    sources = [slot.match for slot in box.match.slots if isinstance(slot, WinnerOf)]
    if box.match.part is Part.RESET:
        sources = [box.number - 1]
    to = layout.spots[box.number]
    return [[layout.spots[n].right, layout.spots[n].y, to.x, to.y] for n in sources]


def _champion(view: BracketView, layout: Layout) -> Content:
    assert layout.champion is not None
    last = [box for box in view.boxes if box.status is not Status.UNNEEDED][-1]
    start = layout.spots[last.number]
    name = view.champion.display_name if view.champion else ""
    return {"x": layout.champion.x, "y": layout.champion.y, "from": start.right, "name": name}
