"""Somebody's own page for the front door, which has a path and a cookie: what the view `me` would answer, byte for
byte, or None where the view has to be asked. Nothing is kept of anybody: who it is, which revision the event has and
what is unread is asked each time."""

import os
import re
import time
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.http import HttpResponse, parse_cookie
from django.middleware.csrf import CSRF_ALLOWED_CHARS, CSRF_SECRET_LENGTH

from crosstable.accounts.backends import signed_in
from crosstable.events.models import Tournament
from crosstable.events.queries.addressed import tournament_called
from crosstable.events.queries.people.everybody import everybody, known_event
from crosstable.events.queries.people.player import entry_to_show, my_event
from crosstable.web.context import THEMES
from crosstable.web.player.quick_page import Looking, quick_page
from crosstable.web.player.views import news_of_page
from crosstable.web.templatetags.phone import new_key

ADDRESS = re.compile(r"/t/([-\w]+)/me")
LETTERS, LENGTH = CSRF_ALLOWED_CHARS, CSRF_SECRET_LENGTH
_SECRET = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
_PLACE = {letter: place for place, letter in enumerate(LETTERS)}
# Every byte is a letter, but for the few that would make some letters more likely than others.
_TO_LETTERS = bytes(ord(LETTERS[byte % len(LETTERS)]) for byte in range(256))
_NO_SECRET = "-" * LENGTH  # no letter of a secret
_LEFT_OVER = bytes(range(256 // len(LETTERS) * len(LETTERS), 256))


@dataclass(frozen=True, slots=True)
class OwnPage:
    body: bytes
    # The cookie that belongs to its forms; Django sends it again each time, so that it does not run out.
    cookie: str


def own_page(path: str, cookie: str) -> OwnPage | None:
    address, cookies = ADDRESS.fullmatch(path), parse_cookie(cookie)
    secret = cookies.get(settings.CSRF_COOKIE_NAME)
    if address is None or "messages" in cookies or (secret is not None and not _SECRET.fullmatch(secret)):
        return None
    secret = secret or _letters()
    page = _page(address[1], path, cookies, _masked(secret))
    if page is None:
        return None
    return OwnPage(page.encode(), _cookie_in(int(time.time())).replace(_NO_SECRET, secret))


def _page(slug: str, path: str, cookies: dict[str, str], token: str) -> str | None:
    session_key = cookies.get(settings.SESSION_COOKIE_NAME)
    user = signed_in(session_key) if session_key else None
    tournament = _public_event(slug) if user is not None else None
    known = everybody(tournament) if tournament is not None else None
    if user is None or tournament is None or known is None:
        return None
    entry = entry_to_show(user, tournament, known)
    if entry is None:
        return None
    my = my_event(entry, known)
    unread, news, earlier = news_of_page(user, my).values()
    chosen = cookies.get("theme", "")
    looking = Looking(user, path, chosen if chosen in THEMES else "", unread, news, earlier)
    return quick_page(my, looking, token, new_key)


def _public_event(slug: str) -> Tournament | None:
    known = known_event(slug) or tournament_called.first(slug)
    return known if known is not None and known.is_public else None


def _letters() -> str:
    """A new secret of Django's kind, each letter as likely; asking for chance once and not for every letter."""
    letters = ""
    while len(letters) < LENGTH:
        letters += os.urandom(2 * LENGTH).translate(_TO_LETTERS, _LEFT_OVER).decode()
    return letters[:LENGTH]


def _masked(secret: str) -> str:
    """A token for forms, another one each time (`django.middleware.csrf._mask_cipher_secret`)."""
    mask = _letters()
    return mask + "".join(
        LETTERS[(_PLACE[one] + _PLACE[other]) % len(LETTERS)] for one, other in zip(secret, mask, strict=True)
    )


@lru_cache(maxsize=1)
def _cookie_in(_second: int) -> str:
    """As Django's middleware sets it, made once a second: it says when it runs out."""
    response = HttpResponse()
    response.set_cookie(
        settings.CSRF_COOKIE_NAME,
        _NO_SECRET,
        max_age=settings.CSRF_COOKIE_AGE,
        domain=settings.CSRF_COOKIE_DOMAIN,
        path=settings.CSRF_COOKIE_PATH,
        secure=settings.CSRF_COOKIE_SECURE,
        httponly=settings.CSRF_COOKIE_HTTPONLY,
        samesite=settings.CSRF_COOKIE_SAMESITE,
    )
    return response.cookies[settings.CSRF_COOKIE_NAME].OutputString()
