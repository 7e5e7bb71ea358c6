"""Play the demo steps of the README; every name and every typed line is read from the README."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.people import DESK, PHONE, log_in_by_form, press
from serving import QUICK, RunningServer, running_server

pytestmark = pytest.mark.browser
README = (Path(__file__).parents[2] / "README.md").read_text()
TOUR = README.split("## Try the demo")[1].split("\n## ")[0]
STEPS = re.findall(r"^\d\. \*\*(.+?)\*\* (.+(?:\n   .+)*)$", TOUR, re.MULTILINE)
ACCOUNTS = dict(re.findall(r"^\| `(\w+)` \| `([\w-]+)` \|", TOUR, re.MULTILINE))


@pytest.fixture
def server(demo, tmp_path) -> Iterator[RunningServer]:
    shutil.copytree(demo, tmp_path / "demo")
    with running_server(tmp_path / "demo", command="demo", **QUICK) as running:
        yield running


def as_person(browser: Browser, server: RunningServer, name: str, size: dict[str, int]) -> Page:
    page = browser.new_context(base_url=server.url, viewport=size).new_page()  # type: ignore[arg-type]
    log_in_by_form(page, name, ACCOUNTS[name])
    return page


def open_matches(page: Page) -> list[int]:
    places = page.evaluate("JSON.parse(document.getElementById('desk-places').textContent).places")
    return [place["table"] for place in places if not place["agreed"]]


def test_the_steps_of_the_readme_work_as_typed(browser, server):
    assert [heading for heading, _ in STEPS] == [
        *("Organise an event.", "Enter a result.", "Decide a dispute."),
        *("Play.", "Open a display.", "Pair the next round."),
    ]
    page = as_person(browser, server, "organiser", DESK)
    _open_the_event(page, STEPS[0][1])
    _enter_a_result(page, STEPS[1][1])
    _decide_the_dispute(page)
    _confirm(as_person(browser, server, "maja", PHONE))
    _open_a_display(page)
    _pair_the_next_round(page)


def _open_the_event(page: Page, step: str) -> None:
    name = re.search(r"open the (.+?)\. ", " ".join(step.split()))[1]
    page.get_by_role("link", name=name).first.click()
    if not page.url.endswith("/control"):
        page.get_by_role("link", name="Control room").first.click()
    expect(page.locator("#next-action")).to_be_visible()


def _enter_a_result(page: Page, step: str) -> None:
    line, table, first, second = re.search(r"Type `((\d+) (\d+) (\d+))`", step).groups()
    expect(page.locator("#entry-line")).to_be_focused()
    page.keyboard.type(f"{line}\n")
    saved = page.locator('[data-entries] li[data-state="saved"]')
    expect(saved.locator(".t")).to_have_text(table)
    expect(saved.locator(".s")).to_have_text(f"{first}–{second}")


def _decide_the_dispute(page: Page) -> None:
    press(page, "Resolve dispute")
    page.locator("input[name=first_vp]:visible").fill("72")
    page.locator("input[name=second_vp]:visible").fill("68")
    page.locator("form:has(input[name=first_vp]:visible) button.primary").click()
    expect(page.locator("#entry-line")).to_be_visible()


def _confirm(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Confirm ")).click()
    expect(page.get_by_text("The result is confirmed").first).to_be_visible()


def _open_a_display(page: Page) -> None:
    control = page.url
    page.get_by_role("link", name="Displays", exact=True).first.click()
    with page.expect_popup() as popup:
        page.locator(".screen-card").get_by_role("link", name="Open").first.click()
    expect(popup.value.locator("body")).to_contain_text("Harbour City Grand Tournament")
    popup.value.close()
    page.goto(control)


def _pair_the_next_round(page: Page) -> None:
    for table in open_matches(page):
        page.locator("#entry-line").fill(f"{table} 60 40")
        page.keyboard.press("Enter")
    press(page, "Close round 3")
    press(page, "Pair round 4")
    expect(page.locator("main")).to_contain_text("Round 4")
