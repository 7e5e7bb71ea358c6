"""The own page as the front door makes it by itself: byte for byte what the view would answer, and for nobody but the
one it belongs to."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from building import entry, event, match_of, play_round, user
from chess_building import SIX, chess, play_chess, start_chess, with_account
from crosstable.accounts.models import Player
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import clock, rounds
from crosstable.events.models import Match, Notification, Status, Tournament
from crosstable.events.records.results.said import said_about
from crosstable.web.player.at_the_door import own_page

pytestmark = pytest.mark.django_db(transaction=True)
NEW_EACH_TIME = re.compile(rb'(name="(?:csrfmiddlewaretoken|key)" value=)"([^"]*)"')
PEOPLE = ["ann", "bob", "cat", "dan", "fay"]


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(user(name))
    return client


def cookie_of(client: Client) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


def at_the_door(client: Client, tournament: Tournament) -> bytes | None:
    page = own_page(f"/t/{tournament.slug}/me", cookie_of(client))
    return NEW_EACH_TIME.sub(rb"\1", page.body) if page is not None else None


def by_the_view(client: Client, tournament: Tournament) -> bytes | None:
    response = client.get(f"/t/{tournament.slug}/me")
    return NEW_EACH_TIME.sub(rb"\1", response.content) if response.status_code == 200 else None


def compare(tournament: Tournament, names: list[str]) -> set[str]:
    """Whose page the door made, all of them what the view makes; each person's is another one."""
    made = {}
    for name in names:
        client = signed_in(name)
        door, view = at_the_door(client, tournament), by_the_view(client, tournament)
        if door is not None:
            assert door == view, name
            made[name] = door
    assert len(set(made.values())) == len(made)
    return set(made)


def test_in_every_phase_the_door_makes_the_page_of_the_view_and_only_for_players():
    names = [*PEOPLE, "olga", "eve"]
    gt = event(" ".join(PEOPLE), Status.REGISTRATION, total_rounds=2, round_minutes=90)
    assert compare(gt, names) == set(PEOPLE)
    tournaments.advance(tournament=gt, by=gt.owner)
    entries.check_in(entry=entry(gt, "ann"), by=gt.owner)
    assert compare(gt, names) == set(PEOPLE)
    for name in PEOPLE[1:]:
        entries.check_in(entry=entry(gt, name), by=gt.owner)
    tournaments.advance(tournament=gt, by=gt.owner)
    assert compare(gt, names) == set(PEOPLE)
    rounds.pair_next_round(tournament=gt, by=gt.owner, mission="<Supply> & Drop")
    assert compare(gt, names) == set(PEOPLE)
    rounds.publish_round(tournament=gt, by=gt.owner)
    assert compare(gt, names) == set(PEOPLE)
    rounds.start_round(tournament=gt, by=gt.owner)
    assert compare(gt, names) == set(PEOPLE)
    _report_in_every_way(gt, names)
    play_round(gt)
    entries.drop(entry=entry(gt, "cat"), by=gt.owner)
    assert compare(gt, names) == set(PEOPLE)
    rounds.pair_next_round(tournament=gt, by=gt.owner)
    rounds.publish_round(tournament=gt, by=gt.owner)
    rounds.start_round(tournament=gt, by=gt.owner)
    clock.pause_clock(tournament=gt, by=gt.owner)
    clock.extend_table(match=match_of(gt, "ann"), minutes=5, by=gt.owner)
    assert compare(gt, names) == set(PEOPLE)
    play_round(gt)
    tournaments.advance(tournament=gt, by=gt.owner)
    assert compare(gt, names) == set(PEOPLE)


def _report_in_every_way(gt: Tournament, names: list[str]) -> None:
    """Reported, the same said, disputed, agreed, each with its news."""
    match = match_of(gt, "ann")
    players = [str(match.first), str(match.second)]
    results.report(match=match, by=user(players[0]), said=said_about(match, (60, 40)))
    assert compare(gt, names) == set(PEOPLE)
    results.report(
        match=match_of(gt, "ann"), by=user(players[1]), said=said_about(match_of(gt, "ann"), (41, 60))
    )
    assert compare(gt, names) == set(PEOPLE)
    results.confirm(match=match_of(gt, "ann"), by=user(players[0]))
    assert compare(gt, names) == set(PEOPLE)


def test_the_pages_of_a_chess_event_too_with_titles_colours_and_an_agreed_draw():
    tournament = chess(SIX)
    for name in SIX:
        with_account(tournament, name)
    tournament.entries.filter(display_name="bo").update(title="IM")
    play_chess(tournament, "1-0", "1-0F")
    start_chess(tournament)
    match = Match.objects.filter(round__number=2).order_by("table")[0]
    results.report(match=match, by=match.first.player.user, said=said_about(match, "1-0"))
    names = [f"{name}-account" for name in SIX]
    assert compare(tournament, names) == set(names)


def test_theme_and_number_of_news_are_one_s_own():
    gt = event("ann bob", Status.CHECK_IN)
    ann = signed_in("ann")
    pages = []
    for theme in ("light", "dark", "<script>", ""):
        ann.cookies["theme"] = theme
        assert at_the_door(ann, gt) == by_the_view(ann, gt)
        pages.append(at_the_door(ann, gt))
    assert len(set(pages)) == 3
    for kind in ("pairing", "corrected"):
        news = {"kind": kind, "title": "<b>New", "body": "& more", "at": timezone.now()}
        Notification.objects.create(user=user("ann"), tournament=gt, **news)
        assert at_the_door(ann, gt) == by_the_view(ann, gt)
        assert at_the_door(ann, gt) not in pages
        pages.append(at_the_door(ann, gt))


@pytest.fixture
def gt():
    return event("ann bob", Status.CHECK_IN)


def test_the_forms_of_the_page_work_with_the_cookie_that_comes_with_it(gt):
    client = Client(enforce_csrf_checks=True)
    client.force_login(user("ann"))
    page = own_page(f"/t/{gt.slug}/me", cookie_of(client))
    name, _, value = page.cookie.partition(";")[0].partition("=")
    assert name == settings.CSRF_COOKIE_NAME
    client.cookies[name] = value
    token = dict(re.findall(rb'name="(csrfmiddlewaretoken)" value="([^"]*)"', page.body))
    said = {"csrfmiddlewaretoken": token[b"csrfmiddlewaretoken"].decode()}
    assert client.post(f"/t/{gt.slug}/me/check-in", said).status_code == 302
    assert entry(gt, "ann").is_checked_in
    again = own_page(f"/t/{gt.slug}/me", f"sessionid={client.cookies['sessionid'].value}; {name}={value}")
    assert again.cookie.startswith(f"{name}={value};")


@pytest.mark.parametrize("end", ["logged out", "run out", "new password", "inactive", "deleted"])
def test_whoever_is_no_longer_signed_in_is_nobody_at_the_door(gt, end):
    ann = signed_in("ann")
    assert at_the_door(ann, gt) is not None
    account = user("ann")
    if end == "logged out":
        Session.objects.all().delete()
    elif end == "run out":
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    elif end == "new password":
        account.set_password("another-secret-1")
        account.save()
    elif end == "inactive":
        type(account).objects.filter(pk=account.pk).update(is_active=False)
    else:
        Player.objects.filter(user=account).update(user=None)
        type(account).objects.filter(pk=account.pk).delete()
    assert at_the_door(ann, gt) is None


def test_cookies_that_are_forged_swapped_or_of_another_kind_show_nothing_of_anybody_else(gt):
    ann, bob = signed_in("ann"), signed_in("bob")
    keys = {name: client.cookies["sessionid"].value for name, client in (("ann", ann), ("bob", bob))}
    address = f"/t/{gt.slug}/me"
    for cookie in ("", "sessionid=", "sessionid=x", f"sessionid={keys['ann'][:-1]}", f"sessionid={'a' * 5000}",
                   f"other={keys['ann']}", f"sessionid={keys['ann']}; messages=x",
                   f"sessionid={keys['ann']}; csrftoken=short"):  # fmt: skip
        assert own_page(address, cookie) is None
    swapped = own_page(address, f"sessionid={keys['ann']}; sessionid={keys['bob']}")
    assert NEW_EACH_TIME.sub(rb"\1", swapped.body) == by_the_view(bob, gt)
    Session.objects.filter(pk=keys["ann"]).update(session_data="no-such:signature")
    assert own_page(address, f"sessionid={keys['ann']}") is None
    data = Session.objects.get(pk=keys["bob"]).session_data
    Session.objects.filter(pk=keys["ann"]).update(session_data=data)
    assert at_the_door(ann, gt) == by_the_view(bob, gt)


def test_who_becomes_somebody_else_or_an_administrator_sees_it_with_the_next_page(gt):
    ann, eve = signed_in("ann"), signed_in("eve")
    assert (at_the_door(ann, gt) is None, at_the_door(eve, gt)) == (False, None)
    Player.objects.filter(user=user("eve")).delete()
    Player.objects.filter(pk=entry(gt, "ann").player_id).update(user=user("eve"))
    assert at_the_door(ann, gt) is None
    assert at_the_door(eve, gt) == by_the_view(eve, gt) != None  # noqa: E711
    type(user("eve")).objects.filter(username="eve").update(is_superuser=True)
    assert at_the_door(eve, gt) == by_the_view(eve, gt)
    assert b"Administration" in at_the_door(eve, gt)


def test_a_draft_and_a_message_are_left_to_the_view(gt):
    ann = signed_in("ann")
    session = ann.session
    session["_messages"] = f"{constants.INFO}"
    session.save()
    assert at_the_door(ann, gt) is None
    del session["_messages"]
    session.save()
    assert at_the_door(ann, gt) is not None
    Tournament.objects.filter(pk=gt.pk).update(status="draft", revision=gt.revision + 9)
    assert at_the_door(ann, gt) is None
