"""A screen in the hall is switched on in the morning and left alone: three rounds, a power cut, the end of the time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.watched_hall import EVERYTHING, Hall, hall_in, own_hall
from waiting import until

pytestmark = pytest.mark.browser

# What has been replaced is collected sooner or later; what leaks is not.
ALLOWED = {"Nodes": 1.1, "JSEventListeners": 1.0, "JSHeapUsedSize": 1.2}
NAMES = " ".join(f"player{n:02d}" for n in range(1, 13))
WATCH = """() => {
  window.seen = new Set();
  setInterval(() => window.seen.add(document.querySelector(".slide.on")?.className ?? "nothing"), 50);
}"""

# The round ends in this number of seconds.
ENDING = """
from datetime import timedelta
from django.db.models import F
from django.utils import timezone
from crosstable.events.models import RoundClock, Tournament
tournament = Tournament.objects.filter(slug={slug!r})
RoundClock.objects.filter(round__tournament__in=tournament).update(
    ends_at=timezone.now() + timedelta(seconds={seconds})
)
tournament.update(revision=F("revision") + 1)
"""


@pytest.fixture
def hall(house) -> Hall:
    return hall_in(house, NAMES, EVERYTHING)


def switched_on(browser: Browser, hall: Hall, errors: list[str]) -> Page:
    page = hall.opened(browser, f"/b/{hall.code}", viewport={"width": 1920, "height": 1080})
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("framenavigated", lambda frame: errors.append(f"left for {frame.url}"))
    page.evaluate(WATCH)
    return page


def shows(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator(".slide.on")).to_contain_text(text)


def turn_to(page: Page, kind: str) -> None:
    """Turn to a slide with the arrow keys, as a visitor in front of the display can."""
    for _ in range(12):
        if page.locator(f".slide.on.{kind}").count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no page of {kind}")


def test_it_is_left_alone_for_three_rounds_and_a_power_cut(browser, tmp_path):
    with own_hall(tmp_path / "data", NAMES, EVERYTHING) as hall:
        watch_three_rounds(browser, hall)


def watch_three_rounds(browser: Browser, hall: Hall) -> None:
    errors: list[str] = []
    page = switched_on(browser, hall, errors)
    shows(page, "Pairings appear here")

    for number in (1, 2, 3):
        hall.publish(number)
        shows(page, re.compile(rf"Round {number}\b"))
        hall.start(number)
        expect(page.locator(".slide.on [data-ends]").first).to_have_text(re.compile(r"^(1:00:00|59:\d\d)$"))
        turn_to(page, "results")
        hall.settle(hall.tables(number)[3], 88, 11)
        expect(page.locator(".results .newest")).to_contain_text("88–11")
        if number == 2:
            cut_the_power(page, hall)
        hall.finish(number)
        expect(page.locator(".results .still")).to_contain_text("All results are in")

    turn_to(page, "standings")
    shows(page, "Standings after round 3")
    # Left alone, the display turns automatically through all its slides.
    page.wait_for_function(
        "kinds => kinds.every((kind) => window.seen.has(`slide ${kind} on`))",
        arg=["tables", "names", "results", "standings", "clock"],
    )
    assert errors == []


def cut_the_power(page: Page, hall: Hall) -> None:
    """The picture stays and says how old it is; when the server is back, the display recovers automatically."""
    hall.server.kill()
    expect(page.locator("#page-age")).to_have_text(re.compile(r"^As of \d\d:\d\d.*, reconnecting…$"))
    expect(page.locator(".results .newest")).to_contain_text("88–11")
    hall.restart()
    expect(page.locator("#page-age")).to_be_hidden()
    hall.settle(hall.tables(2)[1], 66, 22)
    expect(page.locator(".results .newest")).to_contain_text("66–22")


def test_it_does_not_grow_with_the_hours(browser, hall):
    """A hundred changes leave no more nodes and listeners behind than ten."""
    page = switched_on(browser, hall, [])
    hall.publish(1)
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable")

    def change(times: int) -> None:
        for n in range(times):
            hall.call("PATCH", "/rounds/1", {"mission": f"Mission {n} of {times}"})
        shows(page, f"Mission {times - 1} of {times}")

    def size() -> dict[str, float]:
        metrics.send("HeapProfiler.collectGarbage")
        found = {m["name"]: m["value"] for m in metrics.send("Performance.getMetrics")["metrics"]}
        return {name: found[name] for name in ALLOWED}

    def is_no_larger() -> bool:
        now = size()
        grown = [now[name] > few[name] * more for name, more in ALLOWED.items()]
        return not any(grown)

    change(10)
    few = size()
    change(100)
    until(is_no_larger, "that a hundred changes are forgotten")


def test_the_end_of_the_round_is_announced_whatever_the_clock_of_the_screen_says(browser, house, hall):
    hall.publish(1)
    hall.start(1)
    house.build(ENDING.format(slug=hall.slug, seconds=59))
    page = switched_on(browser, hall, [])
    page.evaluate("() => { Date.now = () => 0; }")
    turn_to(page, "clock")
    expect(page.locator(".giant [data-ends]")).to_have_text(re.compile(r"^0:[0-5]\d$"))
    expect(page.locator(".giant .soon")).to_be_visible()
    match = hall.tables(1)[0]
    hall.call("POST", f"/matches/{match['matchId']}/extend", {"minutes": 7, "reason": "a judge call"})
    expect(page.locator(".more")).to_contain_text("+7 min · a judge call")
    expect(page.locator(".announce")).to_be_hidden()
    house.build(ENDING.format(slug=hall.slug, seconds=2))
    expect(page.locator(".announce")).to_be_visible()
    expect(page.locator(".announce")).to_contain_text("Table 1: 7 more minutes.")
    expect(page.locator(".giant")).to_have_text("Time!")
    expect(page.locator(".more .countdown")).to_have_text(re.compile(r"^6:\d\d$|^7:00$"))
    hall.call("POST", "/rounds/1/clock/add", {"minutes": 5})
    expect(page.locator(".announce")).to_be_hidden()
    expect(page.locator(".giant [data-ends]")).to_have_text(re.compile(r"^4:\d\d$|^5:00$"))
    hall.call("POST", "/rounds/1/clock/pause")
    expect(page.locator(".giant")).to_contain_text("paused")
