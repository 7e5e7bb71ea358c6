"""Free memory: searched for when no request waits, and returned to the system. Settings of the C library hold for a
whole process, so they are tested in a separate one."""

from __future__ import annotations

import asyncio
import gc
import platform
import subprocess
import sys
import weakref
from threading import Thread

import pytest

from crosstable.live.garbage import WORTH, Tidying
from crosstable.live.page_renderer import PageRenderer
from waiting import until

on_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="other C libraries have no such wishes"
)

GIVEN_BACK = """
from pathlib import Path
from crosstable.live.garbage import give_back
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
blocks = [bytes([n % 256]) * 5_000 for n in range(10_000)]
last = bytes(5_000)  # above them all: what is below it stays
del blocks
before = resident()
give_back()
print(before - resident())
"""


def said_by(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout


@on_glibc
def test_what_is_free_in_the_middle_goes_back_to_the_system():
    assert int(said_by(GIVEN_BACK)) > 40_000_000


def test_collections_that_stopped_while_the_code_was_loaded_run_again():
    loaded = "import gc; gc.disable(); from crosstable.live.garbage import collect_less"
    assert said_by(f"{loaded}; collect_less(); print(gc.isenabled())") == "True\n"


class Ring:
    """Points to itself: only a look for garbage frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def only_when_told():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def garbage(objects: int) -> weakref.ref[Ring]:
    rings = [Ring() for _ in range(objects)]
    return weakref.ref(rings[0])


@pytest.mark.usefixtures("only_when_told")
def test_garbage_is_looked_for_once_there_is_enough_of_it():
    tidying, little = Tidying(), garbage(WORTH // 10)
    tidying.tidy()
    assert little() is not None
    garbage(2 * WORTH)
    tidying.tidy()
    assert little() is None


@pytest.mark.usefixtures("only_when_told")
def test_the_maker_of_pages_looks_for_its_garbage_before_it_waits_for_a_question():
    def site(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/html")])
        return [b"page"]

    renderer, left = PageRenderer(), garbage(2 * WORTH)
    thread = Thread(target=renderer.serve_one, args=[site], daemon=True)
    thread.start()
    until(lambda: left() is None, "the garbage is gone")
    asked = {"method": "GET", "path": "/", "scheme": "http", "query_string": b"", "headers": []}
    asyncio.run(renderer.page(asked, {}))
    thread.join()
