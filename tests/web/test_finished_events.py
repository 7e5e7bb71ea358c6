"""The overview of a finished event, the card of a player in it, and how many players it has."""

from __future__ import annotations

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
    assert f"ann Orks Orks {end}" in text(Client().get(f"/t/{tournament.slug}"))
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
    assert "rated" not in text(logged_in("ann").get(f"/t/{tournament.slug}/me"))
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
    assert "rated" not in shown["bo"]
