"""The overview of a finished event, the card of a player in it, and how many players it has."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller
from building import entry, event, play_round, playing, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.models import Entry, PlayerRating, Status, Tournament
from crosstable.events.queries.standings.standings import podium_of
from web.visiting import text

pytestmark = pytest.mark.django_db


def finished(names: str = "ann bo cy di") -> Tournament:
    """A Swiss of one round."""
    tournament = playing(names, total_rounds=1)
    play_round(tournament)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def test_the_overview_of_a_finished_swiss_begins_with_winner_and_podium():
    tournament = finished()
    places = podium_of(tournament)
    page = text(Client().get(f"/t/{tournament.slug}"))
    winners = ", ".join(str(one) for one in places[0][1])
    assert f"{winners} " in page.split("Winner", 1)[1][:60]
    for _, names in places[1:]:
        assert ", ".join(map(str, names)) in page


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
