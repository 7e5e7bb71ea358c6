"""A laptop in a hall sends no mail, and no page asks anyone to wait for it."""

from __future__ import annotations

import pytest
from django.test import Client

from building import administrator, user
from crosstable.accounts.mail import FILES

pytestmark = pytest.mark.django_db
NEWCOMER = {
    "first_name": "Zoë",
    "last_name": "Hart",
    "name": "Zoë",
    "username": "zoe",
    "email": "zoe@example.org",
    "password": "correct-horse-9",
}
REMINDER = "Confirm your email address"


@pytest.fixture(params=["sent", "written to files"])
def is_sent(request, settings, tmp_path) -> bool:
    if request.param != "sent":
        settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = FILES, str(tmp_path)
    return request.param == "sent"


def heading(page) -> str:
    return page.content.decode().partition("<h1>")[2].partition("</h1>")[0]


def test_who_signs_up_is_told_of_a_link_only_where_one_was_sent(is_sent):
    administrator()
    page = Client().post("/signup", NEWCOMER, follow=True)
    sentence = "Welcome, Zoë. We sent a link to zoe@example.org." if is_sent else "Welcome, Zoë."
    assert [str(message) for message in page.context["messages"]] == [sentence]
    assert (REMINDER in page.content.decode()) is is_sent


def test_a_forgotten_password_leads_to_the_mail_or_to_the_administrator(is_sent, tmp_path):
    user("ann")
    page = Client().post("/password/forgotten", {"email": "ann@example.org"}, follow=True)
    assert heading(page) == ("Check your email" if is_sent else "Ask the administrator for the link")
    assert len(list(tmp_path.glob("*.log"))) == (0 if is_sent else 1), "the link is there for them to pass on"


def test_a_new_address_is_confirmed_by_the_mail_or_with_the_administrator(is_sent):
    user("ann")
    client = Client()
    client.login(username="ann", password="pass-word-1")
    page = client.post("/account/email", {"email": "ann@example.net", "password": "pass-word-1"})
    assert heading(page) == ("Check your email" if is_sent else "Ask the administrator for the link")
