"""What public pages share: finding the event, hiding drafts, and telling the front door what it may keep.

A page that any anonymous visitor would have got byte for byte carries X-Crosstable-Revision: of its tournament, or of
the whole site where it shows more than one. The front door may keep it until that revision moves on. Whatever belongs
to somebody (a session, a message) never carries it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from crosstable.events.models import Tournament
from crosstable.events.site import SITE, site_revision
from crosstable.web.public.holes import page_with_holes
from crosstable.web.shared import visible_tournament

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]


def tournament_page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Hands the view the tournament of the slug; 404 when the visitor may not see it."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tournament = visible_tournament(request, slug)
        return answer_for_everybody(request, tournament, lambda: view(request, tournament, *args, **kwargs))

    return page


def large_page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """The same for a page with a row for everybody: who is signed in has it from memory, too."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tournament = visible_tournament(request, slug)

        def make(asking: HttpRequest) -> HttpResponse:
            return view(asking, tournament, *args, **kwargs)

        def answer() -> HttpResponse:
            return page_with_holes(request, tournament, make) or make(request)

        return answer_for_everybody(request, tournament, answer)

    return page


def site_page(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """A page about more than one event. What somebody searches for is theirs alone and not kept."""

    @require_safe
    @wraps(view)
    def page(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        request, revision = cast(HttpRequest, args[0]), site_revision()
        response = view(*args, **kwargs)
        if "q" not in request.GET and _may_be_shared(request, response):
            response["X-Crosstable-Revision"] = f"{SITE}:{revision}"
        return response

    return page


def answer_for_everybody(
    request: HttpRequest, tournament: Tournament, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """The page, marked with its revision when any visitor would have got the same."""
    if _has_seen(request, tournament):
        return HttpResponseNotModified()
    response = make()
    if _may_be_shared(request, response):
        response["X-Crosstable-Revision"] = f"{tournament.pk}:{tournament.revision}"
    return response


def _has_seen(request: HttpRequest, tournament: Tournament) -> bool:
    """A page that follows the event asks again and shows this revision already."""
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
