"""The parts of a page that depend on the viewer. Usually they are rendered in place; while a page is rendered for many,
a placeholder is left there, and `web/public/pages.py` fills it in for each viewer.

    {% personal "parts/top.html" %}                  a separate part
    {% row_class entry.pk %}                          class="me" in the row of the visitor's own entry

Conversely, a part that depends on a few values only is rendered once for these values and cached:

    {% by_value "parts/top_nav.html" path=request.path %}    sees these values and nothing else

Figure: without the cached parts a player's own page takes 0.13 core-milliseconds more, on top of 1.53. The figure for
the placeholders is in `web/public/pages.py`.
"""

import secrets
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name

from crosstable.text import active

register = template.Library()
# Random per process, so the name of an event cannot contain one.
MARK = f"<!--{secrets.token_hex(16)}:%s-->"
# Placeholder for the CSRF token, which differs on every page.
TOKEN = secrets.token_hex(16)
# Many parts are used once only, such as a row of a past game: with 4,000 the cache was full after an hour.
MOST_PARTS, LONGEST_VALUE = 1000, 200


@register.simple_tag(takes_context=True)
def personal(context: template.Context, part: str) -> SafeString:
    if getattr(context.get("request"), "leaves_placeholders", False):
        return _placeholder(part)
    assert context.template is not None
    return context.template.engine.get_template(part).render(context)


@register.simple_tag(takes_context=True)
def row_class(context: template.Context, *entries: int | None, other: str = "") -> SafeString:
    """Return the class of a row: "me" for the viewer's own, else `other`."""
    if getattr(context["request"], "leaves_placeholders", False):
        numbers = ",".join(str(entry) for entry in entries if entry is not None)
        return _placeholder(f"{numbers}|{other}")
    mine: Any = context["event_context"].mine
    return class_of_row(mine is not None and mine.pk in entries, other)


@register.simple_tag(takes_context=True)
def by_value(context: template.Context, part: str, **values: Any) -> SafeString:
    """Render the part from plain, immutable values, once for each language and time zone.

    Long values, which visitors can invent, are not cached.
    """
    is_short = all(len(value) <= LONGEST_VALUE for value in values.values() if isinstance(value, str))
    how = active().code, get_current_timezone_name()
    text = (_part if is_short else _part.__wrapped__)(part, how, tuple(values.items()))
    if TOKEN in text:
        text = text.replace(TOKEN, str(context["csrf_token"]))
    return mark_safe(text)  # noqa: S308  made by a template


@lru_cache(maxsize=MOST_PARTS)
def _part(part: str, language_and_zone: tuple[str, str], values: tuple[tuple[str, Any], ...]) -> str:
    return get_template(part).render({**dict(values), "csrf_token": TOKEN})


def class_of_row(is_mine: bool, other: str) -> SafeString:
    name = "me" if is_mine else other
    return format_html('class="{}"', name) if name else SafeString("")


def _placeholder(name: str) -> SafeString:
    return mark_safe(MARK % name)  # noqa: S308  names of parts and numbers of rows, written by templates
