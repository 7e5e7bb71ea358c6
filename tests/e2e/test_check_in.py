"""Check-in by keyboard alone: typed blind and fast, over a good and a bad network. Nothing is lost, and no other player
is checked in."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from e2e.people import log_in
from serving import QUICK, RunningServer, prepare, running_server

pytestmark = pytest.mark.browser

FIRST = "Ann Bo Carol Dev Ewa Finn Grace Hugo Ines Jan Kofi Lena Mara Noor Otto Pia Quentin Rosa Sven Tara"
LAST = "Hart Lindqvist Diaz Patel Kowalczyk Kowalski Okoye Martin Roth Mensah"
NAMES = [f"{first} {last}" for last in LAST.split() for first in FIRST.split()]
CONTENT = f"""
from building import enter, event
from crosstable.accounts.models import Player
from crosstable.events.models import Entry, Status, Tournament
for slug in ("fifty", "slow", "again", "listed", "plain", "phone", "two"):
    made = event("", Status.CHECK_IN)
    Tournament.objects.filter(pk=made.pk).update(slug=slug)
    players = Player.objects.bulk_create(Player(name=name) for name in {NAMES!r})
    Entry.objects.bulk_create(
        Entry(tournament=made, player=player, seed=n, display_name=player.name, faction="Orks",
              list_text="" if n <= 7 else "a list")
        for n, player in enumerate(players, start=1)
    )
"""
# A busy machine is slow, not wrong: states are waited for, as long as it takes.
PATIENCE = 90_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    data = tmp_path_factory.mktemp("check-in") / "data"
    prepare(data, CONTENT, **QUICK)
    with running_server(data, **QUICK) as running:
        yield running


def at_the_desk(browser: Browser, server: RunningServer, slug: str, **how: object) -> Page:
    # A service worker would bypass the network failures of these tests.
    page = browser.new_context(base_url=server.url, service_workers="block", **how).new_page()
    page.set_default_timeout(PATIENCE)
    log_in(page)
    page.goto(f"/t/{slug}/control/players")
    return page


def stored(server: RunningServer, slug: str) -> set[str]:
    """Who is checked in, as the database has it."""
    rows = server.database.execute(
        "SELECT e.display_name FROM events_entry e JOIN events_tournament t ON t.id = e.tournament_id"
        " WHERE t.slug = ? AND e.checked_in_at IS NOT NULL",
        (slug,),
    )
    return {name for (name,) in rows}


def check_ins_in_the_journal(server: RunningServer, slug: str) -> list[str]:
    rows = server.database.execute(
        "SELECT j.subject FROM events_journalentry j JOIN events_tournament t ON t.id = j.tournament_id"
        " WHERE t.slug = ? AND j.verb = 'entry.checked-in' ORDER BY j.number",
        (slug,),
    )
    return [subject for (subject,) in rows]


def everything_is_sent(page: Page) -> None:
    expect(page.locator("[data-waiting]")).to_be_hidden(timeout=PATIENCE)


def letters(name: str) -> str:
    """The few letters that mean only this person: “an ha”, “an kowalc”."""
    first, last = name.lower().split()
    return f"{first[:2]} {last[:6] if last.startswith('kowal') else last[:2]}"


def test_fifty_people_are_checked_in_by_keyboard_without_waiting_for_anything(browser, server):
    page = at_the_desk(browser, server, "fifty")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.press("Tab")
    page.locator("h1").click()
    page.keyboard.press("/")
    for name in NAMES[:50]:
        page.keyboard.type(letters(name))
        page.keyboard.press("Enter")
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#find")).to_have_value("")
    expect(page.locator("#check-in [data-count=here]")).to_have_text("50")
    expect(page.locator("#check-in [data-count=not-here]")).to_have_text("150")
    everything_is_sent(page)
    assert stored(server, "fifty") == set(NAMES[:50])
    assert check_ins_in_the_journal(server, "fifty") == NAMES[:50]
    page.reload()
    expect(page.locator(".person[data-state=here]")).to_have_count(50)
    page.context.close()


def test_over_a_slow_network_that_fails_nothing_is_lost_or_done_twice(browser, server):
    page = at_the_desk(browser, server, "slow")
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    slow = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
    wire.send("Network.emulateNetworkConditions", slow)
    sent: list[Request] = []

    def fails_often(route: Route) -> None:
        sent.append(route.request)
        if len(sent) % 5 == 2:
            route.abort()
        elif len(sent) % 5 == 4:
            route.fetch()  # it was done, but the answer never came back
            route.abort()
        else:
            route.continue_()

    page.route("**/control/check-in", fails_often)
    for name in NAMES[:15]:
        page.keyboard.type(letters(name))
        page.keyboard.press("Enter")
    page.keyboard.type("half a na")
    expect(page.locator("[data-waiting]")).to_be_visible()
    everything_is_sent(page)
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#find")).to_have_value("half a na")
    assert page.locator("#find").evaluate("field => field.selectionStart") == len("half a na")
    assert len(sent) > 15
    assert check_ins_in_the_journal(server, "slow") == NAMES[:15]
    assert stored(server, "slow") == set(NAMES[:15])
    page.context.close()


def test_what_waits_is_shown_and_survives_a_reload(browser, server):
    page = at_the_desk(browser, server, "again")
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/control/check-in", lambda route: route.abort())
    for name in NAMES[:2]:
        page.keyboard.type(letters(name))
        page.keyboard.press("Enter")
    expect(page.locator("[data-waiting]")).to_have_text("To send: 2")
    expect(page.locator("[data-away]")).to_have_text(re.compile("^No connection"))
    expect(page.locator(".person[data-sending]")).to_have_count(2)
    page.reload()
    expect(page.locator("[data-waiting]")).to_have_text("To send: 2")
    assert stored(server, "again") == set()
    page.unroute("**/control/check-in")
    everything_is_sent(page)
    assert stored(server, "again") == set(NAMES[:2])
    page.context.close()


def test_the_same_letters_again_offer_to_undo_and_check_in_no_other_player(browser, server):
    page = at_the_desk(browser, server, "again")
    for _ in range(2):
        page.keyboard.type("carol hart")
        page.keyboard.press("Enter")
    newest = page.locator("[data-just-now] li").first
    expect(newest).to_contain_text("Carol Hart is already checked in.")
    expect(newest.get_by_role("button", name="Undo")).to_be_visible()
    page.keyboard.type("carol hart")
    expect(page.locator("[data-next]")).to_have_text(
        "Carol Hart is already checked in. Shift Enter undoes the check-in."
    )
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".person[data-name='Carol Hart']")).to_have_attribute("data-state", "not-here")
    page.keyboard.type("nobody at all")
    page.keyboard.press("Enter")
    expect(page.locator("[data-just-now] li").first).to_contain_text("No name matches “nobody at all”.")
    everything_is_sent(page)
    assert "Carol Hart" not in stored(server, "again")
    page.context.close()


def test_those_listed_below_are_checked_in_with_one_press_and_the_search_stays(browser, server):
    page = at_the_desk(browser, server, "listed")
    page.locator("[data-show=no-list]").click()
    page.keyboard.press("/")
    page.keyboard.type("hart")
    everyone = page.locator("[data-check-in-all]")
    expect(everyone.locator("[data-listed]")).to_have_text("7")
    page.keyboard.press("Escape")
    expect(everyone.locator("[data-listed]")).to_have_text("7")
    page.keyboard.type("bo hart")
    expect(everyone.locator("[data-listed]")).to_have_text("1")
    everyone.click()
    expect(page.locator("#find")).to_have_value("bo hart")
    page.locator("#find").fill("")
    expect(everyone.locator("[data-listed]")).to_have_text("6")
    everyone.click()
    expect(everyone).to_be_hidden()
    everything_is_sent(page)
    assert stored(server, "listed") == set(NAMES[:7])
    page.locator("[data-just-now] li").first.get_by_role("button", name="Undo").click()
    expect(everyone.locator("[data-listed]")).to_have_text("6")
    everything_is_sent(page)
    assert stored(server, "listed") == {"Bo Hart"}
    page.context.close()


def test_two_desks_see_each_other_while_a_name_is_half_typed(browser, server):
    one, other = at_the_desk(browser, server, "two"), at_the_desk(browser, server, "two")
    one.keyboard.type("tara")
    for name in ("Tara Mensah", "Tara Roth"):
        other.keyboard.type(letters(name))
        other.keyboard.press("Enter")
    expect(one.locator(".person[data-state=here]")).to_have_count(2)
    expect(one.locator("#find")).to_have_value("tara")
    expect(one.locator(".person:visible")).to_have_count(10)
    one.keyboard.press("Enter")  # the first of those who are not here
    expect(other.locator("#check-in [data-count=here]")).to_have_text("3")
    everything_is_sent(one)
    assert stored(server, "two") == {"Tara Mensah", "Tara Roth", "Tara Diaz"}
    for page in (one, other):
        page.context.close()


def test_it_works_without_script_by_plain_forms(browser, server):
    page = at_the_desk(browser, server, "plain", java_script_enabled=False)
    page.locator("#find").fill("kowalski")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".person:visible")).to_have_count(20)
    page.get_by_role("button", name="Check in Ann Kowalski").click()
    expect(page.get_by_text("Ann Kowalski is checked in.")).to_be_visible()
    expect(page.locator(".person:visible")).to_have_count(20)
    page.get_by_role("button", name="all listed below").click()
    expect(page.get_by_text("19 checked in.")).to_be_visible()
    assert stored(server, "plain") == {name for name in NAMES if name.endswith("Kowalski")}
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    assert stored(server, "plain") == {"Ann Kowalski"}
    page.context.close()


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_two_hundred_people_make_a_page_of_a_few_screens(browser, server, width):
    page = at_the_desk(browser, server, "phone", viewport={"width": width, "height": 900})
    high, wide = page.evaluate(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    )
    assert high <= 2 * 900 and wide <= width
    page.context.close()


def test_on_a_phone_nothing_takes_the_focus_and_the_control_room_opens_at_the_next_step(browser, server):
    page = at_the_desk(
        browser, server, "phone", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    expect(page.locator("#check-in [data-count=not-here]")).to_have_text("200")
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    page.goto("/t/phone/control")
    expect(page.locator("#next-action, .next h2").first).to_be_in_viewport()
    assert page.evaluate("[scrollY, document.activeElement.tagName]") == [0, "BODY"]
    page.context.close()
