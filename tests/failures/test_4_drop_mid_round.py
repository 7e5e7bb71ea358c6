"""Failure 4, drop mid-round, in the Swiss. Finish, then withdraw, or concede and withdraw, with undo; the past stays.
In real browsers: two phones and the desk. (Round robin: test_4_withdrawal_from_a_round_robin.py.)"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.hall import Hall, hall_in
from e2e.people import PHONE, enter_by_keyboard, press

pytestmark = pytest.mark.browser

CONTENT = """
from building import play_round, playing, start_next
tournament = playing('ann bo cy di ed flo gus hal')
play_round(tournament)
start_next(tournament)
print(tournament.slug)
"""
FIRST = ["1 ann-ed 1-0", "2 bo-flo 1-0", "3 cy-gus 1-0", "4 di-hal 1-0"]


@pytest.fixture
def hall(browser, house) -> Hall:
    return hall_in(house, browser, CONTENT)


def person(desk: Page, name: str) -> Locator:
    return desk.locator(f".person[data-name={name}]")


def test_drop_mid_round(hall):
    before = hall.round(2)
    assert before == ["1 ann-cy", "2 bo-di", "3 ed-gus", "4 flo-hal"]
    olga = hall.page_of("olga", "/control/players")
    cy = hall.page_of("cy", "/me", PHONE)
    hal = hall.page_of("hal", "/me", PHONE)
    ann = hall.page_of("ann", "/me", PHONE)

    # Concede and withdraw: the opponent wins immediately, and reads it without touching the phone.
    cy.get_by_text("Withdraw from the event").click()
    cy.get_by_role("button", name="Concede and withdraw").click()
    expect(cy.get_by_text("You have withdrawn from this event")).to_be_visible()
    expect(ann.get_by_text("The result is confirmed: you win by forfeit.")).to_be_visible()
    assert hall.round(2) == ["1 ann-cy 1-0F", *before[1:]]

    # A mistake: the desk undoes it, and the game continues.
    person(olga, "cy").get_by_role("button", name="Rejoin").click()
    expect(olga.get_by_text("cy has rejoined.")).to_be_visible()
    expect(ann.get_by_text("The result is confirmed: you win by forfeit.")).to_have_count(0)
    expect(cy.locator("input[name=mine]")).to_be_visible()
    assert hall.round(2) == before

    # Finish, then withdraw: the game continues and counts; the next round is paired without hal.
    hal.get_by_text("Withdraw from the event").click()
    hal.get_by_role("button", name="Finish, then withdraw").click()
    expect(hal.get_by_text("You have withdrawn from this event")).to_be_visible()
    assert hall.round(2) == before
    person(olga, "gus").get_by_text("More").click()
    person(olga, "gus").get_by_role("button", name="Concede and withdraw").click()
    expect(olga.get_by_text("gus has conceded and withdrawn.")).to_be_visible()

    hall.go(olga, "/control")
    for table, mine, theirs in ((1, 50, 40), (2, 50, 40), (4, 30, 70)):
        enter_by_keyboard(olga, table, mine, theirs)
    for step in ("Close round 2", "Pair round 3"):
        press(olga, step)
    expect(olga.get_by_text("Round 3 is a draft")).to_be_visible()

    # The past stays as it was; those who dropped are in it and in nothing after it.
    assert hall.round(1) == FIRST
    assert hall.round(2) == ["1 ann-cy 1-0", "2 bo-di 1-0", "3 ed-gus 1-0F", "4 flo-hal 0-1"]
    drawn = " ".join(hall.round(3))
    assert "hal" not in drawn
    assert "gus" not in drawn
    assert len(hall.round(3)) == 3
    assert hall.errors == []
