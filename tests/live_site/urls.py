"""Pages as the web views make them, and buttons for the tests to press."""

from __future__ import annotations

import time
from datetime import date
from itertools import count

from django.contrib.auth import login
from django.db import connection, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404
from django.templatetags.static import static
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from crosstable.accounts.models import Player, User
from crosstable.events.hooks import revision_raised
from crosstable.events.models import Tournament

_renders = count(1)
rendered = 0


def _page(request: HttpRequest, slug: str, extra: str = "") -> HttpResponse:
    global rendered
    rendered = next(_renders)
    tournament = get_object_or_404(Tournament, slug=slug)
    rows = "".join(f"<tr><td>{n}<td>Player {n}" for n in range(300))
    shown = f"{tournament.name}, revision {tournament.revision}{extra}"
    body = f"<p>{request.user} reads {shown}<table>{rows}</table>"
    return HttpResponse(body, headers={"X-Crosstable-Revision": f"{tournament.pk}:{tournament.revision}"})


def page(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, slug)


def form(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, slug, get_token(request))


def slow(request: HttpRequest, slug: str) -> HttpResponse:
    time.sleep(0.3)
    return _page(request, slug)


def private(request: HttpRequest, slug: str) -> HttpResponse:
    response = _page(request, slug)
    response.headers["Cache-Control"] = "private"
    return response


def by_agent(request: HttpRequest, slug: str) -> HttpResponse:
    response = _page(request, slug, request.headers.get("User-Agent", ""))
    response.headers["Vary"] = "User-Agent"
    return response


def address_of(request: HttpRequest, name: str) -> HttpResponse:
    return HttpResponse(static(name))


def times_rendered(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(rendered))


@csrf_exempt
def make(request: HttpRequest, slug: str, status: str) -> HttpResponse:
    owner, _ = User.objects.get_or_create(username="olga", email="olga@example.org")
    Tournament.objects.create(
        name=slug,
        slug=slug,
        status=status,
        owner=owner,
        date=date(2026, 5, 1),
        total_rounds=3,
        choices={"most": 100},
    )
    return HttpResponse("made")


@csrf_exempt
def change(request: HttpRequest, slug: str) -> HttpResponse:
    with transaction.atomic():
        Tournament.objects.filter(slug=slug).update(revision=F("revision") + 1)
        now = Tournament.objects.get(slug=slug)
        transaction.on_commit(
            lambda: revision_raised.send(Tournament, tournament_id=now.pk, revision=now.revision)
        )
    return HttpResponse(str(now.revision))


@csrf_exempt
def sign_in(request: HttpRequest) -> HttpResponse:
    login(request, User.objects.get(username="olga"), backend="crosstable.accounts.backends.UsernameOrEmail")
    return HttpResponse("in")


@csrf_exempt
def enter(request: HttpRequest, name: str) -> HttpResponse:
    """Reads before it writes, as actions do: where deferred transactions would fail half-way."""
    with transaction.atomic():
        Player.objects.filter(name=name).exists()
        Player.objects.create(name=name)
    return HttpResponse("entered")


@csrf_exempt
def read(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(len(request.body)))


def address(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.META['REMOTE_ADDR']} {request.scheme}")


def pragmas(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return JsonResponse({name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in names})


urlpatterns = [
    path("t/<slug:slug>/page", page),
    path("t/<slug:slug>/form", form),
    path("t/<slug:slug>/slow", slow),
    path("t/<slug:slug>/private", private),
    path("t/<slug:slug>/by-agent", by_agent),
    path("times-rendered", times_rendered),
    path("address-of/<path:name>", address_of),
    path("make/<slug:slug>/<slug:status>", make),
    path("change/<slug:slug>", change),
    path("sign-in", sign_in),
    path("enter/<slug:name>", enter),
    path("read", read),
    path("address", address),
    path("pragmas", pragmas),
]
