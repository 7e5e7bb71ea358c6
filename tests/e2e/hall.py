"""A hall with a server in it and people at their own browsers, for one event that is prepared beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from e2e.people import DESK, log_in
from house import House
from serving import QUICK, RunningServer, prepare, running_server

ROUND = """
SELECT m.'table', a.display_name, b.display_name, m.bye_kind, m.result FROM events_match m
JOIN events_round r ON r.id = m.round_id JOIN events_tournament t ON t.id = r.tournament_id
JOIN events_entry a ON a.id = m.first_id LEFT JOIN events_entry b ON b.id = m.second_id
WHERE t.slug = ? AND r.number = ? ORDER BY m.'table' IS NULL, m.'table', a.display_name
"""


class Hall:
    def __init__(self, browser: Browser, server: RunningServer, slug: str) -> None:
        self.browser, self.server, self.slug = browser, server, slug
        self.errors: list[str] = []

    def page_of(self, name: str, page: str, size: dict[str, int] = DESK) -> Page:
        """Logged in, at this page of the event."""
        context = self.browser.new_context(viewport=size, base_url=self.server.url)  # type: ignore[arg-type]
        opened = context.new_page()
        opened.on("pageerror", lambda error: self.errors.append(str(error)))
        log_in(opened, name)
        self.go(opened, page)
        return opened

    def go(self, page: Page, where: str) -> None:
        page.goto(f"/t/{self.slug}{where}")

    def ask(self, question: str, *values: object) -> list[tuple[object, ...]]:
        """What is stored, as another program reads it."""
        with closing(self.server.database) as database:
            return database.execute(question, values).fetchall()

    def round(self, number: int) -> list[str]:
        """'1 ann-bo', '2 cy-di 1-0F', 'ed allocated': what is stored, byes last."""
        return [
            f"{table} {first}-{second} {result}".strip() if second else f"{first} {bye}"
            for table, first, second, bye, result in self.ask(ROUND, self.slug, number)
        ]


def hall_in(house: House, browser: Browser, content: str) -> Hall:
    """In the house that tests share. `content` is Python that prepares the event and prints its slug."""
    return Hall(browser, house.server, house.build(content).split()[-1])


@contextmanager
def opened_hall(browser: Browser, data: Path, content: str) -> Iterator[Hall]:
    """Open a hall with its own server, for tests that stop it."""
    slug = prepare(data, content, **QUICK).split()[-1]
    with running_server(data, **QUICK) as server:
        yield Hall(browser, server, slug)
