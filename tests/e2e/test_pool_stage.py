"""A doubles evening from the first name to the closed group stage, in real browsers; one team has to leave."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.people import DESK, PHONE
from serving import QUICK, RunningServer, prepare, running_server

pytestmark = pytest.mark.browser
CONTENT = """
from building import user
user("vera"); user("ann")
"""
TEAMS = """Night Owls: Bea Novak, Cem Aydin
Late Tram: Dora Lind, Emil Moss
Paint Later: Finn Hart, Gro Dahl
Small Print: Hal Wood, Ines Roth"""


@pytest.fixture
def server(tmp_path) -> Iterator[RunningServer]:
    prepare(tmp_path / "data", CONTENT, **QUICK)
    with running_server(tmp_path / "data", **QUICK) as running:
        yield running


def opened(browser: Browser, server: RunningServer, size: dict[str, int], faults: list[str]) -> Page:
    context = browser.new_context(viewport=size, base_url=server.url)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    return page


def sign_in(page: Page, name: str) -> None:
    page.goto("/login")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill("pass-word-1")
    page.locator("main form button").click()
    page.wait_for_load_state()


def press(page: Page, label: str) -> None:
    """The one amber button."""
    button = page.locator("#next-action")
    expect(button).to_have_text(label)
    button.click()
    page.wait_for_load_state()


def enter(page: Page, board: int, key: str) -> str:
    """Board, Enter, result, Enter; what was saved."""
    page.locator("#entry-table").fill(str(board))
    page.locator("#entry-result").fill(key)
    page.locator("#entry-result").press("Enter")
    saved = page.get_by_text(re.compile(rf"Saved\. Board {board}: "))
    expect(saved).to_be_visible()
    return saved.inner_text()


def test_from_the_participants_to_the_end_of_the_group_stage_with_a_team_that_leaves(browser, server):
    faults: list[str] = []
    vera = opened(browser, server, DESK, faults)
    sign_in(vera, "vera")

    # A doubles event, everybody against everybody.
    vera.goto("/new/chess")
    vera.get_by_label("Round robin").check()
    vera.get_by_text("Teams instead of single players").click()
    vera.get_by_label("Members of a team").fill("2")
    vera.get_by_label("Name of the event").fill("Doubles Evening")
    vera.get_by_label("Starts").fill("2026-11-21")
    vera.get_by_role("button", name="Create the draft").click()
    vera.wait_for_url("**/control")
    press(vera, "Prepare Round robin")

    # Setup, participants, pools, schedule: each on the one guided page.
    vera.get_by_label("Boards", exact=True).fill("2")
    vera.get_by_role("button", name="Save the setup").click()
    vera.get_by_label("Add teams").fill(TEAMS)
    vera.get_by_role("button", name="Add", exact=True).first.click()
    expect(vera.get_by_role("heading", name="4 participants: form the pools")).to_be_visible()
    vera.get_by_role("button", name="Form the pools").click()
    expect(vera.locator(".seats li")).to_have_count(4)
    press(vera, "Make the schedule")
    expect(vera.get_by_text("all right")).to_be_visible()
    press(vera, "Publish pools and schedule")
    phone = opened(browser, server, PHONE, faults)
    phone.goto("/t/doubles-evening")
    phone.get_by_role("link", name="Schedule").first.click()
    expect(phone.get_by_text("Night Owls").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    # Play: two results at the desk, then a team leaves and its games are void.
    press(vera, "Start play")
    expect(vera.get_by_role("heading", name="0 of 6 matches decided")).to_be_visible()
    enter(vera, 1, "1")
    enter(vera, 2, "0")
    expect(vera.get_by_role("heading", name="2 of 6 matches decided")).to_be_visible()
    vera.get_by_text("Somebody leaves?").click()
    vera.locator("#leaving li", has_text="Small Print").get_by_role("link").click()
    expect(vera.get_by_text("Played 1 of 3 games.")).to_be_visible()
    vera.get_by_role("button", name="Small Print withdraws").click()
    expect(vera.get_by_role("heading", name="1 of 3 matches decided")).to_be_visible()
    vera.locator(".queues li").first.get_by_role("link", name="Enter").click()
    vera.get_by_text("½–½", exact=True).click()
    vera.get_by_role("button", name="Save").click()
    board = int(vera.locator(".queues .t").first.inner_text())
    enter(vera, board, "1")

    # The end: the tables are decided, on the phone as well, without anybody touching it.
    press(vera, "Close Round robin")
    phone.goto("/t/doubles-evening/standings")
    expect(phone.get_by_text("decided").first).to_be_visible()
    expect(phone.locator("tr", has_text="Small Print")).to_contain_text("withdrew")
    press(vera, "Complete the event")
    expect(vera.get_by_role("heading", name="The event is complete")).to_be_visible()
    assert faults == []
