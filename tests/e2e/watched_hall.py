"""An event run by a program while browsers watch: the pages change without a click."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from e2e.people import log_in
from house import House
from serving import QUICK, RunningServer, prepare

# Where a stream is lost, a page asks every five seconds. Without that it follows by the stream or not at all.
NO_POLLING = """
const every = window.setInterval;
window.setInterval = (what, ms, ...rest) => ms === 5000 ? -1 : every(what, ms, ...rest);
"""

CONTENT = """
from building import event, user
from crosstable.accounts.tokens import create_token
from crosstable.events.actions.event.screens import add_screen
from crosstable.events.models import Status
tournament = event({names!r}, Status.IN_PROGRESS, name="Northern Open", round_minutes=60)
screen = add_screen(tournament=tournament, name="Hall", by=tournament.owner, rotation={rotation!r})
print(tournament.pk, tournament.slug, screen.code, create_token(user=tournament.owner, name="hall", scope="write")[1])
"""
EVERYTHING = [("tables", 3), ("names", 3), ("results", 3), ("standings", 3), ("clock", 3)]


class Hall:
    """The organiser's side, over the API."""

    def __init__(self, server: RunningServer, printed: str) -> None:
        number, self.slug, self.code, self.token = printed.split()
        self.event, self.server = f"/api/tournaments/{number}", server

    def opened(self, browser: Browser, path: str, who: str = "", **options: object) -> Page:
        """Open a page that receives every change by the stream."""
        context = browser.new_context(base_url=self.server.url, **options)  # type: ignore[arg-type]
        context.add_init_script(NO_POLLING)
        page = context.new_page()
        if who:
            log_in(page, who)
        page.goto(path)
        return page

    def restart(self) -> None:
        port, data = self.server.port, self.server.data
        self.server.kill()
        self.server = RunningServer(data, "--port", str(port), **QUICK)

    def call(self, method: str, path: str, body: object = None) -> Any:
        sent = json.dumps(body).encode() if body is not None else b""
        headers = {"authorization": f"Bearer {self.token}", "content_type": "application/json"}
        answer = self.server.ask(method, self.event + path, None if method == "GET" else sent, **headers)
        assert answer.status < 300, answer.body
        return json.loads(answer.body) if answer.body else None

    def publish(self, number: int) -> None:
        self.call("POST", "/rounds", {"mission": f"Mission {number}"})
        self.call("POST", f"/rounds/{number}/publish")

    def start(self, number: int) -> None:
        self.call("POST", f"/rounds/{number}/start")

    def settle(self, match: dict[str, Any], first: int = 70, second: int = 30) -> None:
        self.call("POST", f"/matches/{match['matchId']}/override", {"player1VP": first, "player2VP": second})

    def tables(self, number: int) -> list[dict[str, Any]]:
        return [m for m in self.call("GET", f"/rounds/{number}")["matches"] if m["table"]]

    def finish(self, number: int) -> None:
        for match in self.tables(number):
            self.settle(match)
        self.call("POST", f"/rounds/{number}/close")


def hall_in(house: House, names: str, rotation: list[tuple[str, int]]) -> Hall:
    """In the house that tests share."""
    return Hall(house.server, house.build(CONTENT.format(names=names, rotation=rotation)))


@contextmanager
def own_hall(data: Path, names: str, rotation: list[tuple[str, int]]) -> Iterator[Hall]:
    """Open a hall with its own server, which may be killed and started again on its port."""
    printed = prepare(data, CONTENT.format(names=names, rotation=rotation), **QUICK)
    hall = Hall(RunningServer(data, **QUICK), printed)
    try:
        yield hall
    finally:
        hall.server.kill()
