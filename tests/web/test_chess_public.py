"""The public pages of a chess event, and what its players do on their phones."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from building import match_of, user
from chess_building import SIX, chess, play_chess, start_chess, with_account
from crosstable.events.actions.event import access, tournaments
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import ByeRequest, Tournament
from web.visiting import page

pytestmark = pytest.mark.django_db


# ---------- public pages ----------


def test_standings_show_points_with_halves_tiles_in_colours_and_tie_breaks(client):
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "1/2-1/2", "1-0")
    play_chess(tournament, "1/2-1/2")
    text = page(client, f"/t/{tournament.slug}/standings")
    assert "1½" in text and "BH/C1" in text and "Buchholz, cut 1" in text
    assert 'class="win white"' in text and 'class="draw black"' in text
    assert "as White" in text


def test_the_crosstable_writes_a_game_as_chess_players_do(client):
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "0-1F", "1/2-1/2")
    lines = client.get(f"/t/{tournament.slug}/crosstable").context["table"].lines
    cells = {line.entry.display_name: [(t.color, t.symbol) for t in line.tiles] for line in lines}
    assert cells == {
        "ann": [("white", "1")],
        "di": [("black", "0")],
        "bo": [("black", "+")],
        "ed": [("white", "−")],
        "cy": [("white", "½")],
        "flo": [("black", "½")],
    }


def test_a_players_card_tells_opponents_colours_results_and_rating_changes(client):
    tournament = chess({**SIX, "gus": 1500})
    play_chess(tournament, "1-0", "1/2-1/2", "0-1")
    ann = tournament.entries.get(display_name="ann")
    gus = tournament.entries.get(display_name="gus")
    rows = client.get(f"/t/{tournament.slug}/entries/{ann.pk}").context["card"].rows
    assert [(r.tile.opponent.display_name, r.tile.color, r.tile.symbol, str(r.score)) for r in rows] == [
        ("di", "white", "1", "1")
    ]
    # expected share of ann against di: 1 / (1 + 10^(-300/400)) = 0.849; 32 × 0.151 = 4.8
    assert rows[0].change == 5
    assert "Bye" in page(client, f"/t/{tournament.slug}/entries/{gus.pk}")
    assert client.get(f"/t/{tournament.slug}/entries/999999").status_code == 404


def test_players_are_listed_by_rating_with_their_average(client):
    tournament = chess({"low": 1000, "high": 2000, "none": 0})
    text = page(client, f"/t/{tournament.slug}")
    assert text.index(">high<") < text.index(">low<") < text.index(">none<")
    assert "Average rating: 1500" in text


def test_pairings_and_the_venue_screen_say_white_and_black(client):
    tournament = chess(SIX)
    start_chess(tournament)
    results.enter_result(
        match=match_of(tournament, "ann"),
        score=parse_score(match_of(tournament, "ann"), "1-0F"),
        by=tournament.owner,
    )
    text = page(client, f"/t/{tournament.slug}/rounds/1")
    assert "White" in text and "1–0 forfeit" in text and "Table" not in text
    assert "White · 2100" in page(client, f"/t/{tournament.slug}/board")


def test_the_leaderboard_and_the_profile_are_per_game(client):
    tournament = chess({"ann": 2000, "bo": 1600})
    play_chess(tournament, "0-1")
    ann = tournament.entries.get(display_name="ann").player
    assert "No ratings yet" in page(client, "/leaderboard?game=wargame")
    rows = client.get("/leaderboard", {"game": "chess"}).context["page"].object_list
    # expected share of bo: 1 / (1 + 10) = 0.0909; 32 × 0.9091 = 29.09
    assert [(row.player.name, row.value) for row in rows] == [("ann", 1971), ("bo", 1629)]
    assert client.get(f"/players/{ann.pk}").context["profile"].rating.value == 1971
    assert client.get("/leaderboard", {"game": "ludo"}).status_code == 200


# ---------- the share link ----------


def test_the_share_link_opens_without_an_account_until_it_is_switched_off(client):
    tournament = chess(SIX)
    play_chess(tournament)
    token = access.share(tournament=tournament, by=tournament.owner)
    ann = tournament.entries.get(display_name="ann")
    tabs = ["", "/pairings", "/pairings/1", "/crosstable", f"/entries/{ann.pk}", "/qr"]
    texts = [page(client, f"/s/{token}{tab}") for tab in tabs]
    assert all("Autumn Open" in text and f"/t/{tournament.slug}/" not in _links(text) for text in texts)
    assert all("noindex" in text for text in texts)
    assert "<svg" in texts[-1] and "style=" not in texts[-1]
    access.stop_sharing(tournament=tournament, by=tournament.owner)
    assert {client.get(f"/s/{token}{tab}").status_code for tab in tabs} == {404}


def _links(text: str) -> str:
    return " ".join(part.split('"')[0] for part in text.split('href="')[1:])


def test_a_share_link_does_not_open_a_draft(client):
    values = {"name": "Secret", "date": date(2026, 11, 21), "total_rounds": 3}
    details = tournaments.Details(**values)
    tournament = tournaments.create_tournament(details=details, by=user("vera"), game="chess")
    token = access.share(tournament=tournament, by=tournament.owner)
    assert client.get(f"/s/{token}").status_code == 404


def test_the_arbiter_gives_out_renews_and_switches_off_the_link(vera):
    tournament = chess(SIX)
    address = f"/t/{tournament.slug}/control/share"
    assert "Create the link" in page(vera, address)
    vera.post(f"{address}/renew")
    first = Tournament.objects.get().share_token
    assert f"/s/{first}" in page(vera, address)
    vera.post(f"{address}/renew")
    assert Client().get(f"/s/{first}").status_code == 404
    vera.post(f"{address}/stop")
    assert Tournament.objects.get().share_token is None


def test_a_shared_page_is_kept_for_everyone_by_its_revision(client):
    tournament = chess(SIX)
    token = access.share(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    response = client.get(f"/s/{token}")
    assert response["X-Crosstable-Revision"] == f"{tournament.pk}:{tournament.revision}"


# ---------- the player ----------


def player_of(tournament: Tournament, name: str) -> Client:
    client = Client()
    account = with_account(tournament, name).user
    assert account is not None
    client.force_login(account)
    return client


def test_a_player_reports_by_a_button_and_the_opponent_confirms():
    tournament = chess(SIX)
    start_chess(tournament)
    ann, di = player_of(tournament, "ann"), player_of(tournament, "di")
    match = match_of(tournament, "di")
    me = f"/t/{tournament.slug}/me"
    text = page(di, me)
    assert "you have Black" in text and "rated 2100" in text and "I lost" in text
    assert di.post(f"{me}/matches/{match.pk}/report", {"outcome": "loss"}).status_code == 302
    text = page(ann, me)
    assert "Confirm 1–0" in text and "you win" in text
    ann.post(f"{me}/matches/{match.pk}/confirm", {"version": "2"})
    match.refresh_from_db()
    assert (match.state, match.result) == ("agreed", "1-0")
    assert "1–0, you lost" in page(di, me)


def test_two_different_reports_call_the_arbiter():
    tournament = chess(SIX)
    start_chess(tournament)
    match = match_of(tournament, "ann")
    report = f"/t/{tournament.slug}/me/matches/{match.pk}/report"
    ann, di = player_of(tournament, "ann"), player_of(tournament, "di")
    ann.post(report, {"outcome": "win"})
    di.post(report, {"outcome": "draw"})
    assert "The arbiter will come to you" in page(ann, f"/t/{tournament.slug}/me")
    assert ann.post(report, {"outcome": "sure"}).status_code == 422


def test_where_the_arbiter_enters_results_there_is_nothing_to_press():
    tournament = chess(SIX, players_may_report=False)
    start_chess(tournament)
    text = page(player_of(tournament, "ann"), f"/t/{tournament.slug}/me")
    assert "I won" not in text and "The arbiter enters the result" in text


def test_a_player_asks_for_a_bye_within_the_limit_and_takes_it_back():
    tournament = chess(SIX, most_requested_byes=1)
    ann, me = player_of(tournament, "ann"), f"/t/{tournament.slug}/me"
    assert "Ask for the bye" in page(ann, me)
    ann.post(f"{me}/byes", {"round_number": "2", "kind": "half"})
    assert "Ask for the bye" not in page(ann, me)
    assert ann.post(f"{me}/byes", {"round_number": "3", "kind": "half"}).status_code == 403
    ann.post(f"{me}/byes/2")
    assert not ByeRequest.objects.exists()


def test_a_player_sees_colours_results_and_rating_changes_of_the_games_so_far():
    tournament = chess(SIX)
    play_chess(tournament, "1-0")
    text = page(player_of(tournament, "ann"), f"/t/{tournament.slug}/me")
    assert "win +5" in text and 'class="piece white"' in text and "1 point" in text


def test_a_player_registers_with_rating_and_club():
    tournament = chess(SIX, started=False)
    client = Client()
    client.force_login(user("hal"))
    assert "Army list" not in page(client, f"/t/{tournament.slug}/register")
    values = {"display_name": "Hal", "rating": "1650", "team_name": "Bergen"}
    assert client.post(f"/t/{tournament.slug}/register", values).status_code == 302
    hal = tournament.entries.get(display_name="Hal")
    assert (hal.rating, hal.team_name) == (1650, "Bergen")
    assert "You are registered" in page(client, f"/t/{tournament.slug}/me")
