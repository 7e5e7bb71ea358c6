"""The first visit to a new installation: nobody gets in before its administrator."""

from __future__ import annotations

import pytest
from django.test import Client

from crosstable.accounts.models import User
from crosstable.accounts.setup import setup_token
from web.visiting import SIGN_UP, errors, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _an_empty_data_directory(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_nobody_signs_up_before_the_administrator_and_the_link_stays_open(client):
    token = setup_token()
    for answer in (client.get("/signup"), client.post("/signup", SIGN_UP)):
        assert answer.status_code == 403
        assert "this installation has no administrator" in text(answer)
    assert User.objects.count() == 0
    assert client.get(f"/setup/{token}").status_code == 200


def test_the_set_up_link_makes_the_administrator_once(client):
    token = setup_token()
    given = {"username": "root", "email": "root@example.org", "password": "kalypso-77"}
    assert client.get("/setup/wrong").status_code == 404
    assert client.get(f"/setup/{token}").status_code == 200
    weak = client.post(f"/setup/{token}", given | {"password": "short"})
    assert list(errors(weak)) == ["password"]
    assert client.post(f"/setup/{token}", given).url == "/"
    assert User.objects.get().is_superuser
    assert client.get(f"/setup/{token}").status_code == 404
    assert Client().post(f"/setup/{token}", given | {"username": "second"}).status_code == 404
    assert Client().post("/signup", SIGN_UP).status_code == 302
