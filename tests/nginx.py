"""A real nginx for tests, where the machine has one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from waiting import LIMIT, until

NGINX = (
    os.environ.get("CROSSTABLE_TEST_NGINX", "")
    or shutil.which("nginx")
    or shutil.which("nginx", path="/usr/sbin")
)
needs_nginx = pytest.mark.skipif(
    not NGINX, reason="no nginx on this machine (Debian: apt-get install nginx-light)"
)
AROUND = """
{user} daemon off; pid {home}/pid; error_log {home}/errors; worker_processes 1;
events {{}}
http {{
    access_log off; client_body_temp_path {home}/b; proxy_temp_path {home}/p;
    fastcgi_temp_path {home}/f; uwsgi_temp_path {home}/u; scgi_temp_path {home}/s;
    {inside}
}}
"""


@contextmanager
def running_nginx(home: Path, inside: str, port: int) -> Iterator[None]:
    """With these lines in its http block, one of which listens at the port."""
    home.mkdir(exist_ok=True)
    home.chmod(0o755)
    user = "user root;" if os.getuid() == 0 else ""  # the folders of a test are its owner's alone
    (home / "conf").write_text(AROUND.format(user=user, home=home, inside=inside))
    process = subprocess.Popen([NGINX, "-p", str(home), "-e", str(home / "errors"), "-c", str(home / "conf")])
    try:
        until(lambda: is_open(port), "nginx")
        yield
    finally:
        process.kill()
        process.wait(LIMIT)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def is_open(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
