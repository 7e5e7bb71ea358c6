"""The process that makes public pages for all workers, asked through its sockets."""

from __future__ import annotations

import asyncio
import time
from threading import Thread

import pytest

from crosstable.live import page_renderer as module
from crosstable.live.bridge import Answer
from crosstable.live.page_renderer import PageRenderer

ASKED = {
    "method": "GET",
    "path": "/t/open",
    "scheme": "http",
    "query_string": b"round=2",
    "http_version": "1.1",
    "headers": [(b"host", b"localhost:3005"), (b"x-caf\xe9", b"\xff")],
}


class Site:
    """Counts how often it is asked; the event is at this revision."""

    def __init__(self, revision: int = 5) -> None:
        self.revision, self.asked = revision, []

    def __call__(self, environ, start_response):
        self.asked.append((environ["PATH_INFO"], environ["QUERY_STRING"], environ["HTTP_HOST"]))
        mark = [("X-Crosstable-Revision", f"7:{self.revision}")] if self.revision else []
        start_response("200 OK", [("Content-Type", "text/html"), *mark])
        return [b"<p>page</p>" * 1000]


def answered(renderer: PageRenderer, site, revisions: dict[int, int]) -> Answer | None:
    thread = Thread(target=renderer.serve_one, args=[site], daemon=True)
    thread.start()
    answer = asyncio.run(renderer.page(ASKED, revisions))
    thread.join(5)
    return answer


def test_what_was_made_for_one_worker_the_next_one_gets_unless_people_were_told_of_more():
    renderer, site = PageRenderer(), Site()
    first = answered(renderer, site, {7: 5})
    assert first is not None and first.compressed_body is not None and first.seconds > 0
    assert (first.status, first.body) == (200, b"<p>page</p>" * 1000)
    assert site.asked == [("/t/open", "round=2", "localhost:3005")]
    assert answered(renderer, site, {7: 4, 8: 1}) == first
    assert len(site.asked) == 1
    site.revision = 6
    answered(renderer, site, {7: 6})
    assert len(site.asked) == 2


def test_a_worker_that_knows_nothing_of_the_event_gets_a_page_of_now():
    renderer, site = PageRenderer(), Site()
    for _ in range(2):
        answered(renderer, site, {})
    assert len(site.asked) == 2


def test_a_page_is_handed_on_for_a_second_and_what_is_not_for_everyone_never(monkeypatch):
    renderer, site = PageRenderer(), Site()
    answered(renderer, site, {7: 5})
    later = time.monotonic() + 1.1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    answered(renderer, site, {7: 5})
    assert len(site.asked) == 2
    site.revision = 0
    for _ in range(2):
        answered(renderer, site, {7: 6})
    assert len(site.asked) == 4


def test_a_worker_that_is_gone_before_it_is_answered_ends_nothing():
    renderer = PageRenderer()
    with renderer._send() as worker:
        worker.sendall(module._question(ASKED, {}))
    renderer.serve_one(Site())
    assert answered(renderer, Site(), {}) is not None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_worker_makes_the_page_itself_if_the_maker_ends_or_is_too_slow(monkeypatch):
    def ends(environ, start_response):
        raise SystemExit

    assert answered(PageRenderer(), ends, {}) is None
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    assert asyncio.run(PageRenderer().page(ASKED, {})) is None
