"""Formatting of the round clock. A running clock is shown by when it ends; clock.js counts."""

from datetime import timedelta

from django import template

register = template.Library()


@register.filter
def span(length: timedelta) -> str:
    """'1:18:42', '18:42', as the clock on the wall of the hall has it."""
    seconds = max(0, int(length.total_seconds()))
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


@register.filter
def minutes(length: timedelta) -> int:
    return int(length.total_seconds()) // 60


@register.filter
def words(text: str) -> list[str]:
    return text.split()
