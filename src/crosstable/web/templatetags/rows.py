"""The rows of the four largest tables of an event, rendered by Jinja2. They are rendered again after every result.

Figure: overview, pairings, standings and crosstable of 1,000 players take 380 core-milliseconds together, 550 with
Django's templates (bench/README.md).

    {% rows "standings" %}    web/rows/standings.jinja, with the variables and the filters of the page
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from django import template
from django.utils.safestring import SafeString, mark_safe

from crosstable.web.templatetags import crosstable, look, personal
from crosstable.web.templatetags.addresses import address
from crosstable.web.templating import INDENT

if TYPE_CHECKING:
    from jinja2 import Environment

register = template.Library()


@cache
def _environment() -> Environment:
    """Create the environment. Jinja2 is imported late: the server starts without it."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from jinja2.ext import Extension

    class WithoutIndentation(Extension):
        def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
            return INDENT.sub("\n", source)

    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent.parent / "rows"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        extensions=[WithoutIndentation],
    )
    made.filters |= crosstable.register.filters | look.register.filters
    made.globals["address"] = address
    return made


@register.simple_tag(takes_context=True)
def rows(context: template.Context, name: str) -> SafeString:
    bound = {tag.__name__: partial(tag, context) for tag in (look.event_url, personal.row_class)}
    text = _environment().get_template(f"{name}.jinja").render({**context.flatten(), **bound})
    return mark_safe(text)  # noqa: S308  Jinja2 has escaped it
