"""An entry brought back to the line is for the match it was for, or is not brought back at all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.desk_storm import PLAYED, event, look_up, type_blind
from e2e.test_desk import NEXT_ROUND, at_desk

pytestmark = pytest.mark.browser


def stored(server, slug: str) -> list[tuple[int, str]]:
    """Table and result of every match that has one, in the order of play."""
    with server.database as database:
        rows = database.execute(PLAYED, (slug,)).fetchall()
    return [(table, result) for _match, table, result, *_score in rows if result]


def test_at_a_board_that_is_used_again_a_corrected_entry_stays_at_its_match(browser, house):
    slug = house.build(event("pools", 28)).split()[-1]
    page = at_desk(browser, house.server, slug)
    type_blind(page, ["1 1", "1 0"], 20)
    look_up(page, 2)
    names = page.locator("[data-entries] li .about").first.inner_text()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("=\n")
    row = page.locator("[data-entries] li").first
    expect(row.locator(".s")).to_have_text("½–½")
    expect(row).to_have_attribute("data-state", "saved")
    expect(row.locator(".about")).to_have_text(names)
    assert stored(house.server, slug) == [(1, "1-0"), (1, "1/2-1/2")]


def test_nothing_of_the_round_before_comes_back_to_the_line(browser, house):
    slug = house.build(event("wargame", 4)).split()[-1]
    page = at_desk(browser, house.server, slug)
    type_blind(page, ["1 60 40", "2 50 30"], 20)
    look_up(page, 2)
    house.build(NEXT_ROUND % slug)
    expect(page.locator("#desk [data-round]")).to_have_text("· Round 2")
    page.keyboard.press("Backspace")
    expect(page.locator("#entry-line")).to_have_value("")
    type_blind(page, ["3 20 10"], 20)
    look_up(page, 1)
    assert stored(house.server, slug)[4:] == [(3, "1-0")]


def test_the_line_has_the_focus_again_when_the_next_round_starts(browser, house):
    """Between two rounds there is no line."""
    slug = house.build(event("wargame", 4)).split()[-1]
    page = at_desk(browser, house.server, slug)
    type_blind(page, ["1 60 40"], 20)
    look_up(page, 1)
    close, then = "rounds.close_round, ", "rounds.pair_next_round, rounds.publish_round, rounds.start_round"
    house.build(NEXT_ROUND.replace(then, "") % slug)
    expect(page.locator("#desk")).to_be_hidden()
    house.build(NEXT_ROUND.replace(close, "") % slug)
    expect(page.locator("#desk [data-round]")).to_have_text("· Round 2")
    expect(page.locator("#entry-line")).to_be_focused()
    type_blind(page, ["3 20 10"], 20)
    look_up(page, 1)
