"""For every test: how Hypothesis searches; a browser, a server that is shared, the demo."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings as settings_of_django
from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from playwright.sync_api import Browser

from browsing import CHROMIUM, WITH_WINDOW, Chromium
from demonstration import made_demo
from house import House
from serving import empty_tables

# The suite tries the same examples every time, and no clock fails it; `make explore` looks for new ones.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("suite", derandomize=True, database=None, **PATIENT)
FOUND = {"database": DirectoryBasedExampleDatabase(".hypothesis/examples"), "print_blob": True, **PATIENT}
settings.register_profile("explore", phases=[Phase.explicit, Phase.reuse, Phase.generate], **FOUND)
settings.register_profile("make-smaller", phases=[Phase.explicit, Phase.reuse, Phase.shrink], **FOUND)
settings.load_profile("suite")
gc.disable()  # until all tests are collected: what is loaded stays
IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"  # where Django puts the tests' database


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Tests on SQLite find the tables made already, in the memory Django will look in: migrating takes seconds."""
    if settings_of_django.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
        yield
        return
    with (
        closing(sqlite3.connect(IN_MEMORY, uri=True)) as memory,
        closing(sqlite3.connect(empty_tables())) as ready,
    ):
        ready.backup(memory)
        yield


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in a browser wait. With two more the same tests cost an eighth more."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests first: one process opens the browser once for all, and no long test is left for the end."""
    items.sort(key=lambda item: not needs_browser(item))


def pytest_collection_finish() -> None:
    """As in the server: what is there from the start is not looked through for garbage again and again."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """While Playwright runs, Django refuses queries in its process."""
    if not needs_browser(item):
        OPENED.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    OPENED.is_last = nextitem is None


def with_room_for_frames(function: Callable[..., object], *args: object) -> object:
    return function(*args)


# Python keeps the frames of calls in blocks of 16 kB and returns a block to the system when the call that needed it
# ends: at the end of a block every call costs two system calls, a seventh of a run. A frame as large as this one gets
# a block of 512 kB, with room for all calls below it.
with_room_for_frames.__code__ = with_room_for_frames.__code__.replace(co_stacksize=40_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    runner = item.config.pluginmanager.get_plugin("runner")
    return with_room_for_frames(runner.pytest_runtest_protocol, item, nextitem)


def needs_browser(item: pytest.Item) -> bool:
    return not {"browser", "browser_with_window"}.isdisjoint(getattr(item, "fixturenames", ()))


OPENED = Chromium()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Without pages; those a test opens are closed after it."""
    yield from opened(CHROMIUM)


@pytest.fixture
def browser_with_window() -> Iterator[Browser]:
    """For what the one without a window does not do."""
    yield from opened(WITH_WINDOW)


def opened(path: str | None) -> Iterator[Browser]:
    if path is None:
        pytest.skip("no chromium on this machine (Debian: apt-get install chromium); browser tests left out")
    browser = OPENED.browser(path)
    yield browser
    for context in browser.contexts:
        context.close()
    if OPENED.is_last:  # the database is taken down next, which Django refuses while Playwright runs
        OPENED.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    house.close()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mine = tmp_path_factory.getbasetemp()
    return made_demo((mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "demonstration")
