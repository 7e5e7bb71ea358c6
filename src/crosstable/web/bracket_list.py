"""The bracket once more as a list, round by round: for screen readers, small screens and paper.

Written here and not in a template because a bracket of 128 has 254 sides, and a template takes sixty milliseconds more.
"""

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe

from crosstable.engine.pairing.knockout import Status
from crosstable.events.models import MatchState
from crosstable.events.queries.stages.bracket import Box, BracketView, Side


def list_bracket(view: BracketView, table_word: str) -> SafeString:
    rounds = "".join(
        f'<section id="round-{number}"><h3>{escape(name)}</h3>'
        f"<ol>{''.join(_match(box, table_word) for box in boxes)}</ol></section>"
        for number, (name, boxes) in enumerate(view.rounds, start=1)
    )
    # every text is escaped
    return mark_safe(f'{_jumps(view.rounds)}<div class="bracket-rounds pad">{rounds}</div>')


def _jumps(rounds: Sequence[tuple[str, Sequence[Box]]]) -> str:
    """To each round, where there are several: the one that is on stands out, so that nobody scrolls past those over."""
    if len(rounds) < 2:
        return ""
    now = next((n for n, (_, boxes) in enumerate(rounds, start=1) if any(map(_is_open, boxes))), 0)
    links = "".join(_jump(number, name, number == now) for number, (name, _) in enumerate(rounds, start=1))
    return f'<nav class="row jumps" aria-label="Rounds">{links}</nav>'


def _jump(number: int, name: str, is_on: bool) -> str:
    marked = ' aria-current="step"' if is_on else ""
    return f'<a class="btn small ghost" href="#round-{number}"{marked}>{escape(name)}</a>'


def _is_open(box: Box) -> bool:
    return box.status is not Status.DECIDED


def _match(box: Box, table_word: str) -> str:
    chosen = ' class="on"' if box.is_on_path else ""
    words = " · ".join(_about(box, table_word))
    sides = "".join(_side(side) for side in box.sides)
    return f'<li{chosen}><span class="of">{escape(words)}</span>{sides}{_boards(box)}</li>'


def _boards(box: Box) -> str:
    """Of a team match: “Board 1: Ann 1–0 Bo”."""
    lines = box.row.board_lines if box.row is not None else ()
    rows = "".join(f"<span>{escape(line.words)}</span>" for line in lines)
    return f'<span class="board-lines small muted">{rows}</span>' if rows else ""


def _about(box: Box, table_word: str) -> list[str]:
    words = [box.name, *box.time.split()]
    if box.row is not None and not box.row.is_agreed:
        words.append(f"{table_word} {box.row.table}")
    if box.sets:
        words.append(box.sets)
    elif box.match.best_of > 1:
        words.append(f"best of {box.match.best_of}")
    if box.is_walkover:
        words.append("walkover")
    elif box.is_being_played and box.row is not None:
        words.append(str(MatchState(box.row.state).label))
    return words


def _side(side: Side) -> str:
    name = escape(side.name)
    shown = (
        f'<a href="?player={side.entry.pk}">{name}</a>'
        if side.entry
        else f'<span class="faint">{name}</span>'
    )
    seed = f' <span class="faint small">{side.seed}</span>' if side.seed else ""
    score = f'<b class="num">{escape(side.score)}</b>' if side.score else ""
    state = " won" if side.won else " lost" if side.lost else ""
    goes_on = '<span class="visually-hidden">goes on</span>' if side.won else ""
    return f'<span class="one{state}"><span class="name" title="{name}">{shown}{seed}</span>{score}{goes_on}</span>'
