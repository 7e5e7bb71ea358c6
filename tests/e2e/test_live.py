"""Pages follow an action automatically, keep unsent input, say how old they are, and catch up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from e2e.watched_hall import Hall, hall_in, own_hall

pytestmark = pytest.mark.browser

NAMES, ROTATION = "ann bo cy di", [("tables", 10)]


@pytest.fixture
def hall(house) -> Hall:
    hall = hall_in(house, NAMES, ROTATION)
    hall.publish(1)
    hall.start(1)
    return hall


def test_standings_pairings_control_room_and_phone_follow_a_result(browser, hall):
    pages = {
        "standings": hall.opened(browser, f"/t/{hall.slug}/standings"),
        "pairings": hall.opened(browser, f"/t/{hall.slug}/rounds/1"),
        "control": hall.opened(browser, f"/t/{hall.slug}/control", "olga"),
        "phone": hall.opened(browser, f"/t/{hall.slug}/me", "ann"),
    }
    expect(pages["phone"].locator("#time-left [data-ends]")).to_have_text(re.compile(r"^(1:00:00|59:\d\d)$"))
    hall.settle(hall.tables(1)[0], 77, 23)  # ann's
    expect(pages["standings"].locator("#rows tr").first).to_contain_text("ann")
    expect(pages["standings"].locator("#rows tr").first).to_contain_text("+54")
    expect(pages["pairings"].locator("#rows")).to_contain_text("77–23")
    expect(pages["control"].locator("tr[data-table='1']")).to_contain_text("77–23")
    expect(pages["phone"].locator("#live")).to_contain_text("The result is confirmed: 77 – 23.")


WATCHED = """() => {
  window.seen = {};
  const look = (step) => { if (step) window.seen[step.textContent.trim()] ??= step.disabled; };
  const watcher = new MutationObserver(() => look(document.getElementById("next-action")));
  watcher.observe(document.body, {childList: true, subtree: true});
}"""


def test_a_press_meant_for_a_step_that_someone_else_took_does_not_take_the_next_one(browser, house):
    hall = hall_in(house, NAMES, ROTATION)
    desk = hall.opened(browser, f"/t/{hall.slug}/control", "olga")
    desk.evaluate(WATCHED)
    hall.publish(1)
    step = desk.locator("#next-action")
    expect(step).to_have_text("Start round 1")
    expect(step).to_be_enabled()
    assert desk.evaluate("window.seen")["Start round 1"] is True, "it could not be pressed when it came"


def test_the_clock_in_the_control_room_is_the_clock_on_the_phone(browser, hall):
    desk = hall.opened(browser, f"/t/{hall.slug}/control", "olga")
    phone = hall.opened(browser, f"/t/{hall.slug}/me", "ann")
    desk.get_by_role("button", name="Pause").click()
    expect(phone.locator("#time-left")).to_contain_text("paused")
    desk.get_by_role("button", name="Resume").click()
    desk.get_by_role("button", name="+10 min").click()
    expect(phone.locator("#time-left [data-ends]")).to_have_text(re.compile(r"^1:(10:00|09:\d\d)$"))
    desk.get_by_text("More time for one table").click()
    desk.locator("#extend-table").fill("1")
    desk.locator("#extend-minutes").fill("8")
    desk.locator("#extend-reason").fill("a judge call")
    desk.get_by_role("button", name="Give extra time").click()
    expect(desk.locator("#round-clock")).to_contain_text("+8 min, until")
    expect(phone.locator("#time-left")).to_contain_text("Your extra time: 8 min")


def test_what_is_being_typed_survives_every_change(browser, hall):
    desk = hall.opened(browser, f"/t/{hall.slug}/control", "olga")
    phone = hall.opened(browser, f"/t/{hall.slug}/me", "ann")
    # At the desk the page changes under the fingers; the entry stays, with its caret.
    desk.locator("#entry-line").focus()
    desk.keyboard.type("2 6")
    # On the phone a field in use is left alone; once it is left, what was typed goes along.
    phone.locator("input[name=mine]:visible").fill("71")
    hall.call("PATCH", "/rounds/1", {"mission": "Supply Drop"})
    expect(desk.locator("h2", has_text="Supply Drop")).to_be_visible()
    assert desk.evaluate("document.activeElement.id") == "entry-line"
    desk.keyboard.type("5")
    assert desk.input_value("#entry-line") == "2 65"
    expect(phone.locator("#page-age")).to_have_text("There are updates. They appear when you finish editing.")
    assert phone.get_by_text("Supply Drop").count() == 0
    phone.locator("h2, strong").first.click()
    expect(phone.get_by_text("Supply Drop")).to_be_visible()
    expect(phone.locator("input[name=mine]:visible")).to_have_value("71")
    expect(phone.locator("#page-age")).to_be_hidden()


def test_an_open_overview_becomes_the_page_of_the_finished_event_with_its_styles_and_script(browser, hall):
    page = hall.opened(browser, f"/t/{hall.slug}")
    hall.finish(1)
    event = hall.call("GET", "")
    hall.call("PUT", "", {name: event[name] for name in ("name", "date")} | {"totalRounds": 1})
    hall.call("POST", "/advance")
    expect(page.locator(".podium")).to_have_css("display", "grid")
    page.get_by_role("button", name="Share result").click()
    expect(page.get_by_role("status").filter(has_text="The text is copied.")).to_be_visible()


def test_a_script_shows_a_time_of_day_in_the_zone_of_the_event(browser, hall):
    event = hall.call("GET", "")
    sent = {name: event[name] for name in ("name", "date", "totalRounds")}
    hall.call("PUT", "", {**sent, "timeZone": "Asia/Tokyo"})
    context = browser.new_context(base_url=hall.server.url, timezone_id="America/New_York")
    page = context.new_page()
    page.goto(f"/t/{hall.slug}/rounds/1")
    assert page.evaluate("timeOfDay('2026-07-04T12:00:00Z')") == "21:00"
    assert (
        page.evaluate("document.body.dataset.zone = 'Mars/Olympus', timeOfDay('2026-07-04T12:00:00Z')")
        == "08:00"
    )
    context.close()


def test_a_page_says_how_old_it_is_and_catches_up(browser, tmp_path):
    with own_hall(tmp_path / "data", NAMES, ROTATION) as hall:
        hall.publish(1)
        hall.start(1)
        catch_up(browser, hall)


def catch_up(browser: Browser, hall: Hall) -> None:
    page = browser.new_page(base_url=hall.server.url)
    page.goto(f"/t/{hall.slug}/rounds/1")
    page.context.set_offline(True)
    hall.server.kill()
    expect(page.locator("#page-age")).to_have_text(re.compile(r"^As of \d\d:\d\d.*, reconnecting…$"))
    hall.restart()
    hall.settle(hall.tables(1)[0], 64, 36)
    page.context.set_offline(False)
    expect(page.locator("#rows")).to_contain_text("64–36")
    expect(page.locator("#page-age")).to_be_hidden()
