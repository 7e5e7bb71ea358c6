"""The *?* of a page, and words that explain themselves.

    {% help_address %}                               the section of the help about this page
    {% term "bye" %}                                 the word, as a button that opens its explanation
    {% term "bye" "Requested bye" %}                 … with other words on the button
    {% terms "bye" "forfeit" %}                      a line of words, under a table that has them in many rows
    {% explained_column column table %}              the heading of a tie-break, with the numbers of this event

The explanation is a popover of the browser: it needs no script, and opens by mouse, touch and keyboard. A screen reader
reads it as the description of the button. Pointing at the button shows it as well.
"""

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from crosstable.events.queries.standings.standings import Table
from crosstable.games import Column
from crosstable.text import tr
from crosstable.web.help.guides import anchor_of
from crosstable.web.help.places import address_for
from crosstable.web.help.terms import TERMS

register = template.Library()
# Where the render context counts the explanations of a page: each has its own id.
USED = "explanations"


@register.simple_tag(takes_context=True)
def help_address(context: template.Context) -> str:
    request = context.get("request")
    return address_for(request) if request is not None else reverse("help")


@register.simple_tag(takes_context=True)
def term(context: template.Context, code: str, word: str = "") -> SafeString:
    """Explain a word of the glossary. Raises KeyError for one that is not in it."""
    known = TERMS[code]
    place = f"{reverse('help-guide', args=['terms'])}#{code}"
    return explained(context, word or str(known.title), str(known.title), str(known.says), place)


@register.simple_tag(takes_context=True)
def terms(context: template.Context, *codes: str) -> SafeString:
    """List words of the page that explain themselves, for tables in which they stand in many rows."""
    shown = format_html_join(" · ", "{}", ((term(context, code),) for code in codes))
    return format_html('<p class="small muted terms">{} {}</p>', tr("Explained:"), shown)


@register.simple_tag(takes_context=True)
def explained_column(context: template.Context, column: Column, table: Table | None = None) -> SafeString:
    """Explain a tie-break by its heading, with the numbers of the first in the table of the event."""
    assert column.tie_break is not None
    place = f"{reverse('help-guide', args=['tie-breaks'])}#{anchor_of(f'tie-break-{column.code}')}"
    example = table.examples.get(column.code, "") if table is not None else ""
    return explained(context, column.heading, column.name, str(column.tie_break.explanation), place, example)


@register.simple_tag(takes_context=True)
def explained_columns(context: template.Context, table: Table) -> SafeString:
    """List the tie-breaks for phones, where their columns are hidden."""
    columns = [column for column in table.columns if column.tie_break and not column.on_phone]
    if not columns:
        return SafeString("")
    shown = format_html_join(" · ", "{}", ((explained_column(context, column, table),) for column in columns))
    return format_html('<p class="small muted only-phone">{} {}</p>', tr("Tie-breaks:"), shown)


def explained(
    context: template.Context, word: str, title: str, says: str, place: str = "", example: str = ""
) -> SafeString:
    numbers: dict[str, int] = context.render_context.setdefault(USED, {})  # type: ignore[arg-type, assignment]
    numbers["last"] = numbers.get("last", 0) + 1
    id_ = f"term-{numbers['last']}"
    more = format_html('<a class="small" href="{}">{}</a>', place, tr("More in the help")) if place else ""
    shown = format_html('<span class="term-example">{}</span>', example) if example else ""
    return format_html(
        '<button type="button" class="term" popovertarget="{0}" aria-describedby="{0}" title="{3}">{1}</button>'
        '<span popover id="{0}" class="term-note" role="note"><b>{2}</b><span>{3}</span>{4}{5}</span>',
        id_,
        word,
        title,
        says,
        shown,
        more,
    )
