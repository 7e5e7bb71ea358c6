"""A finished event as a folder of plain pages: complete, with relative links only, and without scripts."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile

import pytest
from django.test import Client

from api.calling import Caller, problem
from building import play_round, playing, start_next
from crossings import small_event
from crosstable.accounts import limits
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.models import Tournament

pytestmark = pytest.mark.django_db
LINK = re.compile(r'\b(?:href|src)="([^"]*)"')


def finished() -> Tournament:
    tournament = playing("ann bo cy di", total_rounds=2)
    for _ in range(2):
        play_round(tournament)
        tournament.refresh_from_db()
        if tournament.rounds.count() < 2:
            start_next(tournament)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    return tournament


def pages_of(tournament: Tournament) -> dict[str, bytes]:
    """The files of the zip, below its folder."""
    answer = Caller("olga").get(f"/tournaments/{tournament.pk}/web-pages")
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name.removeprefix(f"{tournament.slug}/"): archive.read(name) for name in archive.namelist()}


def test_every_link_of_every_page_leads_to_a_file_of_the_folder():
    files = pages_of(finished())
    entries = {name for name in files if name.startswith("entries/")}
    assert {"index.html", "standings.html", "rounds/1.html", "rounds/2.html", "picture.png"} <= set(files)
    assert len(entries) == 4 and "files/crosstable.css" in files
    pages = {name: data.decode() for name, data in files.items() if name.endswith(".html")}
    assert [name for name, html in pages.items() if re.search(r"<script|<form|<button", html)] == []
    assert {
        (name, link) for name, html in pages.items() for link in links(name, html) if link not in files
    } == set()


def links(name: str, html: str) -> list[str]:
    """The files a page leads to."""
    relative = [link.partition("#")[0] for link in LINK.findall(html) if not link.startswith(("#", "data:"))]
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), link)) for link in relative]


@pytest.mark.parametrize("format", [one for one in small_event.FORMATS if one != "swiss"])
def test_every_format_has_its_pages(format):
    tournament = small_event.event("goals", format, "players")
    while small_event.next_step(tournament):
        pass
    for _ in range(6):
        tournament.refresh_from_db()
        if tournament.is_complete:
            break
        step = small_event.step_of(tournament)
        take_next_step(tournament=tournament, seen_step=step, by=tournament.owner)
    files = pages_of(tournament)
    assert ("bracket.html" in files) == ("knockout" in format or "cut" in format)
    assert ("stages/1.html" in files) == ("pool" in format or "robin" in format)


def test_web_pages_count_as_heavy_work(monkeypatch):
    tournament = finished()
    monkeypatch.setattr(limits, "MOST_HEAVY", 0)
    answer = Caller("olga").get(f"/tournaments/{tournament.pk}/web-pages")
    assert problem(answer) == (429, "too-much-work")


def test_an_event_in_progress_has_no_web_pages_yet():
    tournament = playing("ann bo")
    answer = Caller("olga").get(f"/tournaments/{tournament.pk}/web-pages")
    assert problem(answer) == (409, "event-not-finished")
    assert Client().get(f"/t/{tournament.slug}/control/web-pages.zip").status_code == 302
