"""Log in with OpenID Connect, at a small provider of our own with real keys (identity_provider.py)."""

from __future__ import annotations

import logging
import re
import time
from threading import BoundedSemaphore
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from building import user
from crosstable.accounts.models import Contact, OpenIdAccount, User
from crosstable.accounts.openid import NO_ADDRESS, why_no_issuer
from crosstable.accounts.openid import provider as provider_module
from crosstable.upkeep.doctor import Health, examine
from identity_provider import ANN, CLIENT, SECRET
from web.openid_visits import PASSWORD, ann_here, gone, reason, username_of, visit
from web.visiting import logged_in

pytestmark = pytest.mark.django_db


def test_anyone_who_is_unknown_gets_an_account_and_is_known_again(provider):
    client = Client()
    answer = visit(client, "/login/openid?next=/clubs")
    ann = User.objects.get(username="ann")
    assert (answer.status_code, answer.url, username_of(client)) == (302, "/clubs", "ann")
    assert (ann.email, ann.player.name, ann.has_usable_password()) == (ANN["email"], "Ann Hart", False)
    assert ann.email_confirmed_at is not None and mail.outbox == []
    contact = Contact.objects.get(player=ann.player)
    assert (contact.first_name, contact.last_name) == ("Ann", "Hart")
    assert list(OpenIdAccount.objects.values_list("user", "issuer", "subject")) == [
        (ann.pk, provider.issuer, ANN["sub"])
    ]
    provider.person |= {
        "email": "moved@example.org",
        "preferred_username": "other",
    }  # known by the subject alone
    other = Client()
    assert visit(other).url == reverse("mine")
    assert (username_of(other), User.objects.filter(openid_accounts__isnull=False).count()) == ("ann", 1)


def test_a_name_that_is_taken_gets_a_number_and_an_address_no_one_vouched_for_is_asked_to_be_confirmed(
    provider,
):
    user("ann")
    provider.person |= {
        "email": "hart@example.org",
        "email_verified": False,
        "preferred_username": "ANN@corp.example",
        "name": "Ann \u202e",
    }
    visit(Client())
    ann = User.objects.get(username="ann2")
    assert (ann.email_confirmed_at, ann.player.name) == (None, "Ann Hart")
    assert [sent.to for sent in mail.outbox] == [["hart@example.org"]]


def test_name_and_address_are_asked_for_where_the_id_token_has_none(provider):
    provider.withholds = ("email", "email_verified", "name", "preferred_username")
    visit(Client())
    assert "/userinfo" in provider.asked
    assert User.objects.get(username="ann").email == ANN["email"]


def test_a_client_secret_is_sent_as_the_provider_takes_it(provider):
    provider.described = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    client = Client()
    visit(client)
    assert username_of(client) == "ann"


WRONG = {
    "another nonce": {"claims": {"nonce": "another"}},
    "no nonce": {"claims": {"nonce": None}},
    "for another program": {"claims": {"aud": "another"}},
    "for several, given to another": {"claims": {"aud": [CLIENT, "another"], "azp": "another"}},
    "for several, given to no one": {"claims": {"aud": [CLIENT, "another"]}},
    "of another issuer": {"claims": {"iss": "https://example.org"}},
    "without an account": {"claims": {"sub": ""}},
    "no end": {"claims": {"exp": None}},
    "signed by another": {"signer": "second"},
    "signed by an unknown key": {"signer": "second", "signed_as": "second"},
    "not signed": {"algorithm": "none"},
    "signed with the secret": {"algorithm": "HS256"},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_an_id_token_that_is_not_for_us_lets_no_one_in(provider, wrong, caplog):
    for name, value in wrong.items():
        setattr(provider, name, value)
    client = Client()
    assert reason(visit(client)) == (
        502,
        "The answer of the federation could not be verified, so you were not logged in. Try again; if it happens again,"
        " ask the administrator to read the log of this server.",
    )
    assert (username_of(client), OpenIdAccount.objects.count()) == ("", 0)
    [logged] = [record.getMessage() for record in caplog.records if "not trusted" in record.getMessage()]
    assert logged.startswith("The identity provider was not trusted: ")


@pytest.mark.parametrize(
    "off", [{"exp": -120, "iat": -600}, {"exp": 900, "iat": 600}], ids=["past", "future"]
)
def test_a_token_of_another_time_says_that_the_clocks_differ(provider, off):
    provider.claims = {name: int(time.time()) + seconds for name, seconds in off.items()}
    status, message = reason(visit(Client()))
    assert (status, message.partition(",")[0]) == (
        503,
        "The clocks of this server and of the federation differ",
    )


def test_clocks_may_differ_a_little(provider):
    now = int(time.time())
    provider.claims = {"iat": now + 30, "exp": now + 330}
    assert visit(Client()).status_code == 302


def test_a_key_that_is_new_is_fetched_once(provider):
    visit(Client())
    provider.published, provider.signer, provider.signed_as = ("first", "second"), "second", "second"
    provider.asked.clear()
    assert visit(Client()).status_code == 302
    assert provider.asked == ["/authorize", "/token", "/keys"]


LOST = (
    410,
    "This log-in was started in another tab or browser, was used already, or took too long. Start again from the"
    " log-in page, and stay in one tab.",
)


def test_an_answer_counts_once_in_the_browser_that_was_sent_and_not_in_another(provider):
    client, stranger = Client(), Client()
    back = gone(client)
    kept = client.cookies["openid-away"].value
    assert reason(stranger.get(back)) == LOST
    assert client.get(back).status_code == 302
    again = Client()
    again.cookies["openid-away"] = kept
    assert reason(again.get(back)) == LOST
    assert [username_of(one) for one in (client, stranger, again)] == ["ann", "", ""]


def test_another_tab_and_a_forged_state_are_lost(provider, settings):
    client = Client()
    first, second = gone(client), gone(client)
    assert reason(client.get(first)) == LOST
    assert reason(client.get("/login/openid/return?code=x&state=forged")) == LOST
    assert client.get(second).status_code == 302


def test_anyone_who_is_turned_away_there_is_told(provider):
    provider.refuses = True
    assert reason(visit(Client())) == (
        403,
        "The log-in at the federation was refused or cancelled. Try again, or log in with your password.",
    )


def test_a_provider_that_cannot_be_reached_is_a_sentence_and_passwords_go_on(provider, settings):
    ann_here()
    settings.OIDC_ISSUER = "http://127.0.0.1:9/realms/federation"
    client = Client()
    assert reason(client.get("/login/openid")) == (
        503,
        "This server cannot reach the federation at the moment. Try again in a minute, or log in with your"
        " password if you have one.",
    )
    client.post("/login", {"username": "ann", "password": PASSWORD})
    assert username_of(client) == "ann"


def test_a_silent_provider_is_left_alone_for_a_while(provider):
    good, provider.described = provider.described, {"x": "x" * 300_000}
    tries = [Client().get("/login/openid").status_code]
    provider.described = good
    tries += [Client().get("/login/openid").status_code for _ in range(3)]
    assert (tries, provider.asked) == ([503] * 4, ["/.well-known/openid-configuration"])
    assert [f.health for f in examine() if f.about == "Log-in"] == [Health.GOOD]
    assert Client().get("/login/openid").status_code == 302


def test_few_at_a_time_wait_for_the_provider(provider, monkeypatch):
    monkeypatch.setattr("crosstable.accounts.openid.provider._places", BoundedSemaphore(1))
    monkeypatch.setattr("crosstable.accounts.openid.provider.FOR_A_PLACE", 0.01)
    provider_module._places.acquire()
    assert Client().get("/login/openid").status_code == 503
    assert provider.asked == []


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("https://login.example.org/realms/federation", ""),
        ("http://127.0.0.1:8080", ""),
        ("http://login.example.org", "an issuer begins with https://"),
        ("login.example.org", "an issuer begins with https://"),
        ("https://somebody@example.org", NO_ADDRESS),
        ("https://[example.org", NO_ADDRESS),
    ],
)
def test_an_issuer_is_an_address_that_no_one_can_listen_to(address, problem):
    assert why_no_issuer(address) == problem


OTHERS = [
    {"issuer": "https://example.org"},
    {"token_endpoint": "https://example.org/token"},
    {"jwks_uri": "file:///etc/passwd"},
    {"jwks_uri": "http://10.0.0.1/keys"},
    {"authorization_endpoint": None},
    {"x": "x" * 300_000},
]


@pytest.mark.parametrize("described", OTHERS, ids=lambda one: next(iter(one)))
def test_a_description_that_leads_elsewhere_or_does_not_end_is_not_followed(provider, described):
    provider.described = described
    assert Client().get("/login/openid").status_code in (502, 503)
    assert provider.asked == ["/.well-known/openid-configuration"]


def test_next_leads_to_our_own_pages_only(provider):
    assert visit(Client(), "/login/openid?next=https://example.org/").url == reverse("events")


def test_people_are_sent_from_the_address_they_will_come_back_to(provider):
    moved = Client().get("/login/openid?next=/clubs", headers={"host": "192.168.1.5:3005"})
    assert moved.url == "http://testserver/login/openid?next=%2Fclubs&moved=1"


def test_the_session_is_a_new_one_and_nothing_of_a_token_is_kept_or_logged(provider, caplog):
    caplog.set_level(logging.DEBUG)
    client = Client()
    back = gone(client)
    before = client.session.session_key
    client.get(back)
    assert client.session.session_key != before
    assert client.cookies["openid-away"].value == ""
    query = parse_qs(urlsplit(back).query)
    messages = " ".join(record.getMessage() for record in caplog.records)
    assert [
        part for part in ("eyJ", SECRET, *query["code"], *query["state"], ANN["sub"]) if part in messages
    ] == []


def test_the_way_there_is_a_link_that_the_content_security_policy_lets_through(provider):
    page = Client().get("/login?next=/clubs")
    assert re.search(r'<a\s+class="btn big"\s+href="/login/openid\?next=/clubs"', page.content.decode())
    assert "form-action 'self'" in page["Content-Security-Policy"]


def test_without_a_provider_there_is_no_way_there(settings):
    client = logged_in("ann")
    pages = ["/login", "/signup"]
    assert ["/openid" in Client().get(page).content.decode() for page in pages] == [False, False]
    assert "/openid" not in client.get("/account").content.decode()
    addresses = ["/login/openid", "/login/openid/return", "/login/openid/connect", "/account/openid"]
    assert [client.get(address).status_code for address in addresses] == [404] * 4
    assert [finding for finding in examine() if finding.about == "Log-in"] == []


def test_the_doctor_says_whether_the_provider_describes_itself(provider, settings):
    findings = [(f.health, f.sentence) for f in examine() if f.about == "Log-in"]
    assert findings == [(Health.GOOD, f"{provider.issuer} describes itself")]
    settings.OIDC_ISSUER = "http://127.0.0.1:9"
    findings = [(f.health, f.sentence) for f in examine() if f.about == "Log-in"]
    assert findings == [
        (
            Health.BAD,
            "The description of http://127.0.0.1:9 cannot be read, or is of another issuer. Check"
            " CROSSTABLE_OIDC_ISSUER and the network.",
        )
    ]
