"""A screen in the hall is switched on in the morning and left alone: three rounds, a power cut, the end of the time."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.watched_hall import EVERYTHING, LIVE, Hall
from serving import QUICK, prepare

pytestmark = pytest.mark.browser

NAMES = " ".join(f"player{n:02d}" for n in range(1, 13))
WATCH = """() => {
  window.seen = new Set();
  setInterval(() => window.seen.add(document.querySelector(".slide.on")?.className ?? "nothing"), 50);
}"""

NEARLY_OVER = """
from datetime import timedelta
from django.db.models import F
from django.utils import timezone
from crosstable.events.models import RoundClock, Tournament
RoundClock.objects.update(ends_at=timezone.now() + timedelta(seconds=20))
Tournament.objects.update(revision=F("revision") + 1)
"""


@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    hall = Hall(tmp_path / "data", NAMES, EVERYTHING)
    yield hall
    hall.server.kill()


def switched_on(browser: Browser, hall: Hall, faults: list[str]) -> Page:
    context = browser.new_context(base_url=hall.server.url, viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/b/4711")
    page.on("framenavigated", lambda frame: faults.append(f"left for {frame.url}"))
    page.evaluate(WATCH)
    return page


def shows(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator(".slide.on")).to_contain_text(text, timeout=LIVE)


def turn_to(page: Page, kind: str) -> None:
    """The arrow keys are there for whoever stands in front of it; the test uses them to look."""
    for _ in range(12):
        if page.locator(f".slide.on.{kind}").count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no page of {kind}")


def test_it_is_left_alone_for_three_rounds_and_a_power_cut(browser, hall):
    faults: list[str] = []
    page = switched_on(browser, hall, faults)
    shows(page, "Pairings appear here")

    for number in (1, 2, 3):
        hall.publish(number)
        shows(page, re.compile(rf"Round {number}\b"))
        hall.start(number)
        expect(page.locator(".slide.on [data-ends]").first).to_have_text(
            re.compile(r"^(1:00:00|59:\d\d)$"), timeout=LIVE
        )
        turn_to(page, "results")
        hall.settle(hall.tables(number)[3], 88, 11)
        expect(page.locator(".results .newest")).to_contain_text("88–11", timeout=LIVE)
        if number == 2:
            cut_the_power(page, hall)
        hall.finish(number)
        expect(page.locator(".results .still")).to_contain_text("Every result is in", timeout=LIVE)

    turn_to(page, "standings")
    shows(page, "Standings after round 3")
    # Nobody touches it any more: it turns by itself through everything there is to show.
    page.wait_for_function(
        "kinds => kinds.every((kind) => window.seen.has(`slide ${kind} on`))",
        arg=["tables", "names", "results", "standings", "clock"],
        timeout=20_000,
    )
    assert faults == []
    page.context.close()


def cut_the_power(page: Page, hall: Hall) -> None:
    """The picture stays and says how old it is; when the server is back, nobody has to do anything."""
    hall.server.kill()
    expect(page.locator("#page-age")).to_have_text(
        re.compile(r"^As of \d\d:\d\d.*, reconnecting…$"), timeout=20_000
    )
    expect(page.locator(".results .newest")).to_contain_text("88–11")
    hall.restart()
    expect(page.locator("#page-age")).to_be_hidden(timeout=20_000)
    hall.settle(hall.tables(2)[1], 66, 22)
    expect(page.locator(".results .newest")).to_contain_text("66–22", timeout=LIVE)


def test_it_does_not_grow_with_the_hours(browser, hall):
    """A hundred changes leave no more nodes and listeners behind than ten."""
    page = switched_on(browser, hall, [])
    hall.publish(1)
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable")

    def size_after(changes: int) -> dict[str, float]:
        for n in range(changes):
            hall.call("PATCH", "/rounds/1", {"mission": f"Mission {n} of {changes}"})
        shows(page, f"Mission {changes - 1} of {changes}")
        page.wait_for_timeout(1500)
        metrics.send("HeapProfiler.collectGarbage")
        found = {m["name"]: m["value"] for m in metrics.send("Performance.getMetrics")["metrics"]}
        return {name: found[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}

    few, many = size_after(10), size_after(100)
    assert many["Nodes"] <= few["Nodes"] * 1.1
    assert many["JSEventListeners"] == few["JSEventListeners"]
    assert many["JSHeapUsedSize"] <= few["JSHeapUsedSize"] * 1.2
    page.context.close()


def test_the_end_of_the_round_is_announced_whatever_the_clock_of_the_screen_says(browser, hall):
    hall.publish(1)
    hall.start(1)
    prepare(hall.server.data, NEARLY_OVER, **QUICK)
    page = switched_on(browser, hall, [])
    page.evaluate("() => { Date.now = () => 0; }")
    turn_to(page, "clock")
    expect(page.locator(".giant [data-ends]")).to_have_text(re.compile(r"^0:[0-5]\d$"), timeout=LIVE)
    expect(page.locator(".giant .soon")).to_be_visible()
    match = hall.tables(1)[0]
    hall.call("POST", f"/matches/{match['matchId']}/extend", {"minutes": 7, "reason": "a judge call"})
    expect(page.locator(".more")).to_contain_text("+7 min · a judge call", timeout=LIVE)
    expect(page.locator(".announce")).to_be_visible(timeout=30_000)
    expect(page.locator(".announce")).to_contain_text("Table 1 has 7 minutes more.")
    expect(page.locator(".giant")).to_have_text("Time!")
    expect(page.locator(".more .countdown")).to_have_text(re.compile(r"^6:\d\d$|^7:00$"))
    hall.call("POST", "/rounds/1/clock/add", {"minutes": 5})
    expect(page.locator(".announce")).to_be_hidden(timeout=LIVE)
    expect(page.locator(".giant [data-ends]")).to_have_text(re.compile(r"^4:5\d$|^5:00$"), timeout=LIVE)
    hall.call("POST", "/rounds/1/clock/pause")
    expect(page.locator(".giant")).to_contain_text("paused", timeout=LIVE)
    page.context.close()
