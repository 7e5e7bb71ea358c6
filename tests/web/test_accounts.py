"""Signing up, logging in and out, passwords, another email address."""

import re

import pytest
from django.core import mail, signing
from django.test import Client

from building import administrator, user
from crosstable.accounts import actions
from crosstable.accounts.models import Player, User
from crosstable.accounts.passwords import MOST

pytestmark = pytest.mark.django_db

ANN = {"name": "Ann Hart", "username": "ann", "email": "ann@example.org", "password": "kalypso-77"}
FORM = ANN | {"first_name": "Ann", "last_name": "Hart"}


@pytest.fixture(autouse=True)
def _set_up():
    administrator()


def errors(response):
    return {field: list(messages) for field, messages in response.context["form"].errors.items()}


def link_in_mail(number=-1):
    return re.search(r"http://[^/\s]+(/\S+)", mail.outbox[number].body).group(1)


def test_signing_up_makes_an_account_with_its_player_and_logs_in(client):
    response = client.post("/signup", FORM)
    assert (response.status_code, response.url) == (302, "/")
    ann = User.objects.get(username="ann")
    assert (ann.username, ann.email, ann.player.name, ann.is_superuser) == (
        "ann",
        "ann@example.org",
        "Ann Hart",
        False,
    )
    assert client.session["_auth_user_id"] == str(ann.pk)


def test_signing_up_returns_to_the_page_one_came_from_but_never_to_another_site(client):
    assert client.post("/signup", FORM | {"next": "/t/x/register"}).url == "/t/x/register"
    bo = FORM | {"username": "bo", "email": "bo@example.org", "next": "//evil.example/"}
    assert Client().post("/signup", bo).url == "/"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"username": "ANN", "email": "b@example.org"}, {"username": ["This username is taken."]}),
        (
            {"username": "bo", "email": "Ann@Example.org"},
            {"email": ["An account with this email address exists already."]},
        ),
        (
            {"username": "bo@example.org", "email": "b@example.org"},
            {"username": ["Use 2 to 40 letters, digits or . _ + - in a username, without spaces."]},
        ),
        (
            {"username": "bo", "email": "bo"},
            {"email": ["Enter a valid email address."]},
        ),
        (
            {"username": "bo", "email": "b@example.org", "password": "123456789"},
            {"password": ["This password is too common.", "This password is entirely numeric."]},
        ),
        (
            {"username": "bo", "email": "b@example.org", "first_name": " "},
            {"first_name": ["This field is required."]},
        ),
        (
            {"username": "bo", "email": "b@example.org", "name": "Ann\u202eHart"},
            {"name": ["Display name contains characters that cannot be shown."]},
        ),
    ],
)
def test_what_is_wrong_with_a_sign_up_is_said_at_its_field_and_nothing_is_made(client, change, expected):
    actions.sign_up(**ANN)
    response = client.post("/signup", FORM | change)
    assert errors(response) == expected
    assert (User.objects.count(), Player.objects.count()) == (2, 2)  # the administrator and ann


def test_every_field_of_the_sign_up_form_has_a_label(client):
    page = client.get("/signup").content.decode()
    for name in [*FORM, "mobile", "address"]:
        assert re.search(rf'<label\s+for="id_{name}"\s*>', page), name


@pytest.mark.parametrize("name", ["ann", "ANN", "ann@example.org", "Ann@Example.ORG"])
def test_one_logs_in_with_username_or_email_in_any_case(client, name):
    actions.sign_up(**ANN)
    response = client.post("/login", {"username": name, "password": "kalypso-77"})
    assert (response.status_code, response.url) == (302, "/mine")


def test_a_wrong_password_is_refused_without_saying_whether_the_account_exists(client):
    actions.sign_up(**ANN)
    wrong = errors(client.post("/login", {"username": "ann", "password": "x"}))
    unknown = errors(client.post("/login", {"username": "nobody", "password": "x"}))
    assert wrong == unknown
    assert list(wrong) == ["__all__"]


def test_too_many_wrong_passwords_rest_the_account_and_say_so(client):
    actions.sign_up(**ANN)
    for _ in range(MOST + 1):
        response = client.post("/login", {"username": "ann", "password": "wrong"})
    assert response.status_code == 429
    assert "Too many attempts" in response.content.decode()
    again = client.post("/login", {"username": "ann", "password": "kalypso-77"})
    assert again.status_code == 429


def test_logging_out_is_a_post(client):
    client.force_login(user("ann"))
    assert client.get("/logout").status_code == 405
    assert client.post("/logout").url == "/"
    assert "_auth_user_id" not in client.session


def test_a_forgotten_password_is_reset_by_a_link_that_works_once(client):
    actions.sign_up(**ANN)
    assert client.post("/password/forgotten", {"email": "ANN@example.org"}).url == "/password/sent"
    link = link_in_mail()
    form = client.get(link, follow=True)
    address = form.redirect_chain[-1][0]
    new = {"new_password1": "thessaloniki-9", "new_password2": "thessaloniki-9"}
    assert client.post(address, new).url == "/password/done"
    assert client.login(username="ann", password="thessaloniki-9")
    assert "no longer works" in Client().get(link, follow=True).content.decode()


def test_no_one_learns_whether_an_address_has_an_account(client):
    assert client.post("/password/forgotten", {"email": "nobody@example.org"}).url == "/password/sent"
    assert mail.outbox == []


def test_the_password_is_changed_by_giving_the_old_one(client):
    client.force_login(actions.sign_up(**ANN))
    new = {"old_password": "wrong", "new_password1": "thessaloniki-9", "new_password2": "thessaloniki-9"}
    assert list(errors(client.post("/account/password", new))) == ["old_password"]
    client.post("/account/password", new | {"old_password": "kalypso-77"})
    assert User.objects.get(username="ann").check_password("thessaloniki-9")


def test_another_email_address_counts_when_the_link_sent_there_is_opened(client):
    client.force_login(actions.sign_up(**ANN))
    client.post("/account/email", {"email": "new@example.org", "password": "kalypso-77"})
    assert User.objects.get(username="ann").email == "ann@example.org"
    assert [m.to for m in mail.outbox] == [["new@example.org"]]
    link = link_in_mail()
    assert "Is <b>new@example.org</b> your email address?" in client.get(link).content.decode()
    assert User.objects.get(username="ann").email == "ann@example.org"
    assert client.post(link).url == "/account"
    assert User.objects.get(username="ann").email == "new@example.org"
    assert [m.to for m in mail.outbox] == [["new@example.org"], ["ann@example.org"]]
    assert client.get(link).status_code == 410


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"password": "wrong"}, {"password": ["This is not your password."]}),
        ({"email": "ann@EXAMPLE.org"}, {"email": ["This is already your email address."]}),
        ({"email": "Bo@example.org"}, {"email": ["An account with this email address exists already."]}),
        ({"email": "nonsense"}, {"email": ["Enter a valid email address."]}),
    ],
)
def test_a_refused_address_says_why_and_sends_nothing(client, given, expected):
    user("bo")
    client.force_login(actions.sign_up(**ANN))
    response = client.post("/account/email", {"email": "new@example.org", "password": "kalypso-77"} | given)
    assert errors(response) == expected
    assert mail.outbox == []


def test_an_address_taken_in_the_meantime_is_not_taken_over(client):
    ann = actions.sign_up(**ANN)
    token = actions.email_change_token(user=ann, email="new@example.org", password="kalypso-77")
    User.objects.create_user("quick", "NEW@example.org", "x")
    response = client.post(f"/account/email/{token}")
    assert response.status_code == 409
    assert User.objects.get(username="ann").email == "ann@example.org"


def test_a_forged_an_old_and_an_overtaken_link_change_nothing(client, monkeypatch):
    ann = actions.sign_up(**ANN)
    token = actions.email_change_token(user=ann, email="new@example.org", password="kalypso-77")
    forged = signing.dumps([ann.pk, "evil@example.org", "x"], salt="another")
    assert client.post(f"/account/email/{forged}").status_code == 410
    with monkeypatch.context() as later:
        later.setattr(actions, "LINK_LIFETIME", -1)
        assert client.post(f"/account/email/{token}").status_code == 410
    ann.set_password("thessaloniki-9")
    ann.save()
    assert client.post(f"/account/email/{token}").status_code == 410
    assert client.get(f"/account/email/{token}").status_code == 410
    assert User.objects.get(username="ann").email == "ann@example.org"


@pytest.mark.parametrize("page", ["/account", "/account/email", "/account/password"])
def test_an_account_page_asks_for_logging_in_first(client, page):
    assert client.get(page).url == f"/login?next={page}"


def test_the_display_name_is_changed_on_the_account_page(client):
    client.force_login(actions.sign_up(**ANN))
    client.post("/account", {"name": "Ann Hart-Lee"})
    assert Player.objects.get(user__username="ann").name == "Ann Hart-Lee"


@pytest.mark.parametrize(
    "page", ["/login", "/signup", "/password/forgotten", "/leaderboard", "/", "/nowhere"]
)
def test_pages_carry_no_inline_script_or_style(client, page):
    user("somebody")
    html = client.get(page).content.decode()
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=", html)


def test_a_page_that_is_not_there_looks_like_the_rest(client):
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
