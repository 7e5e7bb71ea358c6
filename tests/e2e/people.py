"""People at their browsers: what a person does, in the words of a person."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from serving import RunningServer

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 860}
PASSWORD = "a-long-enough-word"


def opened(browser: Browser, server: RunningServer, size: dict[str, int], errors: list[str]) -> Page:
    """Open a separate browser; errors in its console are added to `errors`."""
    context = browser.new_context(viewport=size, base_url=server.url)  # type: ignore[arg-type]
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    return page


def log_in(page: Page, name: str = "olga", password: str = "pass-word-1") -> None:
    """By what the form sends, without a page: most tests begin after it."""
    page.request.get("/login")
    send(page, "/login", username=name, password=password)


def send(page: Page, address: str, **fields: str) -> None:
    """Send what a form sends, with the token of a page that was open before."""
    cookies = {str(cookie.get("name")): str(cookie.get("value")) for cookie in page.context.cookies()}
    form = {**fields, "csrfmiddlewaretoken": cookies["csrftoken"]}
    answer = page.request.post(address, form=form, max_redirects=0)
    assert answer.status == 302, answer.text()


def log_in_by_form(page: Page, name: str = "olga", password: str = "pass-word-1") -> None:
    page.goto("/login")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.locator("main form button").first.click()
    page.wait_for_url(lambda address: "/login" not in address)


def press(page: Page, label: str) -> None:
    """The one amber button, or the button of the single step below it."""
    button = page.locator("#next-action, .next .do button").filter(has_text=label).first
    expect(button).to_be_visible()
    with page.expect_navigation():
        button.click()


class Person:
    def __init__(self, browser: Browser, base: str, name: str, viewport: dict[str, int]) -> None:
        self.name, self.base = name, base
        self.context = browser.new_context(viewport=viewport, base_url=base)  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)

    def sign_up(self) -> None:
        self.page.goto("/signup")
        self.page.get_by_label("First name").fill(self.name)
        self.page.get_by_label("Last name").fill("Tester")
        self.page.get_by_label("Username").fill(self.name.lower())
        self.page.get_by_label("Email address").fill(f"{self.name.lower()}@example.org")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_text("More about you").click()
        self.page.get_by_label("Display name").fill(self.name)
        self.page.get_by_role("button", name="Create my account").click()
        expect(self.page.get_by_text("My events").first).to_be_attached()

    def put_away(self) -> None:
        """Close the phone: an open page would follow every change although no one looks at it."""
        self.context.close()

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()


class Player(Person):
    def __init__(self, browser: Browser, base: str, name: str) -> None:
        super().__init__(browser, base, name, PHONE)

    def register(self, slug: str, faction: str) -> None:
        self.page.goto(f"/t/{slug}")
        self.page.get_by_role("link", name="Register").first.click()
        self.page.get_by_label("Faction", exact=True).fill(faction)
        self.page.get_by_label("Another faction").check()
        self.page.get_by_role("button", name="Register").click()
        self.sees("You are registered")

    def come(self, slug: str, faction: str) -> None:
        """Sign up and register, by what the forms send: where others do the same on the pages."""
        self.page.request.get("/signup")
        name = {"first_name": self.name, "last_name": "Tester", "name": self.name}
        account = {"username": self.name.lower(), "email": f"{self.name.lower()}@example.org"}
        send(self.page, "/signup", **name, **account, password=PASSWORD)
        send(self.page, f"/t/{slug}/register", display_name=self.name, faction=faction, faction_other="on")

    def check_in(self, slug: str) -> None:
        self.page.goto(f"/t/{slug}/me")
        self.page.get_by_role("button", name="Check in").click()
        self.sees("You are checked in")

    def report(self, mine: int, theirs: int) -> None:
        self.page.locator("input[name=mine]:visible").fill(str(mine))
        self.page.locator("input[name=theirs]:visible").fill(str(theirs))
        self.page.locator("form:has(input[name=mine]:visible) button").click()

    def confirm(self, mine: int, theirs: int) -> None:
        # As the opponent reported it, whose numbers come first.
        self.page.get_by_role("button", name=f"Confirm {theirs} – {mine}").click()
        self.sees(f"The result is confirmed: {mine} – {theirs}.")

    def drop(self) -> None:
        self.page.get_by_text("Withdraw from the event").click()
        self.page.get_by_role("button", name="Withdraw", exact=True).click()
        self.sees("You have withdrawn from this event")


class Organiser(Person):
    def __init__(self, browser: Browser, base: str, name: str) -> None:
        super().__init__(browser, base, name, DESK)

    def create_event(self, name: str, rounds: int) -> str:
        self.page.goto("/new/wargame")
        self.page.get_by_label("Name of the event").fill(name)
        self.page.get_by_label("Starts").fill("2026-11-21")
        self.page.get_by_label("Number of rounds").fill(str(rounds))
        self.page.get_by_role("button", name="Create event").click()
        self.page.wait_for_url("**/control")
        return self.page.url.split("/")[-2]

    def press(self, label: str) -> None:
        """The one amber button of the control room."""
        press(self.page, label)

    def enter_by_keyboard(self, table: int, first: int, second: int) -> None:
        """Table, Enter, score, Enter, score, Enter; the mouse is never touched."""
        enter_by_keyboard(self.page, table, first, second)

    def pairings(self) -> list[tuple[str, str, str]]:
        rows = self.page.locator("tr[data-table]")
        return [
            (
                row.get_attribute("data-table") or "",
                row.locator("td:nth-child(2) .name").first.inner_text(),
                row.locator("td:nth-child(3) .name").first.inner_text(),
            )
            for row in rows.all()
        ]


def enter_by_keyboard(page: Page, table: int, *score: int | str) -> None:
    """Table, Enter, score, Enter, …; the list says that it is saved."""
    expect(page.locator("#entry-line")).to_be_focused()
    for value in (table, *score):
        page.keyboard.type(str(value))
        page.keyboard.press("Enter")
    newest = page.locator("[data-entries] li").first
    expect(newest.locator(".t")).to_have_text(str(table))
    expect(newest).to_have_attribute("data-state", "saved")
