"""Failure 6, network down. Phones keep their page and queue a report; replay is idempotent; a contradiction becomes
a dispute. In a real browser, without network and with the server stopped and started again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.people import PHONE
from messages import LETTERS
from serving import QUICK, RunningServer, Visitor, prepare, running_server
from test_pseudo_language import pseudo_folder
from waiting import until

pytestmark = pytest.mark.browser

AWAY = re.compile(r"No connection\. Last updated at \d\d:\d\d")


REPORTS = """
SELECT json_extract(after, '$.first_vp') || '–' || json_extract(after, '$.second_vp') || ' ' ||
json_extract(after, '$.state') FROM events_journalentry j JOIN events_tournament t ON t.id = j.tournament_id
WHERE t.slug = ? AND j.verb = 'result.reported' ORDER BY j.number
"""
CLAIMS = """
SELECT json_extract(c.score, '$[0]'), json_extract(c.score, '$[1]')
FROM events_claim c JOIN events_match m ON m.id = c.match_id
JOIN events_round r ON r.id = m.round_id JOIN events_tournament t ON t.id = r.tournament_id
WHERE t.slug = ? ORDER BY c.at
"""
MATCH_OF_ANN = """
SELECT m.id FROM events_match m JOIN events_round r ON r.id = m.round_id
JOIN events_tournament t ON t.id = r.tournament_id WHERE t.slug = ? AND m."table" = 1
"""
CONTENT = "from building import playing\nprint(playing('ann cy bo di').slug)"


class Hall:
    """The event, and what is stored of it."""

    def __init__(self, server: RunningServer, slug: str) -> None:
        self.server, self.slug, self.url = server, slug, server.url

    @property
    def me(self) -> str:
        return f"/t/{self.slug}/me"

    def restart(self) -> None:
        """At the same address."""
        self.server = RunningServer(self.server.data, "--port", str(self.server.port), **QUICK)

    def ask(self, question: str) -> list[tuple[object, ...]]:
        with closing(self.server.database) as database:
            return database.execute(question, [self.slug]).fetchall()

    def reports(self) -> list[str]:
        """Every report in the journal, in order, as the state it led to."""
        return [str(row[0]) for row in self.ask(REPORTS)]

    def visitor(self, name: str) -> Visitor:
        visitor = Visitor(self.server)
        visitor.sign_in(name)
        return visitor

    def match_of_ann(self) -> int:
        return int(str(self.ask(MATCH_OF_ANN)[0][0]))


@pytest.fixture
def hall(house) -> Hall:
    return Hall(house.server, house.build(CONTENT).strip())


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[Hall]:
    """With a server that may be stopped."""
    slug = prepare(tmp_path / "data", CONTENT, **QUICK).strip()
    hall = Hall(RunningServer(tmp_path / "data", **QUICK), slug)
    yield hall
    hall.server.kill()


def phone(browser: Browser, hall: Hall, **options: object) -> BrowserContext:
    return browser.new_context(viewport=PHONE, base_url=hall.url, **options)  # type: ignore[arg-type]


def ann_at(context: BrowserContext, hall: Hall) -> Page:
    page = context.new_page()
    page.goto("/login?next=" + hall.me)
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill("pass-word-1")
    page.keyboard.press("Enter")
    page.wait_for_url(hall.url + hall.me)
    return page


def kept_by_worker(page: Page, hall: Hall) -> None:
    """Wait until the service worker has kept the page and “My events”."""
    question = "async (path) => Boolean(await (await caches.open('pages')).match(path))"
    for path in (hall.me, "/mine"):
        until(lambda path=path: page.evaluate(question, path), f"that {path} is kept")


def report(page: Page, mine: int, theirs: int) -> None:
    page.locator("input[name=mine]:visible").fill(str(mine))
    page.locator("input[name=theirs]:visible").fill(str(theirs))
    page.locator("form:has(input[name=mine]:visible) button").click()


def sees(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def test_without_network_the_phone_keeps_its_pages_and_says_how_old_they_are(browser, hall):
    with phone(browser, hall) as context:
        page = ann_at(context, hall)
        kept_by_worker(page, hall)
        context.set_offline(True)
        page.goto(hall.me)
        sees(page, AWAY)
        sees(page, "Report the score")
        expect(page.locator(".hero strong")).to_have_text("bo")
        page.goto("/mine")
        sees(page, AWAY)
        sees(page, "Northern Open GT")
        page.goto("/leaderboard")
        sees(page, "This page is not stored on the phone.")
        sees(page, "Pages stored on this phone")
        context.set_offline(False)
        expect(page.get_by_role("heading", name="Leaderboard")).to_be_visible()
        expect(page.locator("#connection")).to_have_count(0)


def test_without_network_the_scripts_keep_the_language_of_the_page(browser, tmp_path):
    slug = prepare(tmp_path / "data", CONTENT, **QUICK).strip()
    speaking = {**QUICK, "CROSSTABLE_LOCALE": pseudo_folder()}
    with running_server(tmp_path / "data", **speaking) as server:
        hall = Hall(server, slug)
        with phone(browser, hall) as context:
            page = ann_at(context, hall)
            kept_by_worker(page, hall)
            context.add_cookies([{"name": "django_language", "value": "xx", "url": hall.url}])
            page.goto(hall.me)
            page.reload()  # the worker has the page and its texts in this language
            context.new_cdp_session(page).send("Network.clearBrowserCache")  # an hour later
            context.set_offline(True)
            page.goto(hall.me)
            expect(page.locator("#connection")).to_contain_text(
                "No connection. Last updated at".translate(LETTERS)
            )


def test_a_report_made_without_network_is_delivered_once_when_it_is_back(browser, hall):
    with phone(browser, hall) as context:
        page = ann_at(context, hall)
        kept_by_worker(page, hall)
        context.set_offline(True)
        report(page, 72, 45)
        sees(page, "Not sent yet: 72 – 45")
        page.reload()  # from what is kept
        sees(page, "Not sent yet: 72 – 45")
        assert hall.reports() == []
        context.clear_cookies(name="csrftoken")  # the token of the stored page is no longer valid
        context.set_offline(False)
        sees(page, "Reported. Your opponent is asked to confirm.")
        sees(page, "You reported 72 – 45: you won. Waiting for bo to confirm.")
        expect(page.locator("#kept")).to_have_count(0)
        assert hall.reports() == ["72–45 claimed"]


def test_with_the_server_gone_the_report_waits_for_it_to_come_back(browser, own_hall):
    hall = own_hall
    with phone(browser, hall) as context:
        page = ann_at(context, hall)
        kept_by_worker(page, hall)
        hall.server.stop()
        sees(page, AWAY)
        report(page, 72, 45)
        sees(page, "Not sent yet: 72 – 45")
        page.reload()
        sees(page, AWAY)
        hall.restart()
        sees(page, "You reported 72 – 45: you won. Waiting for bo to confirm.")
        expect(page.locator("#connection")).to_have_count(0)
        assert hall.reports() == ["72–45 claimed"]


def test_without_a_service_worker_the_open_page_keeps_the_report(browser, hall):
    """Plain http in a hall: no browser starts a service worker there."""
    with phone(browser, hall, service_workers="block") as context:
        page = ann_at(context, hall)
        context.set_offline(True)
        report(page, 72, 45)
        sees(page, "Not sent yet: 72 – 45")
        sees(page, AWAY)
        context.set_offline(False)
        sees(page, "You reported 72 – 45: you won. Waiting for bo to confirm.")
        assert hall.reports() == ["72–45 claimed"]


def test_a_report_whose_answer_was_lost_is_sent_again_and_counts_once(browser, hall):
    with phone(browser, hall, service_workers="block") as context:
        page, lost = ann_at(context, hall), []

        def lose_the_answer(route) -> None:
            lost.append(route.fetch().status)
            route.abort()

        page.route("**/report", lose_the_answer)
        report(page, 72, 45)
        sees(page, "Not sent yet: 72 – 45")
        with page.expect_event("requestfailed"):
            page.get_by_role("button", name="Send now").click()
        assert lost[:2] == [200, 200]
        page.unroute("**/report")
        sees(page, "Reported. Your opponent is asked to confirm.")
        expect(page.locator("#kept")).to_have_count(0)
        assert hall.reports() == ["72–45 claimed"]
        assert hall.ask(CLAIMS) == [(72, 45)]


def test_a_contradiction_meanwhile_becomes_a_dispute_and_the_player_is_told(browser, hall):
    with phone(browser, hall) as context:
        page = ann_at(context, hall)
        kept_by_worker(page, hall)
        context.set_offline(True)
        report(page, 72, 45)
        sees(page, "Not sent yet: 72 – 45")
        bo, match = hall.visitor("bo"), hall.match_of_ann()
        bo.get(hall.me)
        assert bo.post(f"{hall.me}/matches/{match}/report", mine=60, theirs=50).status == 302
        context.set_offline(False)
        sees(page, "Your opponent reported a different result. An organiser will come to you.")
        sees(page, "The result is disputed. An organiser will come to you.")
        assert hall.reports() == ["50–60 claimed", "72–45 disputed"]
        assert hall.ask(CLAIMS) == [(50, 60), (72, 45)]


def test_a_report_that_comes_too_late_is_shown_with_the_reason_until_it_was_read(browser, hall):
    with phone(browser, hall) as context:
        page = ann_at(context, hall)
        kept_by_worker(page, hall)
        context.set_offline(True)
        report(page, 72, 45)
        sees(page, "Not sent yet: 72 – 45")
        olga = hall.visitor("olga")
        olga.get(f"/t/{hall.slug}/control")
        assert olga.post(f"/t/{hall.slug}/control/enter", table=1, first_vp=60, second_vp=40).status == 302
        context.set_offline(False)
        sees(page, "Not accepted: 72 – 45")
        sees(
            page,
            "Table 1 has a confirmed result already: 60–40. If it is wrong, ask an organiser to change it.",
        )
        page.goto("/mine")
        sees(page, "Not accepted: 72 – 45")
        page.get_by_role("button", name="Hide this message").click()
        page.reload()
        expect(page.locator("#kept")).to_have_count(0)
        assert hall.reports() == []
