"""What several views need: the tournament of an address and who may open it, running a request once, messages with
Undo, absolute addresses and QR codes.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.middleware import get_user
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from crosstable.accounts.idempotency import run_once_as_json
from crosstable.accounts.models import User
from crosstable.events.actions.core.undo import offer
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.permissions import RUN, Capability, abilities_of, check_can, may_see
from crosstable.events.queries.addressed import tournament_called
from crosstable.fields import whole

View = Callable[..., HttpResponse]
LONGEST_KEY = 100


class Request(HttpRequest):
    """A request of a signed-in user, passed on by the guards below: `user` is the row, not a lazy object."""

    user: User
    # What the user may do in the event, on pages for its organisers.
    may: dict[str, bool]


def visible_tournament(request: HttpRequest, slug: str) -> Tournament:
    """Load the tournament; a draft is a 404 for everyone but its organisers (A1). Times are in its zone from here
    on, until the request is answered."""
    tournament = tournament_called.first(slug)
    if tournament is None or not may_see(request.user, tournament):
        raise Http404
    timezone.activate(tournament.zone)
    return tournament


def for_roles(needs: Capability) -> Callable[[View], View]:
    """Load the tournament and admit only roles with this capability; `request.may` has the others."""

    def guard(view: View) -> View:
        @wraps(view)
        @login_required
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            request.user = get_user(request)
            tournament = visible_tournament(request, slug)
            check_can(request.user, tournament, needs)
            request.may = abilities_of(request.user, tournament)  # type: ignore[attr-defined]
            return view(request, tournament, *args, **kwargs)

        return guarded

    return guard


for_organisers = for_roles(RUN)


def for_visitors(view: View) -> View:
    """Load the tournament for a signed-in user who may see it."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        request.user = get_user(request)
        return view(request, visible_tournament(request, slug), *args, **kwargs)

    return guarded


def post_for_roles(needs: Capability) -> Callable[[View], View]:
    """Apply `for_roles` and allow POST only, for a view that changes something."""
    return lambda view: require_POST(for_roles(needs)(view))


post_for_organisers = post_for_roles(RUN)


def post_for_visitors(view: View) -> View:
    """Apply `for_visitors` and allow POST only, for a view that changes something."""
    return require_POST(for_visitors(view))


def done(request: HttpRequest, words: str, *to: Any, **where: Any) -> HttpResponse:
    """Redirect as `redirect` does, and show the message on that page."""
    messages.success(request, words)
    answer: HttpResponse = redirect(*to, **where)
    return answer


def number_chosen(request: HttpRequest, name: str, otherwise: str) -> int:
    """Return the number in this form field. Raises BadValue with the given sentence if it is empty."""
    number = whole(request.POST.get(name))
    if number is None:
        raise BadValue(otherwise, name)
    return number


def seen_version(request: HttpRequest) -> int | None:
    """Return the version the form was built from, if it has one."""
    return whole(request.POST.get("version"))


def run_once(request: Request, content: object, run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run it once per key and content, and return the first answer again after that.

    A page that retries until it gets an answer has a key in its form; a plain form has none.
    """
    key = request.POST.get("key", "")
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        return run()
    return run_once_as_json(run, user=request.user, key=key, content=[request.path, content])


def safe_next(request: HttpRequest, fallback: str = "/") -> str:
    """Return the address the visitor came from, if it is one of ours."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    here = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(asked, allowed_hosts=here, require_https=request.is_secure())
    return asked if is_ours and asked.startswith("/") else fallback


def absolute(path: str) -> str:
    return f"{settings.PUBLIC_URL}{path}"


def qr_code(address: str) -> SafeString:
    """Return a QR code as SVG. It is safe to embed: it holds the modules, not the address itself."""
    import segno  # imported late: the server starts without it

    svg = segno.make(address, error="m", micro=False).svg_inline(
        scale=8, border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(svg)


def say_with_undo(request: HttpRequest, tournament: Tournament, words: str, page: str) -> None:
    """Show the message after an action, with a button that undoes it and returns to `page`."""
    last = offer(tournament)
    is_theirs = last is not None and last.entry.by_id == request.user.pk and RUN(request.user, tournament)
    if last is None or last.why_not or not is_theirs:
        messages.success(request, words)
        return
    context = {"tournament": tournament, "words": words, "number": last.entry.number, "page": page}
    messages.success(request, render_to_string("organiser/parts/undo_message.html", context, request))
