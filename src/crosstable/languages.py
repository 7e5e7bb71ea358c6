"""The languages offered here, and the one of each request.

The visitor's choice is a cookie, kept with the account and set again at log-in; without one the browser's languages
decide. With one language there is nothing to choose, and requests cost nothing more.
"""

import datetime
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.formats import date_format

from crosstable import text

YEAR = 365 * 24 * 3600
# What the formats of the pages show of a day, as CLDR calls it.
SKELETONS = {"j F": "MMMMd", "j M": "MMMd", "j M Y": "yMMMd", "l j F": "MMMMEEEEd", "D": "E"}


def is_choice() -> bool:
    return len(settings.LANGUAGES) > 1


def is_offered(code: str) -> bool:
    return code in dict(settings.LANGUAGES)


def chosen_language() -> str:
    """Return the language of the request, or nothing where there is no choice."""
    return (translation.get_language() or "") if is_choice() else ""


def date_words(value: datetime.date, form: str) -> str:
    """Write a day or a moment: in English by this format of Django, in other languages as they write it (CLDR)."""
    now, (day, clock) = text.active(), _parts(form)
    if now.code == text.SOURCE or now.cldr.language == "en" or not day:
        return date_format(value, form)
    from babel.dates import format_date, format_skeleton, get_datetime_format

    is_long = day == "j F Y"
    words = (
        format_date(value, "long", now.cldr)
        if is_long
        else format_skeleton(SKELETONS[day], value, locale=now.cldr)
    )
    if not clock:
        return words
    pattern = str(get_datetime_format("medium", now.cldr))
    return pattern.replace("{1}", words).replace("{0}", date_format(value, clock))


@cache
def _parts(form: str) -> tuple[str, str]:
    """Return the format of the day and that of the clock; a format that is the same everywhere has no day."""
    found = re.fullmatch(r"(.*?),? ?(H:i(?::s)?)?", form)
    assert found is not None
    day = found[1]
    return (day if day in SKELETONS or day == "j F Y" else ""), found[2] or ""


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Write in this language, or in the installation's if the code is empty or no longer offered."""
    wanted = code if is_offered(code) else settings.LANGUAGE_CODE
    with text.using(text.language(wanted)), translation.override(wanted):
        yield


def no_language(code: str) -> text.Text:
    """Say that this language is not offered."""
    offered = list(dict(settings.LANGUAGES))
    return text.tr(
        "“{code}” is not a language offered here. Choose {offered}.", code=code[:20], offered=offered
    )


@contextmanager
def in_chosen_language(code: str) -> Iterator[None]:
    """Write in this language, or stay in the active one if the code is empty or not offered."""
    with speaking(code) if is_offered(code) else nullcontext():
        yield


class Languages:
    """Middleware: activate the language of the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_choice():
            return self.get_response(request)
        with speaking(translation.get_language_from_request(request)):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language())
        patch_vary_headers(response, ("Accept-Language",))
        # A log-in sets the language of the account; an account without one takes what the visitor has chosen.
        user = getattr(request, "user", None) if settings.SESSION_COOKIE_NAME in response.cookies else None
        if user is not None and user.is_authenticated:
            chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
            if is_offered(user.language):
                set_language(response, user.language)
            elif is_offered(chosen):
                user.language = chosen
                user.save(update_fields=["language"])
        return response


def set_language(response: HttpResponse, code: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=YEAR,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
