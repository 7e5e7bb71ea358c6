"""Which account a log-in by an identity provider opens: connected by its password, disconnected, deleted."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from crosstable.accounts.models import OpenIdAccount, User
from crosstable.accounts.passwords import set_password
from crosstable.accounts.personal_data import delete_account, everything_about
from crosstable.accounts.tokens import create_token
from identity_provider import ANN
from web.openid_visits import PASSWORD, ann_here, reason, username_of, visit
from web.visiting import errors, link_in_mail, logged_in, text

pytestmark = pytest.mark.django_db


def test_an_account_with_the_address_is_connected_by_its_password_and_never_silently(provider):
    ann_here()
    client = Client()
    answer = visit(client, "/login/openid?next=/clubs")
    assert (answer.url, username_of(client), OpenIdAccount.objects.count()) == (
        "/login/openid/connect",
        "",
        0,
    )
    wrong = client.post(answer.url, {"username": ANN["email"], "password": "wrong"})
    assert (wrong.status_code, list(errors(wrong)), OpenIdAccount.objects.count()) == (422, ["__all__"], 0)
    right = client.post(answer.url, {"username": ANN["email"], "password": PASSWORD})
    assert (right.status_code, right.url, username_of(client)) == (302, "/clubs", "ann")
    other = Client()
    visit(other)
    assert username_of(other) == "ann"


def test_wrong_passwords_are_counted_there_as_everywhere(provider):
    ann_here()
    client = Client()
    address = visit(client).url
    tries = [client.post(address, {"username": "ann", "password": "wrong"}).status_code for _ in range(9)]
    assert tries == [422] * 8 + [429]
    assert Client().post("/login", {"username": "ann", "password": PASSWORD}).status_code == 429


def test_someone_logged_in_connects_with_the_password_and_disconnects(provider):
    ann = ann_here()
    provider.person["email"] = "private@example.org"
    client = Client()
    client.force_login(ann)
    assert "Log in with the federation Connect" in text(client.get("/account"))
    address = visit(client, "/login/openid?next=/account/openid").url
    assert errors(client.post(address, {"password": "wrong"})) == {"password": ["This is not your password."]}
    assert client.post(address, {"password": PASSWORD}).url == "/account/openid"
    assert "Log in with the federation connected" in text(client.get("/account"))
    assert [one["subject"] for one in everything_about(ann)["openid_accounts"]] == [ANN["sub"]]
    client.post("/account/openid")
    assert OpenIdAccount.objects.count() == 0


def test_one_person_there_is_one_account_here(provider):
    visit(Client())
    client = logged_in("bo")
    status, message = reason(visit(client))
    assert (status, message.partition(".")[0], username_of(client)) == (
        409,
        "You are logged in here with another account than the one that is connected with yours at the federation",
        "bo",
    )


def test_the_only_way_in_is_not_disconnected_before_there_is_a_password(provider):
    client = Client()
    visit(client)
    client.post("/account/openid", HTTP_REFERER="http://testserver/account/openid")
    assert "the federation is your only way to log in. Set a password before you disconnect it." in text(
        client.get("/account/openid")
    )
    for address in ("/account/delete", "/account/email"):
        assert "Your account has no password yet. Set one first" in text(client.get(address))
        refused = client.post(address, {"email": "new@example.org", "password": "anything"})
        assert errors(refused) == {
            "password": ["Your account has no password yet. Set one under Account first."]
        }
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post("/account/password", new).url == "/account/password/changed"
    assert OpenIdAccount.objects.count() == 1
    client.post("/account/openid")
    assert OpenIdAccount.objects.count() == 0
    assert Client().post("/login", {"username": "ann", "password": PASSWORD}).status_code == 302


def test_a_first_password_is_set_only_by_someone_who_has_just_come_from_there(provider):
    client = Client()
    visit(client)
    User.objects.filter(username="ann").update(last_login=timezone.now() - timezone.timedelta(hours=1))
    sent = client.get("/account/password")
    assert sent.url == "/login/openid?next=%2Faccount%2Fpassword"
    assert visit(client, sent.url).url == "/account/password"
    assert "Set a password" in text(client.get("/account/password"))


def test_a_new_password_ends_what_someone_else_may_have_connected(provider):
    ann = ann_here()
    OpenIdAccount.objects.create(user=ann, issuer=provider.issuer, subject="7", connected_at=timezone.now())
    create_token(user=ann, name="x", scope="read")
    assert set_password(user=ann, password="orpheus-88") == 1
    assert OpenIdAccount.objects.count() == 0


def test_anyone_who_lost_the_provider_gets_a_password_by_mail(provider, settings):
    visit(Client())
    settings.OIDC_ISSUER = ""
    client = Client()
    client.post("/password/forgotten", {"email": ANN["email"]})
    form = client.get(link_in_mail()).url
    client.post(form, {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert client.post("/login", {"username": "ann", "password": PASSWORD}).status_code == 302


def test_a_deleted_account_is_forgotten_and_a_closed_one_is_not_opened(provider):
    visit(Client())
    ann = User.objects.get(username="ann")
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert reason(visit(Client()))[1].partition(".")[0] == (
        "The account that is connected with yours at the federation is closed"
    )
    User.objects.filter(pk=ann.pk).update(is_active=True)
    set_password(user=ann, password=PASSWORD, is_first=True)
    delete_account(user=ann, password=PASSWORD)
    assert OpenIdAccount.objects.count() == 0


def test_where_no_accounts_are_made_this_way_it_is_said(provider, settings):
    settings.OIDC_CREATES = False
    assert reason(visit(Client()))[1].partition(",")[0] == (
        "No account here is connected with yours at the federation"
    )
    settings.OIDC_CREATES = True
    provider.person.pop("email")
    assert reason(visit(Client()))[1].partition(",")[0] == ("No email address came from the federation")
    assert User.objects.filter(email=ANN["email"]).count() == 0


def test_before_there_is_an_administrator_no_one_gets_an_account(provider):
    User.objects.all().delete()
    assert visit(Client()).status_code == 403
    assert User.objects.count() == 0
