"""E2: further directors of a tournament."""

import pytest
from django.test import Client

from building import event, user
from crosstable.events.actions import directors, tournaments
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.permissions import is_organiser

pytestmark = pytest.mark.django_db


def test_an_appointed_director_runs_the_event_and_appoints_others():
    tournament = event()
    directors.appoint_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    directors.appoint_director(tournament=tournament, user=user("dora"), by=user("dirk"))
    assert [is_organiser(user(name), tournament) for name in ("dirk", "dora", "mallory")] == [
        True,
        True,
        False,
    ]
    with pytest.raises(NotAllowed):
        tournaments.delete_tournament(tournament=tournament, by=user("dirk"))


def test_a_dismissed_director_runs_nothing():
    tournament = event()
    directors.appoint_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    directors.dismiss_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    assert not is_organiser(user("dirk"), tournament)
    with pytest.raises(BadValue):
        directors.dismiss_director(tournament=tournament, user=user("dirk"), by=tournament.owner)


def test_a_stranger_appoints_nobody():
    with pytest.raises(NotAllowed):
        directors.appoint_director(tournament=event(), user=user("dirk"), by=user("mallory"))


def test_the_page_finds_people_by_username_or_email_and_says_who_is_unknown():
    tournament = event()
    user("dirk")
    client = Client()
    client.force_login(tournament.owner)
    address = f"/t/{tournament.slug}/control/directors"
    assert "There is no account “nobody”." in client.post(address, {"user": "nobody"}).content.decode()
    assert client.post(address, {"user": "DIRK@example.org"}).status_code == 302
    assert list(tournament.organisers.all()) == [user("dirk")]
    assert client.post(f"{address}/{user('dirk').pk}/dismiss").status_code == 302
    assert not tournament.organisers.exists()
