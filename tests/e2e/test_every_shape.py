"""A result of every shape, typed blind at the desk and reported on a phone, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from crossings.cells import ALL, RESULTS
from e2e.desk_storm import look_up, open_desk, type_blind
from e2e.people import log_in

pytestmark = pytest.mark.browser
# One game for each shape.
GAMES = {"chess": "decided", "goals": "points", "sets": "sets", "cards": "series", "wtc": "sheet"}
# What a phone calls the report that it keeps.
KEPT = {
    "chess": "I won",
    "goals": "5 – 3",
    "sets": "11 – 4, 11 – 7",
    "cards": "2 – 0, 0",
    "wtc": "40 – 10, 30 – 5, 10 – 10",
}
ROUND = """
from crossings.small_event import event, next_step, open_matches
from crosstable.events.models import Tournament
t = event("%s", "swiss", "players")
Tournament.objects.filter(pk=t.pk).update(name="ResultShape")
while not open_matches(t): assert next_step(t)
print(t.slug)
"""
BOARDS = """
from crossings.small_event import event, next_step, open_matches
from crosstable.events.models import Tournament
t = event("sets", "swiss", "teams")
Tournament.objects.filter(pk=t.pk).update(name="Boards", team_boards=2)
t.refresh_from_db()
while not open_matches(t): assert next_step(t)
print(t.slug)
"""
STORED = """
SELECT m."table", m.result FROM events_match m JOIN events_round r ON r.id = m.round_id
JOIN events_tournament t ON t.id = r.tournament_id WHERE t.slug = ? ORDER BY m."table"
"""


def stored(house, slug: str) -> dict[int, str]:
    with house.server.database as database:
        return dict(database.execute(STORED, (slug,)).fetchall())


def test_there_is_a_game_here_for_every_shape():
    assert {game: ALL[game].shape.kind for game in GAMES} == GAMES
    assert set(GAMES.values()) == set(RESULTS)


@pytest.mark.parametrize("game", GAMES)
def test_the_desk_takes_every_shape_in_one_line_and_by_the_learned_habit(browser, house, game):
    slug = house.build(ROUND % game).split()[-1]
    win, loss, *_ = RESULTS[GAMES[game]]
    page = browser.new_context(base_url=house.server.url, viewport={"width": 1280, "height": 860}).new_page()
    log_in(page)
    open_desk(page, slug)
    type_blind(page, [f"1 {win.line}", "2", loss.line], 20)
    look_up(page, 2)
    assert stored(house, slug) == {1: "1-0", 2: "0-1"}


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_keeps_every_shape_without_network_and_reports_it(browser, house, game):
    slug = house.build(ROUND % game).split()[-1]
    page = browser.new_context(base_url=house.server.url, viewport={"width": 390, "height": 844}).new_page()
    log_in(page, "ann")
    page.goto(f"/t/{slug}/me")
    win = RESULTS[GAMES[game]][0]
    page.context.set_offline(True)
    if "outcome" in win.form:
        page.get_by_role("button", name="I won").click()
    else:
        for name, value in win.form.items():
            page.locator(f'input[name="{name}"]').first.fill(value)
        page.locator("[data-report-button]").click()
    expect(page.get_by_role("heading", name=f"Not sent yet: {KEPT[game]}", exact=True)).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Waiting for")).to_be_visible()


def test_a_team_match_is_told_board_by_board_at_the_desk_and_on_a_phone(browser, house):
    slug = house.build(BOARDS).split()[-1]
    win, loss, *_ = RESULTS["sets"]
    phone = browser.new_context(base_url=house.server.url, viewport={"width": 390, "height": 844}).new_page()
    log_in(phone, "ann")
    phone.goto(f"/t/{slug}/me")
    boards = phone.locator("details", has_text="Report all boards for the team")
    boards.locator("summary").click()
    for number, result in ((1, win), (2, win)):
        for name, value in result.on_board(number, by_second=False).items():
            boards.locator(f'input[name="{name}"]').fill(value)
    phone.get_by_role("button", name="Report the boards").click()
    expect(phone.get_by_text("Your team has reported")).to_be_visible()
    desk = browser.new_context(base_url=house.server.url, viewport={"width": 1280, "height": 860}).new_page()
    log_in(desk)
    open_desk(desk, slug)
    type_blind(desk, [f"{table} {win.line}; {loss.line}" for table in (1, 2)], 20)
    look_up(desk, 2)
    assert stored(house, slug) == {1: "1/2-1/2", 2: "1/2-1/2"}
