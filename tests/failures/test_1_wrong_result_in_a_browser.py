"""Wrong result two rounds ago, corrected by a person in a real browser: look, correct, undo."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.hall import Hall, hall_in
from e2e.people import PHONE

pytestmark = pytest.mark.browser

CONTENT = """
from building import play_round, playing, start_next
tournament = playing('ann bo cy di ed flo gus hal', total_rounds=5)
for _ in range(3):
    play_round(tournament)
    start_next(tournament)
print(tournament.slug)
"""


@pytest.fixture
def hall(browser, house) -> Hall:
    return hall_in(house, browser, CONTENT)


def test_wrong_result_two_rounds_ago(hall):
    olga = hall.page_of("olga", "/rounds/2")
    phone = hall.page_of("ann", "/standings", PHONE)
    first = phone.locator("#rows tr").first.inner_text()
    pairings = hall.page_of("bo", "/rounds/4").locator("#rows").inner_text()

    # The slip of table 1 turns up: the scores were typed the wrong way round. First see what it would do.
    row = olga.locator("#rows tr").first
    expect(row).to_contain_text("50–40")
    row.get_by_role("link", name="Change").click()
    olga.locator("#id_first_vp").fill("30")
    olga.locator("#id_second_vp").fill("70")
    olga.locator("#id_reason").fill("The slip says 30–70")
    olga.get_by_role("button", name="Preview the correction").click()
    preview = olga.locator("#preview")
    expect(preview).to_contain_text("nothing is changed yet")
    expect(preview).to_contain_text("Round 3:")
    expect(preview).to_contain_text("−3")

    # Apply: the round shows it with the reason, the phone's standings update automatically.
    olga.locator("#apply").click()
    expect(row).to_contain_text("30–70")
    expect(olga.locator("tr.noted")).to_contain_text("Corrected from 50–40: The slip says 30–70")
    expect(phone.locator("#rows tr").first).not_to_have_text(first)
    assert hall.page_of("cy", "/rounds/4").locator("#rows").inner_text() == pairings

    # One click undoes it, from the control room.
    desk = hall.page_of("olga", "/control")
    expect(desk.locator(".undo").first).to_contain_text("corrected 50–40 → 30–70")
    desk.locator(".undo").get_by_role("button", name="Undo").first.click()
    expect(desk.get_by_text("Undone: Round 2, table 1").first).to_be_visible()
    olga.reload()
    expect(row).to_contain_text("50–40")
    expect(olga.locator("tr.noted")).to_have_count(0)
    desk.goto(desk.url + "/journal")
    expect(desk.locator("tbody tr").nth(1)).to_contain_text("“The slip says 30–70”")
    expect(desk.locator("tbody tr").nth(1)).to_contain_text("undone by olga")
    assert hall.errors == []
