"""The leaderboard by game and by club, in the browser and over the API; a club shows who is rated in it."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from api.calling import Caller, done, problem
from building import build_club, join, play_round, playing, user
from chess_building import chess, play_chess
from crosstable.accounts.models import Club
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import create_for_members, start_tournament
from crosstable.events.actions.results.results import enter_result
from crosstable.events.actions.rounds.rounds import close_round
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match
from web.visiting import text

pytestmark = pytest.mark.django_db


def club_season() -> Club:
    """Ann (with an account) and Ben (without) have played one rated game in their club."""
    club = build_club("City Chess Club", "Ben 1200", administrator="clara")
    join(club, "ann")
    wanted = Details(name="Club evening", date=date(2026, 11, 21), total_rounds=1)
    members = list(club.memberships.select_related("player", "club"))
    tournament = create_for_members(details=wanted, club=club, memberships=members, by=user("clara"))
    start_tournament(tournament=tournament, by=user("clara"))
    match = Match.objects.select_related("first", "second").get(round__tournament=tournament)
    ann_is_white = match.first.display_name == "ann"
    enter_result(match=match, score=parse_score(match, "1-0" if ann_is_white else "0-1"), by=user("clara"))
    close_round(tournament=tournament, by=user("clara"))
    return club


def shown(client: Client, query: str = "") -> list[tuple[str, int]]:
    rows = client.get(f"/leaderboard{query}").context["page"].object_list
    return [(row.player.name, row.value) for row in rows]


def test_a_club_shows_its_rated_players_after_a_season(client):
    club = club_season()
    assert "2 rated players" in text(client.get(f"/clubs/{club.slug}"))
    assert shown(client, f"?club={club.slug}") == [("ann", 1216), ("Ben", 1184)]
    assert shown(client, f"?club={club.slug}&q=be") == [("Ben", 1184)]
    assert client.get("/leaderboard?club=nowhere").status_code == 404


def test_the_page_of_a_player_shows_the_rating_in_the_club(client):
    club_season()
    page = client.get(f"/players/{user('ann').player.pk}")
    assert (page.context["profile"].rating.value, "Rating in City Chess Club" in text(page)) == (1216, True)


def test_only_games_someone_is_rated_in_have_a_tab_and_the_first_is_shown(client):
    assert "No ratings yet" in text(client.get("/leaderboard"))
    play_chess(chess({"ann": 2000, "bo": 1600}), "1-0")
    assert 'aria-label="Game"' not in client.get("/leaderboard").content.decode()
    assert [name for name, _ in shown(client)] == ["ann", "bo"]
    play_round(playing("cy di"), "cy 60-40")
    page = client.get("/leaderboard")
    assert [pool.name for pool in page.context["games"]] == ["Wargames", "Chess"]
    assert "Trading cards" not in text(page)
    assert [name for name, _ in shown(client, "?game=chess")] == ["ann", "bo"]


def test_a_program_asks_for_any_game_or_club(client):
    club, visitor, ann = club_season(), Caller(None), user("ann").pk
    play_round(playing("ann bo"), "bo 60-40")
    board = done(visitor.get(f"/ratings/leaderboard?club={club.pk}"))
    assert [(row["name"], row["rating"]) for row in board["items"]] == [("ann", 1216), ("Ben", 1184)]
    assert done(visitor.get("/ratings/leaderboard"))["items"][0]["name"] == "bo"
    assert done(visitor.get("/ratings/leaderboard?game=chess"))["items"] == []
    for query, rating, games in (("", 1184, 1), ("?game=chess", 1200, 0), (f"?club={club.pk}", 1216, 1)):
        assert (done(visitor.get(f"/ratings/{ann}{query}"))["rating"]) == rating
        assert done(visitor.get(f"/ratings/{ann}/history{query}"))["count"] == games


@pytest.mark.parametrize("query", ["game=ludo", "game=sets", "game=", "club=99999"])
def test_a_game_without_ratings_and_a_club_that_is_not_there_are_refused(query):
    user("ann")
    for path in ("/ratings/leaderboard", f"/ratings/{user('ann').pk}", f"/ratings/{user('ann').pk}/history"):
        assert problem(Caller(None).get(f"{path}?{query}"))[0] == 422
