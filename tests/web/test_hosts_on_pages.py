"""A page that is cached for all visitors is the same under each of the server's names, except where it shows that
name; the server caches those separately (live/visitors.py)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import resolve

from building import build_club, match_of, playing
from crosstable.accounts.models import Club
from crosstable.api.app import api
from crosstable.events.actions.event import access, screens
from crosstable.events.models import Tournament
from crosstable.live.visitors import shows_host
from web.test_every_address import TABLE, address

pytestmark = pytest.mark.django_db

OF_EACH_ANSWER = {"X-Request-ID"}


def pages(tournament: Tournament) -> set[str]:
    """The address of every page, with a share link and a screen that exist, and of every operation that reads."""
    token = access.share(tournament=tournament, by=tournament.owner)
    code = screens.add_screen(tournament=tournament, name="Hall", by=tournament.owner).code
    named = [address(name, tournament) for name, (method, _) in TABLE.items() if method == "get"]
    web = {path.replace("not-a-token", token).replace("/b/0000", f"/b/{code}") for path in named}
    return web | {f"{path}?limit=1" for path in operations(tournament)}


def operations(tournament: Tournament) -> set[str]:
    """The public operations, which are about an event or about no person."""
    paths = api.get_openapi_schema(path_prefix="/api/")["paths"]
    match, club = match_of(tournament, "ann"), Club.objects.get()
    keys = {"tournamentId": tournament.pk, "matchId": match.pk, "playerId": match.first_id, "clubId": club.pk}
    filled = [
        re.sub(r"{(\w+)}", lambda name: str(keys.get(name[1], 1)), p) for p in paths if "get" in paths[p]
    ]
    return set(filled)


def seen(path: str, host: str) -> tuple[object, bytes] | None:
    """Return headers and body of a page that is cached for all visitors, else None."""
    answer = Client().get(path, headers={"host": host})
    if answer.status_code != 200 or "X-Crosstable-Revision" not in answer.headers:
        return None
    return {k: v for k, v in answer.headers.items() if k not in OF_EACH_ANSWER}, answer.content


def test_only_the_pages_the_server_knows_show_the_requested_host_name(settings):
    settings.ALLOWED_HOSTS = ["a.example", "b.example"]
    settings.API_RATE = 0
    tournament = playing("ann cy bo di")
    build_club("City Chess Club", "Walter Wood")
    kept = {path: seen(path, "a.example:3005") for path in sorted(pages(tournament))}
    kept = {path: page for path, page in kept.items() if page is not None}
    differing = {path for path, page in kept.items() if page != seen(path, "b.example:80")}
    assert {resolve(path.partition("?")[0]).url_name for path in differing} == {
        "board",
        "screen",
        "screen-kind",
        "shared-qr",
    }
    assert differing == {path for path in kept if shows_host(path.partition("?")[0])}
    assert len(kept) > 30


def test_nor_does_the_first_page_of_a_new_installation(settings):
    settings.ALLOWED_HOSTS = ["a.example", "b.example"]
    assert seen("/", "a.example") == seen("/", "b.example:3005") is not None
