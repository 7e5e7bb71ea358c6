"""A doubles night in real browsers: 14 pairs entered from a file, four pools on four boards, and the scores of a whole
pool told by code on phones of 390 pixels, by people without an account."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.people import DESK, PHONE, log_in, press
from e2e.test_pool_night import fits, opened
from serving import RunningServer

pytestmark = pytest.mark.browser
PAIRS = [f"Pair {letter},Ann {letter},Bo {letter}" for letter in "ABCDEFGHIJKLMN"]
FILE = "\n".join(["Team,Member 1,Member 2", *PAIRS])
TWICE = FILE.replace("Bo N", "Ann A")
# The addresses in the QR codes of the smallest pool's slips, and who plays there.
CODES = """
import json
from crosstable.events.models import Match
from crosstable.events.bridge.match_codes import page_of
rows = Match.objects.filter(round__tournament__slug="doubles-night", pool__number=4).select_related("first", "second")
print(json.dumps([[page_of(m), str(m.first), str(m.second)] for m in rows.order_by("round__number")]))
"""

JOURNAL = """
from crosstable.events.models import JournalEntry
print(JournalEntry.objects.filter(tournament__slug="doubles-night", by_name="by code").count())
"""


@pytest.fixture
def server(house) -> RunningServer:
    house.build('from building import user\nuser("dora")')
    return house.server


def test_fourteen_pairs_from_a_file_and_a_pool_told_by_code_on_phones(browser: Browser, server, house):
    errors: list[str] = []
    dora = opened(browser, server, DESK, errors)
    log_in(dora, "dora")
    prepare(dora)
    press(dora, "Start play")
    expect(dora.get_by_role("heading", name="0 of 18 matches decided")).to_be_visible()
    first, second = (opened(browser, server, PHONE, errors) for _ in range(2))
    code_of_a_board_in_play(dora, first)

    codes = json.loads(house.build(CODES))
    assert len(codes) == 3
    for address, one, other in codes:
        told_by_code(first, second, address, one, other)
    dora.goto("/t/doubles-night/control")
    expect(dora.get_by_role("heading", name="3 of 18 matches decided")).to_be_visible()
    assert json.loads(house.build(JOURNAL)) == 6
    assert errors == []


def prepare(page: Page) -> None:
    page.goto("/new/sets")
    page.get_by_label("Round robin").check()
    page.get_by_text("Teams instead of single players").click()
    page.get_by_label("Members of a team").fill("2")
    page.get_by_label("Name of the event").fill("Doubles Night")
    page.get_by_label("Starts").fill("2026-11-21")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/control")
    press(page, page.locator("#next-action").inner_text())
    page.get_by_label("Tables", exact=True).fill("4")
    with page.expect_navigation():
        page.get_by_role("button", name="Save the setup").click()
    upload(page, TWICE)
    expect(page.get_by_role("button", name="Take the 13 good ones")).to_be_visible()
    upload(page, FILE)
    with page.expect_navigation():
        page.get_by_role("button", name="Take the 14 good ones").click()
    page.get_by_label("Number of pools").fill("4")
    page.get_by_role("button", name="Form the pools").click()
    expect(page.locator(".seats li")).to_have_count(14)
    press(page, "Make the schedule")
    press(page, "Publish pools and schedule")


def upload(page: Page, text: str) -> None:
    page.goto("/t/doubles-night/control/players/upload")
    pairs = {"name": "pairs.csv", "mimeType": "text/csv", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(pairs)
    with page.expect_navigation():
        page.get_by_role("button", name="Look at the list").click()


def code_of_a_board_in_play(page: Page, phone: Page) -> None:
    """Check that a called and started match shows its code at the board."""
    page.goto("/t/doubles-night/control/boards")
    press(page, "Call them to table 1")
    board = page.locator("[data-board='1']")
    board.get_by_role("button", name="Start").click()
    expect(board).to_have_attribute("data-state", "in play")
    phone.goto(board.get_by_role("link", name="Code").get_attribute("href") or "")
    expect(phone.get_by_text("Which side are you?")).to_be_visible()
    fits(phone)


def told_by_code(first: Page, second: Page, address: str, one: str, other: str) -> None:
    """One side fills in the sets, the other confirms on its own phone."""
    first.goto(address)
    first.get_by_role("link", name=one, exact=True).click()
    for number in (1, 2):
        first.locator(f"input[name='sets.{number}.first']").fill("11")
        first.locator(f"input[name='sets.{number}.second']").fill("4")
    fits(first)
    first.get_by_role("button", name="Report the score").click()
    expect(first.get_by_text("The other side can confirm it with the same code")).to_be_visible()
    second.goto(address)
    second.get_by_role("link", name=other, exact=True).click()
    second.get_by_role("button", name="Confirm 2–0 (11–4, 11–4)").click()
    expect(second.get_by_text("The result is confirmed").first).to_be_visible()
    fits(second)
