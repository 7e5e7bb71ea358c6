"""Who is given a role and who loses it, and the clocks of single games, each with its refusal (E2, E4)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from e2e.hall import Hall, hall_in
from e2e.people import DESK, log_in

pytestmark = pytest.mark.browser

ADMINISTRATORS = """
from building import administrator, user
administrator()
user('sam-of-the-house')
print('nothing')
"""
EVENT = """
from building import confirmed, user
from chess_building import chess, start_chess
user('dirk-unconfirmed')
confirmed('dora-confirmed')
tournament = chess({'ann': 1900, 'bo': 1800}, total_rounds=1)
start_chess(tournament)
print(tournament.slug)
"""
# Requests that no button offers.
SEND = """async (address) => {
  const form = new FormData();
  form.append("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  const answer = await fetch(address, {method: "POST", body: form});
  return [answer.status, await answer.text()];
}"""


def at(hall: Hall, name: str, address: str) -> Page:
    context = hall.browser.new_context(viewport=DESK, base_url=hall.server.url)  # type: ignore[arg-type]
    page = context.new_page()
    page.on("pageerror", lambda error: hall.errors.append(str(error)))
    log_in(page, name)
    page.goto(address)
    return page


def row(page: Page, name: str):
    return page.locator("li", has=page.get_by_text(name, exact=True))


def test_a_system_administrator_is_appointed_and_dismissed_but_not_the_first_and_not_oneself(browser, house):
    hall = hall_in(house, browser, ADMINISTRATORS)
    sam = "sam-of-the-house"
    root = at(hall, "root", "/administration")
    root.get_by_label("Username of the new administrator").fill("nobody-of-that-name")
    root.get_by_role("button", name="Appoint").click()
    expect(root.locator(".error")).to_contain_text("nobody-of-that-name")
    root.get_by_label("Username of the new administrator").fill(sam)
    root.get_by_role("button", name="Appoint").click()
    expect(root.get_by_text(f"{sam} is now a system administrator.")).to_be_visible()

    page = at(hall, sam, "/administration")
    expect(row(page, "root")).to_contain_text("cannot be dismissed")
    expect(row(page, sam)).to_contain_text("you")
    expect(page.get_by_role("button", name="Dismiss")).to_have_count(0)
    keys = dict(hall.ask("SELECT username, id FROM accounts_user"))
    for name, sentence in (("root", "stays its system administrator"), (sam, "You cannot dismiss yourself")):
        status, answer = page.evaluate(SEND, f"/administration/administrators/{keys[name]}/dismiss")
        assert (status, sentence in answer) == (403, True)

    row(root, sam).get_by_role("button", name="Dismiss").click()
    expect(root.get_by_text(f"{sam} is no longer a system administrator.")).to_be_visible()
    assert page.goto("/administration").status == 403
    assert hall.errors == []


def test_a_director_is_appointed_by_name_runs_the_event_and_is_dismissed(browser, house):
    hall = hall_in(house, browser, EVENT)
    vera = hall.page_of("vera", "/control/directors")
    vera.locator("input[name=user]").fill("dirk-unconfirmed")
    vera.get_by_role("button", name="Add to the event").click()
    expect(vera.locator(".error")).to_contain_text("Send the person an invitation link instead.")
    vera.locator("input[name=user]").fill("dora-confirmed")
    vera.get_by_role("button", name="Add to the event").click()
    expect(row(vera, "dora-confirmed").first).to_be_visible()

    dora = hall.page_of("dora-confirmed", "/control")
    expect(dora.get_by_role("heading", name="History")).to_be_visible()
    vera.locator("li button", has_text="Remove").click()
    expect(vera.locator("li button", has_text="Remove")).to_have_count(0)
    assert dora.goto(f"/t/{hall.slug}/control").status == 403
    assert hall.errors == []


def test_a_single_game_is_started_and_stopped_and_a_late_press_is_told_so(browser, house):
    hall = hall_in(house, browser, EVENT)
    [(match,)] = hall.ask(
        "SELECT m.id FROM events_match m JOIN events_round r ON r.id = m.round_id "
        "JOIN events_tournament t ON t.id = r.tournament_id WHERE t.slug = ?",
        hall.slug,
    )
    vera, late = (hall.page_of("vera", f"/control/matches/{match}") for _ in range(2))
    for press, message in (
        ("Start this game", "board 1 has started"),
        ("Stop this game", "board 1 is not in progress"),
    ):
        vera.get_by_role("button", name=press).click()
        expect(vera.get_by_role("button", name=press)).to_have_count(0)
        late.get_by_role("button", name=press).click()
        expect(late.get_by_text(message)).to_be_visible()
        hall.go(late, f"/control/matches/{match}")
        hall.go(vera, f"/control/matches/{match}")
    expect(vera.get_by_text("stopped")).to_be_visible()
    assert hall.errors == []
