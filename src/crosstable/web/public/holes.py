"""The large pages of an event for somebody who is signed in: made once for a revision as any visitor sees them, with
holes where it matters who looks, and filled in for each. A thousand rows are not written anew for the sake of a name in
the top bar.

Nobody's page can hold another's parts: what is kept was made for nobody in particular, without a cookie. Organisers see
buttons in every row, and whoever has just written something sees it at once: for them the page is made as ever.

Figure: overview, pairings, standings and crosstable of 1,000 players take a signed-in visitor 25 core-milliseconds
instead of 230.
"""

import copy
import re
from collections.abc import Callable
from functools import partial
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from crosstable.accounts.models import User
from crosstable.database.revision_cache import LatestCache
from crosstable.events.models import Entry, Tournament
from crosstable.events.permissions import LOOK, entries_of
from crosstable.events.queries.people.entries import is_full
from crosstable.events.queries.people.public import Frame
from crosstable.events.site import JUST_WROTE
from crosstable.web.templatetags.personal import MARK, class_of_row

Make = Callable[[HttpRequest], HttpResponse]
HOLE = re.compile(re.escape(MARK).replace("%s", "([^>]*)"))
KNOWN = {"round"}
MOST_PAGES = 24
# Text, hole, text, hole … text; None for a page that is not to be kept.
Pieces = list[str]
_kept: LatestCache[Pieces | None] = LatestCache(MOST_PAGES)


def page_with_holes(request: HttpRequest, tournament: Tournament, make: Make) -> HttpResponse | None:
    """The page for this person; None where it has to be made for them alone."""
    if not _may_be_filled(request, tournament):
        return None
    key = tournament.pk, request.path, request.GET.get("round", "")
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
    asking.leaves_holes = True  # type: ignore[attr-defined]
    response = make(asking)
    # A form for anybody would hold a token that is somebody's.
    if response.status_code != 200 or response.cookies or "CSRF_COOKIE" in asking.META:
        return None
    return HOLE.split(response.content.decode())


def _filled(pieces: Pieces, request: HttpRequest, tournament: Tournament) -> str:
    mine = Entry.objects.filter(entries_of(cast(User, request.user)), tournament=tournament).first()
    full = tournament.takes_registrations and is_full(tournament)
    values = {"frame": Frame(tournament, (), mine, role=None, is_full=full)}
    own = str(mine.pk) if mine is not None else ""

    def fill(hole: str) -> str:
        numbers, is_row, other = hole.partition("|")
        if is_row:
            return class_of_row(bool(own) and own in numbers.split(","), other)
        return render_to_string(hole, values, request)

    return "".join(fill(piece) if place % 2 else piece for place, piece in enumerate(pieces))
