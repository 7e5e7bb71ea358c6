"""What public pages share: finding the event, hiding drafts, and the header that lets the server cache a page.

A page that is the same for every anonymous visitor, byte for byte, carries X-Crosstable-Revision: of its tournament, or
of the whole site if it shows more than one. The server may cache it until that revision changes. A page that belongs to
one person (a session, a message) never carries it.

The large pages of an event are rendered once per revision for all signed-in users: as any visitor sees them, with
placeholders for what depends on the viewer. A cached page is rendered anonymously, without a cookie, so it holds
nothing of another person. Organisers see buttons in every row, and a user who has just written something has to see it
immediately: for them the page is rendered as usual. Figure: overview, pairings, standings and crosstable of 1,000
players take a signed-in visitor 25 core-milliseconds instead of 230.
"""

import copy
import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from crosstable.accounts.models import User
from crosstable.database.revision_cache import LatestCache
from crosstable.events.models import Entry, Tournament
from crosstable.events.permissions import LOOK, entries_of
from crosstable.events.queries.people.entries import is_full
from crosstable.events.queries.people.public import EventContext
from crosstable.events.site import JUST_WROTE, SITE, site_revision
from crosstable.text import active
from crosstable.web.shared import visible_tournament
from crosstable.web.templatetags.personal import MARK, class_of_row

Make = Callable[[HttpRequest], HttpResponse]
PLACEHOLDER = re.compile(re.escape(MARK).replace("%s", "([^>]*)"))
KNOWN = {"round"}
MOST_PAGES = 24
# Alternating text and placeholder; None if the page must not be cached.
Pieces = list[str]
_kept: LatestCache[Pieces | None] = LatestCache(MOST_PAGES)


def page_with_placeholders(request: HttpRequest, tournament: Tournament, make: Make) -> HttpResponse | None:
    """Return the page for this viewer, or None if it must be rendered for them alone."""
    if not _may_be_filled(request, tournament):
        return None
    shown_in = tournament.zone.key, tournament.other_zone, active().code
    key = tournament.pk, request.path, request.GET.get("round", ""), *shown_in
    pieces = _kept.get(key, tournament.revision, partial(_made, request, make))
    return HttpResponse(_filled(pieces, request, tournament)) if pieces is not None else None


def _may_be_filled(request: HttpRequest, tournament: Tournament) -> bool:
    return (
        request.user.is_authenticated
        and tournament.is_public
        and not getattr(tournament, "is_staged", True)
        and JUST_WROTE not in request.COOKIES
        and request.GET.keys() <= KNOWN
        and len(request.GET.get("round", "")) < 4
        and not LOOK(request.user, tournament)
    )


def _made(request: HttpRequest, make: Make) -> Pieces | None:
    asking = copy.copy(request)
    asking.user, asking.COOKIES, asking._messages = AnonymousUser(), {}, []  # type: ignore[attr-defined]
    asking.META = {name: value for name, value in request.META.items() if "COOKIE" not in name}
    asking.leaves_placeholders = True  # type: ignore[attr-defined]
    response = make(asking)
    # A cached form would leak one visitor's CSRF token to the others.
    if response.status_code != 200 or response.cookies or "CSRF_COOKIE" in asking.META:
        return None
    return PLACEHOLDER.split(response.content.decode())


def _filled(pieces: Pieces, request: HttpRequest, tournament: Tournament) -> str:
    mine = Entry.objects.filter(entries_of(cast(User, request.user)), tournament=tournament).first()
    full = tournament.takes_registrations and is_full(tournament)
    values = {"event_context": EventContext(tournament, (), mine, role=None, is_full=full)}
    own = str(mine.pk) if mine is not None else ""

    def fill(placeholder: str) -> str:
        numbers, is_row, other = placeholder.partition("|")
        if is_row:
            return class_of_row(bool(own) and own in numbers.split(","), other)
        return render_to_string(placeholder, values, request)

    return "".join(fill(piece) if place % 2 else piece for place, piece in enumerate(pieces))


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]


def tournament_page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Pass the view the tournament of the slug; 404 if the visitor may not see it."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tournament = visible_tournament(request, slug)
        return public_answer(request, tournament, lambda: view(request, tournament, *args, **kwargs))

    return page


def large_page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Like `tournament_page`, for pages with a row per player: signed-in users get it from the cache, too."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tournament = visible_tournament(request, slug)

        def make(asking: HttpRequest) -> HttpResponse:
            return view(asking, tournament, *args, **kwargs)

        def answer() -> HttpResponse:
            return page_with_placeholders(request, tournament, make) or make(request)

        return public_answer(request, tournament, answer)

    return page


def site_page(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Wrap a page about more than one event. A search is not cached."""

    @require_safe
    @wraps(view)
    def page(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        request, revision = cast(HttpRequest, args[0]), site_revision()
        response = view(*args, **kwargs)
        if "q" not in request.GET and _may_be_shared(request, response):
            response["X-Crosstable-Revision"] = f"{SITE}:{revision}"
        return response

    return page


def public_answer(
    request: HttpRequest, tournament: Tournament, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Render the page, marked with its revision if every visitor would get the same."""
    if _has_seen(request, tournament):
        return HttpResponseNotModified()
    response = make()
    if _may_be_shared(request, response):
        response["X-Crosstable-Revision"] = f"{tournament.pk}:{tournament.revision}"
    return response


def _has_seen(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether a page that polls for updates already shows this revision."""
    return "X-Live" in request.headers and request.headers.get("If-None-Match") == f'"{tournament.revision}"'


def _may_be_shared(request: HttpRequest, response: HttpResponse) -> bool:
    personal = (settings.SESSION_COOKIE_NAME, "messages")
    return (
        response.status_code == 200
        and request.user.is_anonymous
        and not any(name in request.COOKIES for name in personal)
        and not response.cookies
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
    )
