"""A finished event as a folder of plain pages, in one zip: for a disk or any web space, without a server or scripts.

The pages are those that visitors see, rendered anonymously. Links between them are relative; everything that needs the
server (forms, menus, links to other pages) is left out.
"""

import copy
import io
import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator
from html import escape, unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles.finders import find
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve, reverse

from crosstable.accounts import limits
from crosstable.accounts.models import User
from crosstable.events.errors import EventNotFinished
from crosstable.events.models import Tournament
from crosstable.slots import Slots
from crosstable.text import tr

WRITERS = Slots("web-pages", tr("the web pages of another event"), at_once=1, waiting=1, patience=20.0)
# An event of 2,000 players has this many pages with all its rounds.
MOST_PAGES = 2500
PAGES = (
    "event",
    "standings",
    "round",
    "bracket",
    "crosstable",
    "entry",
    "stage",
    "stage-schedule",
    "lists",
    "list",
    "event-picture",
    "export-standings",
    "export-pairings",
    "export-crosstable",
)
PARAMETERS = {"round", "page", "by"}
# Markup of our own templates: what needs a server or a script.
_LEFT_OUT = re.compile(
    r'<script\b.*?</script>|<form\b.*?</form>|<header class="top">.*?</header>|<footer class="foot">.*?</footer>'
    r"|<link rel=\"manifest\"[^>]*>|<button\b.*?</button>",
    re.DOTALL,
)
_ADDRESS = re.compile(r'\b(href|src)="([^"]*)"')
Fetch = Callable[[str], HttpResponse | None]


def web_pages(tournament: Tournament, request: HttpRequest, by: User) -> bytes:
    """Return the zip. `request` gives host and language. Raises EventNotFinished, TooMuchWork, Busy."""
    if not tournament.is_complete:
        raise EventNotFinished(event=tournament.name)
    limits.count_heavy_action(by)
    start, out = reverse("event", args=[tournament.slug]), io.BytesIO()
    with WRITERS.taken(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _files(start, lambda address: _rendered(address, request)):
            archive.writestr(f"{tournament.slug}/{name}", data)
    return out.getvalue()


def _files(start: str, fetch: Fetch) -> Iterator[tuple[str, bytes]]:
    """Follow the links from the first page; name → content of every page and of the files they need."""
    queue, seen, static = [start], {start}, set[str]()
    for address in queue:
        response = fetch(address)
        if response is None:
            continue
        if not response["Content-Type"].startswith("text/html"):
            yield _name(address, start), response.content
            continue
        html = _LEFT_OUT.sub("", response.content.decode())
        for found in _ADDRESS.finditer(html):
            target = _target(found[2], address)
            if target.startswith(settings.STATIC_URL):
                static.add(target)
            elif target not in seen and len(seen) < MOST_PAGES and _is_page(target, start):
                seen.add(target)
                queue.append(target)
        yield _name(address, start), _relative(html, address, start, seen).encode()
    for address in sorted(static):
        if file := _static_file(address):
            yield _static_name(address), file.read_bytes()


def _rendered(address: str, request: HttpRequest) -> HttpResponse | None:
    """Return the page as any visitor sees it; None if there is none."""
    parts = urlsplit(address)
    asking = copy.copy(request)
    asking.method, asking.path, asking.path_info = "GET", parts.path, parts.path
    asking.GET = QueryDict(parts.query)
    asking.user, asking.COOKIES, asking._messages = AnonymousUser(), {}, []  # type: ignore[attr-defined]
    asking.META = {
        name: value for name, value in request.META.items() if not name.startswith(("HTTP_", "CSRF_COOKIE"))
    }
    try:
        view = resolve(parts.path)
        response = view.func(asking, *view.args, **view.kwargs)
    except (Http404, Resolver404):
        return None
    return response if response.status_code == 200 else None


def _target(link: str, page: str) -> str:
    """Return the address a link leads to, with the parameters that pages know; empty for another server."""
    parts = urlsplit(unescape(link))
    if parts.scheme or parts.netloc or not (parts.path or parts.query):
        return ""
    path = parts.path or urlsplit(page).path
    known = sorted((name, value) for name, value in parse_qsl(parts.query) if name in PARAMETERS)
    return path + ("?" + "&".join(f"{name}={value}" for name, value in known) if known else "")


def _is_page(address: str, start: str) -> bool:
    path = urlsplit(address).path
    if not path.startswith(start):
        return False
    try:
        return resolve(path).url_name in PAGES
    except Resolver404:
        return False


def _relative(html: str, page: str, start: str, seen: set[str]) -> str:
    """Make links relative; a link that leads nowhere without the server becomes plain text."""
    folder = posixpath.dirname(_name(page, start))

    def made(found: re.Match[str]) -> str:
        attribute, link = found.groups()
        target = _target(link, page)
        fragment = urlsplit(unescape(link)).fragment
        if not target:
            is_kept = link.startswith(("#", "https://", "http://", "data:"))
            return found[0] if is_kept else ""
        if target.startswith(settings.STATIC_URL):
            name = _static_name(target)
        elif target in seen:
            name = _name(target, start)
        else:
            return ""
        relative = posixpath.relpath(name, folder or ".") + (f"#{fragment}" if fragment else "")
        return f'{attribute}="{escape(relative)}"'

    return _ADDRESS.sub(made, html)


def _name(address: str, start: str) -> str:
    """`/t/open` → index.html, `/t/open/rounds/3` → rounds/3.html, `…/standings?round=2` → standings-round-2.html."""
    parts = urlsplit(address)
    path = parts.path.removeprefix(start).strip("/") or "index"
    if "." in posixpath.basename(path):
        return path
    choice = re.sub(r"[^\w]+", "-", parts.query)
    return f"{path}-{choice}.html" if choice else f"{path}.html"


def _static_name(address: str) -> str:
    """The address has a digest of all files before the name, except in development."""
    name = address.removeprefix(settings.STATIC_URL)
    return "files/" + (name if find(name) else name.partition("/")[2])


def _static_file(address: str) -> Path | None:
    path = find(_static_name(address).removeprefix("files/"))
    return Path(path) if isinstance(path, str) else None
