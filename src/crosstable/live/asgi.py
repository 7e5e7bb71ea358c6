"""The ASGI types the server uses, and helpers for short answers."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from crosstable.edge import is_api

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


def refusal_body(path: str, status: int, code: str, words: str) -> tuple[bytes, bytes]:
    """Return content type and body of a refusal: text for people, a problem document for API clients."""
    if not is_api(path):
        return b"text/plain; charset=utf-8", f"{words}\n".encode()
    title = HTTPStatus(status).phrase
    problem = {
        "type": f"/api/docs#problem-{code}",
        "title": title,
        "status": status,
        "detail": words,
        "code": code,
    }
    return b"application/problem+json", json.dumps(problem).encode()


async def answer(send: Send, status: int, headers: Headers, body: bytes = b"") -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def answer_text(send: Send, status: int, text: str) -> None:
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await answer(send, status, headers, body)
