"""Every address with hostile values in every field: an answer in words, never a mistake of ours.

The organiser of a running event, who is also a system administrator, sends them: so nothing stops at a permission. What
is sent is random from a seed, so that a failure can be repeated; FUZZ_SEEDS=20 looks further than the suite does.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

import crosstable
from building import build_club, join, playing, user
from crosstable.accounts.roles import appoint_club_administrator
from pool_building import playing_pools
from web.test_every_address import OF_STAGES, TABLE, address

pytestmark = pytest.mark.django_db
SEEDS = int(os.environ.get("FUZZ_SEEDS", "1"))
HOSTILE = [
    "",
    "0",
    "3",
    "-1",
    "1" * 5000,
    "99999999999999999999",
    "9223372036854775807",
    "1e400",
    "NaN",
    "٣",
    "²",
    "\u202e",
    "https://[",
    "//evil.example",
    "<script>",
    "0001-01-01",
    "9999-12-31",
    "9999-12-31T23:59",
    "2026-02-30",
    "😀" * 400,
    "on",
    "[]",
    '{"a": 1}',
    "a.b.c",
    "%s%n{0}",
]
OTHER_SITES = ["https://[", "//evil.example"]
NAMED = re.compile(r"""(?:POST|GET)\.(?:get|getlist)\("(\w+)\"|^    (\w+) = (?:forms\.|_)""", re.MULTILINE)
# Addresses that end the session of the test, or hold files the sheets are set from.
LEFT_OUT = {"logout", "delete_account", "print", "printout", "export-event"}


def fields() -> list[str]:
    """Whatever any page reads from a form or a query."""
    web = Path(crosstable.__file__).parent / "web"
    found = {
        name
        for file in web.rglob("*.py")
        for pair in NAMED.findall(file.read_text())
        for name in pair
        if name
    }
    return sorted(found | {"version", "seen", "first", "second", "order", "reason"})


FIELDS = fields()


@pytest.fixture
def olga() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user("olga", is_superuser=True))
    return client


def prepared(of_stages: bool):
    tournament = playing_pools("ann bo").tournament if of_stages else playing("ann cy bo di")
    tournament.organisers.add(user("helper"))
    club = build_club("City Chess Club", "Walter Wood", administrator="clara")
    appoint_club_administrator(club=club, user=user("dora"), by=user("clara"))
    join(club, "mallory")
    return tournament


def broken(client: Client, url: str, chance: Random) -> list[str]:
    """Return what was sent when it broke. All changes are rolled back."""
    failures = []
    for method in ("get", "post"):
        sent = {name: chance.choice(HOSTILE) for name in FIELDS}
        with transaction.atomic():
            answer = getattr(client, method)(url, sent, headers={"referer": chance.choice(OTHER_SITES)})
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            why = getattr(answer, "exc_info", None) or ("", "")
            failures.append(f"{method} {url} {answer.status_code}: {why[1]!r} after {sent}")
    return failures


@pytest.mark.parametrize("of_stages", [False, True], ids=["an event", "a stage of pools"])
def test_no_value_in_any_field_breaks_any_page(olga, of_stages):
    tournament = prepared(of_stages)
    names = [n for n in TABLE if (n in OF_STAGES) == of_stages and n not in LEFT_OUT]
    chance, failures = Random(1), []
    for name in names:
        url = address(name, tournament)
        for _ in range(SEEDS):
            failures += broken(olga, url, chance)
    assert failures == []


@pytest.mark.parametrize("number", ["9223372036854775808", "9" * 30, "9" * 5000])
def test_a_number_no_row_can_have_is_no_page(olga, number):
    tournament = prepared(False)
    strange = []
    for name in TABLE:
        pattern = get_resolver().reverse_dict.getlist(name)[0][0][0][0]
        if "%(number)" in pattern or "_id)" in pattern:
            url = re.sub(r"/\d+(?=/|$)", f"/{number}", address(name, tournament))
            answer = olga.get(url)
            if number in url and answer.status_code not in (404, 405):
                strange.append(f"{name} {answer.status_code}")
    assert strange == []
