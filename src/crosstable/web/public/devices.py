"""The mark of a browser that opens a match by code, so that one phone does not speak for both sides of it."""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "board-device"
# An event of two days and the way home.
SECONDS = 3 * 24 * 60 * 60


def device_of(request: HttpRequest) -> str:
    """The one this browser has, or a new one."""
    kept: str | None = request.get_signed_cookie(COOKIE, default=None, max_age=SECONDS)
    return kept or secrets.token_urlsafe(16)


def remember_device(response: HttpResponse, device: str) -> None:
    response.set_signed_cookie(
        COOKIE,
        device,
        max_age=SECONDS,
        path="/m/",
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
