"""What the screens show, kind by kind, and the organiser's page about them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from building import event, playing, settle
from crosstable.events.actions.event import screens
from crosstable.events.actions.rounds import clock
from crosstable.events.models import Match, ScreenKind, Status, Tournament
from crosstable.events.queries.desk.boards import next_matches
from crosstable.web.screens.views import SCREENS
from knockout_building import beats, drawn, published, started, with_knockout
from pool_building import playing_pools
from web.crowd import crowd
from web.visiting import logged_in, markup, text

pytestmark = pytest.mark.django_db


def slides(client: Client, address: str) -> list[tuple[str, str, str]]:
    """Kind, seconds and words of every page, in turn."""
    html = markup(client.get(address))
    found = re.findall(
        r'<section class="slide ([\w-]+)[^"]*" id="[^"]*" data-seconds="(\d+)">(.*?)</section>', html
    )
    return [(kind, seconds, " ".join(re.sub("<[^>]+>", " ", body).split())) for kind, seconds, body in found]


def test_every_kind_can_be_drawn():
    assert set(SCREENS) == set(ScreenKind)


def test_names_are_in_the_order_of_the_alphabet_whatever_their_accents(client):
    playing("Zoë Élise bo Ann")
    ((kind, _, words),) = slides(client, "/t/northern-open-gt/screens/names")
    assert kind == "names"
    places = [words.index(name) for name in ("Ann v", "bo v", "Élise v", "Zoë v")]
    assert places == sorted(places)


def test_a_bye_is_found_by_name_too(client):
    playing("ann bo cy")
    ((_, _, words),) = slides(client, "/t/northern-open-gt/screens/names")
    assert "cy Bye" in words


def test_a_bye_is_no_pairing(client):
    playing("ann bo cy")
    ((_, _, words),) = slides(client, "/t/northern-open-gt/screens/tables")
    assert "1 pairing, 1 without an opponent" in words


def test_pages_of_pairings_are_counted_without_those_who_have_no_opponent(client):
    playing(" ".join(f"p{number}" for number in range(51)))
    pages = [words for _, _, words in slides(client, "/t/northern-open-gt/screens/tables")]
    counted = [re.search(r"\S+ of 25 pairings(, 1 without an opponent)?", words) for words in pages]
    assert [found and found[0] for found in counted] == [
        "1–14 of 25 pairings",
        "15–25 of 25 pairings, 1 without an opponent",
    ]


def test_results_come_in_newest_first_and_the_rest_still_play(client):
    tournament = playing("ann bo cy di ed flo")
    settle(tournament, "ann 80-20")
    settle(tournament, "bo 55-45")
    ((_, _, words),) = slides(client, "/t/northern-open-gt/screens/results")
    assert words.index("55–45") < words.index("80–20")
    assert "2 of 3 results received Still playing 3" in words


def test_the_clock_names_the_tables_with_more_time(client):
    tournament = playing("ann bo", round_minutes=60)
    clock.extend_table(match=Match.objects.get(), minutes=9, reason="a judge call", by=tournament.owner)
    ((_, _, words),) = slides(client, "/t/northern-open-gt/screens/clock")
    assert "+9 min · a judge call" in words


def test_pools_show_what_is_played_next_at_every_board_instead_of_a_round(client):
    stage = playing_pools("ann bo cy di", groups=1, boards=1)
    slug = stage.tournament.slug
    ((kind, _, words),) = slides(client, f"/t/{slug}/screens/next")
    now, then = next_matches(stage.tournament)[0].now, next_matches(stage.tournament)[0].then[0]
    assert kind == "next"
    assert f"1 {now.first} v {now.second} Then: {then.first} v {then.second}" in words
    assert slides(client, f"/t/{slug}/screens/tables") == []
    assert [kind for kind, *_ in slides(client, f"/t/{slug}/board")] == ["next"]


def test_every_pool_has_its_table_on_a_page_of_four_or_on_the_next(client):
    stage = playing_pools("ann bo cy di ed flo gus hal ida jo", groups=5, boards=2)
    first, second = slides(client, f"/t/{stage.tournament.slug}/screens/pools")
    assert [kind for kind, *_ in (first, second)] == ["pools", "pools"]
    assert [f"Pool {name} 0 of 1 played" in first[2] for name in "ABCDE"] == [True] * 4 + [False]
    assert "Pools A–D of 5" in first[2] and "Pool E of 5" in second[2]
    assert "1 ann 0 0-0-0" in first[2]


def test_a_knockout_shows_its_bracket_from_the_published_draw_on(client):
    stage = drawn(with_knockout("ann bo cy di"))
    slug = stage.tournament.slug
    assert slides(client, f"/t/{slug}/screens/bracket") == []
    published(stage)
    ((kind, _, words),) = slides(client, f"/t/{slug}/screens/bracket")
    assert kind == "bracket"
    assert all(name in words for name in ("Semi-finals", "ann", "bo", "cy", "di", "Champion"))


def test_matches_of_a_bracket_stay_on_the_screens_while_the_next_round_begins(client):
    stage = started(with_knockout("ann bo cy di eve finn gus hal"))
    beats(stage, "ann hal", "di eve")
    address = f"/t/{stage.tournament.slug}/screens"
    ((_, _, words),) = slides(client, f"{address}/tables")
    assert re.findall("Knockout|Semi-finals", words) == ["Knockout"]
    names = ["ann", "bo", "cy", "di", "eve", "finn", "gus", "hal"]
    assert [name for name in names if name in words.split()] == ["ann", "bo", "cy", "di", "finn", "gus"]
    ((_, _, words),) = slides(client, f"{address}/results")
    assert "Knockout · incoming results" in words and "2 of 5 results received" in words
    beats(stage, "bo gus", "cy finn")
    ((_, _, words),) = slides(client, f"{address}/names")
    assert "Semi-finals" in words and "hal" not in words


def test_a_large_bracket_has_pages_the_round_that_is_on_first(client):
    stage = started(with_knockout(" ".join(f"p{n:02}" for n in range(1, 17)), consolation="first"))
    address = f"/t/{stage.tournament.slug}/screens/bracket"
    first, second, third, fourth = [words for _, _, words in slides(client, address)]
    assert "Round of 16" in first and "p01" in first and "p02" not in first
    assert "Round of 16" in second and "p02" in second and "p01" not in second
    assert "Semi-finals" in third and "Champion" in third
    assert "Places 9–16" in fourth and "Champion" not in fourth
    beats(stage, *(f"p{n:02} p{17 - n:02}" for n in range(1, 9)))
    beats(stage, *(f"p{n:02} p{9 - n:02}" for n in range(1, 5)))
    shown = [words for _, _, words in slides(client, address)]
    assert ["Champion" in words for words in shown] == [False, True]
    assert "Places 9–12" in shown[0] and "Semi-finals" in shown[1]


def test_what_has_nothing_to_show_is_left_out(client):
    tournament = event("ann bo", Status.IN_PROGRESS)
    screen = screens.add_screen(tournament=tournament, name="Hall", by=tournament.owner)
    assert slides(client, f"/b/{screen.code}") == []
    assert "Pairings appear here" in text(client.get(f"/b/{screen.code}"))


def test_a_rotation_shows_its_kinds_in_order_each_page_for_its_seconds(client):
    tournament = crowd(61)
    rotation = [("standings", 7), ("tables", 9)]
    screen = screens.add_screen(tournament=tournament, name="Hall", rotation=rotation, by=tournament.owner)
    shown = [(kind, seconds) for kind, seconds, _ in slides(client, f"/b/{screen.code}")]
    assert shown == [("standings", "7")] * 3 + [("tables", "9")] * 2


def test_a_screen_costs_the_same_for_few_and_for_many(client, django_assert_num_queries):
    counts = []
    for size in (4, 61):
        tournament = crowd(size, slug=f"event-{size}")
        screen = screens.add_screen(tournament=tournament, name="Hall", by=tournament.owner)
        with django_assert_num_queries(20, exact=False) as asked:
            client.get(f"/b/{screen.code}")
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_screen_is_the_same_for_everyone_and_may_be_kept(client):
    tournament = playing("ann bo")
    screen = screens.add_screen(tournament=tournament, name="Hall", by=tournament.owner)
    revision = Tournament.objects.get().revision
    assert client.get(f"/b/{screen.code}")["X-Crosstable-Revision"] == f"{tournament.pk}:{revision}"
    assert client.get("/b/nothing").status_code == 404
    assert client.get("/t/northern-open-gt/screens/weather").status_code == 404


def test_the_organiser_adds_changes_and_removes_a_screen():
    tournament = event("", Status.REGISTRATION)
    olga, page = logged_in("olga"), "/t/northern-open-gt/control/screens"
    olga.post(f"{page}/add", {"name": "Hall left"})
    screen = tournament.screens.get()
    shown = olga.get(page)
    assert f"testserver/b/{screen.code}" in text(shown)
    assert b"<svg" in shown.content
    olga.post(
        f"{page}/{screen.pk}", {"name": "Bar", "kind": ["clock", "", "names"], "seconds": ["30", "", ""]}
    )
    screen.refresh_from_db()
    assert (screen.name, screen.rotation) == ("Bar", [["clock", 30], ["names", 12]])
    refused = olga.post(
        f"{page}/{screen.pk}", {"name": "Bar", "kind": ["clock"], "seconds": ["2"]}, follow=True
    )
    assert "A page is shown for 3 to 600 seconds" in text(refused)
    olga.post(f"{page}/{screen.pk}/remove")
    assert not tournament.screens.exists()


def test_the_control_room_has_the_clock_and_a_wrong_number_changes_nothing():
    playing("ann bo", round_minutes=60)
    olga, page = logged_in("olga"), "/t/northern-open-gt/control"
    for address, body in (
        ("pause", {}),
        ("resume", {}),
        ("add", {"minutes": "5"}),
        ("length", {"number": "1", "minutes": "90"}),
        ("extend", {"table": "1", "minutes": "7", "reason": "a judge call"}),
    ):
        assert olga.post(f"{page}/clock/{address}", body).status_code == 302
    assert "1 +7 min, until" in text(olga.get(page))
    before = Tournament.objects.get().revision
    for address in ("add", "length", "extend"):
        assert olga.post(f"{page}/clock/{address}", {"minutes": "soon"}).status_code == 303
    assert Tournament.objects.get().revision == before
    assert logged_in("ann").post(f"{page}/clock/pause").status_code == 403
