"""A hall with a server in it and people at their own browsers, for one event that is prepared beforehand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from e2e.people import DESK
from serving import QUICK, RunningServer, prepare, running_server

ROUND = """
SELECT m.'table', a.display_name, b.display_name, m.bye_kind, m.result FROM events_match m
JOIN events_round r ON r.id = m.round_id JOIN events_entry a ON a.id = m.first_id
LEFT JOIN events_entry b ON b.id = m.second_id WHERE r.number = ? ORDER BY m.'table' IS NULL, m.'table', a.display_name
"""


class Hall:
    def __init__(self, browser: Browser, server: RunningServer, slug: str) -> None:
        self.browser, self.server, self.slug = browser, server, slug
        self.faults: list[str] = []

    def somebody(self, name: str, page: str, size: dict[str, int] = DESK) -> Page:
        """Logged in, at this page of the event."""
        context = self.browser.new_context(viewport=size, base_url=self.server.url)  # type: ignore[arg-type]
        opened = context.new_page()
        opened.set_default_timeout(10_000)
        opened.on("pageerror", lambda error: self.faults.append(str(error)))
        opened.goto("/login")
        opened.get_by_label(re.compile("Username")).fill(name)
        opened.get_by_label("Password", exact=True).fill("pass-word-1")
        opened.locator("main button").click()
        opened.wait_for_url("**/mine")
        self.go(opened, page)
        return opened

    def go(self, page: Page, where: str) -> None:
        page.goto(f"/t/{self.slug}{where}")

    def round(self, number: int) -> list[str]:
        """'1 ann-bo', '2 cy-di 1-0F', 'ed allocated': what is stored, byes last."""
        with closing(self.server.database) as database:
            rows = database.execute(ROUND, (number,)).fetchall()
        return [
            f"{table} {first}-{second} {result}".strip() if second else f"{first} {bye}"
            for table, first, second, bye, result in rows
        ]


@contextmanager
def opened_hall(browser: Browser, data: Path, content: str) -> Iterator[Hall]:
    """`content` is Python that prepares the event and prints its slug."""
    slug = prepare(data, content, **QUICK).split()[-1]
    with running_server(data, **QUICK) as server:
        yield Hall(browser, server, slug)
