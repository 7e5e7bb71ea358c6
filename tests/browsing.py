"""A real chromium for tests and pictures: where it is, and how long its pages are waited for."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from waiting import LIMIT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# Those that Playwright turns off, and the windows of the address line, which nobody looks at: each costs a process.
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
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
    f"--disable-features={','.join(TURNED_OFF)}",
]


class Chromium:
    """One for many tests, until it is closed."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self.close()
            self._browser = self._stack.enter_context(chromium())
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._stack.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=1000 * LIMIT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
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
