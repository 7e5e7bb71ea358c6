"""A rehearsal runs by its own page, and a phone in the hall follows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from e2e.people import DESK, PHONE, log_in, opened
from house import House

pytestmark = pytest.mark.browser

EVENT = """
from datetime import date
from building import user
from crosstable.events.actions.event import tournaments
details = tournaments.Details(name="Dress day", date=date(2026, 11, 21), total_rounds=2)
tournament = tournaments.create_tournament(details=details, by=user("olga"), game="wargame")
print(tournament.slug)
"""


def test_six_invented_players_play_to_the_end_while_the_page_is_open(browser: Browser, house: House) -> None:
    faults: list[str] = []
    slug = house.build(EVENT).strip()
    page = opened(browser, house.server, DESK, faults)
    log_in(page)
    page.goto(f"/t/{slug}/control/rehearsal")
    page.get_by_label("Invented players").fill("6")
    page.get_by_role("button", name="Start rehearsal").click()
    page.get_by_text("Fastest", exact=True).click()
    page.get_by_role("button", name="Run", exact=True).click()
    phone = opened(browser, house.server, PHONE, faults)
    phone.goto(f"/t/{slug}-rehearsal")
    expect(phone.get_by_text("6 invented players, nothing is rated or sent")).to_be_visible()
    expect(page.get_by_text("The event is finished").first).to_be_visible()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    expect(phone.get_by_text("Final standings").first).to_be_visible()
    page.get_by_role("button", name="End rehearsal").click()
    expect(page.get_by_text("The rehearsal was deleted.")).to_be_visible()
    assert faults == []
