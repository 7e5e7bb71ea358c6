"""Whether an event moves the ratings of the site: as usual, or as the organiser chose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from api.calling import Caller, problem
from building import build_club, entry, play_round, playing, user
from chess_building import SIX, chess, play_chess
from crosstable.events.actions.core.undo import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.event_files import import_event
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.actions.people import entries
from crosstable.events.actions.people.members import enter_members
from crosstable.events.actions.rounds import reopening
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.rules import moves_ratings
from crosstable.events.errors import BadValue
from crosstable.events.files.trf_export import trf_of
from crosstable.events.models import PlayerRating, RatingChange, Tournament
from event_files import exported
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
GRANDMASTER = EntryDetails("gm", rating=2525, title="GM", fide_id="1503014", federation="NOR")


def with_grandmaster(**changes: object) -> Tournament:
    tournament = chess(SIX, started=False, **changes)
    entries.add_entry(tournament=tournament, details=GRANDMASTER, by=tournament.owner)
    entries.add_entry(tournament=tournament, details=EntryDetails("gus", rating=1500), by=tournament.owner)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def choose(tournament: Tournament, rated_here: str) -> None:
    tournament.refresh_from_db()
    details = replace(Details.of(tournament), rated_here=rated_here)
    tournaments.edit_tournament(tournament=tournament, details=details, by=tournament.owner)
    tournament.refresh_from_db()


def test_an_event_with_a_fide_rated_player_moves_neither_cards_nor_leaderboard():
    tournament = with_grandmaster()
    play_chess(tournament, *["1-0"] * 4)
    assert (RatingChange.objects.count(), PlayerRating.objects.count()) == (0, 0)
    card = text(logged_in("vera").get(f"/t/{tournament.slug}/entries/{entry(tournament, 'gm').pk}"))
    assert "Rating 2525 " in card
    assert "2525 +" not in card
    assert "gm" not in text(logged_in("vera").get("/leaderboard?game=chess"))


def test_the_page_of_the_event_says_so_and_the_settings_say_why():
    tournament = with_grandmaster()
    client = logged_in("vera")
    assert "Not rated here" in text(client.get(f"/t/{tournament.slug}"))
    settings = text(client.get(f"/t/{tournament.slug}/control/settings"))
    assert "As usual: not rated here, because players have FIDE ratings" in settings
    assert "Not rated here" not in text(client.get(f"/t/{chess(SIX, name='Club night').slug}"))


def test_a_title_is_a_sign_of_a_fide_rating_and_an_id_without_a_rating_is_not():
    titled = chess(SIX)
    titled.entries.filter(display_name="ann").update(title="WFM")
    assert not moves_ratings(titled)
    unrated = chess({"ann": 0, "bo": 0}, name="Beginners")
    unrated.entries.update(fide_id="1503014")
    assert moves_ratings(unrated)


def test_an_event_without_fide_ratings_is_rated_as_before():
    tournament = chess(SIX)
    play_chess(tournament, "1-0")
    assert RatingChange.objects.count() == 6
    tournament.refresh_from_db()
    assert tournament.rated_here == "yes"


def test_the_organiser_decides_otherwise_on_the_settings_page():
    tournament = with_grandmaster()
    client, page = logged_in("vera"), f"/t/{tournament.slug}/control/settings"
    form = client.get(page).context["form"]
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    assert client.post(page, {**values, "rated_here": "yes"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.rated_here, moves_ratings(tournament)) == ("yes", True)


def test_any_game_can_be_played_without_moving_ratings():
    tournament = playing("ann bo")
    choose(tournament, "no")
    play_round(tournament, "ann 72-45")
    assert tournament.rounds.get().is_closed
    assert RatingChange.objects.count() == 0


def test_the_choice_is_fixed_once_a_round_is_closed_and_free_when_it_is_reopened():
    tournament = with_grandmaster()
    play_chess(tournament)
    with pytest.raises(BadValue, match="once a round is closed"):
        choose(tournament, "yes")
    reopening.reopen_round(tournament=tournament, number=1, by=tournament.owner)
    choose(tournament, "yes")
    assert moves_ratings(tournament)


def test_a_fide_player_who_enters_later_does_not_change_what_was_decided():
    tournament = chess(SIX)
    play_chess(tournament)
    entries.add_entry(tournament=tournament, details=GRANDMASTER, by=tournament.owner)
    tournament.refresh_from_db()
    assert moves_ratings(tournament)


def test_undo_of_the_first_closed_round_takes_the_decision_back():
    tournament = chess(SIX)
    play_chess(tournament)
    undo(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    assert (tournament.rated_here, RatingChange.objects.count()) == ("", 0)


def test_an_event_of_a_club_keeps_the_clubs_elo():
    club = build_club("City Chess Club", "Ann Hart 1500", "Bo Lind 1400")
    details = Details(name="Club Night", date=chess(SIX).date, total_rounds=3)
    tournament = tournaments.create_tournament(details=details, by=user("clara"), game="chess", club=club)
    enter_members(tournament=tournament, memberships=list(club.memberships.all()), by=user("clara"))
    tournament.entries.update(fide_id="1503014")
    assert moves_ratings(tournament)


def test_an_imported_event_cannot_be_made_a_rated_one():
    imported = import_report(data=trf_of(chess(SIX)).encode(), by=user("vera"))
    with pytest.raises(BadValue, match="imported event is not rated here"):
        choose(imported, "yes")


def test_the_event_file_carries_the_choice():
    tournament = with_grandmaster(rated_here="no")
    there = import_event(data=exported(tournament), by=user("vera"), as_copy=True)
    assert there.rated_here == "no"


def test_a_program_reads_and_sets_it():
    vera = Caller("vera")
    body = {"game": "chess", "name": "Open", "date": "2026-11-21", "totalRounds": 3, "ratedHere": "no"}
    made = vera.post("/tournaments", body)
    assert (made.status_code, made.json()["ratedHere"]) == (201, "no")
    path = f"/tournaments/{made.json()['tournamentId']}"
    assert vera.put(path, {**body, "ratedHere": ""}).json()["ratedHere"] == ""
    assert problem(vera.put(path, {**body, "ratedHere": "on"})) == (422, "bad-value")
