"""A program with a token, in one line: `Caller("olga").post("/tournaments", {...})`."""

from __future__ import annotations

from typing import Any

from django.test import Client

from building import user
from crosstable.accounts.tokens import create_token

Json = dict[str, Any]


class Caller:
    """Calls /api, or another base address, as a user or without an account. A bug raises, as in every test;
    `raising=False` shows the answer."""

    def __init__(
        self,
        name: str | None,
        scope: str = "write",
        *,
        raising: bool = True,
        base: str = "/api",
        **extra: object,
    ) -> None:
        self.base = base
        self.client = Client(raise_request_exception=raising)
        self.headers: dict[str, str] = {}
        if name is not None:
            self.user = user(name, **extra)
            self.token, self.secret = create_token(user=self.user, name="test", scope=scope)
            self.headers = {"Authorization": f"Bearer {self.secret}"}

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        content: Json = {}
        if method not in ("GET", "HEAD"):
            content = {"data": "" if body is None else body, "content_type": "application/json"}
        call = getattr(self.client, method.lower())
        return call(f"{self.base}{path}", headers={**self.headers, **sent}, **content)

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: object = None, **headers: str) -> Any:
        return self.call("POST", path, body, **headers)

    def put(self, path: str, body: object = None, **headers: str) -> Any:
        return self.call("PUT", path, body, **headers)

    def patch(self, path: str, body: object = None, **headers: str) -> Any:
        return self.call("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.call("DELETE", path, **headers)


def problem(response: Any) -> tuple[int, str]:
    """Status and code of a problem document."""
    assert response["Content-Type"] == "application/problem+json"
    document = response.json()
    assert document["status"] == response.status_code
    assert document["type"] == f"/api/docs#problem-{document['code']}"
    assert document["detail"]
    return response.status_code, document["code"]


def done(response: Any, status: int = 200) -> Json:
    assert response.status_code == status, response.content
    return response.json() if response.content else {}


WARGAME = {
    "name": "Northern Open GT",
    "date": "2026-11-21",
    "totalRounds": 3,
    "location": "Leeds",
    "formatText": "2000pts Matched Play",
    "maxVp": 100,
    "description": "Doors at nine.",
}
