"""A refusal below the fold takes the focus and is scrolled into sight, on every page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from e2e.hall import Hall, hall_in
from e2e.people import log_in

pytestmark = pytest.mark.browser

ADMINISTRATOR = """
from building import administrator
administrator()
print('nothing')
"""
POOLS = """
from pool_building import pool_event
from crosstable.events.actions.stages import pools
from building import user
stage = pool_event('ann bo cy di ed flo')
pools.form_pools(stage=stage, by=user('olga'))
print(stage.tournament.slug)
"""
IN_SIGHT = """() => {
  const box = document.activeElement.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""


def at(hall: Hall, name: str, address: str) -> Page:
    """On a screen so low that forms are below the fold."""
    small = {"width": 390, "height": 420}
    page = hall.browser.new_context(viewport=small, base_url=hall.server.url).new_page()
    page.on("pageerror", lambda error: hall.errors.append(str(error)))
    log_in(page, name)
    page.goto(address)
    return page


def expect_seen(page: Page, words: str) -> None:
    message = page.locator(":focus")
    expect(message).to_contain_text(words)
    assert page.evaluate(IN_SIGHT), "the message is not in sight"


def test_an_error_beside_a_field_is_focused_and_in_sight(browser, house):
    page = at(hall_in(house, browser, ADMINISTRATOR), "root", "/administration")
    page.get_by_label("Username of the new administrator").fill("nobody-of-that-name")
    page.get_by_role("button", name="Appoint").click()
    expect_seen(page, "nobody-of-that-name")


def test_the_summary_of_a_form_is_focused_and_in_sight(browser, house):
    page = at(hall_in(house, browser, ADMINISTRATOR), "root", "/clubs/new")
    page.evaluate("for (const field of document.querySelectorAll('[required]')) field.required = false")
    page.locator("main form button.primary").last.click()
    expect_seen(page, "Please correct this field")


def test_a_refusal_that_comes_back_with_the_page_is_focused_and_in_sight(browser, house):
    hall = hall_in(house, browser, POOLS)
    slug = hall.slug
    page = at(hall, "olga", f"/t/{slug}/control/players")
    page.evaluate(
        """(address) => {
          const form = document.querySelector("main form[method=post]");
          form.action = address;
          HTMLFormElement.prototype.submit.call(form);
        }""",
        f"/t/{slug}/control/rounds/7/reopen",
    )
    expect(page.locator(".message.error")).to_be_focused()
