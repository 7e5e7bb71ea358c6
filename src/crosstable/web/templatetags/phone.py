"""What the forms of a player carry, so that sending one twice does it once."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from crosstable.events.queries.people.my_matches import MyMatch
from crosstable.events.records.rules import rules_of

register = template.Library()


@register.simple_tag
def report_key() -> SafeString:
    """A key of its own for each form that is shown; see web/player/reporting.py."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(16))


@register.simple_tag
def send_as(my_match: MyMatch) -> SafeString:
    """Marks a form that a phone keeps until it is delivered, and names it for its person."""
    word = rules_of(my_match.match.round.tournament).words.table
    other = my_match.opponent.entry if my_match.opponent else ""
    return format_html('data-send="{} {} against {}"', word, my_match.match.table, other)
