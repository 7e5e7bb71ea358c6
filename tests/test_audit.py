"""The dependency audit says what it knows, and says so when it knows nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / ".ci" / "audit.py"
LOCK = "django==5.2.1 \\\n    --hash=sha256:00\nuvicorn==0.34.0 ; python_version < '4' \\\n    --hash=sha256:11\n"


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "lock.txt"
    path.write_text(LOCK)
    return path


def audit(lock: Path, feed: str) -> tuple[int, str]:
    env = {**os.environ, "AUDIT_FEED": feed, "no_proxy": "*"}
    done = subprocess.run([sys.executable, SCRIPT, lock], env=env, capture_output=True, text=True)
    return done.returncode, done.stdout


class Feed(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        vulnerabilities = {"django": [{"id": "GHSA-1"}]} if self.path == "/vulnerabilities" else {}
        results = [{"vulns": vulnerabilities.get(query["package"]["name"], [])} for query in asked["queries"]]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"results": results}).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def feed():
    server = HTTPServer(("127.0.0.1", 0), Feed)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


def test_without_a_feed_it_says_not_audited(lock):
    code, output = audit(lock, "http://127.0.0.1:9/")
    assert (code, output.startswith("Dependencies: not audited")) == (0, True)


def test_a_known_hole_fails_the_check(lock, feed):
    assert audit(lock, f"{feed}/vulnerabilities") == (1, "django 5.2.1: GHSA-1\n")


def test_nothing_known_is_said(lock, feed):
    assert audit(lock, feed) == (0, "Dependencies: no vulnerability is known in 2 locked packages.\n")
