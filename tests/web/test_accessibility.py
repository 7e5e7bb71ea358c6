"""Every page can be used by everyone: axe-core finds nothing, nothing scrolls sideways, every table has names, and no
script is loaded twice.

The pages are those of five events of the golden databases and of no event, as visitor, player, owner and administrator,
and those of `web/states.py`: every guide, the first start, and what a page becomes after something is sent. As few as
have every element of all are opened in the browser; tables are read on all. `make accessibility` (CROSSTABLE_AXE=all)
opens every page of every event, also as desk helper and arbiter, in both themes, at every width.
"""

from __future__ import annotations

import mimetypes
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Browser, Page, Route

from building import administrator, user
from crosstable.events.models import Tournament
from golden_database.pages import (
    EVENTS,
    LET_IN,
    NO_EVENT,
    READ,
    addresses,
    client_of,
    known_of,
    known_of_everyone,
    people_of,
    visitors,
)
from golden_database.world import WORLDS, opened
from web.states import states
from web.test_every_address import NAMES, ROLES, TABLE, with_helpers
from worlds import database

pytestmark = pytest.mark.browser

ALL = os.environ.get("CROSSTABLE_AXE") == "all"
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()
HELPERS = ("judge", "desk")
QUICK_EVENTS = {"demo": EVENTS["demo"], "told": ("northern-open-gt-3", "team-boards", NO_EVENT)}
STATES = [(width, theme) for width in (320, 390, 1280, 1920) for theme in ("light", "dark")]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
# Every page is checked in one state, and its colours in the opposite one; the next page begins with the next state.
IN_TURN = [(1280, "dark"), (390, "light"), (1280, "light"), (390, "dark")]
RUN_AXE = """
only => axe.run(document, {
  resultTypes: ["violations"],
  ...(only.length && { runOnly: { type: "rule", values: only } }),
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, failureSummary }) =>
  `${id}: ${html.slice(0, 150)} at ${target.join(" ")}: ${failureSummary}`)))
"""
# A row that continues the row above needs no header.
TABLES = re.compile(r"<table\b.*?</table>", re.DOTALL)
ROWS = re.compile(r"<tr\b([^>]*)>(.*?)</tr>", re.DOTALL)
SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"
# Rows of a table or a list with the same elements: one of each kind is enough.
REMOVE_REPEATED_ROWS = """
() => document.querySelectorAll("tbody, ul, ol, select").forEach(parent => {
  const kinds = new Set(), kind = node => `${node.tagName}.${node.className} ${node.hidden}`;
  for (const row of [...parent.children]) {
    const made = [row, ...row.querySelectorAll("*")].map(kind).join();
    if (kinds.has(made) && !row.contains(document.activeElement)) row.remove();
    kinds.add(made);
  }
})
"""
OPEN = "([what, open]) => document.querySelectorAll(what).forEach(details => details.open = open)"


@dataclass(frozen=True)
class Rendered:
    name: str
    address: str
    html: str

    @property
    def elements(self) -> set[tuple[str, str]]:
        """The elements of the page: tags, each with one of its classes."""
        found = re.findall(r'<([a-z][a-z0-9]*)(?:\s[^<>]*?class="([^"]*)")?[^<>]*>', self.html)
        return {(tag, one) for tag, classes in set(found) for one in classes.split() or [""]}


@dataclass
class Showing:
    """A page of the browser that is given what Django rendered, and the files of the product."""

    page: Page
    shown: Rendered | None = None
    opened: int = 0
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.route("**/*", self.answer)
        self.page.on("pageerror", lambda error: self.complain(f"script: {error}"))

    def complain(self, words: str) -> None:
        assert self.shown
        self.complaints.append(f"{self.shown.name}: {words}")

    def answer(self, route: Route) -> None:
        path = route.request.url.split("?")[0].removeprefix("http://testserver")
        if route.request.resource_type == "document" and self.shown:
            route.fulfill(content_type="text/html; charset=utf-8", body=self.shown.html)
        elif path.startswith("/static/") and (found := finders.find(path.removeprefix("/static/"))):
            route.fulfill(path=found, content_type=mimetypes.guess_type(found)[0])
        else:
            route.abort()

    def look_at(self, pages: Iterable[Rendered]) -> None:
        for page in self.with_tables_read(pages) if ALL else fewest(self.with_tables_read(pages)):
            self.open(page)
            self.run_axe()

    def open(self, rendered: Rendered) -> None:
        self.shown = rendered
        self.page.goto(f"http://testserver{rendered.address}")
        self.page.evaluate(AXE)
        self.page.evaluate(OPEN, ["details:not(.menu)", True])
        for width in {width for width, _ in STATES} if ALL else {320}:
            self.look_for_scrolling(width)
        if not ALL:
            self.page.evaluate(REMOVE_REPEATED_ROWS)

    def with_tables_read(self, pages: Iterable[Rendered]) -> Iterator[Rendered]:
        for page in pages:
            self.shown = page
            for words in chain(unnamed_tables(page.html), scripts_loaded_twice(page.html)):
                self.complain(words)
            yield page

    def run_axe(self) -> None:
        width, theme = IN_TURN[self.opened % 4]
        other = {1280: 390, 390: 1280, "dark": "light", "light": "dark"}
        quick = [((width, theme), []), ((other[width], other[theme]), OF_COLOURS)]
        self.opened += 1
        for (width, theme), only in [(state, []) for state in STATES] if ALL else quick:
            self.turn(width, theme)
            # An open menu lies over the page: what is under it has no colours to compare.
            self.page.evaluate(OPEN, ["details.menu", not only and width > 390])
            for words in self.page.evaluate(RUN_AXE, only):
                self.complain(f"{width} px, {theme}: {words}")

    def turn(self, width: int, theme: str) -> None:
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]

    def look_for_scrolling(self, width: int) -> None:
        self.turn(width, "light")
        if self.page.evaluate(SCROLLS_SIDEWAYS):
            self.complain(f"{width} px: scrolls sideways")


def unnamed_tables(html: str) -> Iterator[str]:
    for table in TABLES.findall(html):
        if not re.search(r"<caption[^>]*>\s*\S", table):
            yield f"a table without a caption: {table[:150]}"
        body = table.partition("</thead>")[2] or table
        rows = [row for row in ROWS.findall(body) if is_without_header(*row)]
        yield from (f"a row without a header: {cells[:150]}" for _, cells in rows[:1])


def scripts_loaded_twice(html: str) -> Iterator[str]:
    loaded = Counter(re.findall(r'<script\s[^>]*src="([^"]+)"', html))
    yield from (f"loads {script} {times} times" for script, times in loaded.items() if times > 1)


def is_without_header(attributes: str, cells: str) -> bool:
    several = len(re.findall(r"<t[dh]\b", cells)) > 1
    return several and 'scope="row"' not in cells and "noted" not in attributes


def clients_of(tournament: Tournament | None) -> dict[str, Client]:
    people = people_of(tournament) | {"system admin": administrator()}
    if tournament is not None:
        with_helpers(tournament)
        people |= {role: user(NAMES[role]) for role in HELPERS if ALL}
    return {role: client_of(who) for role, who in people.items()}


def roles_of(name: str, clients: dict[str, Client]) -> list[str]:
    """Those of the golden pages, and the helpers; an administrator where none of them is let in."""
    words = dict(zip(ROLES, TABLE[name][1], strict=True))
    known = [role for role in visitors(name) if role in clients]
    helpers = [role for role in HELPERS if role in clients and words["anonymous"] not in LET_IN]
    found = known + [role for role in helpers if words[role] in LET_IN]
    return [*found, "system admin"] if found == ["anonymous"] and words["anonymous"] not in LET_IN else found


def rendered_pages(world: str) -> Iterator[Rendered]:
    for folder in {*EVENTS[world], NO_EVENT} if ALL else QUICK_EVENTS[world]:
        tournament = Tournament.objects.get(slug=folder) if folder != NO_EVENT else None
        known = known_of(tournament) if tournament else known_of_everyone()
        clients = clients_of(tournament)
        for name in READ:
            for page, address in addresses(name, known, of_event=tournament is not None):
                for role in roles_of(name, clients):
                    response = clients[role].get(address)
                    if is_page(response):
                        yield Rendered(f"{folder}/{page} as {role}", address, response.content.decode())


def is_page(response: Any) -> bool:
    is_html = response.headers.get("Content-Type", "").startswith("text/html")
    return is_html and response.status_code not in (301, 302, 303)


def pages_of_worlds() -> Iterator[Rendered]:
    for world in WORLDS:
        with opened(world):
            yield from rendered_pages(world)


def pages_in_states(empty: Path) -> Iterator[Rendered]:
    with database(empty):
        call_command("migrate", verbosity=0, interactive=False)
        for name, answer in states():
            assert is_page(answer), (name, answer.status_code)
            yield Rendered(name, answer.request["PATH_INFO"], answer.content.decode())


def fewest(pages: Iterable[Rendered]) -> Iterator[Rendered]:
    """Choose pages until every element is on one of them, always the page with the most new elements."""
    left = {page: page.elements for page in pages}
    while any(left.values()):
        best = max(left, key=lambda page: len(left[page]))
        yield best
        new = left.pop(best)
        for elements in left.values():
            elements -= new


@contextmanager
def showing(browser: Browser) -> Iterator[Showing]:
    context = browser.new_context(
        reduced_motion="reduce"
    )  # a colour on its way to another is not one of ours
    yield Showing(context.new_page())
    context.close()


def test_every_page_can_be_used_by_everyone(browser, django_db_blocker, monkeypatch, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright has its own loop in this thread
    with django_db_blocker.unblock(), showing(browser) as shown:
        shown.look_at(chain(pages_of_worlds(), pages_in_states(tmp_path / "empty.sqlite3")))
        assert shown.complaints == []


BROKEN = """<!DOCTYPE html><html lang="en"><title>Broken</title><main><h1>Broken</h1><p style="color: #ccc">Pale</p>
<input><table><tr><td>1</td><td>2</td></tr></table><p style="width: 2000px">Wide</p></main></html>"""


def test_a_page_with_errors_is_not_passed(browser):
    with showing(browser) as shown:
        shown.look_at([Rendered("broken", "/broken", BROKEN)])
    found = {re.sub(r"\d+ px, \w+: ", "", one).split(": ")[1] for one in shown.complaints}
    assert {"a table without a caption", "a row without a header", "color-contrast", "label"} <= found
    assert "broken: 320 px: scrolls sideways" in shown.complaints
