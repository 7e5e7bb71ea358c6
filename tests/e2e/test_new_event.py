"""From the front page to a table number: the clicks and typed fields of a new event, on a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.people import DESK, PHONE, log_in, opened

pytestmark = pytest.mark.browser

OLGA = """
from building import user
user("olga")
"""
NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
# Players, the card of the game, the number of proposals and the first of them.
EVENTS = {
    "chess": (9, "Chess", 3, "swiss"),
    "darts": (16, "Darts, legs won", 3, "pools-knockout"),
    "wargame": (24, "Wargame (Warhammer 40,000 style)", 2, "swiss"),
}


class Counted:
    """A person whose clicks and typed fields are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.typed = page, 0, 0

    def click(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]
        self.clicks += 1

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label).fill(text)
        self.typed += 1


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", EVENTS)
def test_from_the_front_page_to_a_table_number_in_four_clicks_and_one_list(browser, house, game, size):
    count, card, proposals, format = EVENTS[game]
    house.build(OLGA)
    errors: list[str] = []
    page = opened(browser, house.server, size, errors)
    log_in(page)
    page.goto("/")
    person = Counted(page)
    person.click("link", "New event")
    page.get_by_role("heading", name=card, exact=True).click()
    person.clicks += 1
    person.fill("Paste names, one per line", "\n".join(NAMES[:count]))
    expect(page.locator("#read li")).to_have_count(count)
    person.click("button", f"Continue with {count} players")
    expect(page.locator(".plan")).to_have_count(proposals)
    expect(page.get_by_role("heading", name="Format")).to_be_focused()
    assert page.locator("input[name=proposal]:checked").get_attribute("value").startswith(f"{format}.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.click("button", "Start now")
    page.wait_for_url("**/control")
    expect(page.get_by_text("has started. All players are checked in.")).to_be_attached()
    table = page.locator("#live").get_by_text("Player A").first
    expect(table).to_be_attached()
    assert (person.clicks, person.typed) == (4, 1)
    page.locator(".message").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("has started. All players are checked in.")).to_have_count(0)
    expect(page.get_by_role("button", name="Start now", exact=True)).to_be_visible()
    assert errors == []


def test_every_line_shows_how_it_is_read_and_a_doubtful_one_does_not_block(browser, house):
    house.build(OLGA)
    errors: list[str] = []
    page = opened(browser, house.server, DESK, errors)
    log_in(page)
    page.goto("/new/chess/short")
    page.get_by_label("Paste names").fill(
        "Anna Berg 1650\n2. Dave Thompson\nAnn Hart & Bo Lind\ndave thompson"
    )
    expect(page.locator("#read li .name")).to_have_text(
        ["Anna Berg", "Dave Thompson", "Ann Hart", "Bo Lind", "dave thompson"]
    )
    expect(page.locator("#read li .num:first-child")).to_have_text(["1", "2", "3", "4", "–"])
    expect(page.get_by_role("button", name="Continue with 4 players")).to_be_visible()
    page.get_by_label("Keep both").check()
    expect(page.get_by_role("button", name="Continue with 5 players")).to_be_visible()
    page.get_by_label("Who plays").select_option("pairs")
    expect(page.locator("#read li.doubt")).to_have_count(3)
    expect(page.locator("#read li:not(.doubt) .name")).to_have_text(["Ann Hart & Bo Lind"])
    assert errors == []


def test_names_pasted_before_the_script_has_loaded_are_read(browser, house):
    house.build(OLGA)
    page = opened(browser, house.server, DESK, [])
    log_in(page)
    held: list[Route] = []
    page.route(re.compile(r"/new_event\b.*\.js"), lambda route: held.append(route))
    page.goto("/new/chess/short", wait_until="commit")
    page.get_by_label("Paste names").fill("Anna Berg\nDave Thompson")
    for route in held:
        route.continue_()
    expect(page.locator("#read li .name")).to_have_text(["Anna Berg", "Dave Thompson"])


def test_proposals_follow_players_who_are_added_after_they_were_shown(browser, house):
    house.build(OLGA)
    errors: list[str] = []
    page = opened(browser, house.server, DESK, errors)
    log_in(page)
    page.goto("/new/chess/short")
    page.get_by_label("Paste names").fill("\n".join(NAMES[:9]))
    page.get_by_role("button", name="Continue with 9 players").click()
    expect(page.locator(".plan").first).to_contain_text("Swiss, 5 rounds")
    page.get_by_text("Change players").click()
    page.get_by_label("Paste names").fill("\n".join(NAMES))
    expect(page.locator(".fit b")).to_have_text("24 players")
    expect(page.get_by_label("Boards")).to_have_value("12")
    expect(page.locator(".plan").first).to_contain_text("Swiss, 6 rounds")
    page.get_by_label("Boards").fill("0")
    expect(page.locator("#proposals")).to_contain_text(
        "Boards: Ensure this value is greater than or equal to 1."
    )
    assert errors == []


def test_members_are_chosen_in_one_place_and_settings_of_other_formats_are_hidden(browser, house):
    house.build(
        'from building import build_club; build_club("City", "Ann", "Bo", "Cy", administrator="olga")'
    )
    errors: list[str] = []
    page = opened(browser, house.server, DESK, errors)
    log_in(page)
    page.goto("/new/chess/short")
    page.get_by_text("Members of a club").click()
    page.get_by_label("Club (optional)").select_option("City")
    for name in ("Ann", "Bo", "Cy"):
        page.get_by_label(name, exact=True).check()
    expect(page.get_by_role("button", name="Continue with 3 players")).to_be_visible()
    expect(page.get_by_label("Cy", exact=True)).to_be_focused()
    page.get_by_role("button", name="Continue with 3 players").click()
    page.get_by_role("heading", name="More settings").click()
    rounds_only = [page.get_by_role("group", name="Pairing system"), page.get_by_label("Next round")]
    table_only = page.get_by_role("group", name="Points", exact=True)
    page.locator(".plan").filter(has_text="Round robin").click()
    expect(table_only).to_be_visible()
    page.locator(".plan").filter(has_text="Knockout").click()
    for part in [*rounds_only, table_only]:
        expect(part).to_be_hidden()
    assert errors == []
