"""The network of a full hall: between a browser and the server, slow, and now and then a request is lost or doubled.

    with bad_network(server.url, delay=0.5, every=10) as network:
        page.goto(network.url)

Every `every`th request that changes something, and every `every`th request for a token, fails. The ways alternate:
lost before the server saw it, done twice, or done with its answer lost.
"""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, cycle
from urllib.parse import urlsplit

FAILURES = ("lost", "twice", "unanswered")
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class BadNetwork:
    def __init__(self, target: str, delay: float = 0.0, every: int = 0) -> None:
        self.target, self.delay, self.every = urlsplit(target), delay, every
        self.is_down = False
        self.failures: list[str] = []
        self._number, self._kinds, self._lock = count(1), cycle(FAILURES), threading.Lock()
        network = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                network.carry(self)

            do_POST = do_HEAD = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def failure(self, method: str, path: str) -> str:
        if not self.every or (method != "POST" and not path.startswith("/token")):
            return ""
        with self._lock:
            if next(self._number) % self.every:
                return ""
            self.failures.append(next(self._kinds))
            return self.failures[-1]

    def carry(self, asked: BaseHTTPRequestHandler) -> None:
        body = asked.rfile.read(int(asked.headers.get("Content-Length") or 0))
        time.sleep(self.delay / 2)
        failure = self.failure(asked.command, asked.path)
        if self.is_down or failure == "lost":
            return
        try:
            if failure == "twice":
                self.ask(asked, body).read()
            answer = self.ask(asked, body)
            time.sleep(self.delay / 2)
            if failure != "unanswered":
                self.give(asked, answer)
        except (OSError, http.client.HTTPException):
            pass  # the server is gone, or the browser is: the connection just ends
        finally:
            asked.close_connection = True

    def ask(self, asked: BaseHTTPRequestHandler, body: bytes) -> http.client.HTTPResponse:
        assert self.target.port is not None
        connection = http.client.HTTPConnection("127.0.0.1", self.target.port, timeout=60)
        headers = {name: value for name, value in asked.headers.items() if name.lower() not in HOP}
        connection.request(asked.command, asked.path, body or None, headers)
        return connection.getresponse()

    def give(self, asked: BaseHTTPRequestHandler, answer: http.client.HTTPResponse) -> None:
        asked.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in HOP:
                asked.send_header(name, value)
        asked.send_header("Connection", "close")
        asked.end_headers()
        while piece := answer.read1(65536):
            asked.wfile.write(piece)
            asked.wfile.flush()


@contextmanager
def bad_network(target: str, delay: float = 0.0, every: int = 0) -> Iterator[BadNetwork]:
    network = BadNetwork(target, delay, every)
    thread = threading.Thread(target=network.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield network
    finally:
        network.server.shutdown()
        network.server.server_close()
