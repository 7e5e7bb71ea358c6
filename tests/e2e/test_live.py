"""Pages follow an action by themselves, keep what somebody is typing, say how old they are, and catch up."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.watched_hall import LIVE, Hall

pytestmark = pytest.mark.browser

NAMES = "ann bo cy di"
EVENT = "/t/northern-open"


@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    hall = Hall(tmp_path / "data", NAMES, [("tables", 10)])
    hall.publish(1)
    hall.start(1)
    yield hall
    hall.server.kill()


def opened(browser: Browser, hall: Hall, path: str, who: str = "") -> Page:
    page = browser.new_context(base_url=hall.server.url).new_page()
    if who:
        page.goto("/login")
        page.get_by_label("Username").fill(who)
        page.get_by_label("Password", exact=True).fill("pass-word-1")
        page.locator("main form button").click()
        page.wait_for_url("**/mine")
    page.goto(path)
    return page


def test_standings_pairings_control_room_and_phone_follow_a_result(browser, hall):
    pages = {
        "standings": opened(browser, hall, f"{EVENT}/standings"),
        "pairings": opened(browser, hall, f"{EVENT}/rounds/1"),
        "control": opened(browser, hall, f"{EVENT}/control", "olga"),
        "phone": opened(browser, hall, f"{EVENT}/me", "ann"),
    }
    expect(pages["phone"].locator("#time-left [data-ends]")).to_have_text(
        re.compile(r"^(1:00:00|59:\d\d)$"), timeout=LIVE
    )
    hall.settle(hall.tables(1)[0], 77, 23)  # ann's
    expect(pages["standings"].locator("#rows tr").first).to_contain_text("ann", timeout=LIVE)
    expect(pages["standings"].locator("#rows tr").first).to_contain_text("+54", timeout=LIVE)
    expect(pages["pairings"].locator("#rows")).to_contain_text("77–23", timeout=LIVE)
    expect(pages["control"].locator("tr[data-table='1']")).to_contain_text("77–23", timeout=LIVE)
    expect(pages["phone"].locator("#live")).to_contain_text("77 – 23: the result stands.", timeout=LIVE)


def test_the_clock_in_the_control_room_is_the_clock_on_the_phone(browser, hall):
    desk = opened(browser, hall, f"{EVENT}/control", "olga")
    phone = opened(browser, hall, f"{EVENT}/me", "ann")
    desk.get_by_role("button", name="Pause").click()
    expect(phone.locator("#time-left")).to_contain_text("paused", timeout=LIVE)
    desk.get_by_role("button", name="Go on").click()
    desk.get_by_role("button", name="+10 min").click()
    expect(phone.locator("#time-left [data-ends]")).to_have_text(
        re.compile(r"^1:(10:00|09:\d\d)$"), timeout=LIVE
    )
    desk.get_by_text("More time for one table").click()
    desk.locator("#extend-table").fill("1")
    desk.locator("#extend-minutes").fill("8")
    desk.locator("#extend-reason").fill("a judge call")
    desk.get_by_role("button", name="Give the time").click()
    expect(desk.locator("#round-clock")).to_contain_text("+8 min, until")
    expect(phone.locator("#time-left")).to_contain_text("8 min more at your table", timeout=LIVE)


def test_what_is_being_typed_survives_every_change(browser, hall):
    desk = opened(browser, hall, f"{EVENT}/control", "olga")
    phone = opened(browser, hall, f"{EVENT}/me", "ann")
    # At the desk the page changes under the fingers; the entry stays, with its caret.
    desk.locator("#entry-line").focus()
    desk.keyboard.type("2 6")
    # On the phone a field in use is left alone; once it is left, what was typed goes along.
    phone.locator("input[name=mine]:visible").fill("71")
    hall.call("PATCH", "/rounds/1", {"mission": "Supply Drop"})
    expect(desk.locator("h2", has_text="Supply Drop")).to_be_visible(timeout=LIVE)
    assert desk.evaluate("document.activeElement.id") == "entry-line"
    desk.keyboard.type("5")
    assert desk.input_value("#entry-line") == "2 65"
    expect(phone.locator("#page-age")).to_have_text("There is news; this page follows when you are done.")
    assert phone.get_by_text("Supply Drop").count() == 0
    phone.locator("h2, strong").first.click()
    expect(phone.get_by_text("Supply Drop")).to_be_visible(timeout=LIVE)
    expect(phone.locator("input[name=mine]:visible")).to_have_value("71")
    expect(phone.locator("#page-age")).to_be_hidden()


def test_a_page_says_how_old_it_is_and_catches_up(browser, hall):
    page = opened(browser, hall, f"{EVENT}/rounds/1")
    page.context.set_offline(True)
    hall.server.kill()
    expect(page.locator("#page-age")).to_have_text(
        re.compile(r"^As of \d\d:\d\d.*, reconnecting…$"), timeout=20_000
    )
    hall.restart()
    hall.settle(hall.tables(1)[0], 64, 36)
    page.context.set_offline(False)
    expect(page.locator("#rows")).to_contain_text("64–36", timeout=20_000)
    expect(page.locator("#page-age")).to_be_hidden(timeout=20_000)
