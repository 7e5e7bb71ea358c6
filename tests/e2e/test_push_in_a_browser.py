"""What the service worker does with what is pushed. The push service between is left out: the browser's own tools hand
the message over."""

from __future__ import annotations

import json

import pytest

from e2e.people import PHONE, Person
from waiting import until

pytestmark = pytest.mark.browser

SHOWN = """async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map((one) => [one.title, one.body, one.data.address]);
}"""


def test_what_is_pushed_is_shown_with_its_words_and_its_page(browser_with_window, house):
    server = house.server
    petra = Person(browser_with_window, server.url, "Petra", PHONE)
    petra.context.grant_permissions(["notifications"])
    petra.sign_up()
    registrations: list[str] = []

    def ours(registration: dict[str, object]) -> bool:
        return str(registration["scopeURL"]).startswith(server.url) and not registration["isDeleted"]

    tools = petra.context.new_cdp_session(petra.page)
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(r["registrationId"] for r in event["registrations"] if ours(r)),
    )
    tools.send("ServiceWorker.enable")
    petra.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    news = {
        "title": "Table 12 against Bo",
        "body": "Round 3, Northern Open",
        "address": "/t/x/me",
        "tag": "1-pairing",
    }

    def shown_when_pushed() -> list[list[str]]:
        """A push service delivers again what was not taken; the tag makes one notification of it."""
        message = {"origin": server.url, "registrationId": registrations[-1], "data": json.dumps(news)}
        tools.send("ServiceWorker.deliverPushMessage", message)
        return petra.page.evaluate(SHOWN)

    shown = until(shown_when_pushed, "the notification")
    assert shown == [["Table 12 against Bo", "Round 3, Northern Open", "/t/x/me"]]
    assert petra.errors == []
