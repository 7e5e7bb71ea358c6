"""An event run by a program while browsers watch: what happens in the hall, and nobody clicks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from serving import QUICK, RunningServer, prepare

# Two seconds is what a page has to follow an action in; twice that where the machine runs other tests as well.
LIVE = 4_000

CONTENT = """
from building import event, user
from crosstable.accounts.tokens import create_token
from crosstable.events.actions.screens import add_screen
from crosstable.events.models import Screen, Status
tournament = event({names!r}, Status.IN_PROGRESS, name="Northern Open", round_minutes=60)
screen = add_screen(tournament=tournament, name="Hall", by=tournament.owner, rotation={rotation!r})
Screen.objects.update(code="4711")
print(tournament.pk, create_token(user=tournament.owner, name="hall", scope="write")[1])
"""
EVERYTHING = [("tables", 3), ("names", 3), ("results", 3), ("standings", 3), ("clock", 3)]


class Hall:
    """The organiser's side, over the API; the server may be killed and started again on its own port."""

    def __init__(self, data: Path, names: str, rotation: list[tuple[str, int]]) -> None:
        said = prepare(data, CONTENT.format(names=names, rotation=rotation), **QUICK).split()
        self.event, self.token = f"/api/tournaments/{said[0]}", said[1]
        self.server = RunningServer(data, **QUICK)

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
