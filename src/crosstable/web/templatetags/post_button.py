"""A form that is one button. Loaded for every template (settings.TEMPLATES)."""

from django import template
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from crosstable.web.templatetags.quick_url import address

register = template.Library()


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
    """`{% post_button "Swap colours" 'swap' tournament.slug first=4 second=9 look="btn small" %}`: a button that
    sends hidden fields to a page. `look` and `form` are the classes of the button and of the form. `about` is read
    aloud after the label, where several buttons have the same."""
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
