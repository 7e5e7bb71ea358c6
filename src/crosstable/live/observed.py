"""Every request has a number, is counted, and can be found in the log by its number. Neither where it came from nor
what was asked for after the path is written anywhere.
"""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from crosstable.edge import is_api
from crosstable.live.asgi import Message, Receive, Scope, Send
from crosstable.live.metrics import metrics
from crosstable.log import without_secrets

log = logging.getLogger("crosstable.requests")
NUMBER = "crosstable.request"


async def observed(
    answer: Callable[[Scope, Receive, Send], Awaitable[None]], scope: Scope, receive: Receive, send: Send
) -> None:
    started, status = time.monotonic(), 0
    number = scope[NUMBER] = secrets.token_hex(6)
    kind = kind_of(scope["path"])

    async def sending(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            message = {**message, "headers": [*message["headers"], (b"x-request-id", number.encode())]}
        await send(message)

    metrics.add("streams", kind == "stream")
    try:
        await answer(scope, receive, sending)
    finally:
        metrics.add("streams", -(kind == "stream"))
        seconds = time.monotonic() - started
        metrics.answered(kind, status or 500, seconds)
        if log.isEnabledFor(logging.INFO):
            _write(scope, number, status, seconds)


def kind_of(path: str) -> str:
    if path.startswith("/static/"):
        return "static"
    if is_api(path):
        return "api"
    return "stream" if path.startswith("/t/") and path.endswith("/stream") else "page"


def _write(scope: Scope, number: str, status: int, seconds: float) -> None:
    path = without_secrets(scope["path"])
    facts = {"method": scope["method"], "path": path, "status": status, "ms": round(1000 * seconds)}
    words = "%(method)s %(path)s %(status)d in %(ms)d ms"
    log.info(words, facts, extra={**facts, "request_id": number})
