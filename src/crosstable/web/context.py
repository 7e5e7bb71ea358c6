"""What every template may know about the installation and the visitor."""

from importlib.metadata import version
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from crosstable.accounts import mail
from crosstable.events.notifications.inbox import unread

VERSION = version("crosstable")
THEMES = ("dark", "light", "system")


def installation(request: HttpRequest) -> dict[str, Any]:
    """A visitor who is not signed in gets a page without a theme: it is shared between visitors, and theme.js
    applies the choice. Error pages have no user."""
    user: Any = getattr(request, "user", None)
    is_somebody = user is not None and user.is_authenticated
    chosen = request.COOKIES.get("theme", "") if is_somebody else ""
    return {
        "theme": chosen if chosen in THEMES else "",
        "is_demo": settings.IS_DEMO,
        "mail_is_sent": mail.is_sent(),
        # A query only where a page shows it: the top bar of somebody who is signed in.
        "unread_news": SimpleLazyObject(lambda: unread(user).count()) if is_somebody else 0,
        "openid_name": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
        "installation_name": settings.INSTALLATION_NAME,
        "version": VERSION,
        "demo_accounts": settings.DEMO_ACCOUNTS if settings.IS_DEMO else (),
    }
