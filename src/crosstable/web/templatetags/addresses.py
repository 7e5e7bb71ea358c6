"""Tags loaded for every template (settings.TEMPLATES): the tags url and static with a cache, and a form that is one
button.

A page of a thousand rows resolves the same few addresses again and again, each time with other numbers. Figure: without
the cache a player's own page takes 0.2 core-milliseconds more, on top of 1.5, and the four large pages 45 more.
"""

from functools import cache, lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode, URLNode
from django.template.defaulttags import url as parse_url
from django.templatetags.static import static as static_address
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
MOST = 5_000
# Numbers in a cached address: replaced by the wanted ones. Four digits, because some addresses accept no more.
STAND_INS = ("7307", "7309", "7321", "7331")


class QuickURL(URLNode):
    def render(self, context: template.Context) -> str:
        name = self.view_name.resolve(context)
        args = [arg.resolve(context) for arg in self.args]
        if self.kwargs or any(type(arg) is not int and not isinstance(arg, str) for arg in args):
            return super().render(context)
        try:
            url = address(name, *args)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            url = ""
        if self.asvar:
            context[self.asvar] = url
            return ""
        return conditional_escape(url) if context.autoescape else url


def address(name: str, *args: object) -> str:
    """Django's `reverse`, cached: once for all numbers."""
    texts = [arg if isinstance(arg, str) else str(arg) for arg in args]
    numbers = [place for place, arg in enumerate(args) if type(arg) is int]
    if len(numbers) > len(STAND_INS) or any(one in text for text in texts for one in STAND_INS):
        return reverse(name, args=texts)
    wanted = [texts[place] for place in numbers]
    for place, stand_in in zip(numbers, STAND_INS, strict=False):
        texts[place] = stand_in
    found = _address(name, *texts)
    for stand_in, number in zip(STAND_INS, wanted, strict=False):
        found = found.replace(stand_in, number)
    return found


@lru_cache(maxsize=MOST)
def _address(name: str, *args: str) -> str:
    return reverse(name, args=args)


@register.simple_tag
@cache
def static(name: str) -> str:
    """Return the address of one of our files."""
    return static_address(name)


@register.tag
def url(parser: Parser, token: Token) -> QuickURL:
    node: Any = parse_url(parser, token)
    return QuickURL(node.view_name, node.args, node.kwargs, node.asvar)


@register.simple_tag(takes_context=True)
def post_button(
    context: template.Context,
    label: str,
    page: str,
    *args: object,
    look: str = "btn",
    form: str = "",
    about: object = "",
    **fields: object,
) -> SafeString:
    """Render a button that posts hidden fields to a page.

    `{% post_button "Swap colours" 'swap' tournament.slug first=4 second=9 look="btn small" %}`. `look` and `form` are
    the classes of the button and the form. Screen readers read `about` after the label, to tell apart buttons with the
    same.
    """
    return format_html(
        '<form method="post" action="{}"{}>{}{}<button{}>{}{}</button></form>',
        address(page, *args),
        _class(form),
        CsrfTokenNode().render(context),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', fields.items()),
        _class(look),
        label,
        format_html('<span class="visually-hidden"> {}</span>', about) if about else "",
    )


def _class(names: str) -> SafeString:
    return format_html(' class="{}"', names) if names else SafeString("")
