"""From participants to the champion in a browser: a knockout of eight with a withdrawal, and a Swiss with a top 4."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from e2e.people import DESK, PHONE, log_in, opened, press

pytestmark = pytest.mark.browser

CUP = """
from chess_building import SIX, chess
from crosstable.events.actions.stages import stages
from crosstable.events.models import StageKind
from crosstable.events.bridge.settings.stage_settings import StagePlan
cup = chess({**SIX, "gus": 1500, "hal": 1400}, name="Spring Cup")
plans = [StagePlan(StageKind.KNOCKOUT, "Knockout", {"third_place": True, "seeding": "registration"})]
stages.set_stages(tournament=cup, plans=plans, by=cup.owner)
print(cup.slug)
"""
SWISS = """
from chess_building import SIX, chess
from crosstable.events.actions.stages import stages
from crosstable.events.models import StageKind
from crosstable.events.bridge.settings.stage_settings import StagePlan
swiss = chess(SIX, name="Autumn Open", total_rounds=1)
plans = [StagePlan(StageKind.SWISS, "Swiss", {"per_pool": 4}), StagePlan(StageKind.KNOCKOUT, "Top 4")]
stages.set_stages(tournament=swiss, plans=plans, by=swiss.owner)
print(swiss.slug)
"""
HEIGHTS = "links => links.map(link => Math.round(link.getBoundingClientRect().height))"


def first_wins(page: Page, slug: str, times: int) -> None:
    """White wins at the first board still open, `times` times."""
    for _ in range(times):
        page.goto(f"/t/{slug}/control")
        # The button of the card puts the match on the line.
        page.locator(".todo li a").first.click()
        expect(page.locator("[data-held]")).to_be_visible()
        page.keyboard.type("1\n")
        expect(page.locator("[data-entries] li").first).to_have_attribute("data-state", "saved")


def names(page: Page) -> list[str]:
    return page.locator(".bracket-svg .who").all_text_contents()


def test_eight_players_one_of_whom_withdraws_to_a_champion(browser, house):
    slug, server = house.build(CUP).strip(), house.server
    errors: list[str] = []
    vera = opened(browser, server, DESK, errors)
    log_in(vera, "vera")
    vera.goto(f"/t/{slug}/control")
    press(vera, "Draw the bracket")
    assert names(vera)[:4] == ["ann", "hal", "di", "ed"]

    # Two seats change places, then the bracket is published and visible on a phone.
    vera.get_by_label("First seat").select_option("7")
    vera.get_by_label("Second seat").select_option("8")
    vera.get_by_role("button", name="Swap seats").click()
    expect(vera.locator(".bracket-svg .who").nth(1)).to_have_text("gus")
    press(vera, "Publish the bracket")
    phone = opened(browser, server, PHONE, errors)
    phone.goto(f"/t/{slug}/bracket")
    expect(phone.locator(".bracket-svg .who").nth(1)).to_have_text("gus")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert set(phone.locator(".bracket-svg a").evaluate_all(HEIGHTS)) == {32}, "a name is a place to tap"
    press(vera, "Start play")

    # cy withdraws: flo advances by a walkover. The phone updates automatically.
    vera.goto(f"/t/{slug}/control/knockout")
    vera.get_by_text("Withdraw a player").click()
    vera.get_by_label("Player").select_option(label="cy")
    with vera.expect_navigation():
        vera.get_by_role("button", name="Withdraw from the knockout").click()
    expect(phone.get_by_text("walkover").first).to_be_attached()
    first_wins(vera, slug, 3)
    expect(phone.locator("#match-5 .who").first).to_have_text("ann")

    # ann has won the semi-final as well when her first result turns out wrong: the price is shown and accepted.
    vera.goto(f"/t/{slug}/control")
    vera.locator("tr", has_text="gus").locator("td[data-label=State] a").click()
    vera.locator("label.choice").nth(1).click()
    vera.get_by_role("button", name="Change result").click()
    expect(vera.get_by_text("This changes later matches")).to_be_visible()
    with vera.expect_navigation(url=f"**/t/{slug}/control"):
        vera.locator("#accept").click()
    expect(phone.locator("#match-5 .who").first).to_have_text("gus")

    first_wins(vera, slug, 5)
    vera.goto(f"/t/{slug}/control")
    press(vera, "Close the knockout")
    press(vera, "Finish the event")
    phone.goto(f"/t/{slug}/bracket")
    expect(phone.locator(".champion .who")).not_to_have_text("Champion")  # a public page may be a second old
    champion = phone.locator(".champion .who").text_content()
    phone.locator(".bracket-svg a", has_text=champion).first.click()
    expect(phone.locator(".bracket-svg .match.on")).to_have_count(3)
    phone.goto(f"/t/{slug}/standings")
    expect(phone.locator("#rows tr").first).to_contain_text(champion or "no champion")
    expect(phone.locator("#rows tr")).to_have_count(8)
    assert [error for error in errors if "409" not in error] == []


def test_a_swiss_leads_to_its_top_four_and_a_champion(browser, house):
    slug, server = house.build(SWISS).strip(), house.server
    errors: list[str] = []
    vera = opened(browser, server, DESK, errors)
    log_in(vera, "vera")
    vera.goto(f"/t/{slug}/control")
    for label in ("Pair round 1", "Publish round 1", "Start round 1"):
        press(vera, label)
    first_wins(vera, slug, 3)
    press(vera, "Close round 1")
    press(vera, "Draw the bracket")
    expect(vera.locator(".seats li")).to_have_count(4)
    press(vera, "Publish the bracket")
    press(vera, "Start play")
    first_wins(vera, slug, 3)
    press(vera, "Close the knockout")
    press(vera, "Finish the event")
    vera.goto(f"/t/{slug}/standings")
    champion = vera.locator("#rows tr").first.locator(".who").text_content() or ""
    expect(vera.locator("#rows tr")).to_have_count(6)
    vera.get_by_role("link", name="Bracket", exact=True).click()
    assert (vera.locator(".champion .who").text_content() or "no champion") in champion
    assert errors == []
