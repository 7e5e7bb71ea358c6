"""Tokens: hashed, scoped, revocable; and a browser's session with its CSRF token as the other way in."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from typer.testing import CliRunner

from api.calling import WARGAME, Caller, done, problem
from building import user
from crosstable.accounts.errors import AccountRefused
from crosstable.accounts.models import ApiToken, RememberedRequest
from crosstable.accounts.personal_data import delete_account, everything_about
from crosstable.accounts.tokens import create_token, revoke_token
from crosstable.cli import data, main

pytestmark = pytest.mark.django_db


def test_only_a_digest_of_the_secret_is_stored():
    token, secret = create_token(user=user("ann"), name="site")
    assert len(secret) == 46
    row = ApiToken.objects.values().get(pk=token.pk)
    assert secret not in map(str, row.values())
    assert (row["digest"], row["prefix"]) == (hashlib.sha256(secret.encode()).hexdigest(), secret[:8])


def test_two_tokens_are_never_alike():
    assert len({create_token(user=user("ann"), name="x")[1] for _ in range(20)}) == 20


@pytest.mark.parametrize(
    ("name", "scope"), [("", "read"), ("  ", "read"), ("x" * 61, "read"), ("x", "admin")]
)
def test_a_token_needs_a_name_and_a_known_scope(name, scope):
    with pytest.raises(AccountRefused):
        create_token(user=user("ann"), name=name, scope=scope)


def test_a_token_acts_for_its_owner():
    ann = Caller("ann")
    made = done(ann.post("/tournaments", WARGAME), 201)
    assert (made["ownerId"], made["owner"]) == (ann.user.pk, "ann")


def test_a_revoked_token_opens_nothing():
    ann = Caller("ann")
    revoke_token(user=ann.user, token_id=ann.token.pk)
    assert problem(ann.get("/tournaments")) == (401, "bad-token")


def test_no_one_revokes_someone_elses_token():
    ann = Caller("ann")
    assert revoke_token(user=user("bo"), token_id=ann.token.pk) is None
    assert ann.get("/tournaments").status_code == 200


def test_the_token_of_a_closed_account_opens_nothing():
    ann = Caller("ann")
    ann.user.is_active = False
    ann.user.save()
    assert problem(ann.get("/tournaments")) == (401, "bad-token")


def test_someone_who_goes_leaves_no_token_and_no_answer_behind():
    ann = Caller("ann")
    draft = done(ann.post("/tournaments", WARGAME, Idempotency_Key="k"), 201)
    assert [token["name"] for token in everything_about(ann.user)["api_tokens"]] == ["test"]
    assert ann.token.digest not in str(everything_about(ann.user))
    done(ann.delete(f"/tournaments/{draft['tournamentId']}"), 204)
    delete_account(user=ann.user, password="pass-word-1")
    assert (ApiToken.objects.count(), RememberedRequest.objects.count()) == (0, 0)
    assert problem(ann.get("/tournaments")) == (401, "bad-token")


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer ", "Basic YW5uOnB3", "x", "Bearer \u00e9"])
def test_a_wrong_credential_is_refused_even_where_none_is_needed(client, header):
    response = client.get("/api/tournaments", headers={"Authorization": header})
    assert problem(response) == (401, "bad-token")
    assert response["WWW-Authenticate"] == 'Bearer realm="Crosstable"'


def test_the_token_counts_and_not_the_session_beside_it():
    ann = Caller("ann")
    ann.client.force_login(user("olga"))
    assert done(ann.post("/tournaments", WARGAME), 201)["owner"] == "ann"


def test_use_is_noted_at_most_once_a_minute():
    ann = Caller("ann")
    ann.get("/tournaments")
    first = ApiToken.objects.get(pk=ann.token.pk).last_used_at
    ann.get("/tournaments")
    assert ApiToken.objects.get(pk=ann.token.pk).last_used_at == first
    long_ago = timezone.now() - timedelta(minutes=2)
    ApiToken.objects.filter(pk=ann.token.pk).update(last_used_at=long_ago)
    ann.get("/tournaments")
    assert ApiToken.objects.get(pk=ann.token.pk).last_used_at > first


def test_a_session_writes_with_its_csrf_token():
    client = Client(enforce_csrf_checks=True)
    client.force_login(user("olga"))
    client.get("/create")
    token = client.cookies["csrftoken"].value
    send = {"data": WARGAME, "content_type": "application/json"}
    response = client.post("/api/tournaments", headers={"X-CSRFToken": token}, **send)
    assert done(response, 201)["owner"] == "olga"


def test_the_page_shows_a_secret_once(client):
    client.force_login(user("ann"))
    made = client.post("/account/tokens", {"name": "Club website", "scope": "write"})
    secret = made.context["secret"]
    assert secret in made.content.decode()
    assert "no-store" in made["Cache-Control"]
    again = client.get("/account/tokens").content.decode()
    assert secret not in again
    assert "Club website" in again
    token = ApiToken.objects.get()
    assert client.post(f"/account/tokens/{token.pk}/revoke").status_code == 302
    assert "Club website" not in client.get("/account/tokens").context["tokens"]
    assert client.get("/api/tournaments", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_the_page_says_what_is_missing(client):
    client.force_login(user("ann"))
    response = client.post("/account/tokens", {"name": "", "scope": "write"})
    assert (response.status_code, ApiToken.objects.count()) == (422, 0)


def test_the_command_prints_the_token_as_its_last_word(monkeypatch, client):
    monkeypatch.setattr(data, "open_existing_data", lambda directory: directory)
    user("ann")
    result = CliRunner().invoke(main.app, ["token", "create", "Ann", "--name", "desk"])
    assert result.exit_code == 0
    secret = result.output.split()[-1]
    response = client.post(
        "/api/tournaments", WARGAME, "application/json", headers={"Authorization": f"Bearer {secret}"}
    )
    assert done(response, 201)["owner"] == "ann"


def test_the_command_knows_when_there_is_no_such_account(monkeypatch):
    monkeypatch.setattr(data, "open_existing_data", lambda directory: directory)
    result = CliRunner().invoke(main.app, ["token", "create", "nobody"])
    assert result.exit_code == 1
    assert ApiToken.objects.count() == 0
