"""Links in mails lead to the address this installation was given, are few, and are in no log."""

from __future__ import annotations

import logging
import re

import pytest
from django.core import mail
from django.test import Client

from building import administrator, build_club, event, member, user
from crosstable.accounts.mail import without_links
from crosstable.accounts.models import Contact
from crosstable.log import NoSecrets
from crosstable.web.accounts.forms import MOST_MAILS
from web.visiting import SIGN_UP, logged_in

pytestmark = pytest.mark.django_db
ELSEWHERE = {"HTTP_HOST": "evil.example:9999"}


@pytest.fixture(autouse=True)
def _set_up(settings):
    administrator()
    settings.PUBLIC_URL = "https://chess.example.org"


def links() -> set[str]:
    return {re.search(r"https?://[^/\s]+", message.body)[0] for message in mail.outbox}


def test_links_start_with_the_configured_address_whatever_the_request_says():
    Client().post("/signup", SIGN_UP, **ELSEWHERE)
    ann = logged_in("ann")
    ann.post("/account/confirm", **ELSEWHERE)
    ann.post("/account/email", {"email": "new@example.org", "password": SIGN_UP["password"]}, **ELSEWHERE)
    Client().post("/password/forgotten", {"email": "ann@example.org"}, **ELSEWHERE)
    club = build_club("Rooks", "Walter Wood")
    Contact.objects.create(player=member(club, "Walter Wood").player, email="walter@example.org")
    path = f"/clubs/rooks/members/{member(club, 'Walter Wood').pk}/invite"
    logged_in("clara").post(path, {"send": "1"}, **ELSEWHERE)
    assert (len(mail.outbox), links()) == (5, {"https://chess.example.org"})


def test_a_link_in_the_name_of_a_person_or_a_club_does_not_go_out():
    evil = "Win at http://evil.example/x or www.evil.example"
    Client().post("/signup", {**SIGN_UP, "name": evil, "display_name": evil})
    club = build_club("Free money: https://evil.example", "Evil.example Walter")
    walter = club.memberships.select_related("player").exclude(player__user__isnull=False).first()
    Contact.objects.create(player=walter.player, email="walter@example.org")
    logged_in("clara").post(f"/clubs/{club.slug}/members/{walter.pk}/invite", {"send": "1"})
    assert len(mail.outbox) == 2
    written = "\n".join(f"{message.subject}\n{message.body}" for message in mail.outbox)
    assert (
        "Free money: https ://evil. example lists you as a member under the name Evil. example Walter"
        in written
    )
    assert set(re.findall(r"\w+://\S+?(?=/)|\w+\.example", written)) == {"https://chess.example.org"}


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("J.R. Smith", "J. R. Smith"),
        ("Rapid 2.0", "Rapid 2.0"),
        ("javascript:alert(1)", "javascript :alert(1)"),
        ("Ann Hart", "Ann Hart"),
    ],
)
def test_an_ordinary_name_stays_readable_in_a_mail(typed, sent):
    assert without_links(typed) == sent


def test_no_mailbox_is_flooded_and_no_one_learns_whose_address_it_is():
    user("ann")
    for address in ("ann@example.org", "nobody@example.org") * (MOST_MAILS + 3):
        assert Client().post("/password/forgotten", {"email": address}).url == "/password/sent"
    assert len(mail.outbox) == MOST_MAILS


@pytest.mark.parametrize(
    "address",
    [
        "/setup/SECRET",
        "/password/new/MQ/SECRET",
        "/account/confirm/SECRET",
        "/account/email/SECRET?next=/",
        "/invitation/SECRET",
        "/directors/invitation/SECRET",
        "/s/SECRET/pairings",
    ],
)
def test_an_address_that_opens_something_is_in_no_log(address):
    record = logging.LogRecord("x", logging.INFO, "", 0, '%s - "%s %s"', ("192.0.2.1", "GET", address), None)
    assert NoSecrets().filter(record)
    assert "SECRET" not in record.getMessage()
    assert record.getMessage() == '192.0.2.1 - "GET ' + address.replace("SECRET", "…") + '"'


def test_other_lines_are_logged_as_they_are():
    record = logging.LogRecord("x", logging.INFO, "", 0, "%s /t/open/standings", ("GET",), None)
    NoSecrets().filter(record)
    assert (record.getMessage(), record.args) == ("GET /t/open/standings", ("GET",))


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/clubs?q=1", "/clubs?q=1"),
        ("http://testserver//evil.example/x", "/"),
        ("http://testserver/\\\\evil.example", "/"),
        ("http://evil.example/clubs", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_a_refused_form_leads_back_to_a_page_of_ours(referer, back):
    draft = event()
    answer = logged_in("olga").post(f"/t/{draft.slug}/control/close", headers={"referer": referer})
    assert (answer.status_code, answer.url) == (303, back)
