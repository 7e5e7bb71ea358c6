"""A request of the front door as WSGI has it (PEP 3333), and one call of the application in a thread."""

import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_from_bytes

from crosstable.live.asgi import Headers, Scope
from crosstable.log import request_id

PRINTABLE = "".join(map(chr, range(33, 127)))
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def make_environ(scope: Scope, body: Any = None, size: int | None = None) -> dict[str, Any]:
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": _ascii(scope["query_string"]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "crosstable.request": scope.get("crosstable.request", ""),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body or io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    _add_headers(environ, scope["headers"])
    if size is not None:
        environ["CONTENT_LENGTH"] = str(size)
    return environ


def _ascii(query: bytes) -> str:
    return query.decode() if query.isascii() else quote_from_bytes(query, safe=PRINTABLE)


def _add_headers(environ: dict[str, Any], headers: Headers) -> None:
    """WSGI cannot tell `X_Forwarded_Proto` from `X-Forwarded-Proto`, so nobody may send the former. What was sent is
    as long as what arrived, not as it was announced."""
    for raw, value in headers:
        if b"_" in raw or raw == b"content-length":
            continue
        name = raw.decode("latin1").upper().replace("-", "_")
        name = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        text = value.decode("latin1")
        environ[name] = f"{environ[name]},{text}" if name in environ else text


@dataclass(slots=True)
class Answer:
    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""
    # Of a page for everybody: its gzip, the seconds it took to make it, and when it was made.
    compressed_body: bytes | None = None
    seconds: float = 0.0
    made_at: float = 0.0


def call(application: Application, environ: dict[str, Any]) -> Answer:
    """The whole answer: the thread is free again before the first byte of it goes out to a slow phone."""
    answer = Answer()
    request_id.set(environ.get("crosstable.request", ""))

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        answer.status = int(status[:3])
        answer.headers = [
            (n.strip().encode("latin1").lower(), v.strip().encode("latin1")) for n, v in headers
        ]

    chunks = application(environ, start_response)
    try:
        answer.body = b"".join(chunks)
    finally:
        getattr(chunks, "close", lambda: None)()
    return answer
