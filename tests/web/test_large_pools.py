"""Pools with thousands of matches: every page is short, and every match is on exactly one of them."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.calling import Caller
from building import event, user
from crosstable.accounts.models import Player
from crosstable.events.actions.stages import pool_play, pools, schedules
from crosstable.events.models import Entry, Match, Stage, Status, Tournament
from crosstable.events.queries.desk import places
from crosstable.events.queries.people import check_in
from crosstable.web import section_pages
from crosstable.web.organiser import players
from pool_building import SIX, fresh, playing_pools, pool_event, won

pytestmark = pytest.mark.django_db
MEGABYTE = 1_000_000
# The pages of an event that list matches or all players of the pools.
LONG = (
    "standings",
    "stages/1",
    "stages/1/schedule",
    "stages/1/schedule?by=board",
    "stages/1/schedule?by=player",
)
OF_ORGANISERS = ("control", "control/stages/1", "control/players", "control/boards", "control/repairs")


def large_event(groups: int, size: int, **settings: Any) -> Stage:
    """Started, with names as long as names may be."""
    stage = pool_event("a b", groups=groups, **settings)
    tournament = stage.tournament
    tournament.entries.all().delete()
    now = tournament.created_at
    people = Player.objects.bulk_create([Player(name=f"{n:04} {'N' * 55}") for n in range(groups * size)])
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=person, seed=n, display_name=person.name, checked_in_at=now)
        for n, person in enumerate(people, 1)
    )
    olga = user("olga")
    stage = fresh(pools.form_pools(stage=stage, by=olga))
    stage = fresh(schedules.make_schedule(stage=stage, by=olga))
    pool_play.publish_pools(stage=stage, by=olga)
    return fresh(pool_play.start_pools(stage=stage, by=olga))


def signed_in() -> Client:
    client = Client()
    client.force_login(user("olga"))
    return client


def pages(client: Client, address: str) -> list[str]:
    """From the first page on, by the link to the next one."""
    mark = "&" if "?" in address else "?"
    texts = [client.get(f"{address}{mark}page=1").content.decode()]
    while link := re.search(r'rel="next"\s+href="([^"]+)"', texts[-1]):
        texts.append(client.get(address.partition("?")[0] + link[1].replace("&amp;", "&")).content.decode())
    return texts


def words(page: str) -> str:
    """What the page says it has: Rounds 1–2 of 5."""
    return "".join(re.findall(r'<nav class="pages".*?<span>(.*?)</span>', page, re.DOTALL)[:1])


def headings(page: str) -> list[str]:
    return re.findall(r'id="(?:round|board|player)-\d+">([^<]*)<', page)


def found(page: str) -> list[str]:
    """The matches in tables: 'ann flo 1'."""
    return re.findall(r'<tr\s+data-find="([^"]+)"', page)


def pairs() -> Counter[str]:
    return Counter(f"{m.first} {m.second} {m.table}" for m in Match.objects.select_related("first", "second"))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven matches on a page, of a player's matches twelve, and 60 cells."""
    monkeypatch.setattr(section_pages, "MOST_MATCHES", 7)
    monkeypatch.setattr(section_pages, "MOST_OF_PLAYERS", 12)
    monkeypatch.setattr(section_pages, "MOST_CELLS", 60)


def test_no_page_of_eight_pools_of_32_has_more_than_a_megabyte():
    stage = large_event(8, 32, boards=16)
    assert Match.objects.count() == 3968
    at = f"/t/{stage.tournament.slug}"
    read = {page: Client().get(f"{at}/{page}") for page in LONG}
    read |= {page: signed_in().get(f"{at}/{page}") for page in OF_ORGANISERS}
    read["API"] = Client().get(f"/api/tournaments/{stage.tournament.pk}/stages/1/schedule")
    assert {answer.status_code for answer in read.values()} == {200}
    sizes = {page: len(answer.content) for page, answer in read.items()}
    assert {name: size for name, size in sizes.items() if size > MEGABYTE} == {}


def large_field(status: Status, **values: Any) -> Tournament:
    """1,024 players with names as long as names may be."""
    tournament = event("", status)
    people = Player.objects.bulk_create([Player(name=f"{n:04} {'Ñ' * 55}") for n in range(1024)])
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=person, seed=n, display_name=person.name, **values)
        for n, person in enumerate(people, 1)
    )
    return tournament


@pytest.mark.parametrize("here", [True, False])
def test_no_page_of_a_thousand_players_has_more_than_a_megabyte(here):
    values = {"list_text": "x" * 1000, "checked_in_at": timezone.now() if here else None}
    tournament = large_field(Status.CHECK_IN, **values)
    at, olga = f"/t/{tournament.slug}", signed_in()
    pages = ("", "/thats-me", "/lists", "/control", "/control/players", "/control/players/claims")
    sizes = {page: len(olga.get(f"{at}{page}").content) for page in pages}
    assert {name: size for name, size in sizes.items() if size > MEGABYTE} == {}


def test_a_player_of_a_large_event_is_found_on_any_page_and_every_player_is_on_one(monkeypatch):
    monkeypatch.setattr(players, "MOST_PEOPLE", 4)
    tournament = event("ann bo cy di ed flo", Status.CHECK_IN)
    olga, address = signed_in(), f"/t/{tournament.slug}/control/players"
    shown = [re.findall(r'data-name="(\w+)"', page) for page in pages(olga, address)]
    assert [len(names) for names in shown] == [4, 2]
    assert sorted(name for names in shown for name in names) == ["ann", "bo", "cy", "di", "ed", "flo"]
    found = olga.get(f"{address}?find=flo").content.decode()
    assert re.findall(r'data-name="(\w+)"', found) == ["flo"]
    assert "data-find-people" not in found
    assert "No player found." in olga.get(f"{address}?find=zoe").content.decode()


def test_army_lists_too_long_for_one_page_are_opened_one_by_one(monkeypatch):
    tournament = event("ann bo", Status.REGISTRATION)
    tournament.entries.update(list_text="Warboss and boyz")
    olga, address = signed_in(), f"/t/{tournament.slug}/control/players"
    assert olga.get(address).content.decode().count("Warboss and boyz") == 2
    monkeypatch.setattr(check_in, "MOST_LETTERS", 31)
    page = olga.get(address).content.decode()
    assert (page.count("Warboss and boyz"), page.count(">list</a>")) == (0, 2)


def test_the_rest_of_32_pools_of_32_is_as_long_as_of_eight():
    """A page has a fixed number of matches or cells whatever the number of pools; these are what is longest."""
    assert section_pages.MOST_MATCHES * 1_200 < MEGABYTE
    assert section_pages.MOST_OF_PLAYERS * 500 < MEGABYTE
    assert section_pages.MOST_CELLS * 280 < MEGABYTE


def test_the_schedule_by_round_has_every_match_on_one_page_and_says_which_rounds(few):
    stage = playing_pools(SIX, groups=1)
    shown = pages(Client(), f"/t/{stage.tournament.slug}/stages/1/schedule")
    assert [words(page) for page in shown] == ["Rounds 1–2 of 5", "Rounds 3–4 of 5", "Round 5 of 5"]
    assert [headings(page) for page in shown] == [["Round 1", "Round 2"], ["Round 3", "Round 4"], ["Round 5"]]
    assert Counter(row for page in shown for row in found(page)) == pairs()


def test_the_schedule_opens_at_the_round_being_played(few):
    stage = playing_pools(SIX, groups=1)
    address = f"/t/{stage.tournament.slug}/stages/1/schedule"
    assert words(Client().get(address).content.decode()) == "Rounds 1–2 of 5"
    for match in Match.objects.filter(round__number__lte=2).select_related("first", "second"):
        won(stage, f"{match.first}-{match.second}")
    for page in (
        address,
        f"/t/{stage.tournament.slug}/control",
        f"/t/{stage.tournament.slug}/control/stages/1",
    ):
        assert words(signed_in().get(page).content.decode()) == "Rounds 3–4 of 5"


def test_a_board_with_more_matches_than_fit_goes_on_on_the_next_page(few):
    stage = playing_pools(SIX, groups=1, boards=1)
    shown = pages(Client(), f"/t/{stage.tournament.slug}/stages/1/schedule?by=board")
    assert [words(page) for page in shown] == [
        "Board 1 of 1, matches 1–7",
        "Board 1 of 1, matches 8–14",
        "Board 1 of 1, matches 15–15",
    ]
    rows = Counter(row for page in shown for row in re.findall(r'<li data-find="([^"]+)"', page))
    assert rows == Counter(f"{m.first} {m.second}" for m in Match.objects.select_related("first", "second"))


def test_the_schedule_by_player_has_every_player_on_one_page(few):
    stage = playing_pools(SIX, groups=1)
    shown = pages(Client(), f"/t/{stage.tournament.slug}/stages/1/schedule?by=player")
    assert [words(page) for page in shown] == ["Players 1–2 of 6", "Players 3–4 of 6", "Players 5–6 of 6"]
    assert sorted(name for page in shown for name in headings(page)) == SIX.split()


@pytest.mark.parametrize("page", ["control", "control/stages/1"])
def test_the_organiser_finds_every_match_on_one_page(few, page):
    stage = playing_pools(SIX, groups=1)
    shown = pages(signed_in(), f"/t/{stage.tournament.slug}/{page}")
    assert [words(text) for text in shown] == ["Rounds 1–2 of 5", "Rounds 3–4 of 5", "Round 5 of 5"]
    assert Counter(row for text in shown for row in found(text)) == pairs()


def test_the_control_room_stays_on_its_page_when_it_is_refreshed(few):
    stage = playing_pools(SIX, groups=1)
    address = f"/t/{stage.tournament.slug}/control"
    assert f'data-page="{address}?page=2"' in signed_in().get(f"{address}?page=2").content.decode()


def test_the_control_room_reads_the_matches_three_times_and_each_player_once_with_them():
    """For the schedule, the boards and the entry line; thousands of matches are not read for each part of the page."""
    stage = playing_pools(SIX, groups=1, boards=2)
    olga, address = signed_in(), f"/t/{stage.tournament.slug}/control"
    with CaptureQueriesContext(connection) as asked:
        olga.get(address)
    reads = [sql["sql"] for sql in asked if sql["sql"].startswith('SELECT "events_match"."id"')]
    assert len(reads) == 3
    assert [sql for sql in reads if "events_entry" in sql] == []


@pytest.mark.parametrize("page", ["stages/1", "standings", "crosstable"])
def test_the_tables_of_many_pools_are_on_several_pages(few, page):
    stage = playing_pools("ann bo cy di ed flo gus hal ike", groups=3)
    shown = pages(Client(), f"/t/{stage.tournament.slug}/{page}")
    assert [words(text) for text in shown] == ["Pools A–B of 3", "Pool C of 3"]
    names = [re.findall(r'id="pool-(\w)"', text) for text in shown]
    assert names == [["A", "B"], ["C"]]


def test_a_pool_too_large_for_a_column_for_each_opponent_shows_its_standings_and_says_so(few):
    stage = playing_pools("ann bo cy di ed flo gus hal", groups=1)
    text = Client().get(f"/t/{stage.tournament.slug}/stages/1").content.decode()
    message = "This pool is too large for a column per opponent."
    assert message in " ".join(text.split())
    assert (text.count("<tr"), text.count("num against"), words(text)) == (9, 0, "")


def test_a_page_that_is_not_there_is_the_nearest_one(few):
    stage = playing_pools(SIX, groups=1)
    address = f"/t/{stage.tournament.slug}/stages/1/schedule"
    asked = {n: words(Client().get(f"{address}?page={n}").content.decode()) for n in ("-3", "0", "99", "x")}
    first, last = "Rounds 1–2 of 5", "Round 5 of 5"
    assert asked == {"-3": first, "0": first, "99": last, "x": first}


def test_a_small_event_has_no_pages():
    stage = playing_pools(SIX, groups=2)
    at = f"/t/{stage.tournament.slug}"
    for page in ("stages/1", "stages/1/schedule", "control", "control/stages/1"):
        text = signed_in().get(f"{at}/{page}").content.decode()
        assert (words(text), "?page=" in text) == ("", False)


def test_the_api_answers_the_schedule_a_thousand_matches_at_a_time():
    stage = playing_pools(SIX, groups=1)
    path = f"/tournaments/{stage.tournament.pk}/stages/1/schedule"
    whole = Caller("olga").get(path)
    assert (whole.json()["count"], "Link" in whole.headers) == (15, False)
    ids, address = [], f"{path}?limit=4"
    while address:
        answer = Caller("olga").get(address)
        ids += [match["matchId"] for round_ in answer.json()["rounds"] for match in round_["matches"]]
        link = re.search(r'</api([^>]+)>; rel="next"', answer.headers.get("Link", ""))
        address = link[1] if link else ""
    assert ids == [match["matchId"] for round_ in whole.json()["rounds"] for match in round_["matches"]]
    assert Caller("olga").get(f"{path}?limit=1001").status_code == 422


def test_the_desk_of_a_long_evening_knows_the_last_and_the_next_matches_of_each_board(monkeypatch):
    monkeypatch.setattr(places, "MOST_PLACES", 4)
    stage = playing_pools(SIX, groups=1, boards=1)
    first = Match.objects.select_related("first", "second").order_by("round__number", "slot")[:3]
    for match in first:
        won(stage, f"{match.first}-{match.second}")
    desk = places.desk_of(Tournament.objects.get())
    assert Counter(place.match.is_agreed for place in desk.places) == {True: 2, False: 2}
