"""An upload in a real browser: a list with bad rows, looked at, the good and a chosen one taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.people import Organiser, log_in
from sheets import xlsx

pytestmark = pytest.mark.browser

CONTENT = """
from building import event, user
from crosstable.events.models import Status
print(event("", Status.REGISTRATION, owner="olga").slug)
"""


def test_a_list_with_bad_rows_is_looked_at_and_the_good_ones_taken(browser, house, tmp_path):
    slug = house.build(CONTENT).strip()
    file = tmp_path / "players.xlsx"
    rows = [["Ann", "Orks"], ["ANN", "Tau"], ["Bo", ""], ["محمد", "Necrons"]]
    file.write_bytes(xlsx(["Entries for Saturday"], ["Player", "Army"], *rows))
    big = tmp_path / "big.xlsx"
    big.write_bytes(bytes(15_000_000))
    olga = Organiser(browser, house.server.url, "olga")
    page = olga.page
    log_in(page, "olga")
    page.goto(f"/t/{slug}/control/players")
    page.get_by_role("link", name="Upload a file").click()

    page.get_by_label("File with the players").set_input_files(big)
    page.get_by_role("button", name="Look at the list").click()
    olga.sees("The file is too large. The limit is 10 MB.")
    # The browser itself notes that the answer was 413.
    olga.errors.clear()

    page.get_by_label("File with the players").set_input_files(file)
    page.get_by_role("button", name="Look at the list").click()
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.get_by_role("region", name="Next").get_by_role("button").first).to_be_focused()
    assert [row.inner_text().split()[:3] for row in page.locator("tbody tr").all()] == [
        ["4", "ANN", "Doubtful"],
        ["5", "Bo", "Bad"],
        ["3", "Ann", "Good"],
        ["6", "محمد", "Good"],
    ]
    olga.sees("Name your faction.")
    page.get_by_label("Take ANN, row 4").check()
    page.get_by_role("button", name="Take the good and the chosen").click()

    olga.sees("3 players entered from players.xlsx.")
    expect(page.locator("#rows .name b")).to_have_text(["Ann", "ANN (2)", "محمد"])
    assert olga.errors == []
