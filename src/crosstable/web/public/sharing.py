"""What a share link opens: standings, pairings, crosstable and players of one event, without an account.

A token that was never issued, or was renewed or switched off, is a 404.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from crosstable.events.queries.addressed import shared_tournament
from crosstable.events.queries.people import public
from crosstable.web.public import views
from crosstable.web.public.pages import public_answer
from crosstable.web.shared import qr_code

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, public.EventContext, P], HttpResponse]


def shared_page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Pass the view what an anonymous visitor sees of the event behind the token."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tournament = shared_tournament(token)
        if tournament is None:
            raise Http404("no such link")
        timezone.activate(tournament.zone)
        event_context = public.event_context(AnonymousUser(), tournament, share=token)
        return public_answer(request, tournament, lambda: view(request, event_context, *args, **kwargs))

    return page


standings = shared_page(views.show_standings)
round_ = shared_page(views.show_round)
crosstable = shared_page(views.show_crosstable)
entry = shared_page(views.show_entry)
bracket = shared_page(views.show_bracket)
why = shared_page(views.show_why)


@shared_page
def pairings(request: HttpRequest, event_context: public.EventContext) -> HttpResponse:
    """Show the newest public round; before the first one, the standings, which say so."""
    if event_context.current is None:
        return views.show_standings(request, event_context)
    return views.show_round(request, event_context, event_context.current.number)


@shared_page
def qr(request: HttpRequest, event_context: public.EventContext) -> HttpResponse:
    address = request.build_absolute_uri(f"/s/{event_context.share}")
    context = {"event_context": event_context, "address": address, "qr": qr_code(address), "tab": "qr"}
    return render(request, "public/qr.html", context)
