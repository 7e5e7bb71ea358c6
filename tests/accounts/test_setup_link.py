"""The one-time set-up of an empty installation."""

from __future__ import annotations

import stat

import pytest
from django.core.exceptions import ValidationError

from crosstable.accounts.actions import sign_up
from crosstable.accounts.errors import NotSetUp
from crosstable.accounts.models import Player, User
from crosstable.accounts.setup import SetUpRefused, create_system_administrator, may_set_up, setup_token

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_the_token_is_the_same_until_it_is_used_and_only_its_owner_can_read_it(data):
    token = setup_token()
    assert token == setup_token()
    assert may_set_up(token)
    assert not may_set_up("guess")
    assert stat.S_IMODE((data / "setup.token").stat().st_mode) == 0o600


def test_the_link_creates_the_administrator_once(data):
    token = setup_token()
    user = create_system_administrator("ada", "ada@example.org", PASSWORD, token)
    assert (user.is_superuser, user.check_password(PASSWORD), user.player.name) == (True, True, "ada")
    assert setup_token() is None
    assert not may_set_up(token)
    assert list(data.iterdir()) == []
    with pytest.raises(SetUpRefused):
        create_system_administrator("eve", "eve@example.org", PASSWORD, token)


def test_a_wrong_token_creates_no_one():
    setup_token()
    with pytest.raises(SetUpRefused):
        create_system_administrator("eve", "eve@example.org", PASSWORD, "guess")
    assert User.objects.count() == Player.objects.count() == 0


def test_a_refused_form_leaves_the_link_usable_and_names_each_field():
    token = setup_token()
    with pytest.raises(ValidationError) as refused:
        create_system_administrator("no spaces", "nowhere", "short", token)
    assert sorted(refused.value.message_dict) == ["email", "password", "username"]
    assert may_set_up(token)
    assert User.objects.count() == 0


def test_the_link_lives_until_there_is_an_administrator_no_matter_who_else_has_an_account():
    token = setup_token()
    User.objects.create_user("quick", "quick@example.org", PASSWORD)
    assert may_set_up(token)
    User.objects.create_user("gone", "gone@example.org", PASSWORD, is_superuser=True, is_active=False)
    assert create_system_administrator("ada", "ada@example.org", PASSWORD, token).is_superuser
    assert setup_token() is None


def test_no_one_signs_up_before_there_is_an_administrator():
    quick = {"username": "quick", "email": "quick@example.org", "password": PASSWORD, "name": "Quick"}
    with pytest.raises(NotSetUp):
        sign_up(**quick)
    assert User.objects.count() == 0
    create_system_administrator("ada", "ada@example.org", PASSWORD)
    assert sign_up(**quick).is_superuser is False


def test_a_demonstration_is_open_to_everyone(settings):
    settings.IS_DEMO = True
    assert setup_token() is None
    assert sign_up(username="ann", email="ann@example.org", password=PASSWORD, name="Ann").pk


def test_the_command_line_may_add_an_administrator_later_but_not_twice():
    create_system_administrator("ada", "ada@example.org", PASSWORD)
    create_system_administrator("bob", "bob@example.org", PASSWORD)
    with pytest.raises(ValidationError) as refused:
        create_system_administrator("ADA", "Ada@Example.org", PASSWORD)
    assert sorted(refused.value.messages) == [
        "An account with this email address exists already.",
        "This username is taken.",
    ]
