"""Middleware around every page: show users their own changes, answer refusals, and render error pages."""

import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template import loader

from crosstable.database.storage_errors import storage_message
from crosstable.events.errors import BadValue, Refused
from crosstable.events.site import JUST_WROTE, SECONDS
from crosstable.slots import Busy
from crosstable.text import active, tr

TOO_LARGE = 10**18
# Bytes in one form value. Names and notes are shorter, and SQLite's LIKE rejects a text of 50,000 bytes.
LONGEST_TEXT = 40_000
# Fields for whole lists: pasted players, an army list (its form refuses a long one but keeps the text), a game's
# factions.
LONG_TEXTS = {
    "lines": 1_000_000,
    "list_text": 1_000_000,
    "names": 100_000,
    "faction_names": 100_000,
}
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


class TextTooLong(BadValue):
    code = "text-too-long"
    http_status = 413


class JustWrote:
    """Set a cookie after each write, so the next page shows it, whichever process answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Signed in before or during this request. A client with an API token has no cookies.
        signed_in = settings.SESSION_COOKIE_NAME in (*request.COOKIES, *response.cookies)
        if request.method not in SAFE and signed_in:
            response.set_cookie(
                JUST_WROTE,
                "1",
                max_age=SECONDS,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response


class Refusals:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]
    ) -> HttpResponse | None:
        """Refuse numbers too large for the database and null characters, which PostgreSQL rejects.

        CSRF-exempt views, such as the API, validate their own values.
        """
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404
        if any(isinstance(value, int) and value >= TOO_LARGE for value in kwargs.values()):
            raise Http404
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            for name, values in request.POST.lists():
                if any("\0" in value for value in values):
                    refused = BadValue(
                        tr("The field “{name}” contains a null character. Type the text again.", name=name)
                    )
                    return self.process_exception(request, refused)
                most = LONG_TEXTS.get(name, LONGEST_TEXT)
                if any(len(value) > most // 4 and len(value.encode()) > most for value in values):
                    words = tr(
                        "The text in “{name}” is too long. Shorten it to {most} bytes.",
                        name=name[:40],
                        most=most,
                    )
                    return self.process_exception(request, TextTooLong(words))
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Refused):
            return None
        if wants_json(request):
            body = {"code": error.code, "message": str(error)}
            return JsonResponse(body, status=error.http_status, headers=_retry_after(error))
        if error.http_status in (403, 413, 503) or request.method != "POST":
            only_looked = error.http_status == 403 and request.method != "POST"
            page = "403.html" if only_looked else "refused.html"
            response = render(request, page, {"reason": str(error)}, status=error.http_status)
            for name, value in _retry_after(error).items():
                response[name] = value
            return response
        messages.error(request, str(error))
        return HttpResponseRedirect(came_from(request), status=303)


def _retry_after(error: Refused) -> dict[str, str]:
    return {"Retry-After": str(error.retry_after)} if isinstance(error, Busy) else {}


def wants_json(request: HttpRequest) -> bool:
    """Return whether a script sent the request, rather than a link or a button."""
    return str(request.META.get("HTTP_ACCEPT", "")).startswith("application/json")


def came_from(request: HttpRequest) -> str:
    """Return the path of the page with the form; never another site."""
    try:
        referer = urlsplit(str(request.META.get("HTTP_REFERER", "")))
    except ValueError:
        return "/"
    # A browser would read a path that begins with two slashes as a host.
    if referer.netloc != request.get_host() or not referer.path.startswith("/") or referer.path[1:2] in "/\\":
        return "/"
    return referer.path + (f"?{referer.query}" if referer.query else "")


PATIENCE = "5"


def broken(request: HttpRequest) -> HttpResponse:
    """Render an error page without a query: the database may be what failed."""
    words = storage_message(sys.exc_info()[1])
    number = request.META.get("crosstable.request", "")
    if words is None:
        return HttpResponse(_error_page("500.html", number=number), status=500)
    response = _unavailable(request, words)
    response["Retry-After"] = PATIENCE
    response["X-Crosstable-Storage"] = words
    return response


def _unavailable(request: HttpRequest, words: str) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"code": "storage", "message": words}, status=503)
    return HttpResponse(_error_page("503.html", words=words), status=503)


def _error_page(name: str, **values: str) -> str:
    return loader.get_template(name).render({"language": active().code, **values})
