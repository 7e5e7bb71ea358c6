"""Failure 8, dispute at the last table. Both claims side by side with times; accept one, set another, both lose, or
pair on and decide later. The rest of the hall is never blocked. In a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from e2e.hall import Hall, hall_in
from e2e.people import PHONE, press

pytestmark = pytest.mark.browser

CONTENT = """
from building import match_of, playing, settle, user
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
tournament = playing('ann bo cy di')
settle(tournament, 'ann 70-40')
match = match_of(tournament, 'bo')
results.report(match=match, score=parse_score(match, (60, 50)), by=user('bo'))
results.report(match=match, score=parse_score(match, (45, 55)), by=user('di'))
tournament.organisers.add(user('helper'))
print(tournament.slug)
"""


MATCH = """
SELECT m.state, m.result, json_extract(m.score, '$[0]'), json_extract(m.score, '$[1]')
FROM events_match m JOIN events_round r ON r.id = m.round_id
JOIN events_tournament t ON t.id = r.tournament_id WHERE t.slug = ? AND r.number = ? AND m.'table' = ?
"""
ROUNDS = """
SELECT r.number, r.status FROM events_round r JOIN events_tournament t ON t.id = r.tournament_id
WHERE t.slug = ? ORDER BY r.number
"""


@pytest.fixture
def hall(browser, house) -> Hall:
    return hall_in(house, browser, CONTENT)


def match_at(hall: Hall, number: int, table: int) -> tuple[object, ...]:
    return hall.ask(MATCH, hall.slug, number, table)[0]


def rounds_of(hall: Hall) -> list[tuple[object, ...]]:
    return hall.ask(ROUNDS, hall.slug)


def test_both_claims_stand_side_by_side_and_one_is_accepted(hall):
    olga = hall.page_of("olga", "/control")
    olga.locator("#next-action").click()
    claims = olga.locator(".halves .card")
    expect(claims).to_have_count(2)
    expect(claims.nth(0)).to_contain_text(re.compile(r"bo reports\s*\d\d:\d\d:\d\d ·\s+.*\s+ago"))
    expect(claims.nth(1)).to_contain_text(re.compile(r"di reports\s*\d\d:\d\d:\d\d ·\s+.*\s+ago"))
    claims.nth(1).get_by_role("button", name="Accept 55–45").click()
    expect(olga.get_by_text("Table 2: result saved.")).to_be_visible()
    assert match_at(hall, 1, 2) == ("agreed", "0-1", 45, 55)
    assert hall.errors == []


def test_another_result_is_set_or_both_lose(hall):
    olga = hall.page_of("olga", "/control/tables/2")
    olga.locator("#id_first_vp").fill("52")
    olga.locator("#id_second_vp").fill("52")
    olga.get_by_role("button", name="Decide the result").click()
    expect(olga.get_by_text("Table 2: result saved.")).to_be_visible()
    assert match_at(hall, 1, 2) == ("agreed", "1/2-1/2", 52, 52)


def test_both_lose_at_one_press(hall):
    olga = hall.page_of("olga", "/control/tables/2")
    olga.get_by_role("button", name="Both lose").click()
    expect(olga.get_by_text("Table 2: result saved.")).to_be_visible()
    assert match_at(hall, 1, 2) == ("agreed", "0-0F", None, None)


def test_the_hall_goes_on_and_the_dispute_is_decided_in_the_next_round(hall):
    olga = hall.page_of("olga", "/control/tables/2")
    ann = hall.page_of("ann", "/me", PHONE)
    olga.get_by_role("button", name="Pair the next round anyway").click()
    expect(olga.locator("#next-action")).to_have_text("See what could change")
    olga.locator("#next-action").click()
    expect(olga.locator(".possible li").first).to_contain_text("bo beats di 60–50")
    expect(olga.get_by_text("Every combination of the missing results was tried")).to_be_visible()
    olga.get_by_role("button", name="Publish round 2 anyway").click()
    press(olga, "Start round 2")
    assert rounds_of(hall) == [(1, "started"), (2, "started")]
    expect(
        ann.get_by_text("Round 2").first
    ).to_be_visible()  # the rest of the hall plays, and the page updates automatically

    expect(olga.get_by_role("heading", name="Open results of earlier rounds")).to_be_visible()
    olga.get_by_role("link", name="Decide").click()
    olga.get_by_role("button", name="Accept 60–50").click()
    expect(olga.get_by_text("Table 2: result saved.")).to_be_visible()
    assert match_at(hall, 1, 2) == ("agreed", "1-0", 60, 50)
    olga.get_by_role("button", name="Close round 1").click()
    expect(olga.get_by_text("Round 1 is closed.")).to_be_visible()
    assert rounds_of(hall) == [(1, "closed"), (2, "started")]
    assert hall.errors == []


def test_a_second_organiser_at_the_table_is_seen_and_loses_nothing(hall):
    olga = hall.page_of("olga", "/control/tables/2")
    helper = hall.page_of("helper", "/control/tables/2")
    expect(helper.locator("[data-others]")).to_have_text("Also open for: olga")
    olga.get_by_role("button", name="Accept 60–50").click()
    expect(olga.get_by_text("Table 2: result saved.")).to_be_visible()
    helper.get_by_role("button", name="Accept 55–45").click()
    expect(
        helper.get_by_role("heading", name="This result was changed while you had it open")
    ).to_be_visible()
    expect(helper.locator(".conflict")).to_contain_text("60–50")
    assert match_at(hall, 1, 2) == ("agreed", "1-0", 60, 50)
    helper.get_by_role("button", name="Use my result").click()
    expect(helper.get_by_text("Table 2: result saved.")).to_be_visible()
    assert match_at(hall, 1, 2) == ("agreed", "0-1", 45, 55)
