"""What the service worker does with what is pushed. The push service between is left out: the browser's own tools hand
the message over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from e2e.people import PHONE, Person
from serving import QUICK, prepare, running_server

pytestmark = pytest.mark.browser

SHOWN = """async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map((one) => [one.title, one.body, one.data.address]);
}"""


def test_what_is_pushed_is_shown_with_its_words_and_its_page(browser, tmp_path: Path):
    prepare(tmp_path / "data", "from building import administrator\nadministrator()\n", **QUICK)
    with running_server(tmp_path / "data", **QUICK) as server:
        ann = Person(browser, server.url, "Ann", PHONE)
        ann.context.grant_permissions(["notifications"])
        ann.sign_up()
        registrations: list[str] = []
        tools = ann.context.new_cdp_session(ann.page)
        tools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: registrations.extend(r["registrationId"] for r in told["registrations"]),
        )
        tools.send("ServiceWorker.enable")
        ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        news = {
            "title": "Table 12 against Bo",
            "body": "Round 3, Northern Open",
            "address": "/t/x/me",
            "tag": "1-pairing",
        }
        message = {"origin": server.url, "registrationId": registrations[0], "data": json.dumps(news)}
        tools.send("ServiceWorker.deliverPushMessage", message)
        for _ in range(100):
            if shown := ann.page.evaluate(SHOWN):
                break
            ann.page.wait_for_timeout(100)
        assert shown == [["Table 12 against Bo", "Round 3, Northern Open", "/t/x/me"]]
        assert ann.faults == []
