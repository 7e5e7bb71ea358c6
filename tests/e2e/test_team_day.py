"""Four teams on four boards, in a real browser: entered from a file, lined up with a substitute, each board reported on
the phone of the player who sits there, to the crosstable with 2½–1½ (I7)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from e2e.people import DESK, PHONE, log_in, press
from e2e.test_pool_night import fits, opened
from serving import RunningServer

pytestmark = pytest.mark.browser
SLUG = "team-day"
# The first and the fourth meet in round 1.
TEAMS = """Team,Member 1,Member 2,Member 3,Member 4,Reserve 1
Owls,@owl1,Olive Two,Olive Three,Olive Four,@owl5
Kites,Kim One,Kim Two,Kim Three,Kim Four,
Rooks,Ray One,Ray Two,Ray Three,Ray Four,
Crows,@crow1,Cleo Two,Cleo Three,@crow4,
Gulls,Gus One,gus one,Gus Three,Gus Four,
"""
# Which match, and what is left of the evening: all boards but those told on phones, then every other match.
FIRST = """
from crosstable.events.models import Match
from pool_building import match_between
from crosstable.events.models import Stage
match = match_between(Stage.objects.get(tournament__slug="team-day"), "Owls", "Crows")
print(match.pk, match.round.number)
"""
REST = """
from crosstable.events.actions.results.team_boards import report_boards, enter_boards
from crosstable.events.actions.stages.pool_play import open_matches
from crosstable.events.models import Stage
from crosstable.events.bridge.results.scores import parse_score
stage = Stage.objects.get(tournament__slug="team-day")
rows = open_matches(stage).select_related("round__tournament__owner", "first__player", "second__player")
for match in rows:
    if {match.first.display_name, match.second.display_name} != {"Owls", "Crows"}:
        boards = [parse_score(match, code) for code in ("1-0", "1-0", "1-0", "0-1")]
        enter_boards(match=match, boards=boards, by=match.round.tournament.owner)
"""


@pytest.fixture
def server(house) -> RunningServer:
    house.build(
        'from building import user\nfor name in ("tess", "owl1", "owl5", "crow1", "crow4"):\n    user(name)'
    )
    return house.server


def test_four_teams_on_four_boards_with_a_substitute(browser, server, house, tmp_path):
    errors: list[str] = []
    tess = opened(browser, server, DESK, errors)
    log_in(tess, "tess")
    create(tess)
    upload(tess, tmp_path)
    play_begins(tess)
    number, round_ = house.build(FIRST).split()
    assert round_ == "1"
    phones = {name: opened(browser, server, PHONE, errors) for name in ("owl1", "owl5", "crow1", "crow4")}
    for name, phone in phones.items():
        log_in(phone, name)

    line_up_with_a_substitute(phones["owl1"], number)
    boards_are_told_by_who_sits_there(phones, tess, number)
    for phone in phones.values():
        phone.context.close()

    house.build(REST)
    tess.goto(f"/t/{SLUG}/stages/1")
    table = tess.locator(".pool-table")
    expect(table.locator("tr", has_text="Owls").get_by_text("2½–1½", exact=True)).to_have_count(1)
    expect(table.locator("tr", has_text="Crows").get_by_text("1½–2½", exact=True)).to_have_count(1)
    tess.goto(f"/t/{SLUG}/control")
    press(tess, "Close Round robin")
    press(tess, "Finish the event")
    tess.goto(f"/t/{SLUG}")
    expect(tess.locator(".podium .first .name")).to_be_visible()
    # The line-up that was refused, once.
    assert errors == [
        "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
    ]


def create(page: Page) -> None:
    page.goto("/new/chess")
    page.get_by_label("Round robin", exact=False).first.check()
    page.get_by_text("Teams", exact=False).first.click()
    page.get_by_label("Members of a team").fill("4")
    page.get_by_label("Boards of a team match").fill("4")
    page.get_by_label("Name of the event").fill("Team Day")
    page.get_by_label("Starts").fill("2026-11-21")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/control")


def upload(page: Page, folder) -> None:
    """The fifth has one member twice: it is named with its row and reason, and not taken."""
    file = folder / "teams.csv"
    file.write_text(TEAMS, encoding="utf-8")
    page.goto(f"/t/{SLUG}/control/players/upload")
    page.get_by_label("File with the teams").set_input_files(file)
    page.get_by_role("button", name="Look at the list").click()
    expect(page.get_by_role("heading", name="4 teams can be entered")).to_be_visible()
    bad = page.locator("table.upload tr", has_text="Gulls")
    expect(bad).to_contain_text("gus one is named twice.")
    page.get_by_role("button", name="Take the 4 good ones").click()
    expect(page.get_by_text("4 teams entered from teams.csv.")).to_be_visible()


def play_begins(page: Page) -> None:
    page.goto(f"/t/{SLUG}/control/stages/1")
    page.get_by_role("button", name="Form the pools").click()
    expect(page.locator(".seats li")).to_have_count(4)
    press(page, "Make the schedule")
    press(page, "Publish pools and schedule")
    page.goto(f"/t/{SLUG}/control")
    press(page, "Start play")


def line_up_with_a_substitute(phone: Page, number: str) -> None:
    """owl5 comes in; first at a board where the order of the list forbids it, which changes nothing."""
    phone.goto(f"/t/{SLUG}/matches/{number}/line-up")
    seats = phone.locator("select")
    expect(seats).to_have_count(4)
    seats.nth(0).select_option(label="owl5 (reserve)")
    phone.get_by_role("button", name="Save line-up").click()
    expect(phone.locator(".errors")).to_contain_text("stands above owl5 in the team’s list")
    phone.goto(f"/t/{SLUG}/matches/{number}/line-up")
    seats.nth(3).select_option(label="owl5 (reserve)")
    phone.get_by_role("button", name="Save line-up").click()
    expect(phone.get_by_text("The line-up of Owls is saved.")).to_be_visible()
    fits(phone)


def tell(phone: Page, board: int, result: str) -> None:
    phone.goto(f"/t/{SLUG}/me")
    expect(phone.locator(".my-board")).to_contain_text(f"Your board: {board}")
    phone.locator(f"#own_result_{board}").select_option(result)
    phone.get_by_role("button", name=f"Report board {board}").click()


def boards_are_told_by_who_sits_there(phones: dict[str, Page], tess: Page, number: str) -> None:
    """Board 1 and board 4 by their own players, the two between by the captains, and then it stands: 2½–1½."""
    for phone in phones.values():
        phone.goto(f"/t/{SLUG}/me")
        fits(phone)
    tell(phones["owl1"], 1, "1-0")
    expect(phones["owl1"].get_by_text("Board 1 is reported.")).to_be_visible()
    phones["crow1"].goto(f"/t/{SLUG}/me")
    phones["crow1"].get_by_role("button", name="Confirm board 1").click()
    expect(phones["crow1"].get_by_text("Board 1 is reported.")).to_be_visible()
    tell(phones["owl5"], 4, "0-1")
    expect(phones["owl5"].get_by_text("Board 4 is reported.")).to_be_visible()
    phones["crow4"].goto(f"/t/{SLUG}/me")
    phones["crow4"].get_by_role("button", name="Confirm board 4").click()
    expect(phones["crow4"].get_by_text("Board 4 is reported.")).to_be_visible()
    captain = phones["owl1"]
    captain.goto(f"/t/{SLUG}/me")
    captain.get_by_text("Report all boards for the team").click()
    for board, result in enumerate(("1-0", "1-0", "1/2-1/2", "0-1"), start=1):
        captain.locator(f"#id_result_{board}").select_option(result)
    captain.get_by_role("button", name="Report the boards").click()
    expect(captain.get_by_text("Your team has reported, your side first: board 1")).to_be_visible()
    phones["crow1"].goto(f"/t/{SLUG}/me")
    phones["crow1"].get_by_role("button", name="Confirm all boards").click()
    expect(phones["crow1"].locator(".my-board")).to_contain_text("Your opponent: Ray One.")  # the next round
    tess.goto(f"/t/{SLUG}/control/matches/{number}")
    expect(tess.locator(".pill", has_text="confirmed").first).to_be_visible()
    expect(tess.get_by_text("owl5").first).to_be_visible()
