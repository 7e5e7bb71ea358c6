"""Signing up on a phone: the five things asked for, the reminder, and the link from the mail (E1)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from e2e.people import PASSWORD, PHONE, Person
from serving import QUICK, prepare, running_server

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path):
    data = tmp_path / "data"
    prepare(
        data,
        "from crosstable.accounts.setup import create_system_administrator\n"
        "create_system_administrator('root', 'root@example.org', 'a-long-enough-word')\n",
        **QUICK,
    )
    shown = {"CROSSTABLE_EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    with running_server(data, **QUICK, **shown, PYTHONUNBUFFERED="1") as server:
        yield server


def test_signing_up_on_a_phone_and_confirming_the_address(browser, server):
    ann = Person(browser, server.url, "Ann", PHONE)
    page = ann.page
    page.goto("/clubs")
    page.get_by_text("Menu").click()
    page.get_by_role("link", name="Sign up").click()
    expect(page.get_by_label("First name")).to_be_focused()
    page.keyboard.type("Ann")
    page.get_by_label("Last name").fill("Hart")
    page.get_by_label("Email address").fill("ann@example.org")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_text("More about you").click()
    expect(page.get_by_label("Display name")).to_have_attribute("placeholder", "Ann Hart")
    page.get_by_role("button", name="Create my account").click()

    ann.sees("Welcome, Ann Hart.")
    ann.sees("Confirm your email address")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link = re.search(r"http://\S+(/account/confirm/\S+)", server.output)
    assert link, server.output
    page.goto(link[1])
    ann.sees("ann@example.org is confirmed.")
    expect(page.get_by_text("Confirm your email address")).to_have_count(0)
    assert ann.faults == []
