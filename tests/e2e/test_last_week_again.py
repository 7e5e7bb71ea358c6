"""Last week's event becomes tonight's with three clicks, and its players are at their tables."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.people import DESK, log_in, opened

pytestmark = pytest.mark.browser
LAST_WEEK = """
from datetime import timedelta
from django.utils import timezone
from building import play_round, playing
day = timezone.localdate() - timedelta(days=7)
play_round(playing("ann bo cy di ed flo", name=f"Club night, {day.day} {day:%B}", date=day))
"""


def test_last_weeks_event_is_copied_and_started_with_three_clicks(browser, house):
    house.build(LAST_WEEK)
    errors: list[str] = []
    page = opened(browser, house.server, DESK, errors)
    log_in(page)
    page.goto("/")
    clicks = [
        page.get_by_role("link", name="New event"),
        page.get_by_role("button", name="Copy this event"),
        page.get_by_role("button", name="Start now"),
    ]
    for button in clicks:
        with page.expect_navigation():
            button.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    expect(page.get_by_text("Round 1 paired and started").first).to_be_visible()
    assert errors == []
