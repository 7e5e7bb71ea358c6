"""The banner of a rehearsal, on every page of it."""

from django import template
from django.utils.safestring import SafeString

from crosstable.events.models import Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def rehearsal_banner(context: template.Context) -> SafeString:
    """Render the banner if the page is about a rehearsal: its `tournament`, or that of its `event_context`."""
    event_context = context.get("event_context")
    tournament = context.get("tournament") or getattr(event_context, "tournament", None)
    if not isinstance(tournament, Tournament) or not tournament.is_rehearsal:
        return SafeString()
    assert context.template is not None
    with context.push(rehearsal=tournament):
        return context.template.engine.get_template("parts/rehearsal.html").render(context)
