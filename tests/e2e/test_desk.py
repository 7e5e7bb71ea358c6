"""The desk as hurried people use it: typed blind, on a bad network, by two people in parallel, across a restart, and a
new round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.bad_network import BadNetwork, bad_network
from e2e.desk_storm import EVENTS, entries, event, judge, look_up, open_desk, type_blind
from e2e.people import log_in, log_in_by_form
from house import House
from serving import QUICK, RunningServer, prepare

pytestmark = pytest.mark.browser
CLEAN = {"elsewhere": 0, "twice": 0, "wrong": 0}


def at_desk(browser: Browser, network: BadNetwork | RunningServer, slug: str, name: str = "olga") -> Page:
    page = browser.new_context(base_url=network.url, viewport={"width": 1280, "height": 860}).new_page()
    log_in(page, name)
    open_desk(page, slug)
    return page


@pytest.mark.parametrize("kind", EVENTS)
def test_sixteen_results_typed_blind_on_a_bad_network_are_stored_as_typed(browser, house, kind):
    slug = house.build(event(kind, 16)).split()[-1]
    with bad_network(house.server.url) as network:
        page = at_desk(browser, network, slug)
        network.delay, network.every = 0.5, 3
        typed = entries(house.server, slug, 16)
        type_blind(page, (entry.line for entry in typed), 40)
        look_up(page, 16)
        assert network.failures != []
        assert judge(house.server, slug, typed) == {"stored": 16, **CLEAN}


def test_a_server_killed_in_the_middle_loses_and_doubles_nothing(browser, tmp_path):
    data = tmp_path / "data"
    slug = prepare(data, event("wargame", 18), **QUICK).split()[-1]
    server = RunningServer(data, **QUICK)
    port = server.port
    with bad_network(server.url, delay=0.1) as network:
        page = at_desk(browser, network, slug)
        typed = entries(server, slug, 18)
        type_blind(page, (entry.line for entry in typed[:7]), 40)
        server.kill()
        type_blind(page, (entry.line for entry in typed[7:12]), 40)
        server = RunningServer(data, "--port", str(port), **QUICK)
        try:
            type_blind(page, (entry.line for entry in typed[12:]), 40)
            look_up(page, 18)
            assert judge(server, slug, typed) == {"stored": 18, **CLEAN}
        finally:
            server.stop()


SECOND_ORGANISER = """
from building import user
from crosstable.events.actions.event.access import appoint_director
from crosstable.events.models import Tournament
t = Tournament.objects.get(slug="%s")
appoint_director(tournament=t, user=user("dora"), by=t.owner)
"""


def test_two_organisers_who_type_the_same_tables_see_every_difference(browser, house):
    slug = house.build(event("wargame", 12)).split()[-1]
    house.build(SECOND_ORGANISER % slug)
    with bad_network(house.server.url, delay=0.2) as network:
        olga, dora = at_desk(browser, network, slug), at_desk(browser, network, slug, "dora")
        typed = entries(house.server, slug, 12)
        # The same slips in both hands, from both ends; dora misreads two of them.
        misread = {typed[3].match: "4 1 2", typed[8].match: "9 3 4"}
        theirs = [misread.get(entry.match, entry.line) for entry in reversed(typed)]
        for mine, other in zip([entry.line for entry in typed], theirs, strict=True):
            type_blind(olga, [mine], 20)
            type_blind(dora, [other], 20)
        for page in (olga, dora):
            expect(page.locator('[data-count="waiting"]')).to_be_hidden()
        # Ten tables agree in either order; at the two others one value is stored and the other is shown next to it.
        conflicts = [
            page.locator('[data-entries] li[data-state="conflict"]').count() for page in (olga, dora)
        ]
        assert sum(conflicts) == 2
        verdict = judge(house.server, slug, typed)
        assert (verdict["stored"] + verdict["wrong"], verdict["elsewhere"], verdict["twice"]) == (12, 0, 0)
        assert verdict["stored"] >= 10


NEXT_ROUND = """
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.models import Match, Tournament
from crosstable.events.bridge.results.scores import parse_score
t = Tournament.objects.get(slug="%s")
for match in Match.objects.filter(round__tournament=t, state="open"):
    results.enter_result(match=match, score=parse_score(match, (7, 3)), by=t.owner)
for act in (rounds.close_round, rounds.pair_next_round, rounds.publish_round, rounds.start_round):
    act(tournament=t, by=t.owner)
"""


def test_what_waited_until_the_next_round_is_shown_and_not_stored_there(browser, house):
    slug = house.build(event("wargame", 6)).split()[-1]
    with bad_network(house.server.url) as network:
        page = at_desk(browser, network, slug)
        network.is_down = True
        type_blind(page, ["1 60 40", "2 50 30"], 20)
        expect(page.locator('[data-count="waiting"]')).to_have_text("waiting 2: no connection")
        house.build(NEXT_ROUND % slug)
        network.is_down = False
        refused = page.locator('[data-entries] li[data-state="refused"]')
        expect(refused).to_have_count(2)
        expect(refused.first).to_contain_text("Round 1 is not in progress")
        # Their numbers mean other matches now, so that neither a key nor Backspace puts them on the line again.
        expect(refused.first.get_by_role("button")).to_have_text(["Discard"])
        page.keyboard.press("Backspace")
        expect(page.locator("#entry-line")).to_have_value("")
        with house.server.database as database:
            second = "SELECT COUNT(*) FROM events_match m JOIN events_round r ON r.id = m.round_id"
            second += " JOIN events_tournament t ON t.id = r.tournament_id"
            second += " WHERE t.slug = ? AND r.number = 2 AND m.result != ''"
            assert database.execute(second, (slug,)).fetchone() == (0,)


class Stored:
    """What is stored of one event: table → both scores."""

    def __init__(self, server: RunningServer, slug: str) -> None:
        self.server, self.slug = server, slug


def desk_of(browser: Browser, house: House, tables: int) -> tuple[Page, Stored]:
    """Build a new event each time, at a round without results."""
    slug = house.build(event("wargame", tables)).split()[-1]
    return at_desk(browser, house.server, slug), Stored(house.server, slug)


@pytest.fixture
def desk(browser, house) -> tuple[Page, Stored]:
    return desk_of(browser, house, 8)


def results(stored: Stored) -> dict[int, tuple[int, int]]:
    question = """
    SELECT m."table", json_extract(m.score, '$[0]'), json_extract(m.score, '$[1]')
FROM events_match m JOIN events_round r ON r.id = m.round_id
    JOIN events_tournament t ON t.id = r.tournament_id WHERE t.slug = ? AND m.result != ''
    """
    with stored.server.database as database:
        rows = database.execute(question, (stored.slug,)).fetchall()
    return {table: (first, second) for table, first, second in rows}


def newest(page: Page, state: str) -> None:
    expect(page.locator("[data-entries] li").first).to_have_attribute("data-state", state)


def test_the_learned_habit_table_enter_score_enter_score_enter_still_works(desk):
    page, stored = desk
    type_blind(page, ["3", "72", "45", "4", "1f", "5 61 39"], 20)
    look_up(page, 3)
    assert results(stored) == {3: (72, 45), 4: (None, None), 5: (61, 39)}


def test_enter_on_an_empty_line_does_nothing_and_lets_nothing_go(desk):
    page, stored = desk
    type_blind(page, [""], 20)
    expect(page.locator("#entry-line:valid")).to_be_focused()
    expect(page.locator("[data-entries] li")).to_have_count(0)
    type_blind(page, ["3", ""], 20)
    expect(page.locator("[data-held]")).to_have_text("3")
    type_blind(page, ["72", "45"], 20)
    look_up(page, 1)
    assert results(stored) == {3: (72, 45)}


def test_after_a_refusal_the_line_is_empty_and_nothing_of_it_reaches_another_table(browser, house):
    page, stored = desk_of(browser, house, 15)
    type_blind(page, ["5 500 40"], 20)
    newest(page, "refused")
    expect(page.locator("[data-entries] li").first.locator(".s")).to_have_text("500 40")
    expect(page.locator("#entry-line")).to_have_value("")
    # As it was found: "1 Enter" after a refused entry made table 15 of it.
    type_blind(page, ["1"], 20)
    expect(page.locator("[data-held]")).to_have_text("1")
    # A whole line while table 1 is held: that one was left without a score.
    type_blind(page, ["2 60 40"], 20)
    look_up(page, 1)
    assert results(stored) == {2: (60, 40)}
    expect(page.locator("[data-entries] li", has_text="Table 1: the score is missing.")).to_be_visible()


def test_a_number_that_is_no_table_is_refused_while_it_is_typed(desk):
    page, stored = desk
    page.keyboard.type("44")
    expect(page.locator("[data-preview]")).to_have_text("There is no table 44 in this round.")
    page.keyboard.type(" 60 40\n")
    row = page.locator("[data-entries] li").first
    expect(row).to_have_attribute("data-state", "refused")
    expect(row).to_contain_text("Typed: 44 60 40")
    # Its text comes back with the key E, and the corrected text is what is stored.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("e")
    expect(page.locator("#entry-line")).to_have_value("44 60 40")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    look_up(page, 1)
    assert results(stored) == {4: (60, 40)}


def test_an_incomplete_line_is_refused(desk):
    page, stored = desk
    type_blind(page, ["3 72"], 20)
    newest(page, "refused")
    assert results(stored) == {}


def test_backspace_on_an_empty_line_brings_the_last_entry_back_and_only_enter_stores(desk):
    page, stored = desk
    type_blind(page, ["3 72 45"], 20)
    look_up(page, 1)
    page.keyboard.press("Backspace")
    expect(page.locator("#entry-line")).to_have_value("3 72 45")
    page.keyboard.press("Escape")
    assert results(stored) == {3: (72, 45)}
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("6\n")
    expect(page.locator("[data-entries] li").first.locator(".s")).to_have_text("72–46")
    newest(page, "saved")
    assert results(stored) == {3: (72, 46)}


def test_keys_held_down_store_one_entry_and_bring_back_none(desk):
    page, stored = desk
    page.keyboard.type("3 72 45")
    for _ in range(4):  # down again without up: the keyboard repeats
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    look_up(page, 1)
    page.keyboard.type("4 6")
    for _ in range(8):
        page.keyboard.down("Backspace")
    page.keyboard.up("Backspace")
    expect(page.locator("#entry-line")).to_have_value("")
    expect(page.locator("[data-entries] li")).to_have_count(1)
    assert results(stored) == {3: (72, 45)}


def test_an_entry_at_the_wrong_table_moves_when_it_is_brought_back(desk):
    page, stored = desk
    type_blind(page, ["3 72 45"], 20)
    look_up(page, 1)
    page.keyboard.press("Backspace")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    page.keyboard.type("7\n")
    expect(page.locator("[data-entries] li", has_text="undone")).to_have_count(2)
    look_up(page, 1)
    assert results(stored) == {7: (72, 45)}


def test_a_conflict_is_decided_by_key(desk):
    page, stored = desk
    type_blind(page, ["3 72 45", "3 70 40"], 20)
    newest(page, "conflict")
    row = page.locator("[data-entries] li").first
    expect(row).to_contain_text("You typed 70–40. You entered 72–45 at ")
    assert results(stored) == {3: (72, 45)}
    page.keyboard.press("ArrowDown")
    expect(row).to_be_focused()
    page.keyboard.press("c")
    expect(page.locator("[data-entries] li").first.locator(".s")).to_have_text("70–40")
    newest(page, "saved")
    expect(page.locator("#entry-line")).to_be_focused()
    assert results(stored) == {3: (70, 40)}
    # The earlier entry was replaced: its line says so, is not counted and has nothing to undo.
    expect(page.locator("[data-entries] li").nth(1)).to_have_text("3p002 v p01072–45replaced")
    look_up(page, 1)


def test_comparing_lights_up_what_differs_and_stores_nothing(desk):
    page, stored = desk
    type_blind(page, ["3 72 45", "4 60 40"], 20)
    look_up(page, 2)
    page.keyboard.press("Alt+c")
    expect(page.locator("[data-comparing]")).to_be_visible()
    type_blind(page, ["3 72 54", "4 60 40", "5 1 2"], 20)
    for state, count in (("differs", 2), ("same", 1)):
        expect(page.locator(f'[data-entries] li[data-state="{state}"]')).to_have_count(count)
    assert results(stored) == {3: (72, 45), 4: (60, 40)}


def test_no_answer_touches_the_line_the_caret_or_the_focus(desk):
    page, _stored = desk
    type_blind(page, ["3 72 45"], 0)
    page.keyboard.type("4 60 40")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    look_up(page, 1)
    expect(page.locator("tr[data-table='3']")).to_contain_text("confirmed")
    where = "[document.activeElement.id, document.activeElement.value, document.activeElement.selectionStart]"
    assert page.evaluate(where) == ["entry-line", "4 60 40", 5]


def test_an_expired_session_keeps_what_was_typed_until_someone_logs_in_again(desk):
    page, stored = desk
    page.context.clear_cookies()
    type_blind(page, ["3 72 45"], 20)
    expect(page.locator("[data-login]")).to_be_visible()
    expect(page.locator('[data-count="waiting"]')).to_have_text("waiting 1: log in to send")
    other = page.context.new_page()
    log_in_by_form(other)
    look_up(page, 1)
    assert results(stored) == {3: (72, 45)}


def test_the_button_of_a_card_puts_its_match_on_the_line(desk):
    page, stored = desk
    page.locator(".todo li", has_text="no report yet").nth(2).get_by_role("link", name="Enter").click()
    expect(page.locator("[data-held]")).to_have_text("3")
    type_blind(page, ["72 45"], 20)
    look_up(page, 1)
    assert results(stored) == {3: (72, 45)}


def test_a_saved_entry_is_taken_back_by_its_button(desk):
    page, stored = desk
    type_blind(page, ["3 72 45"], 20)
    look_up(page, 1)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator('[data-count="waiting"]')).to_be_hidden()
    newest(page, "saved")
    assert results(stored) == {}


def test_without_javascript_one_result_at_a_time(browser, house):
    slug = house.build(event("wargame", 20)).split()[-1]
    page = browser.new_context(base_url=house.server.url, java_script_enabled=False).new_page()
    log_in(page)
    page.goto(f"/t/{slug}/control")
    page.locator("#entry-line").fill("3 72 45")
    page.locator("#entry-line").press("Enter")
    expect(page.get_by_text("Table 3: p002 72–45 p022")).to_be_visible()
    page.locator("#entry-line").fill("3 70 40")
    page.locator("#entry-line").press("Enter")
    expect(page.get_by_text("You typed 70–40. You entered 72–45 at ")).to_be_visible()
    expect(page.locator("#entry-line")).to_have_value("3 70 40")
    page.get_by_role("button", name="Change to 70–40").click()
    expect(page.get_by_text("Table 3: p002 70–40 p022")).to_be_visible()
    assert results(Stored(house.server, slug)) == {3: (70, 40)}
