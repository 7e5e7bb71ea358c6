"""Accounts, contact data, joining a club, and administrators, over the API (E1, E2)."""

from __future__ import annotations

import pytest
from django.core import mail

from api.calling import Caller, Json, done, problem
from building import build_club, confirmed, user
from crosstable.accounts import passwords
from crosstable.accounts.models import User

pytestmark = pytest.mark.django_db

NORA = {
    "firstName": "Nora",
    "lastName": "Berg",
    "address": "1 Quay, Leeds",
    "mobile": "0151 234",
    "email": "nora@example.org",
    "username": "nora",
    "password": "a long river at night",
}
CONTACT = {key: NORA[key] for key in ("firstName", "lastName", "address", "mobile", "email")}


def signed_up(**changes: str) -> tuple[Caller, Json]:
    user("root", is_superuser=True)
    made = done(Caller(None).post("/accounts", {**NORA, **changes}), 201)
    nora = Caller(None)
    nora.headers = {"Authorization": f"Bearer {made['token']}"}
    return nora, made["account"]


def test_someone_signs_up_joins_a_club_and_is_accepted():
    club, runs, (nora, account) = build_club(administrator="carla"), Caller("carla"), signed_up()
    assert account["contact"] == CONTACT
    assert (account["displayName"], account["emailConfirmed"]) == ("Nora Berg", False)
    assert [(message.subject, message.to) for message in mail.outbox] == [
        ("Confirm your email address", ["nora@example.org"])
    ]
    asked = done(nora.post(f"/clubs/{club.pk}/join"), 201)
    assert asked == {
        "memberId": asked["memberId"],
        "clubId": club.pk,
        "clubName": club.name,
        "elo": 1200,
        "games": 0,
        "status": "pending",
    }
    assert problem(nora.post(f"/clubs/{club.pk}/join"))[0] == 409
    (request,) = done(runs.get(f"/clubs/{club.pk}/requests"))
    assert request["contact"] == CONTACT
    assert problem(nora.post(f"/members/{asked['memberId']}/accept")) == (403, "not-allowed")
    accepted = done(runs.post(f"/members/{asked['memberId']}/accept"))
    assert (accepted["name"], accepted["status"]) == ("Nora Berg", "active")
    assert done(nora.get("/me"))["memberships"] == [{**asked, "status": "active"}]
    assert done(nora.post(f"/clubs/{club.pk}/leave"), 204) == {}
    assert done(nora.get("/me"))["memberships"] == []


def test_contact_data_is_for_the_member_and_the_clubs_administrators():
    club, runs, (nora, _) = build_club(administrator="carla"), Caller("carla"), signed_up()
    member = done(nora.post(f"/clubs/{club.pk}/join"), 201)["memberId"]
    changed = done(nora.put("/me/contact", {"firstName": "Nora", "lastName": "Dahl"}))["contact"]
    assert changed == {**CONTACT, "lastName": "Dahl", "address": "", "mobile": ""}
    assert done(nora.get(f"/members/{member}/contact")) == changed
    assert done(runs.get(f"/members/{member}/contact")) == changed
    assert problem(Caller("mallory").get(f"/members/{member}/contact")) == (403, "not-allowed")
    assert problem(Caller(None).get(f"/members/{member}/contact")) == (401, "sign-in-needed")
    assert done(runs.post(f"/members/{member}/decline"), 204) == {}
    assert problem(runs.get(f"/members/{member}/contact")) == (404, "not-found")


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", "root"), ("username", "a@b"), ("email", "nobody"), ("password", "1234"), ("firstName", "")],
)
def test_a_wrong_value_is_named_and_no_account_is_made(field, value):
    user("root", is_superuser=True)
    answer = Caller(None).post("/accounts", {**NORA, field: value})
    assert problem(answer)[0] == 422
    document = answer.json()
    assert document.get("field") == field or [error["field"] for error in document["errors"]] == [field]
    assert not User.objects.filter(username="nora").exists()


def test_a_club_administrator_is_appointed_and_dismissed_but_not_the_last():
    club, carla, dora = build_club(administrator="carla"), Caller("carla"), Caller("dora")
    confirmed("dora")
    address = f"/clubs/{club.pk}/administrators"
    made = done(carla.post(address, {"username": "DORA"}), 201)
    assert (made["userId"], made["username"]) == (dora.user.pk, "dora")
    assert [row["username"] for row in done(dora.get(address))] == ["carla", "dora"]
    assert problem(carla.post(address, {"username": "dora"}))[0] == 409
    assert problem(carla.post(address, {"username": "nobody"}))[0] in (404, 422)
    assert problem(Caller("mallory").post(address, {"username": "mallory"})) == (403, "not-allowed")
    assert done(dora.delete(f"{address}/{carla.user.pk}"), 204) == {}
    assert problem(dora.delete(f"{address}/{dora.user.pk}"))[0] == 409


def test_a_system_administrator_is_appointed_and_dismissed_but_not_the_first_and_not_oneself():
    root = Caller("root", is_superuser=True, is_first_administrator=True)
    dora = Caller("dora")
    confirmed("dora")
    assert problem(dora.post("/administrators", {"username": "dora"})) == (403, "not-allowed")
    done(root.post("/administrators", {"username": "dora"}), 201)
    assert [(row["username"], row["isFirst"]) for row in done(dora.get("/administrators"))] == [
        ("root", True),
        ("dora", False),
    ]
    assert problem(dora.delete(f"/administrators/{root.user.pk}")) == (403, "cannot-be-dismissed")
    assert problem(dora.delete(f"/administrators/{dora.user.pk}")) == (403, "cannot-be-dismissed")
    assert done(root.delete(f"/administrators/{dora.user.pk}"), 204) == {}
    assert problem(dora.get("/administrators")) == (403, "not-allowed")


def test_accounts_made_by_a_program_count_as_those_made_by_the_form(monkeypatch):
    monkeypatch.setattr(passwords, "MOST_SIGN_UPS", 2)
    for name in ("nora", "olaf"):
        signed_up(username=name, email=f"{name}@example.org")
    third = {**NORA, "username": "pia", "email": "pia@example.org"}
    refused = Caller(None).post("/accounts", third)
    assert problem(refused) == (429, "too-many-tries")
    assert refused.json()["detail"] == "Too many attempts. Try again in 60 minutes."
    assert not User.objects.filter(username="pia").exists()
