"""A chess round run by an arbiter who never touches the mouse, and followed on a phone by the share link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.people import DESK, PHONE, enter_by_keyboard, log_in, opened

pytestmark = pytest.mark.browser

CONTENT = """
from chess_building import SIX, chess, start_chess
from crosstable.events.actions.event import access
tournament = chess({**SIX, "gus": 1500, "hal": 1400}, total_rounds=3)
start_chess(tournament)
access.share(tournament=tournament, by=tournament.owner)
print(tournament.slug)
"""


@pytest.fixture
def control(house) -> str:
    """The address of the control room."""
    return f"/t/{house.build(CONTENT).strip()}/control"


def test_a_round_by_keyboard_and_the_share_link_on_a_phone(browser, house, control):
    errors: list[str] = []
    vera = opened(browser, house.server, DESK, errors)
    log_in(vera, "vera")
    vera.goto(control)

    # The share link, as the arbiter shows it, on a phone that has no account: it updates automatically.
    vera.goto(f"{control}/share")
    link = vera.locator(".scripture a").get_attribute("href") or ""
    phone = opened(browser, house.server, PHONE, errors)
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Autumn Open")).to_be_visible()
    phone.get_by_role("link", name="Pairings").click()
    expect(phone.locator("#rows tr").first).to_contain_text("ann")

    # Board 3 in the quick bar, then down into the table: 1, =, f 0, and a second thought on board 1.
    vera.goto(control)
    enter_by_keyboard(vera, 3, "0")
    expect(vera.locator("#entry-line")).to_be_focused()
    vera.keyboard.press("ArrowDown")
    for key in ("1", "=", "ArrowDown", "f", "0"):
        vera.keyboard.press(key)
    for key in ("Home", "0", "ArrowUp", "1"):
        vera.keyboard.press(key)
    expect(vera.locator("#next-action")).to_have_text("Close round 1")
    newest = vera.locator('[data-entries] li[data-state="saved"]').first
    expect(newest).to_contain_text("ann v ed")
    expect(newest.locator(".s")).to_have_text("1–0")
    expect(vera.locator("tr.saving")).to_have_count(0)
    results = vera.locator("[data-board-form] select").evaluate_all("all => all.map(s => s.value)")
    assert results == ["1-0", "1/2-1/2", "0-1", "0-1F"]
    expect(phone.locator("#rows tr").nth(3)).to_contain_text("Confirmed", ignore_case=True)

    phone.get_by_role("link", name="Standings").click()
    expect(phone.locator("#rows tr")).to_have_count(8)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("link", name="Crosstable", exact=True).click()
    expect(phone.locator("#rows")).to_contain_text("½")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert errors == []
