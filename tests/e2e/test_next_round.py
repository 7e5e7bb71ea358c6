"""One click for each later round, on a desk and on a phone, in several games; a rematch is shown before it starts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.people import DESK, PHONE, log_in, opened
from house import House

pytestmark = pytest.mark.browser

# Chess of a club, darts and a wargame, each with the first round decided and four players who meet three times.
EVENTS = """
from datetime import date
from building import event, start_next, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import Status
for game, changes in (("chess", {"system": "swiss-club"}), ("sets", {}), ("wargame", {})):
    details = tournaments.Details(name=f"Club {game}", date=date(2026, 11, 21), total_rounds=4, **changes)
    tournament = tournaments.create_tournament(details=details, by=user("olga"), game=game)
    tournaments.advance(tournament=tournament, by=user("olga"))
    for name in "ann bo cy di".split():
        entries.add_entry(tournament=tournament, details=EntryDetails(name, faction="Orks"), by=user("olga"))
    while tournament.status != Status.IN_PROGRESS:
        tournaments.advance(tournament=tournament, by=user("olga"), check_in=True)
        tournament.refresh_from_db()
    start_next(tournament)
    print(tournament.slug)
"""
DECIDE = """
from crosstable.events.actions.results import results
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Match
from crosstable.engine.model import Outcome
for match in Match.objects.filter(round__tournament__slug={slug!r}, state="open"):
    score = rules_of(match.round.tournament).shape.example(Outcome.WIN)
    results.enter_result(match=match, score=score, by=match.round.tournament.owner)
"""
ROUNDS = """
from crosstable.events.models import Round
print(*Round.objects.filter(tournament__slug={slug!r}).order_by("number").values_list("status", flat=True))
"""


def next_round(page: Page, house: House, slug: str) -> None:
    """Decide the round, open the control room and press the one button."""
    house.build(DECIDE.format(slug=slug))
    page.goto(f"/t/{slug}/control")
    button = page.locator("#next-action")
    expect(button).to_have_text("Next round")
    with page.expect_navigation():
        button.click()


@pytest.mark.parametrize(("viewport", "events"), [(DESK, 3), (PHONE, 1)], ids=["1280", "390"])
def test_each_later_round_takes_one_click_and_a_rematch_is_shown_before_it(
    browser: Browser, house: House, viewport: dict[str, int], events: int
) -> None:
    faults: list[str] = []
    page = opened(browser, house.server, viewport, faults)
    for slug in house.build(EVENTS).split()[:events]:
        if not page.context.cookies():
            log_in(page)
        for number in (2, 3):
            next_round(page, house, slug)
            expect(page.get_by_text(f"Round {number} has started.")).to_be_visible()
            expect(page.locator("#look-first")).to_have_count(0)
        house.build(DECIDE.format(slug=slug))
        page.goto(f"/t/{slug}/control")
        expect(page.get_by_role("heading", name="Pairings to look at")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        next_round(page, house, slug)
        assert house.build(ROUNDS.format(slug=slug)).split() == ["closed"] * 3 + ["started"]
        with page.expect_navigation():
            page.locator(".message, [role=status]").get_by_role("button", name="Undo").first.click()
        assert house.build(ROUNDS.format(slug=slug)).split() == ["closed"] * 2 + ["started"]
    assert faults == []
