"""Parts of rows in tables of a thousand rows, written in one go: a template would decide the same thing a thousand
times, and the page is made anew for every result."""

from html import escape

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from crosstable.events.models import Entry
from crosstable.events.queries.people.public import Frame
from crosstable.events.queries.standings.standings import Line, Table
from crosstable.games import Rules
from crosstable.web.templatetags.look import answer, cell_class, event_url, square
from crosstable.web.templatetags.quick_url import address

register = template.Library()


@register.simple_tag(takes_context=True)
def entry_name(context: Context, entry: Entry) -> SafeString:
    """The name with its title, cut off where there is no room, leading to the card."""
    name, title = escape(entry.display_name), ""
    if entry.title:
        title = f'<span class="title">{escape(entry.title)}</span>\n'
    link = f'<a href="{event_url(context, "entry", entry.pk)}">{name}</a>'
    return mark_safe(f'<span class="name" title="{name}">{title}{link}</span>')  # noqa: S308  escaped


@register.simple_tag
def answers(line: Line, game: Rules) -> SafeString:
    """What somebody answered when they entered, a cell each."""
    said = ((ask, escape(answer(line.entry, ask))) for ask in game.about)
    cells = (
        f'<td class="{"" if not ask.field.is_number else "num "}hide muted">'
        f'<span class="name" title="{words}">{words}</span></td>'
        for ask, words in said
    )
    return mark_safe("".join(cells))  # noqa: S308  escaped


@register.simple_tag
def squares(line: Line, game: Rules, frame: Frame) -> SafeString:
    """One for each round; a game that is over leads organisers to its correction."""
    slug, may_correct = frame.tournament.slug, frame.may_correct
    made = []
    for tile in line.tiles:
        text: str = square(tile, game)
        if may_correct and tile.is_settled:
            text = f'<a href="{address("correct-game", slug, tile.round, line.entry.pk)}">{text}</a>'
        made.append(text)
    return mark_safe("".join(made))  # noqa: S308  made of parts that are escaped


@register.simple_tag
def numbers(line: Line, table: Table, game: Rules) -> SafeString:
    """The numbers of the columns, a cell each."""
    pairs = zip(table.columns, line.cells, strict=True)
    cells = (f'<td class="{cell_class(column, game)}">{escape(cell)}</td>' for column, cell in pairs)
    return mark_safe("".join(cells))  # noqa: S308  escaped
