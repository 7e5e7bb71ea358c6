"""A doubles evening from the first name to the champion, in real browsers; one team has to leave on the way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.people import DESK, PHONE, log_in, opened, press
from serving import RunningServer

pytestmark = pytest.mark.browser
CONTENT = """
from building import user
user("vera"); user("ann")
"""
TEAMS = """Night Owls: Bea Novak, Cem Aydin
Late Tram: Dora Lind, Emil Moss
Paint Later: Finn Hart, Gro Dahl
Small Print: Hal Wood, Ines Roth
Left Flank: Jo Berg, Kim Vos
Plan B: Lea Sand, Max Uhl"""


@pytest.fixture
def server(house) -> RunningServer:
    house.build(CONTENT)
    return house.server


def enter(page: Page, board: int, key: str) -> str:
    """Board and result, Enter; what was saved."""
    page.locator("#entry-line").fill(f"{board} {key}")
    page.locator("#entry-line").press("Enter")
    newest = page.locator("[data-entries] li").first
    expect(newest.locator(".t")).to_have_text(str(board))
    expect(newest).to_have_attribute("data-state", "saved")
    return newest.inner_text()


def decided(page: Page, count: int, total: int) -> None:
    expect(page.get_by_role("heading", name=f"{count} of {total} matches decided")).to_be_visible()


def test_from_the_participants_to_the_champion_with_a_team_that_leaves(browser, server):
    errors: list[str] = []
    vera = opened(browser, server, DESK, errors)
    log_in(vera, "vera")

    # A doubles event in groups, then a knockout.
    vera.goto("/new/chess")
    vera.get_by_label("Groups, then knockout").check()
    vera.get_by_text("Teams instead of single players").click()
    vera.get_by_label("Members of a team").fill("2")
    vera.get_by_label("Name of the event").fill("Doubles Evening")
    vera.get_by_label("Starts").fill("2026-11-21")
    vera.get_by_role("button", name="Create event").click()
    vera.wait_for_url("**/control")
    press(vera, "Prepare Group stage")

    # Setup, participants, pools, schedule: each on the one guided page.
    vera.get_by_label("Boards", exact=True).fill("2")
    vera.get_by_label("Advance from each pool").fill("1")
    with vera.expect_navigation():
        vera.get_by_role("button", name="Save the setup").click()
    vera.get_by_label("Add teams").fill(TEAMS)
    vera.get_by_role("button", name="Check the list").first.click()
    vera.get_by_role("button", name=re.compile("^Take the")).first.click()
    expect(vera.get_by_role("heading", name="6 teams: form the pools")).to_be_visible()
    vera.get_by_label("Number of pools").fill("2")
    vera.get_by_role("button", name="Form the pools").click()
    expect(vera.locator(".seats li")).to_have_count(6)
    press(vera, "Make the schedule")
    expect(vera.get_by_text("passed", exact=True)).to_be_visible()
    press(vera, "Publish pools and schedule")
    phone = opened(browser, server, PHONE, errors)
    phone.goto("/t/doubles-evening")
    phone.get_by_role("link", name="Schedule").first.click()
    expect(phone.get_by_text("Night Owls").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    # Play: two results at the desk, then a team leaves and its games are void.
    press(vera, "Start play")
    decided(vera, 0, 6)
    enter(vera, 1, "1")
    enter(vera, 2, "0")
    decided(vera, 2, 6)
    vera.get_by_text("Withdraw a player").click()
    vera.locator("#leaving li", has_text="Small Print").get_by_role("link").click()
    expect(vera.get_by_text(re.compile("Matches played: . of 2."))).to_be_visible()
    vera.locator("#how-void").check()
    vera.get_by_role("button", name="Withdraw Small Print").click()
    expect(vera.get_by_text("Small Print withdrew; no game counts").first).to_be_visible()
    while vera.locator(".queues li").count():
        left = vera.locator(".queues li").count()
        vera.goto(
            vera.locator(".queues li").first.get_by_role("link", name="Enter").get_attribute("href") or ""
        )
        vera.get_by_text("1–0", exact=True).click()
        vera.get_by_role("button", name="Save").click()
        vera.wait_for_url("**/control")
        assert left < 5

    # The group stage is over, on the phone as well.
    press(vera, "Close Group stage")
    phone.goto("/t/doubles-evening/standings")
    expect(phone.get_by_text("decided").first).to_be_visible()
    expect(phone.locator("tr", has_text="Small Print")).to_contain_text("Withdrawn")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    # The winners of both pools play the final.
    press(vera, "Draw the bracket")
    press(vera, "Publish the bracket")
    press(vera, "Start play")
    enter(vera, 1, "1")
    press(vera, "Close the knockout")
    press(vera, "Finish the event")
    expect(vera.get_by_role("heading", name="The event is finished")).to_be_visible()
    phone.goto("/t/doubles-evening")
    phone.get_by_role("link", name="Bracket").first.click()
    expect(phone.get_by_role("heading", name="Doubles Evening")).to_be_visible()
    assert errors == []
