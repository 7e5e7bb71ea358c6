"""What must be readable from ten metres: the mission whole, and the footer below the last row."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from serving import QUICK, RunningServer, prepare, running_server

pytestmark = pytest.mark.browser

MISSION = "Take and Hold on the Burning Bridge, with Hammer and Anvil deployment, in snow!"
CONTENT = f"""
from crosstable.events.models import Match, Round, Tournament
from web.crowd import crowd
for size in (12, 32, 44):
    made = crowd(size, slug=f"event-{{size}}")
    made.rounds.filter(number=3).delete()
    Match.objects.filter(round__tournament=made, table__in=(2, 6)).update(mission={MISSION[::-1]!r})
Tournament.objects.update(name="The Very Long Northern Open Grand Tournament of All Hammers, Spring 2027")
Round.objects.update(mission={MISSION!r})
"""
CUT = """(found) => found.filter((one) => one.offsetParent
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
    .map((one) => one.textContent)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data = tmp_path_factory.mktemp("hall-words") / "data"
    prepare(data, CONTENT, **QUICK)
    with running_server(data, **QUICK) as running:
        yield running


def board(browser: Browser, server: RunningServer, size: int) -> Page:
    page = browser.new_context(base_url=server.url, viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"/t/event-{size}/board")
    page.locator(".slide.on .board-row").first.wait_for()
    return page


@pytest.mark.parametrize("size", [12, 32, 44])
def test_a_long_mission_is_read_whole_and_nothing_lies_over_the_last_row(browser, server, size):
    page = board(browser, server, size)
    assert page.locator(".slide.on .what").inner_text() == f"Round 2 · {MISSION}"
    assert page.eval_on_selector_all(".slide.on .what, .slide.on .board-row .mission", CUT) == []
    last = page.locator(".slide.on .board-row").last.bounding_box()
    foot = page.locator(".slide.on .board-foot").bounding_box()
    assert last["y"] + last["height"] <= foot["y"]
    page.context.close()
