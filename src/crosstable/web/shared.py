"""What several views need: the tournament behind an address and who may open it, running a request once, messages with
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
    """A request of somebody who is signed in, as the guards below hand it on: the account is the row itself, not what
    Django puts in its place until it is asked for."""

    user: User
    # What they may do in the event, as far as a page of those who run it asks.
    may: dict[str, bool]


def visible_tournament(request: HttpRequest, slug: str) -> Tournament:
    """A draft does not exist for anybody but its organisers (A1)."""
    tournament = tournament_called.first(slug)
    if tournament is None or not may_see(request.user, tournament):
        raise Http404
    return tournament


def for_roles(needs: Capability) -> Callable[[View], View]:
    """Load the tournament and let only those in whose role may do this; the page may ask what else they may."""

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
    """Load the tournament for somebody who is signed in and may see it."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        request.user = get_user(request)
        return view(request, visible_tournament(request, slug), *args, **kwargs)

    return guarded


def post_for_roles(needs: Capability) -> Callable[[View], View]:
    """`for_roles` for a view that changes something: it answers POST only."""
    return lambda view: require_POST(for_roles(needs)(view))


post_for_organisers = post_for_roles(RUN)


def post_for_visitors(view: View) -> View:
    """`for_visitors` for a view that changes something: it answers POST only."""
    return require_POST(for_visitors(view))


def done(request: HttpRequest, words: str, *to: Any, **where: Any) -> HttpResponse:
    """What was done is said on the page it leads to, named as for `redirect`."""
    messages.success(request, words)
    answer: HttpResponse = redirect(*to, **where)
    return answer


def number_chosen(request: HttpRequest, name: str, otherwise: str) -> int:
    """What a form says under this name. Raises BadValue with the sentence where it says nothing."""
    number = whole(request.POST.get(name))
    if number is None:
        raise BadValue(otherwise, name)
    return number


def seen_version(request: HttpRequest) -> int | None:
    """The version the form was made from, where it says so."""
    return whole(request.POST.get("version"))


def run_once(request: Request, content: object, run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run it, unless the same content came under the same key before: then give the first answer again. A page that
    sends until it is answered puts a key into its form; a plain form has none."""
    key = request.POST.get("key", "")
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        return run()
    return run_once_as_json(run, user=request.user, key=key, content=[request.path, content])


def safe_next(request: HttpRequest, fallback: str = "/") -> str:
    """Where the visitor came from, when it is an address of ours."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    here = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(asked, allowed_hosts=here, require_https=request.is_secure())
    return asked if is_ours and asked.startswith("/") else fallback


def absolute(path: str) -> str:
    return f"{settings.PUBLIC_URL}{path}"


def qr_code(address: str) -> SafeString:
    """Safe to put into a page: segno draws from the modules, the address itself is not in the markup."""
    import segno  # only here: the server starts without it

    svg = segno.make(address, error="m", micro=False).svg_inline(
        scale=8, border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(svg)


def say_with_undo(request: HttpRequest, tournament: Tournament, words: str, page: str) -> None:
    """After an action: the sentence, and a button that takes back just this one and returns to `page`."""
    last = offer(tournament)
    is_theirs = last is not None and last.entry.by_id == request.user.pk and RUN(request.user, tournament)
    if last is None or last.why_not or not is_theirs:
        messages.success(request, words)
        return
    context = {"tournament": tournament, "words": words, "number": last.entry.number, "page": page}
    messages.success(request, render_to_string("organiser/parts/said.html", context, request))
