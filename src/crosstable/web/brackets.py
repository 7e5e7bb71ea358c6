"""A bracket as SVG, rendered on the server: readable without a script, sharp on paper and on a display. Also as a list
by round, for screen readers, small screens and paper.
"""

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from crosstable.engine.pairing.knockout import Part, Status, WinnerOf
from crosstable.events.models import MatchState
from crosstable.events.queries.stages.bracket import Box, BracketView, Side
from crosstable.events.queries.stages.bracket_layout import (
    COLUMNS,
    GAP,
    HEIGHT,
    ROWS,
    WIDTH,
    BracketPage,
    Layout,
    Spot,
    lay_out,
    lay_out_page,
)
from crosstable.text import tr

HALF = HEIGHT / 2
# Widths of characters relative to the font size, precise enough to know what fits.
NARROW, WIDE = set("iIjl.,:;'’|!()[]ftr "), set("mwMW@%—")
NAME_ROOM, TYPE = WIDTH - 84, 13.5


def draw_bracket(view: BracketView, table_word: str, *, linked: bool = True) -> SafeString:
    """Draw the whole bracket. `linked`: selecting a name shows that player's path (?player=…)."""
    label = (
        'aria-labelledby="bracket-title bracket-desc">'
        f'<title id="bracket-title">{escape(tr("Bracket: {stage}", stage=view.stage.shown_name))}</title>'
        f'<desc id="bracket-desc">{escape(_described(view))}</desc>'
    )
    return _drawing(view, lay_out(view.bracket), label, table_word, linked)


def draw_page(view: BracketView, page: BracketPage, table_word: str) -> SafeString:
    """Draw one page of the bracket for a display.

    Only the page with the final needs space for the champion.
    """
    columns = COLUMNS + (view.bracket.matches[-1] in page.matches)
    layout = lay_out_page(view.bracket, page.matches, columns, ROWS)
    return _drawing(view, layout, f'aria-label="{escape(page.title)}">', table_word, linked=False)


def _drawing(view: BracketView, layout: Layout, label: str, table_word: str, linked: bool) -> SafeString:
    parts = [
        f'<svg class="bracket-svg" viewBox="0 0 {layout.width:g} {layout.height:g}" width="{layout.width:g}" '
        f'height="{layout.height:g}" role="group" {label}'
    ]
    parts += [
        f'<text class="col {match.part.value}" x="{x:g}" y="{y:g}">{escape(view.heading(match.number))}</text>'
        for x, y, match in layout.headings
    ]
    boxes = [box for box in view.boxes if box.status is not Status.UNNEEDED and box.number in layout.spots]
    parts += [_links(view, box, layout) for box in sorted(boxes, key=lambda box: box.is_on_path)]
    parts += [_box(box, layout.spots[box.number], table_word, linked) for box in boxes]
    parts.append(_champion(view, layout))
    parts.append("</svg>")
    return mark_safe("".join(parts))


def fitted(text: str, room: float = NAME_ROOM, size: float = TYPE) -> str:
    """Truncate the text with an ellipsis; the title next to it has the whole text."""
    width, used = 0.0, 0
    for used, character in enumerate(text, start=1):
        width += _em(character) * size
        if width > room:
            return f"{text[: max(1, used - 2)].rstrip()}…"
    return text


def _em(character: str) -> float:
    if ord(character) > 0x2E7F:
        return 1.0
    if character in NARROW:
        return 0.33
    return 0.88 if character in WIDE else 0.68 if character.isupper() else 0.57


def _described(view: BracketView) -> str:
    numbers = {
        "entrants": len(view.bracket.entrants),
        "decided": sum(box.status is Status.DECIDED for box in view.boxes),
        "total": sum(box.status is not Status.UNNEEDED for box in view.boxes),
    }
    sentences = [tr("Entrants: {entrants}. Matches decided: {decided} of {total}.", **numbers)]
    if view.champion:
        sentences.append(tr("{name} has won.", name=view.champion))
    sentences.append(tr("A list of the same matches follows."))
    return " ".join(map(str, sentences))


def _links(view: BracketView, box: Box, layout: Layout) -> str:
    """Draw lines from the matches whose winners come here. Text says where a loser comes from."""
    to, lines = layout.spots[box.number], []
    for slot, side in zip(box.match.slots, box.sides, strict=True):
        if not isinstance(slot, WinnerOf) or box.match.part is Part.RESET or slot.match not in layout.spots:
            continue
        source, start = view.box(slot.match), layout.spots[slot.match]
        on = box.is_on_path and source.is_on_path and view.entry is not None and side.entry == view.entry
        lines.append(_line(start.right, start.y, to.x, to.y, on))
    if box.match.part is Part.RESET:
        start = layout.spots[box.number - 1]
        lines.append(_line(start.right, start.y, to.x, to.y, box.is_on_path))
    return "".join(lines)


def _line(x1: float, y1: float, x2: float, y2: float, on: bool) -> str:
    middle = x2 - GAP / 2
    return f'<path class="link{" on" if on else ""}" d="M{x1:g} {y1:g}H{middle:g}V{y2:g}H{x2:g}"/>'


def _box(box: Box, spot: Spot, table_word: str, linked: bool) -> str:
    x, top = spot.x, spot.y - HALF
    classes = " ".join(["match", box.status.value] + ["on"] * box.is_on_path + ["now"] * box.is_being_played)
    caption, id_ = box.caption(table_word), f' id="match-{box.number}"' if linked else ""
    return (
        f'<g class="{classes}"{id_}><rect class="box" x="{x:g}" y="{top:g}" width="{WIDTH}" '
        f'height="{HEIGHT}" rx="8"/><path class="split" d="M{x:g} {spot.y:g}h{WIDTH}"/>'
        f'<text class="cap" x="{x + 2:g}" y="{top - 6:g}">{escape(caption)}</text>'
        f"{_side(box.sides[0], x, top, linked)}{_side(box.sides[1], x, spot.y, linked)}</g>"
    )


def _side(side: Side, x: float, top: float, linked: bool) -> str:
    classes = " ".join(["side"] + ["won"] * side.won + ["lost"] * side.lost + ["tba"] * (side.entry is None))
    y = top + HALF / 2 + 4.5
    seed = f'<text class="seed" x="{x + 26:g}" y="{y:g}">{side.seed}</text>' if side.seed else ""
    score = (
        f'<text class="score" x="{x + WIDTH - 12:g}" y="{y:g}">{escape(side.score)}</text>'
        if side.score
        else ""
    )
    room = NAME_ROOM if side.score else WIDTH - 44
    name = f'<text class="who" x="{x + 32:g}" y="{y:g}">{escape(fitted(side.name, room))}</text>'
    area = f'<rect class="area" x="{x:g}" y="{top:g}" width="{WIDTH}" height="{HALF:g}"/>'
    inside = f"<title>{escape(side.name)}</title>{area}{seed}{name}{score}"
    if side.entry is None or not linked:
        return f'<g class="{classes}">{inside}</g>'
    return f'<a class="{classes}" href="?player={side.entry.pk}#match-list">{inside}</a>'.replace(
        "#match-list", ""
    )


def _champion(view: BracketView, layout: Layout) -> str:
    spot = layout.champion
    if spot is None:
        return ""
    last = [box for box in view.boxes if box.status is not Status.UNNEEDED][-1]
    start = layout.spots[last.number]
    on = view.champion is not None and view.champion == view.entry
    state = "known" if view.champion else "open"
    name = view.champion.display_name if view.champion else str(tr("Champion"))
    return (
        f"{_line(start.right, start.y, spot.x, spot.y, on)}"
        f'<g class="champion {state}{" on" if on else ""}"><title>{escape(name)}</title>'
        f'<rect class="box" x="{spot.x:g}" '
        f'y="{spot.y - 24:g}" width="{WIDTH}" height="48" rx="8"/>'
        f'<path class="cup" transform="translate({spot.x + 13:g} {spot.y - 10:g})" d="M5 1h10v6a5 5 0 0 1-10 0zM5 3H1v1'
        f'a4 4 0 0 0 4 4M15 3h4v1a4 4 0 0 1-4 4M10 12v4M6 18h8"/>'
        f'<text class="who" x="{spot.x + 44:g}" y="{spot.y + 5:g}">{escape(fitted(name, WIDTH - 60, 15))}</text></g>'
    )


def list_bracket(view: BracketView, table_word: str) -> SafeString:
    rounds = "".join(
        f'<section id="round-{number}"><h3>{escape(name)}</h3>'
        f"<ol>{''.join(_match(box, table_word) for box in boxes)}</ol></section>"
        for number, (name, boxes) in enumerate(view.rounds, start=1)
    )
    # Every text is escaped.
    return mark_safe(f'{_jumps(view.rounds)}<div class="bracket-rounds pad">{rounds}</div>')


def _jumps(rounds: Sequence[tuple[str, Sequence[Box]]]) -> str:
    """Link to each round if there are several, and highlight the current one."""
    if len(rounds) < 2:
        return ""
    numbered = enumerate(rounds, start=1)
    now = next((n for n, (_, boxes) in numbered if any(b.status is not Status.DECIDED for b in boxes)), 0)
    links = "".join(_jump(number, name, number == now) for number, (name, _) in enumerate(rounds, start=1))
    return f'<nav class="row jumps" aria-label="{escape(tr("Rounds"))}">{links}</nav>'


def _jump(number: int, name: str, is_on: bool) -> str:
    marked = ' aria-current="step"' if is_on else ""
    return f'<a class="btn small ghost" href="#round-{number}"{marked}>{escape(name)}</a>'


def _match(box: Box, table_word: str) -> str:
    chosen = ' class="on"' if box.is_on_path else ""
    words = " · ".join(map(str, _about(box, table_word)))
    sides = "".join(_side_in_list(side) for side in box.sides)
    return f'<li{chosen}><span class="of">{escape(words)}</span>{sides}{_boards(box)}</li>'


def _boards(box: Box) -> str:
    """Describe the boards of a team match: “Board 1: Ann 1–0 Bo”."""
    lines = box.row.board_lines if box.row is not None else ()
    rows = "".join(f"<span>{escape(line.words)}</span>" for line in lines)
    return f'<span class="board-lines small muted">{rows}</span>' if rows else ""


def _about(box: Box, table_word: str) -> list[str]:
    words = [box.name, *box.time.split()]
    if box.row is not None and not box.row.is_agreed:
        words.append(tr("{Table} {number}", Table=table_word, number=box.row.table))
    if box.sets:
        words.append(box.sets)
    elif box.match.best_of > 1:
        words.append(tr("best of {number}", number=box.match.best_of))
    if box.is_walkover:
        words.append(tr("walkover"))
    elif box.is_being_played and box.row is not None:
        words.append(str(MatchState(box.row.state).label))
    return words


def _side_in_list(side: Side) -> str:
    name = escape(side.name)
    shown = (
        f'<a href="?player={side.entry.pk}">{name}</a>'
        if side.entry
        else f'<span class="faint">{name}</span>'
    )
    seed = f' <span class="faint small">{side.seed}</span>' if side.seed else ""
    score = f'<b class="num">{escape(side.score)}</b>' if side.score else ""
    state = " won" if side.won else " lost" if side.lost else ""
    won = f'<span class="visually-hidden">{escape(tr("won"))}</span>' if side.won else ""
    return (
        f'<span class="one{state}"><span class="name" title="{name}">{shown}{seed}</span>{score}{won}</span>'
    )
