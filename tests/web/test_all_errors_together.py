"""All errors of a form appear together, each at its field."""

from __future__ import annotations

import pytest

from building import administrator, user
from crosstable.accounts.setup import setup_token
from web.visiting import SIGN_UP, errors, logged_in

pytestmark = pytest.mark.django_db


def test_signing_up_shows_a_missing_name_a_weak_password_and_a_wrong_username_together(client):
    administrator()
    wrong = {"first_name": "", "username": "no spaces", "password": "short"}
    assert sorted(errors(client.post("/signup", SIGN_UP | wrong))) == ["first_name", "password", "username"]


def test_signing_up_shows_a_taken_username_and_a_taken_address_together(client):
    administrator()
    user("ann")
    assert sorted(errors(client.post("/signup", SIGN_UP))) == ["email", "username"]


def test_the_set_up_shows_a_missing_address_and_a_weak_password_together(client, settings, tmp_path):
    settings.DATA_DIR, settings.HAS_FIXED_TIME_ZONE = tmp_path, False
    given = {"username": "root", "email": "", "password": "short", "time_zone": "Mars/Olympus"}
    answer = client.post(f"/setup/{setup_token()}", given)
    assert sorted(errors(answer)) == ["email", "password", "time_zone"]


def test_a_new_event_shows_a_missing_name_and_an_end_before_the_start_together():
    olga = logged_in("olga")
    form = olga.get("/new/chess").context["form"]
    offered = {f.name: f.value() for f in form if f.value() is not None and f.value() is not False}
    wrong = {"name": "", "date": "2026-11-21", "end_date": "2026-11-20"}
    assert sorted(errors(olga.post("/new/chess", offered | wrong))) == ["end_date", "name"]
