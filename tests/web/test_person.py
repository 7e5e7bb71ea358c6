"""The person behind an account: signing up, confirming the address, contact data, everything stored, deletion."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client

from building import administrator, build_club, join
from crosstable.accounts import mail as account_mail
from crosstable.accounts.models import Player, User
from web.visiting import SIGN_UP, errors, link_in_mail, logged_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _set_up():
    administrator()


# ---------- signing up and confirming ----------


def test_signing_up_asks_for_five_things_and_suggests_the_display_name(client):
    client.post("/signup", SIGN_UP)
    ann = User.objects.get(username="ann")
    assert (ann.player.name, ann.player.contact.first_name, ann.player.contact.last_name) == (
        "Ann Hart",
        "Ann",
        "Hart",
    )


def test_the_rest_may_be_given_at_once(client):
    more = {"name": "Hartbreaker", "mobile": "+44 7700 900123", "address": "12 Long Lane"}
    client.post("/signup", SIGN_UP | more)
    player = Player.objects.get(user__username="ann")
    assert (player.name, player.contact.mobile, player.contact.address) == tuple(more.values())


def test_the_account_works_before_the_address_is_confirmed_and_is_reminded(client):
    client.post("/signup", SIGN_UP)
    assert [m.to for m in mail.outbox] == [["ann@example.org"]]
    assert "Confirm your email address" in text(client.get("/clubs"))
    assert "Is ann@example.org your email address?" in text(client.get(link_in_mail()))
    assert User.objects.get(username="ann").email_confirmed_at is None  # a mail scanner opens links, too
    assert client.post(link_in_mail()).url == "/account"
    assert User.objects.get(username="ann").email_confirmed_at is not None
    assert "Confirm your email address" not in text(client.get("/clubs"))
    assert client.post(link_in_mail()).url == "/account"  # twice is harmless


def test_the_link_is_sent_again_on_request(client):
    client.post("/signup", SIGN_UP)
    response = client.post("/account/confirm", {"next": "/clubs"})
    assert (response.url, len(mail.outbox)) == ("/clubs", 2)
    client.post("/account/confirm")  # not twice within a minute: it may be another person's address
    assert len(mail.outbox) == 2


def test_a_mail_server_that_is_down_stops_no_one_and_is_said(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 9  # no server answers there
    assert client.post("/signup", SIGN_UP).status_code == 302
    assert "The email could not be sent" in text(client.post("/account/confirm", follow=True))


def opened_and_confirmed(client: Client, link: str) -> list[int]:
    return [client.get(link).status_code, client.post(link).status_code]


def test_an_old_link_one_for_another_address_and_a_forged_one_confirm_nothing(client, monkeypatch):
    client.post("/signup", SIGN_UP)
    link = link_in_mail()
    User.objects.filter(username="ann").update(email="new@example.org")
    assert opened_and_confirmed(client, link) == [410, 410]
    User.objects.filter(username="ann").update(email="ann@example.org")
    monkeypatch.setattr(account_mail, "LIFETIME", -1)
    assert opened_and_confirmed(client, link) == [410, 410]
    assert opened_and_confirmed(client, "/account/confirm/nonsense") == [410, 410]
    assert User.objects.get(username="ann").email_confirmed_at is None


# ---------- the person ----------


def test_contact_data_are_changed_on_their_own_page():
    ann = logged_in("ann")
    ann.post(
        "/account/contact",
        {"first_name": "Ann", "last_name": "Hart", "mobile": "0770", "address": "12 Long Lane"},
    )
    contact = Player.objects.get(name="ann").contact
    assert (contact.first_name, contact.mobile, contact.address) == ("Ann", "0770", "12 Long Lane")
    bad = ann.post("/account/contact", {"first_name": "", "last_name": "Hart"})
    assert (bad.status_code, list(errors(bad))) == (422, ["first_name"])


def test_everything_stored_is_downloaded_as_a_file():
    response = logged_in("ann").get("/account/data")
    assert response["Content-Disposition"].startswith('attachment; filename="crosstable-ann-')
    assert response.json()["account"]["username"] == "ann"


def test_deleting_the_account_asks_for_the_password_and_logs_out():
    club = build_club("Rooks")
    join(club, "ann")
    ann = logged_in("ann")
    wrong = ann.post("/account/delete", {"password": "wrong"})
    assert errors(wrong) == {"password": ["This is not your password."]}
    assert ann.post("/account/delete", {"password": "pass-word-1"}).url == "/"
    assert ann.get("/account").url == "/login?next=/account"
    assert club.memberships.count() == 0


def test_what_stands_in_the_way_of_deleting_is_said_before_the_password():
    build_club("Rooks", administrator="ann")
    page = logged_in("ann").get("/account/delete")
    assert "You are the only administrator of Rooks. Appoint another one first." in text(page)
    assert 'name="password"' not in page.content.decode()
    logged_in("ann").post("/account/delete", {"password": "pass-word-1"})
    assert User.objects.filter(username="ann", is_active=True).exists()
