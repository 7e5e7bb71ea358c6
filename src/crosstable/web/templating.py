"""Templates: the loader, the context processor about the installation and the visitor, and the theme.

The loader strips the indentation of templates. Figure: a player's own page is 2.3 kB instead of 2.6 as sent, the
standings of 1,000 players 1.17 MB instead of 1.23 before compression. Templates that show line breaks have no
indentation. The theme is a cookie: it belongs to the device, not to the account.
"""

import re
from importlib.metadata import version
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template import Origin
from django.template.loaders.app_directories import Loader as AppDirectories
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_http_methods

from crosstable.accounts import mail
from crosstable.accounts.models import User
from crosstable.events.notifications.inbox import unread
from crosstable.installation import installation_name
from crosstable.languages import YEAR, is_choice, is_offered, set_language
from crosstable.text import active
from crosstable.web.shared import safe_next

INDENT = re.compile(r"\n[ \t]+")


class Loader(AppDirectories):
    def get_contents(self, origin: Origin) -> str:
        """Strip the indentation but keep line breaks: to a browser they are the same space.

        Mails are unchanged.
        """
        text = super().get_contents(origin)
        return INDENT.sub("\n", text) if origin.name.endswith(".html") else text


VERSION = version("crosstable")
THEMES = ("dark", "light", "system")


def installation(request: HttpRequest) -> dict[str, Any]:
    """Return the context of every page.

    An anonymous visitor's page is shared between visitors, so it has no theme: theme.js applies the choice. Error pages
    have no user.
    """
    user: Any = getattr(request, "user", None)
    is_logged_in = user is not None and user.is_authenticated
    chosen = request.COOKIES.get("theme", "") if is_logged_in else ""
    return {
        "theme": chosen if chosen in THEMES else "",
        "is_demo": settings.IS_DEMO,
        "mail_is_sent": mail.is_sent(),
        # Lazy: the query runs only in the top bar of a signed-in user.
        "unread_news": SimpleLazyObject(lambda: unread(user).count()) if is_logged_in else 0,
        "openid_name": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
        "installation_name": installation_name(),
        # For scripts that show a time of day: the event's zone on its pages.
        "time_zone": timezone.get_current_timezone_name(),
        "version": VERSION,
        "language": active().code,
        "languages": settings.LANGUAGES if is_choice() else (),
        "demo_accounts": settings.DEMO_ACCOUNTS if settings.IS_DEMO else (),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme", "")
    if chosen not in THEMES:
        current = request.COOKIES.get("theme", "system")
        return render(request, "theme.html", {"next": safe_next(request), "current": current})
    response = HttpResponseRedirect(safe_next(request))
    response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of the pages, kept with the account."""
    chosen = request.POST.get("language", "")
    if not is_offered(chosen):
        return render(request, "language.html", {"next": safe_next(request)})
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    response = HttpResponseRedirect(safe_next(request))
    set_language(response, chosen)
    return response
