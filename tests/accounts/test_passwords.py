"""Wrong passwords are counted per account, however its name is spelt, on every form that asks for the password. An
attacker locks out neither a hall nor the owner's phone."""

from __future__ import annotations

import pytest
from django.test import Client

from building import administrator, user
from crosstable.accounts import limits, passwords, tokens
from crosstable.accounts.limits import is_trusted
from crosstable.accounts.models import Tally, User
from crosstable.accounts.passwords import MOST, MOST_FROM_ANYWHERE, MOST_WHEN_SUSPICIOUS, SUSPICIOUS

pytestmark = pytest.mark.django_db
RIGHT = "pass-word-1"


@pytest.fixture(autouse=True)
def _set_up():
    administrator()
    user("tomasz")


def try_(
    name: str = "tomasz", password: str = "wrong", address: str = "192.0.2.1", client: Client | None = None
) -> int:
    """What comes of a try to log in: 200 is a wrong password, 302 the right one, 429 too many."""
    sent = {"username": name, "password": password}
    return (client or Client()).post("/login", sent, REMOTE_ADDR=address).status_code


def test_every_spelling_of_a_name_is_one_account():
    spellings = [
        "tomasz",
        "tOmasz",
        "TOMASZ",
        " tomasz ",
        "tomasz@example.org",
        "Tomasz@Example.org",
        "ｔomasz",
    ]
    tried = [try_(spellings[n % len(spellings)]) for n in range(MOST + 2)]
    assert tried == [200] * MOST + [429] * 2
    assert try_(password=RIGHT) == 429


def test_names_no_one_has_are_counted_too_and_look_the_same():
    assert [try_("nobody") for _ in range(MOST + 1)] == [200] * MOST + [429]


def test_the_right_password_restarts_the_count():
    for _ in range(3):
        assert [try_() for _ in range(MOST - 1)] == [200] * (MOST - 1)
        assert try_(password=RIGHT) == 302


def test_someone_else_cannot_lock_a_person_out_of_a_browser_they_have_used():
    phone = Client()
    assert try_(password=RIGHT, client=phone) == 302
    phone.post("/logout")
    while try_() != 429:
        pass
    assert try_(password=RIGHT, client=phone) == 302
    phone.post("/logout")
    assert [try_(client=phone) for _ in range(MOST + 1)] == [200] * MOST + [429]


def test_a_known_browser_of_one_account_is_a_stranger_to_another():
    phone = Client()
    user("ann")
    assert try_("ann", RIGHT, client=phone) == 302
    phone.post("/logout")
    while try_() != 429:
        pass
    assert try_(client=phone) == 429


def test_many_addresses_together_do_not_get_more_tries_without_end():
    tried = [try_(address=f"198.51.100.{n}") for n in range(MOST_FROM_ANYWHERE + 1)]
    assert tried == [200] * MOST_FROM_ANYWHERE + [429]


def test_a_hall_behind_one_address_is_never_locked():
    for n in range(SUSPICIOUS + 20):
        assert try_(f"player-{n}") == 200
    assert try_(password=RIGHT) == 302
    assert try_("nobody", address="192.0.2.2") == 200
    tried = [try_("one-of-many") for _ in range(MOST_WHEN_SUSPICIOUS + 1)]
    assert tried == [200] * MOST_WHEN_SUSPICIOUS + [429]


def test_in_a_trusted_network_people_count_by_their_accounts_alone(settings):
    settings.TRUSTED_NETWORKS = ["192.0.2.0/24"]
    is_trusted.cache_clear()
    for n in range(SUSPICIOUS + 5):
        try_(f"player-{n}")
    assert [try_("one-of-many") for _ in range(MOST + 1)] == [200] * MOST + [429]
    is_trusted.cache_clear()


def test_a_hall_signs_up_behind_one_address_and_a_machine_does_not_go_on_for_ever(monkeypatch, settings):
    monkeypatch.setattr(passwords, "MOST_SIGN_UPS", 2)

    def sign_up(name: str, address: str) -> int:
        form = {
            "username": name,
            "first_name": "Ann",
            "last_name": "Lee",
            "name": "Ann Lee",
            "password": "tidy-otter-9",
        }
        return (
            Client().post("/signup", form | {"email": f"{name}@example.org"}, REMOTE_ADDR=address).status_code
        )

    assert [sign_up(f"ann{n}", "192.0.2.1") for n in range(3)] == [302, 302, 200]
    assert sign_up("bo", "192.0.2.2") == 302
    assert set(User.objects.filter(username__startswith="ann").values_list("username", flat=True)) == {
        "ann0",
        "ann1",
    }


def test_what_a_visitor_says_about_addresses_is_not_believed():
    for n in range(MOST):
        Client().post(
            "/login", {"username": "tomasz", "password": "x"}, headers={"x-forwarded-for": f"203.0.113.{n}"}
        )
    assert Client().post("/login", {"username": "tomasz", "password": RIGHT}).status_code == 429


@pytest.mark.parametrize(
    ("page", "field", "more"),
    [
        ("/account/email", "password", {"email": "new@example.org"}),
        ("/account/delete", "password", {}),
        (
            "/account/password",
            "old_password",
            {"new_password1": "thessaloniki-9", "new_password2": "thessaloniki-9"},
        ),
    ],
)
def test_a_password_asked_for_again_is_counted_as_well(page, field, more):
    client = Client()
    client.force_login(user("tomasz"))
    for _ in range(MOST):
        client.post(page, {field: "wrong", **more})
    client.post(page, {field: RIGHT, **more})
    tomasz = User.objects.get(pk=user("tomasz").pk)
    assert (tomasz.is_active, tomasz.check_password(RIGHT), tomasz.email) == (
        True,
        True,
        "tomasz@example.org",
    )
    limits.forget("password again", tomasz.pk)
    assert client.post(page, {field: RIGHT, **more}).status_code in (200, 302)
    tomasz.refresh_from_db()
    assert page == "/account/email" or not (tomasz.is_active and tomasz.check_password(RIGHT))


def test_nothing_about_anyone_can_be_read_from_the_count():
    try_()
    assert {len(row.key) for row in Tally.objects.all()} == {64}
    assert Tally.objects.count() == 3


def test_tokens_end_with_the_password():
    tomasz = user("tomasz")
    _, secret = tokens.create_token(user=tomasz, name="website", scope="write")
    assert tokens.find_token(secret) is not None
    client = Client()
    client.force_login(tomasz)
    new = {"old_password": RIGHT, "new_password1": "thessaloniki-9", "new_password2": "thessaloniki-9"}
    assert client.post("/account/password", new).status_code == 302
    assert tokens.find_token(secret) is None
    assert client.get("/account").status_code == 200  # this browser stays signed in
