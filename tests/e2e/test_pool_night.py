"""A pool night from registration to the trophy, in a real browser: 23 players, four pools, four boards.

It has what happens on such an evening: an unknown player, a no-show, a withdrawal, a late entry, a tie for the last
place."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from e2e.people import DESK, PHONE, log_in, opened, press
from serving import RunningServer

pytestmark = pytest.mark.browser
NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVW"]
SLUG = "pool-night"
# A browser says so itself when an answer is a refusal.
TOO_SHORT = "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"

SEATS = """
import json
from pool_building import seats
from crosstable.events.models import Stage
print(json.dumps(seats(Stage.objects.get(tournament__slug="pool-night", number=1))))
"""
# The higher seat wins 60–40. In one pool the second, third and fourth beat each other in a ring.
PLAY_POOLS = """
from crosstable.events.actions.results.results import enter_result
from crosstable.events.actions.stages.pool_play import open_matches
from crosstable.events.models import PoolSeat, Stage
from crosstable.events.bridge.results.scores import parse_score
stage = Stage.objects.get(tournament__slug="pool-night", number=1)
seat = dict(stage.pool_seats.values_list("entry_id", "seat"))
RING = {(2, 3), (3, 4), (4, 2)}
rows = open_matches(stage).select_related("round__tournament__owner", "pool", "first__player", "second__player")
for match in rows:
    pair = seat[match.first_id], seat[match.second_id]
    ring = match.pool.name == %r and set(pair) < {2, 3, 4}
    first_wins = pair in RING if ring else pair[0] < pair[1]
    score = (60, 40) if first_wins else (40, 60)
    enter_result(match=match, score=parse_score(match, score), by=match.round.tournament.owner)
"""


@pytest.fixture
def server(house) -> RunningServer:
    house.build('from building import user\nuser("nora"); user("stranger")')
    return house.server


def fits(page: Page) -> None:
    """Nothing reaches over the edge of a phone."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def test_a_pool_night_from_registration_to_the_trophy(browser, server, house):
    errors: list[str] = []
    nora, phone = opened(browser, server, DESK, errors), opened(browser, server, PHONE, errors)
    log_in(nora, "nora")
    prepare(nora)
    a_stranger_finds_the_registration_closed(phone)

    # No player is checked in: one press does that and starts.
    expect(nora.get_by_text("0 of 23 checked in; not yet Player A")).to_be_visible()
    press(nora, "Check everyone in and start")
    expect(nora.get_by_role("heading", name="0 of 55 matches decided")).to_be_visible()

    pools = json.loads(house.build(SEATS))
    free = next(name for name, seated in pools.items() if len(seated) == 5)
    full = [name for name in pools if name != free]
    no_show, leaver = pools[full[0]][-1], pools[full[1]][-1]
    someone_is_not_here(nora, no_show)
    someone_leaves(nora, leaver)
    someone_comes_late(nora, free)
    someone_waits_and_takes_the_seat(nora, no_show)

    four_boards_are_filled_by_pressing(nora)

    # The evening is played; a tie for the last place of one pool stops the draw until it is played off.
    house.build(PLAY_POOLS % full[2])
    nora.goto(f"/t/{SLUG}/control")
    press(nora, "Close Group stage")
    tied = pools[full[2]][1:4]
    a_tie_is_played_off(nora, tied)
    a_knockout_of_eight_with_third_place(nora, tied[0])

    # The last word: the winner large on the event's page, and first in the table.
    press(nora, "Finish the event")
    phone.goto(f"/t/{SLUG}")
    winner = phone.locator(".podium .first .name").inner_text()
    fits(phone)
    nora.goto(f"/t/{SLUG}/standings")
    rows = nora.locator("#rows tr")
    expect(rows).to_have_count(24)
    expect(rows.first).to_contain_text(winner)
    expect(nora.get_by_text("Order: places in the bracket, then")).to_be_visible()
    assert errors == [TOO_SHORT]


def prepare(page: Page) -> None:
    """An event, its setup, its 23 players, four pools, a schedule for four boards; published."""
    page.goto("/new/wargame")
    page.get_by_label("Groups, then knockout").check()
    page.get_by_label("Name of the event").fill("Pool Night")
    page.get_by_label("Starts").fill("2026-11-19")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/control")
    press(page, "Prepare Group stage")
    page.get_by_label("Tables", exact=True).fill("4")
    page.locator("[name=starts]").fill("18:00")
    page.get_by_label("Minutes per match").fill("15")
    page.get_by_label("Latest finish").fill("20:00")
    with page.expect_navigation():
        page.get_by_role("button", name="Save the setup").click()
    page.get_by_label("Add players").fill("\n".join(NAMES))
    page.get_by_role("button", name="Check the list").first.click()
    page.get_by_role("button", name=re.compile("^Take the")).first.click()
    expect(page.get_by_role("heading", name="23 players: form the pools")).to_be_visible()
    page.get_by_label("Number of pools").fill("4")
    page.get_by_role("button", name="Form the pools").click()
    expect(page.locator(".seats li")).to_have_count(23)
    seats_change_by_keyboard_by_dragging_and_by_lists(page)
    the_evening_is_too_short_at_first(page)
    press(page, "Publish pools and schedule")
    page.goto(f"/t/{SLUG}/control")


def seats_change_by_keyboard_by_dragging_and_by_lists(page: Page) -> None:
    names = page.locator("[data-seat] .name")
    one, two = names.nth(0).inner_text(), names.nth(1).inner_text()
    names.nth(0).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert [names.nth(0).inner_text(), names.nth(1).inner_text()] == [two, one]
    with page.expect_navigation():
        page.locator("[data-seat]").nth(0).drag_to(page.locator("[data-seat]").nth(1))
    assert [names.nth(0).inner_text(), names.nth(1).inner_text()] == [one, two]
    # And by the lists below the pools, there and back.
    for expected in ([two, one], [one, two]):
        page.get_by_label("Move player").select_option(label=one)
        page.get_by_label("Swaps with").select_option(label=two)
        with page.expect_navigation():
            page.get_by_role("button", name="Change seats").click()
        assert [names.nth(0).inner_text(), names.nth(1).inner_text()] == expected


def the_evening_is_too_short_at_first(page: Page) -> None:
    """55 matches of 15 minutes on four boards take until 21:30 at least."""
    press(page, "Make the schedule")
    expect(page.get_by_role("heading", name="No schedule was made")).to_be_visible()
    expect(page.get_by_text("do not fit into the time")).to_be_visible()
    page.locator(".steps").get_by_role("link", name="Setup").click()
    page.get_by_label("Latest finish").fill("")
    with page.expect_navigation():
        page.get_by_role("button", name="Save the setup").click()
    press(page, "Make the schedule")
    expect(page.get_by_text("From 18:00, 15 minutes per match. The last match ends at")).to_be_visible()


def four_boards_are_filled_by_pressing(page: Page) -> None:
    """Press “Next free board” four times: no player is called to two boards, and the fifth match waits."""
    page.goto(f"/t/{SLUG}/control/boards")
    for board in (1, 2, 3, 4):
        press(page, f"Call them to table {board}")
    names = page.locator("[data-state=called] b").all_inner_texts()
    assert len(set(names)) == len(names) == 8
    expect(page.get_by_text("Every open table is taken.")).to_be_visible()
    board = page.locator("[data-board='1']")
    board.get_by_role("button", name="Start").click()
    expect(board).to_have_attribute("data-state", "in play")


def a_stranger_finds_the_registration_closed(page: Page) -> None:
    log_in(page, "stranger")
    page.goto(f"/t/{SLUG}")
    expect(page.get_by_role("link", name="Register")).to_have_count(0)
    page.goto(f"/t/{SLUG}/register")
    expect(page.get_by_role("heading", name="Registration is closed")).to_be_visible()
    fits(page)
    page.goto("about:blank")  # back in the pocket; it would follow every change


def someone_is_not_here(page: Page, name: str) -> None:
    """One match is given to the other side, then all that are left."""
    page.get_by_role("link", name="Absent players").last.click()
    page.locator("#rows li", has_text=name).get_by_role("button", name="Mark as absent").click()
    row = page.locator("#away li", has_text=name)
    row.get_by_role("button", name="Forfeit this match").click()
    expect(row.get_by_role("button", name="Forfeit all 4 matches")).to_be_visible()
    row.get_by_role("button", name="Forfeit all 4 matches").click()
    expect(row.get_by_role("button", name="Mark as present")).to_be_visible()
    expect(row.get_by_role("button", name="Forfeit this match")).to_have_count(0)


def someone_leaves(page: Page, name: str) -> None:
    """Withdrawn from the same page, by the rule of the three that is chosen."""
    page.locator("#rows li", has_text=name).get_by_role("button", name="Mark as absent").click()
    page.locator("#away li", has_text=name).get_by_role("link", name="Withdraw…").click()
    page.locator("#how-forfeit").check()
    page.get_by_role("button", name=f"Withdraw {name}").click()
    page.wait_for_url("**/control")


def someone_comes_late(page: Page, pool: str) -> None:
    page.get_by_role("link", name="Late arrival").last.click()
    page.get_by_label("Given name").fill("Player")
    page.get_by_label("Family name").fill("Late")
    page.get_by_label("Faction", exact=True).fill("Orks")
    page.get_by_label(f"Pool {pool}").check()
    page.get_by_role("button", name="Confirm arrival").click()
    page.wait_for_url("**/control")
    # 55, and one against each of the five; ten are given already.
    expect(page.get_by_role("heading", name="10 of 60 matches decided")).to_be_visible()


def someone_waits_and_takes_the_seat(page: Page, gone: str) -> None:
    """Give away the no-show's seat with all its matches; undo that, and give it away again."""
    page.get_by_role("link", name="Late arrival").last.click()
    page.get_by_label("Given name").fill("Player")
    page.get_by_label("Family name").fill("Waits")
    page.get_by_label("Faction", exact=True).fill("Orks")
    page.get_by_label("Waiting list").check()
    page.get_by_role("button", name="Confirm arrival").click()
    expect(page.get_by_text("Player Waits is on the waiting list.")).to_be_visible()
    page.goto(f"/t/{SLUG}/control/repairs")
    give = page.locator("#away li", has_text=gone).get_by_role("button", name="Give the seat to Player Waits")
    give.click()
    expect(page.get_by_text(f"Player Waits now has the seat of {gone}")).to_be_visible()
    page.get_by_role("button", name="Undo").first.click()
    give.click()
    expect(page.locator("#away li", has_text=gone)).to_have_count(0)
    page.goto(f"/t/{SLUG}/control")
    expect(page.get_by_role("heading", name="5 of 60 matches decided")).to_be_visible()


def a_tie_is_played_off(page: Page, tied: list[str]) -> None:
    """Play three matches, called to boards and entered at the desk like any other; the higher seat wins."""
    expect(page.get_by_role("heading", name="A tie decides who advances")).to_be_visible()
    press(page, "Decide the tie")
    for name in tied:
        expect(page.locator("[data-tie]").first).to_contain_text(name)
    page.get_by_role("button", name="Create the play-off").first.click()
    expect(page.get_by_text("3 matches to play. Players can see them now.")).to_be_visible()
    for _ in range(3):
        page.goto(f"/t/{SLUG}/control/boards")
        with page.expect_navigation():
            page.locator("#next-action").click()
        called = page.locator("[data-state=called]")
        first, second = called.locator("b").all_inner_texts()
        called.get_by_role("button", name="Start").click()
        page.locator("[data-state='in play']").get_by_role("link", name="Enter result").click()
        vp = page.locator("main form input[inputmode=numeric]")
        vp.nth(0).fill("60" if tied.index(first) < tied.index(second) else "40")
        vp.nth(1).fill("40" if tied.index(first) < tied.index(second) else "60")
        with page.expect_navigation():
            page.get_by_role("button", name="Save").click()
    page.goto(f"/t/{SLUG}/control")
    press(page, "Close the play-off")
    page.goto(f"/t/{SLUG}/control/stages/1/ties")
    expect(page.get_by_text(f"{tied[0]}, then {tied[1]}, then {tied[2]}: play-off")).to_be_visible()


def a_knockout_of_eight_with_third_place(page: Page, second: str) -> None:
    page.goto(f"/t/{SLUG}/control/knockout")
    page.get_by_label("A match for third place").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
    press(page, "Draw")
    expect(page.locator(".seats li")).to_have_count(8)
    expect(page.locator(".seats li", has_text=second)).to_have_count(1)
    press(page, "Publish the bracket")
    press(page, "Start play")
    # Quarter-finals, semi-finals, the match for third place and the final: at every table the first side wins.
    for tables in ((1, 2, 3, 4), (1, 2), (1, 2)):
        for table in tables:
            page.locator("#entry-line").fill(f"{table} 60 40")
            page.locator("#entry-line").press("Enter")
            newest = page.locator("[data-entries] li").first
            expect(newest.locator(".t")).to_have_text(str(table))
            expect(newest).to_have_attribute("data-state", "saved")
        page.reload()  # the matches of the next round are there
    press(page, "Close the knockout")
