"""The overview of a finished event, the card of a player in it, and how many players it has."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from api.calling import Caller
from building import entry, event, play_round, playing, start_next, user
from chess_building import chess, with_account
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.models import Entry, PlayerRating, Status, Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def finished(names: str = "ann bo cy di") -> Tournament:
    """A Swiss of one round."""
    tournament = playing(names, total_rounds=1)
    play_round(tournament)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def test_a_player_card_separates_team_and_faction_and_shows_the_rating_of_the_change():
    tournament = finished()
    row = Entry.objects.filter(tournament=tournament).first()
    Entry.objects.filter(pk=row.pk).update(team_name="Leeds Night Owls", faction="Genestealer Cults")
    page = text(Client().get(f"/t/{tournament.slug}/entries/{row.pk}"))
    assert "Leeds Night Owls · Genestealer Cults" in page
    rating = PlayerRating.objects.get(player=row.player_id).value
    assert f"Rating {rating} " in page


def test_a_player_without_rated_games_has_no_rating():
    tournament = event("ann", Status.REGISTRATION)
    page = text(Client().get(f"/players/{entry(tournament, 'ann').player_id}"))
    assert "Rating – Highest –" in page and "1200" not in page


def test_every_page_counts_a_player_who_dropped_after_playing_and_none_who_never_played():
    tournament = playing("ann bo cy di", total_rounds=2)
    play_round(tournament)
    entries.drop(entry=entry(tournament, "di"), by=user("olga"))
    assert "4 players" in text(Client().get("/"))
    assert "Players 4" in text(Client().get(f"/t/{tournament.slug}"))
    assert Caller("olga").get(f"/tournaments/{tournament.pk}").json()["playerCount"] == 4


def test_every_page_leaves_out_an_entry_that_never_checked_in_once_play_has_started():
    tournament = event("ann bo cy di ed", Status.CHECK_IN)
    for name in ("ann", "bo", "cy", "di"):
        entries.check_in(entry=entry(tournament, name), by=user("olga"))
    assert "Players 5" in text(Client().get(f"/t/{tournament.slug}"))
    tournaments.advance(tournament=tournament, by=user("olga"))
    start_next(tournament)
    play_round(tournament)
    assert "4 players" in text(Client().get("/"))
    assert "Players 4" in text(Client().get(f"/t/{tournament.slug}"))
    assert re.findall(r"\d+ players", text(Client().get(f"/t/{tournament.slug}/standings"))) == []
    assert Caller("olga").get(f"/tournaments/{tournament.pk}").json()["playerCount"] == 4


def test_card_list_and_api_of_a_complete_event_keep_the_rating_of_its_end_whatever_is_played_later():
    tournament = finished()
    row = entry(tournament, "ann")
    end = PlayerRating.objects.get(player=row.player_id).value
    play_round(playing("ann bo cy di", total_rounds=2))
    assert PlayerRating.objects.get(player=row.player_id).value != end
    assert f"Rating {end} " in text(Client().get(f"/t/{tournament.slug}/entries/{row.pk}"))
    assert f"ann Best of Orks VP 50 · SOS 0.0% {end}" in text(Client().get(f"/t/{tournament.slug}"))
    lines = Caller("olga").get(f"/tournaments/{tournament.pk}/standings").json()["standings"]
    assert {line["name"]: line["rating"] for line in lines}["ann"] == end


def test_an_unrated_player_has_no_rating_on_any_page_and_null_in_the_api():
    tournament = playing("ann bo cy", total_rounds=1)
    play_round(tournament)
    free = next(
        one for one in tournament.entries.all() if not PlayerRating.objects.filter(player=one.player_id)
    )
    page = text(Client().get(f"/t/{tournament.slug}"))
    assert f"{free.display_name} Orks Orks new" in page
    assert "Rating –" in text(Client().get(f"/t/{tournament.slug}/entries/{free.pk}"))
    lines = Caller("olga").get(f"/tournaments/{tournament.pk}/standings").json()["standings"]
    assert [line["rating"] for line in lines if line["playerId"] == free.pk] == [None]


def test_my_page_and_the_list_of_players_show_the_same_rating_of_an_opponent_or_none():
    tournament = playing("ann bo", total_rounds=1)
    assert "· rated" not in text(logged_in("ann").get(f"/t/{tournament.slug}/me"))
    play_round(tournament)
    second = playing("ann bo", total_rounds=1)
    rating = PlayerRating.objects.get(player=entry(second, "bo").player_id).value
    assert rating != 1200
    assert f"rated {rating}" in text(logged_in("ann").get(f"/t/{second.slug}/me"))
    assert f"bo Orks Orks {rating}" in text(Client().get(f"/t/{second.slug}"))


def test_my_page_shows_the_rating_of_the_entry_in_chess_and_none_of_an_unrated_opponent():
    tournament = chess({"ann": 1500, "bo": 1480, "cy": 1400, "di": 0})
    with_account(tournament, "ann"), with_account(tournament, "bo")
    start_next(tournament)
    shown = {
        name: text(logged_in(f"{name}-account").get(f"/t/{tournament.slug}/me")) for name in ("ann", "bo")
    }
    assert "rated 1400" in shown["ann"]
    assert "· rated" not in shown["bo"]


def test_the_overview_and_the_api_tell_the_moments_of_the_event():
    tournament = playing("ann bo cy di", total_rounds=2)
    play_round(tournament, "ann 60-40", "bo 55-54")
    start_next(tournament)
    play_round(tournament, "ann 70-30", "cy 51-49")
    tournaments.advance(tournament=tournament, by=tournament.owner)
    page = text(Client().get(f"/t/{tournament.slug}"))
    assert "Closest match 55–54" in page and "Longest series of wins 2 in a row ann" in page
    assert f"ann wins {tournament.name}. Place 2: " in page
    answer = Caller(None).get(f"/tournaments/{tournament.pk}/summary").json()
    names = [[player["name"] for player in place["players"]] for place in answer["podium"]]
    assert (answer["isFinished"], names[0]) == (True, ["ann"])
    assert answer["closestMatch"]["score"] == "55–54"
    assert (answer["longestSeries"]["wins"], answer["longestSeries"]["players"][0]["name"]) == (2, "ann")
    assert [(bar["start"], bar["last"], bar["count"]) for bar in answer["wins"]] == [
        (0, 0, 1),
        (1, 1, 2),
        (2, 2, 1),
    ]


def test_the_picture_of_a_result_is_a_png_and_exists_only_once_the_event_is_finished():
    tournament = playing("ann bo", total_rounds=1)
    path, operation = f"/t/{tournament.slug}/picture.png", f"/api/tournaments/{tournament.pk}/picture"
    assert [Client().get(one).status_code for one in (path, operation)] == [404, 409]
    play_round(tournament, "ann 60-40")
    tournaments.advance(tournament=tournament, by=tournament.owner)
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"], answer.content[:8]) == (200, "image/png", PNG)
    assert [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
    assert "X-Crosstable-Revision" in answer


PNG = b"\x89PNG\r\n\x1a\n"


def test_previews_and_search_engines_read_the_event_and_its_name_cannot_end_the_script(settings):
    settings.PUBLIC_ADDRESS = "https://events.example"
    tournament = finished()
    tournament.name = "</script>&Cup"
    tournament.save()
    page = Client().get(f"/t/{tournament.slug}").content.decode()
    script = page.split('<script type="application/ld+json">')[1].split("</script>")[0]
    answer = json.loads(script)
    address = f"https://events.example/t/{tournament.slug}"
    assert (answer["name"], answer["url"], answer["image"]) == (
        "</script>&Cup",
        address,
        f"{address}/picture.png",
    )
    assert f'<meta property="og:image" content="{address}/picture.png">' in page
    assert '<meta property="og:title" content="&lt;/script&gt;&amp;Cup">' in page


def test_a_calendar_entry_covers_every_day_and_breaks_long_lines_between_characters():
    tournament = event(name="Lodz")
    Tournament.objects.filter(pk=tournament.pk).update(
        date="2026-11-21", end_date="2026-11-22", location="Łódź, " + "ż" * 50, status=Status.REGISTRATION
    )
    lines = Client().get(f"/t/{tournament.slug}/event.ics").content.split(b"\r\n")
    assert b"DTSTART;VALUE=DATE:20261121" in lines and b"DTEND;VALUE=DATE:20261123" in lines
    assert max(len(line) for line in lines) <= 75
    place = next(number for number, line in enumerate(lines) if line.startswith(b"LOCATION"))
    assert (lines[place] + lines[place + 1][1:]).decode() == "LOCATION:Łódź\\, " + "ż" * 50
