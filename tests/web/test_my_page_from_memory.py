"""A player's page is built from rows read once for all players. Each sees their own data, and their own report
immediately."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from building import entry, match_of, playing, settle, start_next, user
from chess_building import chess, start_chess, with_account
from crosstable.accounts.models import Player
from crosstable.database import revision_cache
from crosstable.database.revision_cache import LatestCache
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds.rounds import close_round
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match
from crosstable.web.templatetags import personal
from events.test_line_ups import league
from knockout_building import started, with_knockout
from pool_building import SIX, playing_pools

pytestmark = pytest.mark.django_db(transaction=True)
SECRETS = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')


def chess_round():
    tournament = chess(dict.fromkeys(SIX.split(), 2000))
    start_chess(tournament)
    return tournament


@pytest.fixture
def event():
    return playing("ann bob cat dan")


@pytest.fixture
def always_long(monkeypatch):
    """As in an event of a thousand: what all players share is read once a second."""
    monkeypatch.setattr(revision_cache, "LONG", -1.0)


def page(name: str, event) -> str:
    client = Client()
    client.force_login(user(name))
    return SECRETS.sub("", client.get(f"/t/{event.slug}/me").content.decode())


def test_everyone_gets_from_memory_what_they_get_without_it_and_nothing_of_others(event):
    with transaction.atomic():  # inside a transaction nothing is kept
        alone = {name: page(name, event) for name in ("ann", "bob", "cat", "dan")}
    assert len(set(alone.values())) == 4
    for _ in range(2):
        assert {name: page(name, event) for name in alone} == alone


def test_the_second_to_ask_costs_four_short_questions(event):
    page("ann", event)
    client = Client()
    client.force_login(user("bob"))
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/t/{event.slug}/me")
    assert len(queries) == 4  # the session, the account, the revision of the event, what is new


@pytest.mark.parametrize("build", [playing_pools, lambda: started(with_knockout(SIX)), chess_round])
def test_it_costs_four_in_every_format(build):
    """Pools, a knockout, and chess, where a player may request a bye."""
    built = build()
    tournament = getattr(built, "tournament", built)
    clients = []
    for name in ("ann", "bo"):
        client = Client()
        player = Player.objects.get(entries__tournament=tournament, name=name)
        if player.user is None:
            with_account(tournament, name)
            player.refresh_from_db()
        client.force_login(player.user)
        clients.append(client)
    assert clients[0].get(f"/t/{tournament.slug}/me").status_code == 200
    with CaptureQueriesContext(connection) as queries:
        assert clients[1].get(f"/t/{tournament.slug}/me").status_code == 200
    assert len(queries) == 4


def test_it_costs_four_for_a_member_of_a_team_at_a_board():
    stage, _ = league()
    assert "Your board" in page("ann", stage.tournament)
    client = Client()
    client.force_login(user("dan"))
    with CaptureQueriesContext(connection) as queries:
        assert "Your board" in client.get(f"/t/{stage.tournament.slug}/me").content.decode()
    assert len(queries) == 4


def test_one_s_own_report_is_on_both_pages_at_once_while_places_may_be_a_second_old(event, always_long):
    for name in ("ann", "bob", "cat", "dan"):
        page(name, event)
    match = match_of(event, "ann")
    me, other = ("ann", str(match.second)) if str(match.first) == "ann" else ("ann", str(match.first))
    results.report(match=match, by=user(me), score=parse_score(match, (60, 40)))
    assert "You reported" in page(me, event)
    assert "Is that right?" in page(other, event)
    results.confirm(match=match_of(event, "ann"), by=user(other))
    assert "The result is confirmed" in page(me, event)
    assert "The result is confirmed" in page(other, event)


def test_a_page_with_cached_parts_equals_a_page_rendered_without(event, monkeypatch):
    settle(event, *(f"{match.first} 60-40" for match in Match.objects.all()))
    close_round(tournament=event, by=event.owner)
    start_next(event)
    kept_parts = [{name: page(name, event) for name in ("ann", "bob", "cat", "dan")} for _ in range(2)]
    monkeypatch.setattr(personal, "_part", personal._part.__wrapped__)  # nothing is kept
    rendered = {name: page(name, event) for name in ("ann", "bob", "cat", "dan")}
    assert kept_parts == [rendered, rendered]


@pytest.mark.parametrize("end", ["logged out elsewhere", "run out", "new password", "inactive"])
def test_a_session_that_has_ended_shows_nothing_of_anyone(event, end):
    client = Client()
    client.force_login(user("ann"))
    address = f"/t/{event.slug}/me"
    assert client.get(address).status_code == 200
    if end == "logged out elsewhere":
        Session.objects.all().delete()
    elif end == "run out":
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    elif end == "new password":
        ann = user("ann")
        ann.set_password("another-secret-1")
        ann.save()
    else:
        type(user("ann")).objects.filter(username="ann").update(is_active=False)
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, f"/login?next={address}")


def test_another_account_in_the_same_browser_sees_its_own_page(event):
    client = Client()
    seen = []
    for name in ("ann", "bob", "ann"):
        client.force_login(user(name))
        seen.append(SECRETS.sub("", client.get(f"/t/{event.slug}/me").content.decode()))
    assert seen == [page("ann", event), page("bob", event), page("ann", event)]
    client.post("/logout")
    assert client.get(f"/t/{event.slug}/me").status_code == 302


def test_anyone_who_is_given_the_entry_of_someone_else_sees_it_at_once_and_the_other_no_longer(event):
    assert "Report the score" in page("ann", event)
    eve = user("eve")
    Player.objects.filter(user=eve).delete()
    Player.objects.filter(pk=entry(event, "ann").player_id).update(user=eve)
    client = Client()
    client.force_login(eve)
    assert client.get(f"/t/{event.slug}/me").status_code == 200
    client.force_login(user("ann"))
    assert client.get(f"/t/{event.slug}/me").status_code == 302


def test_a_draft_in_memory_is_shown_to_no_one_else(event):
    page("ann", event)
    type(event).objects.filter(pk=event.pk).update(status="draft", revision=event.revision + 1)
    client = Client()
    client.force_login(user("ann"))
    assert client.get(f"/t/{event.slug}/me").status_code == 404


def test_what_takes_long_is_made_once_a_second_and_what_does_not_for_every_revision(monkeypatch):
    made: list[int] = []
    now, spent = [100.0], [0.0]
    monkeypatch.setattr(revision_cache.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(revision_cache.time, "thread_time", lambda: spent[0])

    def make(revision: int, cost: float) -> int:
        made.append(revision)
        spent[0] += cost
        return revision

    latest: LatestCache[int] = LatestCache(2)
    assert latest.get(1, 5, lambda: make(5, 0.4)) == 5
    assert latest.get(1, 6, lambda: make(6, 0.4)) == 5
    assert (latest.current(1, 5), latest.current(1, 6)) == (5, None)
    now[0] += 1.1
    assert latest.get(1, 6, lambda: make(6, 0.001)) == 6
    assert latest.get(1, 7, lambda: make(7, 0.001)) == 7
    now[0] += 61
    assert latest.current(1, 7) is None
    assert latest.get(1, 7, lambda: make(7, 0.001)) == 7
    assert made == [5, 6, 7, 7]
