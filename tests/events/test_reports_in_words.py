"""A report is shown from the reporter's side, with the winner in words: on every page, in the journal, in
notifications and over the API."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller
from building import match_of, playing, user
from chess_building import SIX, chess, start_chess
from crosstable.events.actions.people import teams
from crosstable.events.actions.results import results, team_boards
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.match_codes import code_of, page_of
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.models import Claim, Match, Notification, Tournament
from crosstable.events.notifications.creation import catch_up
from events.test_results_of_every_shape import CASES, Case, event
from events.test_teams import boards, doubles, match_between
from events.test_teams import playing as start_teams
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """The second side, bo, reports to have lost 45–75."""
    made = playing("ann bo")
    match = match_of(made, "ann")
    assert str(match.first) == "ann"
    results.report(match=match, score=parse_score(match, (75, 45)), by=user("bo"))
    return made


def test_the_desk_the_match_page_and_the_journal_show_the_reporters_side(tournament):
    olga, match = logged_in("olga"), match_of(tournament, "ann")
    assert "bo reports 45–75, ann won" in text(olga.get(f"/t/{tournament.slug}/control"))
    page = text(olga.get(f"/t/{tournament.slug}/control/matches/{match.pk}"))
    assert "bo reports" in page and "45–75 ann won" in page and "Accept 45–75, ann won" in page
    assert describe(tournament.journal.first()) == "Round 1, table 1: ann v bo: bo reported 45–75, ann won"
    assert "bo reported 45–75, ann won" in text(olga.get(f"/t/{tournament.slug}/control/journal"))


def test_accepting_the_report_saves_the_points_of_the_right_sides(tournament):
    match, form = match_of(tournament, "ann"), logged_in("olga")
    page = form.get(f"/t/{tournament.slug}/control/matches/{match.pk}")
    ((_, values, _),) = page.context["claims"]
    form.post(f"/t/{tournament.slug}/control/matches/{match.pk}", {**values, "version": match.version})
    assert Match.objects.get(pk=match.pk).points == (75, 45)


def test_the_opponent_is_notified_and_sees_the_reporters_side_on_the_phone(tournament):
    catch_up(tournament.pk)
    body = Notification.objects.get(user=user("ann"), kind="reported").body
    assert body == "bo reports 45–75, ann won. Round 1, Northern Open GT. Confirm it, or say what is wrong."
    page = text(logged_in("ann").get(f"/t/{tournament.slug}/me"))
    assert "bo reports 45 – 75: you win by 30. Is that right?" in page


def test_both_reports_of_a_dispute_name_their_winner(tournament):
    match = match_of(tournament, "ann")
    results.report(match=match, score=parse_score(match, (40, 75)), by=user("ann"))
    control = text(logged_in("olga").get(f"/t/{tournament.slug}/control"))
    assert "bo reports 45–75, ann won. ann reports 40–75, bo won." in control
    page = text(logged_in("ann").get(f"/t/{tournament.slug}/me"))
    assert "You reported 40 – 75: you lost. bo reported 45 – 75: you won." in page


def test_the_page_of_a_code_shows_the_reporters_side(tournament):
    match = match_of(tournament, "ann")
    address = page_of(match)
    assert "bo reports 45–75, ann won . Is that right?" in text(Client().get(f"{address}?side=first"))
    api = f"/tournaments/{tournament.pk}/matches/{match.pk}/by-code/{code_of(match)}"
    assert Caller(None).get(api).json()["secondSays"] == "45–75, ann won"


def test_the_api_words_a_report_from_the_reporters_side(tournament):
    match = match_of(tournament, "ann")
    (claim,) = Caller("olga").get(f"/tournaments/{tournament.pk}/matches/{match.pk}").json()["claims"]
    assert (claim["words"], claim["player1VP"], claim["player2VP"]) == ("45–75, ann won", 75, 45)
    (entry, *_) = Caller("olga").get(f"/tournaments/{tournament.pk}/journal").json()["items"]
    assert entry["sentence"] == "Round 1, table 1: ann v bo: bo reported 45–75, ann won"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_every_shape_is_reported_from_the_second_side(case: Case):
    """The first side won; a result without numbers is written first side first, as everywhere."""
    made = event(case)
    match = match_of(made, "ann")
    score = parse_score(match, case.score)
    results.report(match=match, score=score, by=match.second.player.user)
    claim = Claim.objects.select_related("match__first", "match__second").get(match=match)
    own = score.swapped.words if score.tallies else score.words
    assert claim.reported_words == f"{own}, {match.first} won"


def test_a_draw_is_called_a_draw():
    made = chess(SIX)
    start_chess(made)
    match = Match.objects.filter(round__tournament=made).order_by("table")[0]
    claim = Claim(match=match, entry=match.second, result="1/2-1/2", score="1/2-1/2")
    assert claim.reported_words == "½–½, a draw"


def test_the_boards_of_a_team_match_are_reported_from_the_side_of_the_team():
    tournament = doubles("Kites", team_boards=2)
    captains = {"Owls": "ann", "Crows": "cem"}
    for name, captain in captains.items():
        details = EntryDetails(name)
        teams.register_team(tournament=tournament, details=details, partners=[f"{name} 2"], by=user(captain))
    match = match_between(start_teams(tournament), "Owls", "Crows")
    second = user(captains[str(match.second)])
    team_boards.report_boards(match=match, boards=boards(match, "1-0", "1/2-1/2"), by=second)
    sentence = describe(tournament.journal.first())
    assert sentence.endswith(f"{match.second} reported ½–1½, {match.first} won, by board")
