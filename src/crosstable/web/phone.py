"""What lets a phone store the pages: the manifest, the service worker, the offline page, a fresh form token."""

import hashlib
import json
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_safe

from crosstable.installation import installation_name
from crosstable.text import tr
from crosstable.web.public.pages import site_page

# The files that a player's pages load.
SHELL = (
    "crosstable.css",
    "phone.css",
    "theme.js",
    "texts.js",
    "crosstable.js",
    "clock.js",
    "outbox.js",
    "phone.js",
    "icon.svg",
)
ICONS = (("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"))
MASKABLE = ("icon-maskable.png", "512x512", "maskable")


@site_page
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the app for the home screen: its name, icons and start page."""
    icons = [
        {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in (*ICONS, MASKABLE)
    ]
    described = {
        "id": "/",
        "name": installation_name(),
        "short_name": installation_name()[:12].strip(),
        "description": str(tr("Your pairings, your reports and the standings.")),
        "start_url": reverse("mine"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#020617",
        "theme_color": "#020617",
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@condition(etag_func=lambda request: f'"{_tag(_worker())}"')
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker from the root, so its scope is every page. Browsers check it at each visit."""
    return HttpResponse(
        _worker(), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )


@site_page
def offline(request: HttpRequest) -> HttpResponse:
    """Render the page the service worker shows when neither the network nor a cached page is available."""
    return render(request, "phone/offline.html")


@require_safe
@never_cache
def form_token(request: HttpRequest) -> HttpResponse:
    """Return a fresh token for a stored form, and whose session this is.

    A stored report belongs to one person.
    """
    name = request.user.get_username() if request.user.is_authenticated else None
    return JsonResponse({"user": name, "token": get_token(request)})


def _worker() -> str:
    return _rendered(static(SHELL[0]))


@cache
def _rendered(first: str) -> str:
    """Render once per process: the addresses of static files contain their hash."""
    files = [] if settings.DEBUG else [static(name) for name in SHELL]
    values = {
        "version": _tag(json.dumps(files)),
        "files": mark_safe(json.dumps(files)),
        "offline": reverse("offline"),
    }
    return render_to_string("phone/sw.js", values)


def _tag(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
