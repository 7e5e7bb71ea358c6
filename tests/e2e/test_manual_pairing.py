"""Manual pairing with the keyboard: violated rules are shown while players are chosen, before anything is saved."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.hall import Hall, hall_in

pytestmark = pytest.mark.browser

CONTENT = """
from building import play_round, playing
from crosstable.events.actions.rounds import rounds
tournament = playing('ann bo cy di')
play_round(tournament)
rounds.pair_next_round(tournament=tournament, by=tournament.owner)
print(tournament.slug)
"""


@pytest.fixture
def hall(browser, house) -> Hall:
    return hall_in(house, browser, CONTENT)


def test_a_pairing_by_hand_is_checked_while_it_is_chosen(hall):
    assert hall.round(2) == ["1 ann-bo", "2 cy-di"]  # ann met cy and bo met di in round 1
    olga = hall.page_of("olga", "/control/pairings")
    expect(olga.get_by_text("The same pairings.")).to_be_visible()

    # Two select boxes and Enter, no mouse: the check updates automatically.
    olga.locator("#id_first").focus()
    olga.keyboard.type("ann")
    olga.keyboard.press("Tab")
    olga.keyboard.type("cy")
    olga.keyboard.press("Tab")
    check = olga.locator("#check")
    expect(check).to_contain_text("ann and cy have met before.")
    expect(check).to_contain_text("bo and di have met before.")
    assert hall.round(2) == ["1 ann-bo", "2 cy-di"]

    olga.keyboard.press("Enter")
    expect(olga.get_by_text("ann plays cy.")).to_be_visible()
    assert hall.round(2) == ["1 ann-cy", "2 bo-di"]
    expect(olga.get_by_text("manual", exact=True)).to_have_count(2)
    expect(olga.get_by_text("Only in the engine's pairings")).to_be_visible()
    assert hall.errors == []
