"""The outbox alone, in a real browser and without a server: stored, sent in order, once, by one tab at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from serving import SOURCE

pytestmark = pytest.mark.browser
STATIC = SOURCE / "crosstable/web/static"
PAGE = """<!doctype html><title>box</title><script src="/texts.js"></script>
<script src="/outbox.js" data-user="olga"></script>"""


class FakeServer:
    """Answers what the browser asks, and can be told to fail. Counts by key what it stored."""

    def __init__(self, context: BrowserContext) -> None:
        self.user: str | None = "olga"
        self.fails: list[str] = []  # what happens to the next requests: "lost", "unanswered", "500", "503"
        self.requests: list[list[str]] = []
        self.stored: dict[str, int] = {}
        self.breaks_on = ""
        context.route("http://desk.test/**", self.answer)

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix("http://desk.test")
        if path == "/":
            route.fulfill(content_type="text/html", body=PAGE)
        elif path in ("/texts.js", "/outbox.js"):
            route.fulfill(content_type="text/javascript", path=STATIC / path[1:])
        elif path == "/token":
            route.fulfill(json={"user": self.user, "token": "t"})
        else:
            self.take(route)

    def take(self, route: Route) -> None:
        failure = self.fails.pop(0) if self.fails else ""
        if failure == "lost":
            return route.abort()
        if failure == "503":
            return route.fulfill(status=503, body="busy")
        entries = json.loads(route.request.post_data or "{}")["entries"]
        self.requests.append([entry["text"] for entry in entries])
        if self.breaks_on and any(entry["text"] == self.breaks_on for entry in entries):
            return route.fulfill(status=500, body="oh")
        for entry in entries:
            self.stored.setdefault(entry["key"], 0)
            self.stored[entry["key"]] += 1
        if failure == "unanswered":
            return route.abort()
        return route.fulfill(json={"answers": [self.answer_for(entry) for entry in entries]})

    def answer_for(self, entry: dict[str, Any]) -> dict[str, Any]:
        state = "refused" if entry["text"] == "bad" else "saved"
        return {"key": entry["key"], "state": state, "version": int(entry.get("version") or 1) + 1}


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context()
    yield made
    made.close()


def opened(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("http://desk.test/")
    return page


ADD = "text => { outbox.add({ to: '/entries', line: { text } }); }"
STATES = "outbox.items().map(item => [item.line.text, item.state])"


def states(page: Page) -> list[list[str]]:
    return page.evaluate(STATES)


def until(page: Page, wanted: list[list[str]]) -> None:
    page.wait_for_function(f"wanted => JSON.stringify({STATES}) === JSON.stringify(wanted)", arg=wanted)


def test_what_waits_goes_out_in_order_and_together(context):
    server = FakeServer(context)
    page = opened(context)
    page.evaluate("for (const text of ['a', 'b', 'c']) outbox.add({ to: '/entries', line: { text } })")
    until(page, [["a", "saved"], ["b", "saved"], ["c", "saved"]])
    assert [text for batch in server.requests for text in batch] == ["a", "b", "c"]


def test_a_lost_request_is_made_again_and_stores_once(context):
    server = FakeServer(context)
    server.fails = ["lost", "unanswered", "503"]
    page = opened(context)
    page.evaluate(ADD, "a")
    until(page, [["a", "saved"]])
    # Stored by the one whose answer was lost and again by the last: both under the same key, which the server knows.
    assert list(server.stored.values()) == [2]


def test_a_refusal_does_not_hold_up_what_comes_after(context):
    FakeServer(context)
    page = opened(context)
    for text in ("a", "bad", "b"):
        page.evaluate(ADD, text)
    until(page, [["a", "saved"], ["bad", "refused"], ["b", "saved"]])


def test_an_entry_that_breaks_the_server_stands_aside_and_the_others_go_on(context):
    server = FakeServer(context)
    server.breaks_on = "poison"
    page = opened(context)
    page.evaluate("for (const text of ['a', 'poison', 'b']) outbox.add({ to: '/entries', line: { text } })")
    until(page, [["a", "saved"], ["poison", "refused"], ["b", "saved"]])
    assert page.evaluate("outbox.items()[1].message").startswith("The server could not store this.")


def test_what_waits_survives_a_reload(context):
    server = FakeServer(context)
    server.fails = ["lost"] * 50
    page = opened(context)
    page.evaluate(ADD, "a")
    until(page, [["a", "waiting"]])
    server.fails = []
    page.reload()
    until(page, [["a", "saved"]])
    assert list(server.stored.values()) == [1]


def test_two_tabs_share_what_waits_and_send_it_once(context):
    server = FakeServer(context)
    one, two = opened(context), opened(context)
    for n, page in enumerate((one, two) * 5):
        page.evaluate(ADD, str(n))
    wanted = [[str(n), "saved"] for n in range(10)]
    for page in (one, two):
        page.wait_for_function(f"() => {STATES}.filter(([, state]) => state === 'saved').length === 10")
    assert sorted(states(one)) == sorted(states(two)) == sorted(wanted)
    assert list(server.stored.values()) == [1] * 10


def test_nothing_is_sent_while_someone_else_or_no_one_is_signed_in(context):
    server = FakeServer(context)
    server.user = None
    page = opened(context)
    page.evaluate(ADD, "a")
    page.wait_for_function("outbox.hint === 'login'")
    server.user = "ann"
    page.wait_for_function("outbox.hint === 'other'")
    assert server.requests == []
    server.user = "olga"
    until(page, [["a", "saved"]])


def test_a_replacement_waits_for_what_it_replaces_and_carries_its_version(context):
    server = FakeServer(context)
    page = opened(context)
    page.evaluate(
        """() => {
          const first = outbox.add({ to: '/entries', line: { text: 'a' } });
          outbox.add({ to: '/entries', after: first.key, line: { text: 'b', version: 1 } });
        }"""
    )
    until(page, [["a", "saved"], ["b", "saved"]])
    assert server.requests == [["a"], ["b"]]
    assert page.evaluate("outbox.items().map(item => item.version)") == [2, 3]


def test_leaving_with_something_unsent_asks_first(context):
    server = FakeServer(context)
    server.fails = ["lost"] * 50
    page = opened(context)
    page.mouse.click(5, 5)  # a browser asks only a visitor who has touched the page
    page.evaluate(ADD, "a")
    until(page, [["a", "waiting"]])
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.accept()


def test_a_browser_without_locks_takes_a_lease_instead(context):
    server = FakeServer(context)
    context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    one, two = opened(context), opened(context)
    for n, page in enumerate((one, two) * 4):
        page.evaluate(ADD, str(n))
    one.wait_for_function(f"() => {STATES}.filter(([, state]) => state === 'saved').length === 8")
    assert set(server.stored.values()) <= {1, 2}
    expect(one).to_have_title("box")


def test_of_someone_else_only_what_waits_is_kept(context):
    FakeServer(context)
    page = opened(context)
    page.evaluate(
        """() => {
          for (const [key, state] of [['1', 'saved'], ['2', 'waiting'], ['3', 'refused']]) {
            const item = { key, order: 1, state, to: '/entries', line: { text: key } };
            localStorage.setItem(`crosstable.outbox.ann.${key}`, JSON.stringify(item));
          }
        }"""
    )
    kept = "Object.keys(localStorage).filter(name => name.startsWith('crosstable.outbox.ann.')).sort()"
    page.reload()
    assert page.evaluate(kept) == ["crosstable.outbox.ann.2", "crosstable.outbox.ann.3"]
