"""Jinja2 templates (`web/jinja/`) inside Django's, for what is rendered most often: the rows of the four largest tables
of an event, again after every result, and a player's own page, a thousand times after a publication.

Figures: overview, pairings, standings and crosstable of 1,000 players take 380 core-milliseconds together, 550 with
Django's templates; a player's own page 1.6, and 2.1 with Django's templates (bench/README.md).

    {% jinja "standings" %}    web/jinja/standings.jinja, with the variables and the filters of the page
"""

from __future__ import annotations

import datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from django import template
from django.template.defaultfilters import date, default_if_none
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from crosstable.text import tr, trn
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
        loader=FileSystemLoader(Path(__file__).parent.parent / "jinja"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        extensions=[WithoutIndentation],
    )
    made.filters |= crosstable.register.filters | look.register.filters
    made.filters |= {"date": _local_date, "default_if_none": default_if_none}
    made.globals |= {
        "address": address,
        "included": _included,
        "report_key": crosstable.report_key,
        "send_as": crosstable.send_as,
        "tr": tr,
        "trn": trn,
    }
    return made


@register.simple_tag(takes_context=True)
def jinja(context: template.Context, name: str) -> SafeString:
    tags = (look.event_url, personal.row_class, personal.by_value, csrf_input)
    bound = {tag.__name__: partial(tag, context) for tag in tags}
    text = _environment().get_template(f"{name}.jinja").render({**context.flatten(), **bound})
    return mark_safe(text)  # noqa: S308  Jinja2 has escaped it


def csrf_input(context: template.Context) -> str:
    return CsrfTokenNode().render(context)


def _included(part: str, **values: object) -> str:
    """Render one of Django's templates."""
    return render_to_string(part, values)


def _local_date(value: datetime.date, form: str) -> str:
    """Django's filter `date`, which its templates call with the local time."""
    return date(timezone.localtime(value) if isinstance(value, datetime.datetime) else value, form)
