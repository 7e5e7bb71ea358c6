"""A real chromium for tests and pictures: where it is, and how long its pages are waited for."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from waiting import LIMIT

# The one without a window costs half: it has no bars, menus and profiles to keep. It shows no notifications.
WITH_WINDOW = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CHROMIUM = shutil.which("chromium-headless-shell") or WITH_WINDOW
# Those that Playwright turns off, and the pop-ups of the address bar, which no test uses: each costs a process.
TURNED_OFF = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
    f"--disable-features={','.join(TURNED_OFF)}",
]


class Chromium:
    """One of each kind for many tests, until they are closed."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._playwright: Playwright | None = None
        self._browsers: dict[str | None, Browser] = {}
        self.is_last = False  # whether no test comes after this one

    def browser(self, path: str | None = CHROMIUM) -> Browser:
        if path not in self._browsers or not self._browsers[path].is_connected():
            if self._playwright is None:
                self._playwright = self._stack.enter_context(sync_playwright())
            self._browsers[path] = self._stack.enter_context(_opened(self._playwright, path))
        return self._browsers[path]

    def close(self) -> None:
        self._stack.close()
        self._playwright, self._browsers = None, {}


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright, _opened(playwright, CHROMIUM) as browser:
        yield browser


@contextmanager
def _opened(playwright: Playwright, path: str | None) -> Iterator[Browser]:
    expect.set_options(timeout=1000 * LIMIT)
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
    _make_patient(browser)
    yield browser
    browser.close()


def _make_patient(browser: Browser) -> None:
    """Whatever is opened in it waits as long as the limit says."""
    open_context = browser.new_context

    def new_context(**options: object) -> BrowserContext:
        context = open_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(1000 * LIMIT)
        return context

    def new_page(**options: object) -> Page:
        return new_context(**options).new_page()

    browser.new_context, browser.new_page = new_context, new_page  # type: ignore[method-assign]
