"""Signing up on a phone: the five things asked for, and the link from the mail, a file here (E1)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from e2e.people import PASSWORD, PHONE, Person
from waiting import until

pytestmark = pytest.mark.browser


def test_signing_up_on_a_phone_and_confirming_the_address(browser, house):
    sina = Person(browser, house.server.url, "Sina", PHONE)
    page = sina.page
    page.goto("/clubs")
    page.get_by_text("Menu").click()
    page.get_by_role("link", name="Sign up").click()
    expect(page.get_by_label("First name")).to_be_focused()
    page.keyboard.type("Sina")
    page.get_by_label("Last name").fill("Hart")
    page.get_by_label("Email address").fill("sina@example.org")
    page.get_by_label("Username").fill("sina")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_text("More about you").click()
    expect(page.get_by_label("Display name")).to_have_attribute("placeholder", "Sina Hart")
    page.get_by_role("button", name="Create my account").click()

    sina.sees("Welcome, Sina Hart.")
    expect(page.get_by_text("Confirm your email address")).to_have_count(0)  # no one could: no mail is sent
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mail = re.compile(r"^To: sina@example\.org$.*?http://[^/]+(/account/confirm/\S+)", re.M | re.S)
    folder = house.server.data / "mail"
    link = until(lambda: mail.search("".join(f.read_text() for f in folder.glob("*.log"))), "the mail")
    page.goto(link[1])
    page.get_by_role("button", name="Confirm this address").click()
    sina.sees("sina@example.org is confirmed.")
    assert sina.errors == []
