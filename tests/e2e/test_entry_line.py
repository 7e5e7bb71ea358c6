"""What the entry line understands and shows: draws, examples of this round, refused lines that are settled."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.desk_storm import event, look_up, type_blind
from e2e.test_desk import at_desk

pytestmark = pytest.mark.browser
PLAYED = """
SELECT m."table", m.result FROM events_match m JOIN events_round r ON r.id = m.round_id
JOIN events_tournament t ON t.id = r.tournament_id WHERE t.slug = ? AND m.result != '' ORDER BY 1
"""
NEXT_ROUND = """
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Tournament
t = Tournament.objects.get(slug="%s")
rounds.close_round(tournament=t, by=t.owner)
for act in (rounds.pair_next_round, rounds.publish_round, rounds.start_round): act(tournament=t, by=t.owner)
"""


def test_a_half_typed_in_any_way_is_a_draw(browser, house):
    slug = house.build(event("chess", 6)).split()[-1]
    page = at_desk(browser, house.server, slug)
    type_blind(page, ["1 1/2", "2 1/2-1/2", "3 ½", "4 =", "5", "1/2"], 20)
    look_up(page, 5)
    with house.server.database as database:
        assert database.execute(PLAYED, (slug,)).fetchall() == [(n, "1/2-1/2") for n in range(1, 6)]


def test_the_examples_under_the_line_name_a_table_of_this_round_that_needs_a_result(browser, house):
    slug = house.build(event("wargame", 3)).split()[-1]
    page = at_desk(browser, house.server, slug)
    example, forfeit = page.locator("[data-example]"), page.locator("[data-forfeit]")
    expect(example).to_have_text("1 60 40")
    expect(forfeit).to_have_text("1 1f")
    type_blind(page, ["1 60 40"], 20)
    look_up(page, 1)
    expect(example).to_have_text("2 60 40")
    expect(forfeit).to_have_text("2 1f")
    type_blind(page, ["2 60 40", "3 60 40"], 20)
    look_up(page, 3)
    expect(example).to_have_text("3 60 40")
    house.build(NEXT_ROUND % slug)
    expect(example).to_have_text("1 60 40")


def test_a_refused_line_disappears_once_its_table_has_a_result(browser, house):
    slug = house.build(event("wargame", 4)).split()[-1]
    page = at_desk(browser, house.server, slug)
    refused = page.locator('[data-entries] li[data-state="refused"]')
    type_blind(page, ["2 7245", "3 500 40", "44 60 40"], 20)
    expect(refused).to_have_count(3)
    type_blind(page, ["2 72 45"], 20)
    look_up(page, 1)
    expect(refused).to_have_count(2)
    type_blind(page, ["3 60 40"], 20)
    look_up(page, 2)
    # There is no table 44: that line stays until it is discarded.
    expect(refused).to_have_count(1)
    expect(refused).to_contain_text("There is no table 44 in this round.")


def test_a_line_refused_because_its_table_has_a_result_stays(browser, house):
    slug = house.build(event("wargame", 4)).split()[-1]
    page = at_desk(browser, house.server, slug)
    type_blind(page, ["2 72 45"], 20)
    look_up(page, 1)
    expect(page.locator("[data-example]")).to_have_text("1 60 40")
    type_blind(page, ["2 500 40", "1 60 40"], 20)
    look_up(page, 2)
    refused = page.locator('[data-entries] li[data-state="refused"]')
    expect(page.locator("[data-example]")).to_have_text("3 60 40")
    expect(refused).to_have_count(1)
