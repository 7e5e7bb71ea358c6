"""Failure 2, no-show after publishing. Proposals ranked by disturbance: two players without opponents meet, one meets
the bye, forfeit. The absent one is not paired again until back. In a real browser: an organiser and two phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.hall import Hall, hall_in
from e2e.people import PHONE, enter_by_keyboard, press

pytestmark = pytest.mark.browser

CONTENT = """
from events.live_building import published
tournament = published('ann bo cy di ed flo gus')
print(tournament.slug)
"""


@pytest.fixture
def hall(browser, house) -> Hall:
    return hall_in(house, browser, CONTENT)


def test_no_show_after_publishing(hall):
    olga = hall.page_of("olga", "/control/repairs")
    di = hall.page_of("di", "/me", PHONE)
    bo = hall.page_of("bo", "/me", PHONE)
    expect(di.locator(".hero")).to_contain_text("ann")

    # ann is missing at table 1: di waits, gus has the bye. Nothing has moved yet.
    olga.get_by_label("Find a player").fill("ann")
    olga.get_by_role("button", name="Mark as absent").locator("visible=true").click()
    expect(olga.get_by_text("Players without an opponent")).to_be_visible()
    ways = olga.locator("article.way")
    kinds = [way.get_attribute("data-kind") for way in ways.all()]
    assert kinds[:2] == ["meets-bye", "forfeit"]
    assert 2 <= len(kinds) <= 4
    expect(ways.first).to_contain_text("di plays gus")
    expect(di.locator(".hero")).to_contain_text("ann")

    # A second one is missing: now the two without opponents meet, or one meets the bye; the best leaves no one idle.
    olga.get_by_label("Find a player").fill("bo")
    olga.get_by_role("button", name="Mark as absent").locator("visible=true").click()
    expect(ways.first).to_contain_text("di plays ed")
    assert ways.first.get_attribute("data-kind") == "play-each-other"

    # One press. Only the players who move see it, automatically, on the pages they have open.
    ways.first.get_by_role("button", name="Apply this repair").click()
    expect(olga.get_by_text("Done: di plays ed.")).to_be_visible()
    expect(di.locator("#pairing-changed")).to_contain_text("Table 1 against ed.")
    expect(bo.get_by_text("You are marked as absent")).to_be_visible()
    cy = hall.page_of("cy", "/me", PHONE)
    expect(cy.locator("#pairing-changed")).to_have_count(0)

    # The absent are not paired again until they are back.
    hall.go(olga, "/control")
    olga.locator("#next-action").click()
    for table in (1, 3):
        enter_by_keyboard(olga, table, 60, 40)
    press(olga, "Close round 1")
    hall.go(olga, "/control/repairs")
    with olga.expect_navigation():
        olga.locator("li", has_text="bo").get_by_role("button", name="Mark as present").click()
    hall.go(olga, "/control")
    press(olga, "Pair round 2")
    expect(olga.get_by_text("Round 2 is a draft")).to_be_visible()
    paired = " ".join(olga.locator("section.card table tbody").all_inner_texts())
    assert "bo" in paired.split()
    assert "ann" not in paired.split()
    assert hall.errors == []
