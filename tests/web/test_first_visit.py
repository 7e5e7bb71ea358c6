"""The first visit to a new installation: no account exists before its administrator's."""

from __future__ import annotations

import pytest
from django.test import Client

from building import administrator
from crosstable.accounts.models import User
from crosstable.accounts.setup import setup_token
from crosstable.installation import installation_name, installation_zone, stored_time_zone
from web.visiting import SIGN_UP, errors, page, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _an_empty_data_directory(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_no_one_signs_up_before_the_administrator_and_the_link_stays_open(client):
    token = setup_token()
    for answer in (client.get("/signup"), client.post("/signup", SIGN_UP)):
        assert answer.status_code == 403
        assert "this installation has no administrator" in text(answer)
    assert User.objects.count() == 0
    assert client.get(f"/setup/{token}").status_code == 200


def test_the_set_up_link_makes_the_administrator_once(client):
    token = setup_token()
    given = {"username": "root", "email": "root@example.org", "password": "kalypso-77", "time_zone": "UTC"}
    assert client.get("/setup/wrong").status_code == 404
    assert client.get(f"/setup/{token}").status_code == 200
    weak = client.post(f"/setup/{token}", given | {"password": "short"})
    assert list(errors(weak)) == ["password"]
    assert client.post(f"/setup/{token}", given).url == "/administration/first-steps"
    assert User.objects.get().is_superuser
    assert client.get(f"/setup/{token}").status_code == 404
    assert Client().post(f"/setup/{token}", given | {"username": "second"}).status_code == 404
    assert Client().post("/signup", SIGN_UP).status_code == 302


def test_the_set_up_asks_for_the_time_zone_and_offers_the_computers(client, settings):
    settings.TIME_ZONE, settings.HAS_FIXED_TIME_ZONE = "Europe/Berlin", False
    token = setup_token()
    assert '<option value="Europe/Berlin" selected>' in page(client, f"/setup/{token}")
    given = {"username": "root", "email": "root@example.org", "password": "kalypso-77"}
    unknown = client.post(f"/setup/{token}", given | {"time_zone": "Mars/Olympus"})
    assert list(errors(unknown)) == ["time_zone"]
    done = client.post(f"/setup/{token}", given | {"time_zone": "Europe/Lisbon"}, follow=True)
    assert "Crosstable is set up. Times are shown in Europe/Lisbon." in text(done)
    assert installation_zone() == stored_time_zone(settings.DATA_DIR) == "Europe/Lisbon"


def test_the_set_up_says_which_zone_the_environment_sets(client, settings):
    token = setup_token()
    assert "CROSSTABLE_TIME_ZONE sets the time zone: UTC." in text(client.get(f"/setup/{token}"))
    given = {"username": "root", "email": "root@example.org", "password": "kalypso-77"}
    assert (
        client.post(f"/setup/{token}", given | {"time_zone": "Europe/Lisbon"}).url
        == "/administration/first-steps"
    )
    assert (installation_zone(), stored_time_zone(settings.DATA_DIR)) == ("UTC", "")


HERE = {"HTTP_HOST": "127.0.0.1:3005", "REMOTE_ADDR": "127.0.0.1"}


@pytest.mark.parametrize("address", ["/setup", "/signup"])
def test_a_browser_on_this_machine_is_led_to_the_set_up_link_until_it_was_used(client, settings, address):
    settings.ALLOWED_HOSTS = ["*"]
    answer = client.get(address, follow=True, **HERE)
    assert answer.redirect_chain[-1] == (f"/setup/{setup_token()}", 302)
    administrator()
    assert client.get("/setup", **HERE).url == "/"


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"HTTP_HOST": "evil.example"},
        {"HTTP_HOST": "127.0.0.1.evil.example"},
        {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
)
def test_a_request_from_elsewhere_or_through_a_proxy_does_not_get_the_link(client, settings, elsewhere):
    settings.ALLOWED_HOSTS = ["*"]
    for address in ("/setup", "/signup"):
        answer = client.get(address, **HERE | elsewhere)
        assert answer.status_code == 403
        assert setup_token() not in answer.content.decode()
    settings.BEHIND_TLS = True
    assert client.get("/setup", **HERE).status_code == 403


def test_the_set_up_names_the_place_and_the_first_steps_change_it(client):
    given = {"username": "root", "email": "root@example.org", "password": "kalypso-77", "time_zone": "UTC"}
    client.post(f"/setup/{setup_token()}", given | {"place": "Riverside  club"})
    assert installation_name() == "Riverside club"
    assert "<title>First steps · Riverside club</title>" in page(client, "/administration/first-steps")
    client.post("/administration/name", {"place": "Owls"})
    assert installation_name() == "Owls"
    assert list(errors(client.post("/administration/name", {"place": "x" * 61}))) == ["place"]


def test_the_first_steps_show_the_address_for_phones_and_warn_if_only_this_computer_has_it(client, settings):
    client.force_login(administrator())
    settings.PUBLIC_ADDRESS = "http://192.168.1.5:3005"
    ready = page(client, "/administration/first-steps")
    assert "<b>http://192.168.1.5:3005</b>" in ready
    assert 'class="qr"' in ready
    settings.PUBLIC_ADDRESS = "http://127.0.0.1:3005"
    warned = page(client, "/administration/first-steps")
    assert "Phones cannot open <b>http://127.0.0.1:3005</b>" in warned
    assert 'class="qr"' not in warned
