"""A double elimination of sixteen, best of three sets, in a real browser: from its settings over the bracket that fits
the screen to the second grand final (I6)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from e2e.people import DESK, PHONE, log_in, press
from e2e.test_pool_night import fits, opened

pytestmark = pytest.mark.browser
CUP = """
from building import user
from datetime import date
from crosstable.events.actions.event.tournaments import Details, create_in_format
from crosstable.events.actions.people.entries import add_entry
from crosstable.events.bridge.entries import EntryDetails
user("carl")
details = Details("Cup Day", date(2026, 11, 21), 1)
cup = create_in_format(details=details, format="double-knockout", by=user("carl"), game="sets")
for number in range(1, 17):
    name = f"Player {number}" if number > 1 else "Somebody with a very long name indeed"
    add_entry(tournament=cup, details=EntryDetails(name), by=user("carl"))
print(cup.slug)
"""
# The better seed wins in two sets, until only the grand final is left.
UNTIL_THE_FINAL = """
from crosstable.events.actions.results.results import enter_result
from crosstable.events.models import Match
from crosstable.events.bridge.results.scores import parse_score
while True:
    rows = Match.objects.filter(round__tournament__slug=%r).exclude(state="agreed").exclude(
        round__name__startswith="Grand"
    )
    found = list(rows.select_related("round__tournament__owner", "round__stage", "first", "second"))
    if not found:
        break
    for match in found:
        first = match.first.seed < match.second.seed
        sets = [[11, 4], [11, 7]] if first else [[4, 11], [7, 11]]
        enter_result(match=match, score=parse_score(match, sets), by=match.round.tournament.owner)
"""


def test_a_double_elimination_of_sixteen_best_of_three_sets_to_its_reset(browser, house):
    slug, errors = house.build(CUP).strip(), []
    carl, phone = (opened(browser, house.server, size, errors) for size in (DESK, PHONE))
    log_in(carl, "carl")
    set_up(carl, slug)
    first = typed(carl, slug, "1 11-4 9-11 11-8")
    assert first == "saved"
    house.build(UNTIL_THE_FINAL % slug)

    the_bracket_fits(carl, slug)
    phone.goto(f"/t/{slug}/bracket")
    fits(phone)
    listed, drawn = phone.locator(".bracket-rounds"), phone.locator(".bracket")
    assert listed.bounding_box()["y"] < drawn.bounding_box()["y"]  # type: ignore[index]
    expect(listed.get_by_text("11–4 9–11 11–8")).to_have_count(1)

    # The winner of the losers' side wins the grand final, so it is played again.
    carl.goto(f"/t/{slug}/bracket")
    expect(carl.locator(".bracket-svg .champion.open")).to_have_count(1)
    assert typed(carl, slug, "1 4-11 7-11") == "saved"
    carl.goto(f"/t/{slug}/bracket")
    expect(carl.get_by_text("Grand final, second match").first).to_be_visible()
    expect(carl.locator(".bracket-svg .champion.open")).to_have_count(1)
    assert typed(carl, slug, "1 11-9 9-11 11-9") == "saved"
    carl.goto(f"/t/{slug}/control")
    press(carl, "Close the knockout")
    press(carl, "Finish the event")
    phone.goto(f"/t/{slug}")
    expect(phone.locator(".podium .first .name")).to_have_text("Somebody with a very long name indeed")
    fits(phone)
    assert errors == []


def set_up(page: Page, slug: str) -> None:
    """The settings are on the knockout's page; a cut larger than the field is refused there."""
    page.goto(f"/t/{slug}/control")
    while not page.locator("#next-action").inner_text().startswith("Draw"):
        with page.expect_navigation():
            page.locator("#next-action").click()
    page.goto(f"/t/{slug}/control/knockout")
    expect(page.get_by_label("Elimination", exact=True)).to_have_value("double")
    page.get_by_label("Every match", exact=True).select_option("3")
    page.get_by_label("Seeding", exact=True).select_option("registration")
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
    with page.expect_navigation():
        page.locator("#next-action").click()
    expect(page.locator(".seats li")).to_have_count(16)
    press(page, "Publish the bracket")
    press(page, "Start play")


def typed(page: Page, slug: str, line: str) -> str:
    page.goto(f"/t/{slug}/control")
    page.locator("#entry-line").fill(line)
    page.locator("#entry-line").press("Enter")
    newest = page.locator("[data-entries] li").first
    expect(newest).to_have_attribute("data-state", "saved")
    return newest.get_attribute("data-state") or ""


def the_bracket_fits(page: Page, slug: str) -> None:
    """At 1280 the whole drawing is in the frame with one press, the losers' side, large enough, with another."""
    page.goto(f"/t/{slug}/bracket")
    frame, drawing = page.locator(".bracket"), page.locator(".bracket-svg")
    page.get_by_role("button", name="Fit to screen", exact=True).click()
    inside = "e => e.scrollWidth <= e.clientWidth + 1"
    assert frame.evaluate(inside)
    small = drawing.bounding_box()["width"]  # type: ignore[index]
    page.get_by_role("button", name="Losers’ side").click()
    expect(page.locator(".bracket-svg .col.losers").first).to_be_in_viewport()
    assert drawing.bounding_box()["width"] > small  # type: ignore[index]
    page.get_by_role("button", name="Fit to screen", exact=True).click()
    assert frame.evaluate(inside)
