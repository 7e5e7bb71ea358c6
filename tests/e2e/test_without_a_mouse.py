"""A round run by keyboard alone, and one through the names and roles of the accessibility tree."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from e2e.people import DESK, PHONE, log_in, opened
from house import House

pytestmark = pytest.mark.browser

READY = """
from building import event
from crosstable.events.models import Status
print(event("ann bo cy di", Status.IN_PROGRESS).slug)
"""
PLAYING = """
from building import playing
print(playing("ann bo").slug)
"""
STATE = """
from crosstable.events.models import Match, Round
for round_ in Round.objects.filter(tournament__slug={slug!r}): print(round_.number, round_.status)
for match in Match.objects.filter(round__tournament__slug={slug!r}).order_by("table"): print(match.table, match.result)
"""


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until it has the focus, as a person does who sees where the focus is."""
    expect(wanted).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("node => node === document.activeElement"):
            return
    pytest.fail("no Tab leads there")


def press_step(page: Page, words: str) -> None:
    """The next step has the focus: nothing but Enter is needed."""
    step = page.locator("#next-action")
    expect(step).to_have_text(re.compile(words))
    expect(step).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_whole_round_by_keyboard_alone(browser: Browser, house: House) -> None:
    slug, errors = house.build(READY).strip(), []
    page = opened(browser, house.server, DESK, errors)
    log_in(page)
    page.goto(f"/t/{slug}/control")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, page.locator("#next-action"))
    press_step(page, "Pair")
    press_step(page, "Publish")
    press_step(page, "Start")
    line = page.locator("#entry-line")
    expect(line).to_be_focused()
    for text in ("1 60 40", "2 30 70"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator('[data-entries] li[data-state="saved"]')).to_have_count(2)
    expect(page.locator("#next-action")).to_have_text("Next round")
    expect(line).to_be_focused()
    page.keyboard.press("ArrowUp")
    press_step(page, "Next round")
    expect(line).to_be_focused()
    assert house.build(STATE.format(slug=slug)).split("\n")[:2] == ["1 closed", "2 started"]
    assert errors == []


def log_in_by_names(page: Page, name: str) -> None:
    page.goto("/login")
    page.get_by_role("textbox", name="Username").fill(name)
    page.get_by_role("textbox", name="Password").fill("pass-word-1")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_whole_round_through_the_accessibility_tree(browser: Browser, house: House) -> None:
    slug, errors = house.build(READY.replace("ann bo cy di", "ann bo")).strip(), []
    desk = opened(browser, house.server, DESK, errors)
    log_in_by_names(desk, "olga")
    desk.goto(f"/t/{slug}/control")
    for step, then in (("Pair round 1", "Publish"), ("Publish", "Start"), ("Start", "Enter")):
        desk.get_by_role("region", name="Next").get_by_role("button", name=re.compile(f"^{step}")).click()
        expect(desk.get_by_role("button", name=re.compile(f"^{then}")).first).to_be_visible()
    phones = {name: opened(browser, house.server, PHONE, errors) for name in ("ann", "bo")}
    for name, phone in phones.items():
        log_in_by_names(phone, name)
        phone.goto(f"/t/{slug}/me")
    ann, bo = phones["ann"], phones["bo"]
    ann.get_by_role("textbox", name="Your").fill("60")
    ann.get_by_role("textbox", name="bo").fill("40")
    ann.get_by_role("button", name=re.compile("^Report(?!ed)")).click()
    reported = ann.get_by_role("status").filter(has_text="You reported")
    expect(reported).to_contain_text("60 – 40")
    bo.get_by_role("button", name=re.compile("^Confirm 60 – 40")).click()
    expect(reported).to_have_count(0)  # her page follows the server
    expect(ann.get_by_role("status").filter(has_text="60 – 40").last).to_be_visible()
    step = desk.get_by_role("region", name="Next").get_by_role("button").first
    expect(step).to_have_accessible_name(re.compile("Next round|Finish"))
    step.click()
    expect(desk.get_by_role("heading", level=1)).to_have_accessible_name(re.compile("Round 2|finished"))
    assert house.build(STATE.format(slug=slug)).split("\n")[0] == "1 closed"
    assert errors == []


def test_the_focus_stays_where_it_was_when_the_page_follows_a_result(browser: Browser, house: House) -> None:
    slug = house.build(PLAYING).strip()
    page = opened(browser, house.server, DESK, [])
    page.goto(f"/t/{slug}/standings")
    page.get_by_role("link", name="Why is ann in place 1?").focus()
    settled = "from building import settle\nfrom crosstable.events.models import Tournament\n"
    house.build(f"{settled}settle(Tournament.objects.get(slug={slug!r}), 'bo 60-40')")
    expect(page.get_by_role("link", name="Why is ann in place 2?")).to_be_focused()


def test_single_key_shortcuts_can_be_switched_off(browser: Browser, house: House) -> None:
    slug = house.build(PLAYING).strip()
    page = opened(browser, house.server, DESK, [])
    page.goto(f"/t/{slug}/standings")
    find = page.get_by_role("searchbox")
    page.keyboard.press("/")
    expect(find).to_be_focused()
    page.get_by_role("button", name="Keyboard shortcuts").press("Enter")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    dialog.get_by_role("checkbox", name="Use these single-key shortcuts").uncheck()
    dialog.get_by_role("button", name="Close").press("Enter")
    expect(dialog).to_be_hidden()
    page.reload()
    page.keyboard.press("/")
    expect(find).not_to_be_focused()
    expect(find).to_have_value("")
