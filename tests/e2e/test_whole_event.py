"""A whole event in real browsers: an organiser and eight players, three rounds, drop, dispute, byes.

Everything expected here was worked out by hand from A10, A15 and A16.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from e2e.people import Organiser, Player, send
from serving import QUICK, running_server

pytestmark = pytest.mark.browser

ON_PAGES = {"Ann", "Hal"}  # who sign up and register with the forms before them; the others send the same
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]

STANDINGS = [
    # rank, player, W, L, D, +/−, VP, SOS
    ["1", "Ann", "2", "1", "0", "+80", "210", "55.6"],
    ["2", "Bo", "2", "0", "1", "+30", "185", "44.4"],
    ["3", "Ed", "2", "1", "0", "−20", "100", "50.0"],
    ["4", "Di", "1", "0", "2", "+40", "180", "55.6"],  # equal with Cy but for the stronger opponents
    ["5", "Cy", "1", "2", "0", "+40", "175", "27.8"],
    ["6", "Gus", "1", "2", "0", "−70", "120", "55.6"],
    ["7", "Flo", "1", "2", "0", "−100", "60", "58.3"],
    ["8", "Hal", "0", "0", "1", "±0", "60", "66.7"],
]
RATINGS = {"Bo": 1231, "Di": 1218, "Ann": 1216, "Ed": 1201, "Hal": 1200, "Cy": 1183, "Gus": 1183, "Flo": 1168}


@pytest.fixture
def server(tmp_path):
    with running_server(tmp_path / "data", **QUICK) as server:
        yield server


def set_up(browser: Browser, server) -> None:
    """The very first visit: the link from the terminal makes the administrator, once."""
    link = next(word for word in server.output.split() if "/setup/" in word)
    page = browser.new_page()
    page.goto(link)
    page.get_by_label("Username").fill("root")
    page.get_by_label("Email address").fill("root@example.org")
    page.get_by_label("Password", exact=True).fill("a-long-enough-word")
    with page.expect_navigation():
        page.locator("main form button").click()
    assert server.get(link.replace(server.url, "")).status == 404
    page.close()


def test_eight_players_three_rounds_a_drop_and_a_dispute(browser, server):
    set_up(browser, server)
    olga = Organiser(browser, server.url, "Olga")
    olga.sign_up()
    slug = olga.create_event("Northern Open", rounds=3)
    olga.press("Open registration")
    players = {name: Player(browser, server.url, name) for name in NAMES}
    for name, player in players.items():
        if name in ON_PAGES:
            player.sign_up()
            player.register(slug, f"Faction of {name}")
        else:
            player.come(slug, f"Faction of {name}")
    olga.page.reload()
    olga.press("Open check-in")
    for name, player in players.items():
        if name in ON_PAGES:
            player.check_in(slug)
            player.page.goto("about:blank")  # a page follows every change; most phones are in a pocket
        else:
            send(player.page, f"/t/{slug}/me/check-in")
    olga.page.reload()
    olga.sees("8 of 8 players checked in")
    olga.press("Close check-in and start")

    # Round 1: registration order, upper half against lower half. Reported on phones, confirmed on phones.
    start_round(olga, 1)
    assert olga.pairings() == [("1", "Ann", "Ed"), ("2", "Bo", "Flo"), ("3", "Cy", "Gus"), ("4", "Di", "Hal")]
    agree(slug, players["Ann"], players["Ed"], 80, 40)
    agree(slug, players["Bo"], players["Flo"], 70, 50)
    agree(slug, players["Gus"], players["Cy"], 65, 45)
    agree(slug, players["Di"], players["Hal"], 60, 60)
    expect(olga.page.locator("#next-action")).to_have_text(
        "Next round"
    )  # the control room updated automatically
    olga.press("Close round 1")
    players["Hal"].page.goto(f"/t/{slug}/me")
    players["Hal"].drop()
    for name in ("Ann", "Bo", "Cy", "Flo", "Hal"):
        players[name].put_away()

    # Round 2: seven are left. Ed, the lowest, has the bye; Gus falls to Di. Entered at the desk, one dispute.
    olga.page.reload()
    start_round(olga, 2)
    assert olga.pairings() == [("1", "Ann", "Bo"), ("2", "Gus", "Di"), ("3", "Cy", "Flo")]
    players["Ed"].page.goto(f"/t/{slug}/me")
    players["Ed"].sees("You have a bye")
    for name in ("Gus", "Di"):
        players[name].page.goto(f"/t/{slug}/me")
    dispute(players["Gus"], players["Di"])
    expect(olga.page.locator("#next-action")).to_have_text("Resolve dispute")
    olga.press("Resolve dispute")
    olga.sees("Gus reports")
    olga.sees("Di reports")
    olga.page.get_by_role("button", name="Accept 70–30, Di won").click()
    olga.sees("Table 2: result saved.")
    for name in ("Di", "Ed", "Gus"):
        players[name].put_away()
    olga.enter_by_keyboard(1, 55, 65)
    olga.enter_by_keyboard(3, 90, 10)
    olga.press("Close round 2")

    # Round 3: Flo has the bye (Ed has had one); Cy–Gus and Ann–Ed have met, so they cross over.
    start_round(olga, 3)
    assert olga.pairings() == [("1", "Bo", "Di"), ("2", "Cy", "Ed"), ("3", "Ann", "Gus")]
    olga.enter_by_keyboard(1, 50, 50)
    olga.enter_by_keyboard(2, 40, 60)
    olga.enter_by_keyboard(3, 75, 25)
    olga.press("Close round 3")
    olga.press("Finish the event")

    assert standings(olga, slug) == STANDINGS
    assert ratings(olga) == RATINGS
    assert [error for person in (olga, *players.values()) for error in person.errors] == []


def start_round(olga: Organiser, number: int) -> None:
    olga.press(f"Pair round {number}")
    olga.press(f"Publish round {number}")
    olga.press(f"Start round {number}")


def agree(slug: str, first: Player, second: Player, mine: int, theirs: int) -> None:
    """One side reports; the other's page updates automatically and asks for the confirmation."""
    for player in (first, second):
        player.page.goto(f"/t/{slug}/me")
    expect(first.page.locator("input[name=mine]")).to_be_visible()
    first.report(mine, theirs)
    first.sees(f"Waiting for {second.name} to confirm.")
    second.confirm(theirs, mine)
    for player in (first, second):
        player.page.goto("about:blank")


def dispute(gus: Player, di: Player) -> None:
    gus.report(70, 30)
    gus.sees("Waiting for Di to confirm.")
    di.page.get_by_text("That is wrong").click()
    di.report(70, 30)
    di.sees("The result is disputed. An organiser will come to you.")


def standings(olga: Organiser, slug: str) -> list[list[str]]:
    olga.page.goto(f"/t/{slug}/standings")
    olga.sees("final")
    rows = []
    for row in olga.page.locator("#rows tr").all():
        cells = [cell.inner_text() for cell in row.locator("td, th").all()]
        name = row.locator("a").first.inner_text()
        rows.append([cells[0].strip(), name, *[cell.strip() for cell in cells[4:]]])
    return rows


def ratings(olga: Organiser) -> dict[str, int]:
    olga.page.goto("/leaderboard")
    rows = olga.page.locator("tbody tr").all()
    return {row.locator("a").first.inner_text(): int(row.locator("td.pts").inner_text()) for row in rows}
