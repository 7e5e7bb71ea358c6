"""The screens of an event, and the one behind a code."""

from crosstable.events.models import Screen


def screen_by_code(code: str) -> Screen | None:
    """With its tournament; a draft is shown to nobody."""
    screen = Screen.objects.select_related("tournament__owner__player").filter(code=code).first()
    return screen if screen is not None and screen.tournament.is_public else None
