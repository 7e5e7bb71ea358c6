"""What only a browser can tell: live updates, finding a name, the venue screen, widths, the security policy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from e2e.people import log_in
from house import House
from serving import Visitor

pytestmark = pytest.mark.browser

CONTENT = """
from web.crowd import crowd
from crosstable.events.models import Entry
tournament = crowd(61, slug={slug!r})
long = tournament.entries.filter(seed=7)
long.update(
    display_name="Zoë Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh",
    faction="Emperor's Children and Allied Chaos",
)
print(long.get().player_id, long.get().pk)
"""
ONE_WORD = """
from crosstable.events.models import Match
match = Match.objects.get(round__tournament__slug={slug!r}, round__number=2, table=3)
for side in (match.first, match.second):
    side.display_name = f"Wolfeschlegelsteinhausenbergerdorff{{side.seed:05}}"
    side.save()
print(match.pk, match.first_id)
"""
AGREE = """
from django.db.models import F
from crosstable.engine.results import by_points
from crosstable.events.models import Match, Tournament
tables = Match.objects.filter(round__tournament__slug={slug!r}, round__number=2, table=1)
tables.update(state="agreed", **by_points("1-0", 77, 11).stored())
Tournament.objects.filter(slug={slug!r}).update(revision=F("revision") + 1)
"""
CUP = """
from crosstable.events.models import Tournament
from knockout_building import beats, started, with_knockout
names = ["annfeatherstone", "bo", "cy", "di"]
stage = started(with_knockout(" ".join(names)))
beats(stage, "cy bo")
Tournament.objects.filter(pk=stage.tournament_id).update(slug={slug!r})
"""
OTHERS = ["/", "/clubs", "/leaderboard", "/login", "/signup", "/theme", "/nowhere"]
NUMBERS = count(1)


@dataclass
class Crowd:
    """An event of 61 players whose second round is being played."""

    house: House
    slug: str
    player: str
    entry: str

    @property
    def event(self) -> str:
        return f"/t/{self.slug}"

    @property
    def pages(self) -> list[str]:
        why = f"/standings/{self.entry}/why"
        mine = [f"{self.event}{page}" for page in ("", "/standings", why, "/rounds/2", "/lists")]
        return [*mine, f"/players/{self.player}", *OTHERS]

    def agree(self) -> None:
        self.house.build(AGREE.format(slug=self.slug))


@pytest.fixture(scope="module")
def crowd(house) -> Crowd:
    slug = f"northern{next(NUMBERS)}"
    return Crowd(house, slug, *house.build(CONTENT.format(slug=slug)).split())


@pytest.fixture
def page(browser: Browser, house: House) -> Iterator[Page]:
    """A page that fails the test when the console complains: a script error, or the security policy."""
    context = browser.new_context(base_url=house.server.url, viewport={"width": 1280, "height": 860})
    opened, complaints = context.new_page(), []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda m: complaints.append(m.text) if "Content Security" in m.text else None)
    yield opened
    context.close()
    assert complaints == []


WIDTHS = (320, 390, 640, 700, 760, 820, 900, 1280, 1920)


def test_no_page_is_wider_than_the_screen(page, crowd):
    wide = []
    for address in crowd.pages:
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wide.append((address, width))
    assert wide == []


def test_no_page_of_an_organiser_is_wider_than_a_phone_with_names_of_40_letters(page, house):
    slug = f"northern{next(NUMBERS)}"
    house.build(CONTENT.format(slug=slug))
    match, entry = house.build(ONE_WORD.format(slug=slug)).split()
    olga = Visitor(house.server)
    olga.sign_in("olga")
    page.context.add_cookies(
        [{"name": n, "value": v, "url": house.server.url} for n, v in olga.cookies.items()]
    )
    page.set_viewport_size({"width": 320, "height": 640})
    wide = []
    for place in (
        "control",
        "control/players",
        f"control/matches/{match}",
        f"entries/{entry}",
        f"matches/{match}/why",
    ):
        page.goto(f"/t/{slug}/{place}")
        expect(page.locator("h1")).to_be_visible()
        page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(one => one.open = true)")
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            wide.append(place)
    assert wide == []


@pytest.mark.parametrize("width", [390, 1280])
def test_a_word_explains_itself_by_keyboard_and_closes_with_escape(page, crowd, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{crowd.event}/rounds/2")
    word = page.locator(".terms .term", has_text="Bye")
    word.focus()
    page.keyboard.press("Enter")
    note = page.locator(".term-note:popover-open")
    expect(note).to_contain_text("A round without an opponent.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1280])
def test_what_was_found_about_the_installation_is_plain_text_inside_the_screen(page, house, width):
    root = Visitor(house.server)
    root.sign_in("root")
    page.context.add_cookies(
        [{"name": n, "value": v, "url": house.server.url} for n, v in root.cookies.items()]
    )
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/administration/health")
    found = page.locator("main tbody tr").filter(has_text="Disk")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    looks = "e => { const s = getComputedStyle(e); return [s.color, s.fontFamily, s.fontWeight]; }"
    assert found.locator(".words").evaluate(looks) == page.locator("body").evaluate(looks)


def test_what_can_be_tapped_is_large_enough_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/signup")
    sizes = "e => [...document.querySelectorAll(e)].filter(x => x.offsetParent).map(x => x.offsetHeight)"
    assert min(page.evaluate(sizes, "main .btn, main input")) >= 52


def test_a_name_is_found_by_any_part_of_it_with_or_without_accents(page, crowd):
    page.goto(f"{crowd.event}/standings")
    page.keyboard.press("/")
    page.keyboard.type("zoe wolfe")
    assert page.locator("#rows tr:visible").count() == 1
    page.locator("#find").fill("nobody at all")
    assert page.get_by_text("No player found.").is_visible()


def test_a_result_appears_by_itself_and_the_search_stays(page, crowd):
    page.goto(f"{crowd.event}/rounds/2")
    page.locator("#find").fill("player 2")
    shown = page.locator("#rows tr:visible").count()
    crowd.agree()
    page.locator("#rows tr:visible", has_text="77–11").wait_for()
    assert page.evaluate("document.activeElement.id") == "find"
    assert page.locator("#rows tr:visible").count() == shown


def test_someone_who_is_typing_is_left_alone(page, crowd):
    page.goto(crowd.event)
    page.evaluate("document.querySelector('#live').insertAdjacentHTML('beforeend', '<input id=vp>')")
    page.locator("#vp").fill("7")
    seen = page.locator("#live").get_attribute("data-revision")
    crowd.agree()
    expect(page.locator("#page-age")).to_have_text("There are updates. They appear when you finish editing.")
    assert page.locator("#vp").input_value() == "7"
    page.locator("#vp").fill("")
    page.locator("h1").click()
    page.wait_for_function("r => document.getElementById('live').dataset.revision !== r", arg=seen)


def test_the_board_fills_the_screen_and_turns_its_pages(page, crowd):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{crowd.event}/board")
    assert page.locator(".board-what:visible").inner_text() == "1–16 of 30 pairings"
    last = page.locator(".board-page").first.locator(".board-row").last.bounding_box()
    foot = page.locator(".board-foot:visible").bounding_box()
    assert 900 < last["y"] + last["height"] <= foot["y"]
    assert page.evaluate("document.documentElement.scrollHeight") == 1080
    page.keyboard.press("ArrowRight")
    assert page.locator(".board-what:visible").inner_text() == "17–30 of 30 pairings, 1 without an opponent"
    assert page.locator(".board-row").last.is_visible()


BACKGROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(248, 250, 252)", "rgb(2, 6, 23)"


def test_the_theme_follows_the_device_unless_one_is_chosen(page):
    def shown() -> tuple[str, str]:
        backgrounds = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            backgrounds.append(page.evaluate(BACKGROUND))
        return tuple(backgrounds)

    page.goto("/leaderboard")
    assert shown() == (LIGHT, DARK)
    page.locator("[data-theme-toggle]:visible").click()  # the device is dark now
    assert shown() == (LIGHT, LIGHT)
    page.reload()
    assert shown() == (LIGHT, LIGHT)
    page.locator("[data-theme-toggle]:visible").click()
    page.reload()
    assert shown() == (LIGHT, DARK)


def test_the_board_is_dark_even_for_someone_who_likes_it_light(page, crowd):
    page.emulate_media(color_scheme="dark")
    page.goto(crowd.event)
    page.locator("[data-theme-toggle]:visible").click()
    page.goto("/leaderboard")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.goto(f"{crowd.event}/board")
    assert page.evaluate(BACKGROUND) == DARK


def test_the_board_can_be_read_without_script(browser, house, crowd):
    context = browser.new_context(base_url=house.server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{crowd.event}/board")
    assert page.locator(".board-row").count() == 31
    context.close()


def test_on_a_phone_the_standings_are_whole(page, crowd):
    """A15 at 390 px: record, margin, victory points and strength of schedule are read without leaving the table."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{crowd.event}/standings")
    row = page.locator("#rows tr").first
    name, *numbers = row.inner_text().replace("\xa0", " ").split("\t")[1:]
    assert re.search(r"VP \d+ · SOS \d+\.\d%", name)
    head = page.locator("thead th:visible").all_inner_texts()
    assert [word.strip() for word in head[-4:]] == ["W", "L", "D", "+/−"]
    assert [bool(re.fullmatch(r"[+−]?\d+", number)) for number in numbers] == [True] * 4
    inside = "e => [...e.querySelectorAll('*')].every(x => x.getBoundingClientRect().right <= innerWidth)"
    assert row.evaluate(inside)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    whole = (
        "e => { const lines = [...e.getClientRects()], end = e.closest('th').getBoundingClientRect().right;"
    )
    whole += " return lines.length > 1 && lines.every(line => line.right <= end); }"
    assert page.locator("#rows a", has_text="Wolfeschlegel").evaluate(whole), "a long name takes more lines"
    # What a thumb meets 19 px above and below the middle of the name and of the question mark.
    meets = (
        "e => { const r = e.getBoundingClientRect(), x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;"
    )
    meets += " return [-19, 19].map(d => document.elementFromPoint(x, y + d) === e); }"
    for link in (".name a", ".why"):
        row.locator(link).scroll_into_view_if_needed()
        assert row.locator(link).evaluate(meets) == [True, True]


def test_at_a_desk_a_name_is_cut_where_its_column_ends_and_whole_where_there_is_room(page, crowd):
    """In one line, with the whole of it as its title."""
    cut = "name => name.scrollHeight > name.clientHeight + 4 || name.scrollWidth > name.clientWidth"
    seen = {}
    for width in (1280, 1600, 700):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{crowd.event}/crosstable")
        name = page.locator("th .name", has_text="Wolfeschlegel").first
        title, whole = name.get_attribute("title"), name.text_content()
        assert title == whole
        assert name.evaluate("name => name.getClientRects().length") == 1
        seen[width] = name.evaluate(cut)
    assert seen == {1280: False, 1600: False, 700: True}


CHESS = """
from chess_building import chess, play_chess
from crosstable.events.models import Tournament
tournament = chess({{f"Player {{n}}": 1900 + n for n in range(8)}})
play_chess(tournament, "1-0", "1-0", "1-0", "1-0")
Tournament.objects.filter(pk=tournament.pk).update(slug={slug!r})
"""


def test_between_phone_and_desk_the_games_and_the_note_about_them_give_way_and_ratings_stay_whole(
    page, house
):
    slug = f"chess{next(NUMBERS)}"
    house.build(CHESS.format(slug=slug))
    seen = {}
    for width in (390, 700, 899, 900, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/t/{slug}/standings")
        note = page.get_by_text("Each square is a game")
        seen[width] = (page.locator("tbody .g i:visible").count() > 0, note.is_visible())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        whole = "cells => cells.every(one => one.scrollHeight <= one.clientHeight)"
        assert page.locator("td.num .name:visible").evaluate_all(whole)
    gone, there = (False, False), (True, True)
    assert seen == {390: gone, 700: gone, 899: gone, 900: there, 1280: there}


BYES = """
from crosstable.events.actions.people import byes
from crosstable.events.models import Tournament
from building import entry, playing, user
tournament = playing("una vic wes maximilian-alexander")
byes.request_bye(entry=entry(tournament, "maximilian-alexander"), round_number=2, kind="half", by=user("olga"))
Tournament.objects.filter(pk=tournament.pk).update(slug={slug!r})
"""


def test_requested_byes_fit_on_a_phone(page, house):
    slug = f"byes{next(NUMBERS)}"
    house.build(BYES.format(slug=slug))
    log_in(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/t/{slug}/control/byes")
    assert page.get_by_role("button", name="Cancel the bye").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


TEAMS = """
from crosstable.events.models import Tournament
from events.test_boards_of_a_team_match import played
stage, _, _ = played()
Tournament.objects.filter(pk=stage.tournament_id).update(slug={slug!r})
"""


def test_on_a_phone_a_board_of_a_team_match_is_one_line(page, house):
    slug = f"teams{next(NUMBERS)}"
    house.build(TEAMS.format(slug=slug))
    page.set_viewport_size({"width": 390, "height": 844})
    tops = "cells => cells.filter(c => c.offsetHeight).map(c => Math.round(c.getBoundingClientRect().top))"
    for address in ("rounds/1", "stages/1/schedule"):
        page.goto(f"/t/{slug}/{address}")
        board = page.locator("tr.board-line", has_text="Board 1").first
        assert board.locator("td").evaluate_all(f"cells => new Set(({tops})(cells)).size") == 1
        assert board.inner_text().split() == ["Board", "1", "ann", "cem", "1–0"]


def test_on_a_phone_the_pill_beside_a_name_begins_where_the_name_does(page, house):
    slug = f"cup{next(NUMBERS)}"
    house.build(CUP.format(slug=slug))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/t/{slug}/standings")
    row = page.locator("#rows tr", has_text="in the semi-finals").first
    left = "e => Math.round(e.getBoundingClientRect().left)"
    assert row.locator(".pill").evaluate(left) == row.locator(".name").first.evaluate(left)
    page.goto(f"/t/{slug}/screens/standings")
    box = "one => row.querySelector(one).getBoundingClientRect()"
    apart = f"rows => rows.map(row => {{ const box = {box}; return box('i').right <= box('em').left; }})"
    shown = page.locator(".standing-row:has(i)").evaluate_all(apart)
    assert shown == [True, True, True], "on a screen that is looked at on a phone nothing covers the score"


def test_a_game_in_the_standings_is_a_square_of_one_size_also_where_it_leads_to_its_match(page, crowd):
    sizes = "squares => squares.map(one => `${one.offsetWidth} × ${one.offsetHeight}`)"
    seen = {}
    for who in ("visitor", "olga"):
        if who == "olga":
            log_in(page)
        page.goto(f"{crowd.event}/standings")
        seen[who, page.locator("tbody .g a").count() > 0] = set(
            page.locator("tbody .g i").evaluate_all(sizes)
        )
    assert seen == {("visitor", False): {"28 × 22"}, ("olga", True): {"28 × 22"}}


def test_a_button_pressed_twice_on_a_slow_network_is_sent_once(page):
    sent: list[Route] = []
    page.goto("/login")
    page.route("**/login", lambda route: sent.append(route))  # answered when the test says so
    page.get_by_label("Username").fill("nobody")
    page.get_by_label("Password").fill("wrong-word-1")
    box = page.get_by_role("button", name="Log in").bounding_box()
    place = box["x"] + 5, box["y"] + 5
    with page.expect_request("**/login"):
        page.mouse.click(*place)
    page.mouse.click(*place)
    page.mouse.click(*place)  # whatever the second press sends is on its way
    sent[-1].continue_()
    expect(page.locator(".errors")).to_be_visible()
    assert [route.request.method for route in sent] == ["POST"]


@pytest.mark.parametrize("path", ["", "/standings", "/rounds/2"])
def test_on_a_phone_content_begins_below_one_bar_and_the_one_navigation_is_at_the_bottom(page, crowd, path):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(crowd.event + path)
    bar, find = page.locator(".event-title").bounding_box(), page.locator("#find").bounding_box()
    tabs = page.locator(".tabs").bounding_box()
    assert (bar["y"], bar["height"]) == (0, 52) and find["y"] < 80
    assert tabs["y"] + tabs["height"] == 800


def test_this_is_me_marks_the_own_rows_on_this_device_and_nowhere_else(page, crowd, browser):
    page.goto(f"{crowd.event}/entries/{crowd.entry}")
    page.get_by_role("button", name="This is me").click()
    for path in ("", "/standings", "/rounds/2"):
        page.goto(crowd.event + path)
        expect(page.locator("tr.me")).to_have_count(1)
        expect(page.locator("tr.me .you")).to_have_text("you")
    expect(page.locator("a.mine")).to_contain_text("Your match")
    page.goto(f"{crowd.event}/entries/{crowd.entry}")
    page.get_by_role("button", name="This is me", pressed=True).click()
    page.goto(f"{crowd.event}/standings")
    expect(page.locator("#rows tr").first).to_be_visible()
    expect(page.locator("tr.me")).to_have_count(0)
