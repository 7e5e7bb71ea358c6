"""What every template may know about the installation and the visitor."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEMES = ("dark", "light", "system")


def installation(request: HttpRequest) -> dict[str, Any]:
    """A visitor who is not signed in gets a page without a theme: it is shared between visitors, and theme.js
    applies the choice. Error pages have no user."""
    user = getattr(request, "user", None)
    chosen = request.COOKIES.get("theme", "") if user is not None and user.is_authenticated else ""
    return {
        "theme": chosen if chosen in THEMES else "",
        "is_demo": settings.IS_DEMO,
        "installation_name": settings.INSTALLATION_NAME,
        "demo_accounts": settings.DEMO_ACCOUNTS if settings.IS_DEMO else (),
    }
