"""Tags loaded for every template (settings.TEMPLATES): the url tag with a cache, and a form that is one button.

A page of a thousand rows resolves the same few thousand addresses again and again. Figure: without the cache a player's
own page takes 1 core-millisecond more, on top of 2.1, and the four large pages 45 more.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode, URLNode
from django.template.defaulttags import url as parse_url
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
MOST = 20_000


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
    """Django's `reverse`, cached."""
    return _address(settings.ROOT_URLCONF, get_script_prefix(), name, *map(str, args))


@lru_cache(maxsize=MOST)
def _address(urlconf: str, prefix: str, name: str, *args: str) -> str:
    return reverse(name, args=args)


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
