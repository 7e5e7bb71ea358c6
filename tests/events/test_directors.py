"""E2: further directors of a tournament."""

from urllib.parse import quote

import pytest
from django.test import Client

from building import confirmed, event, user
from crosstable.accounts.errors import LinkExpired, TooManyTries
from crosstable.accounts.models import User
from crosstable.events.actions.event import access
from crosstable.events.actions.event.deleting import delete_tournament
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.permissions import is_organiser

pytestmark = pytest.mark.django_db


def test_an_appointed_director_runs_the_event_and_appoints_others():
    tournament = event()
    access.appoint_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    access.appoint_director(tournament=tournament, user=user("dora"), by=user("dirk"))
    assert [is_organiser(user(name), tournament) for name in ("dirk", "dora", "mallory")] == [
        True,
        True,
        False,
    ]
    with pytest.raises(NotAllowed):
        delete_tournament(tournament=tournament, by=user("dirk"))


def test_a_dismissed_director_runs_nothing():
    tournament = event()
    access.appoint_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    access.dismiss_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    assert not is_organiser(user("dirk"), tournament)
    with pytest.raises(BadValue):
        access.dismiss_director(tournament=tournament, user=user("dirk"), by=tournament.owner)


def test_a_stranger_appoints_no_one():
    with pytest.raises(NotAllowed):
        access.appoint_director(tournament=event(), user=user("dirk"), by=user("mallory"))


def browser(who: User) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_the_page_appoints_by_username_and_dismisses():
    tournament = event()
    confirmed("dirk")
    client = browser(tournament.owner)
    address = f"/t/{tournament.slug}/control/directors"
    assert client.post(address, {"user": "DIRK", "role": "organiser"}).status_code == 302
    assert list(tournament.organisers.all()) == [user("dirk")]
    assert client.post(f"{address}/{user('dirk').pk}/dismiss").status_code == 302
    assert not tournament.organisers.exists()


@pytest.mark.parametrize("name", ["mallory", "mallory@example.org", "dirk@example.org", "nobody", "closed"])
def test_anyone_who_cannot_be_appointed_by_name_gets_one_answer(name):
    """Mallory signed up with an address that is not hers; the answer does not reveal whose address it is."""
    tournament, _, _ = event(), user("mallory"), confirmed("dirk")
    confirmed("closed")
    User.objects.filter(username="closed").update(is_active=False)
    with pytest.raises(BadValue) as refused:
        access.appoint_by_name(tournament=tournament, name=name, by=tournament.owner)
    assert str(refused.value) == (
        f"“{name}” is not the username of an account with a confirmed email address. "
        "Send the person an invitation link instead."
    )
    assert not tournament.organisers.exists()


def test_names_are_not_tried_without_end():
    tournament = event()
    for n in range(access.MOST_TRIES):
        with pytest.raises(BadValue):
            access.appoint_by_name(tournament=tournament, name=f"guess-{n}", by=tournament.owner)
    with pytest.raises(TooManyTries):
        access.appoint_by_name(tournament=tournament, name="guess", by=tournament.owner)


def test_a_link_makes_one_person_a_director_without_any_mail():
    tournament = event()
    address = f"/t/{tournament.slug}/control/directors/invite"
    shown = browser(tournament.owner).post(address, {"role": "organiser"}).context["link"]
    link = shown.removeprefix("http://testserver")
    assert Client().get(link).url == f"/login?next={quote(link)}"
    assert "Invitation to run Northern Open GT" in browser(user("dirk")).get(link).content.decode()
    assert not is_organiser(user("dirk"), tournament)
    assert browser(user("dirk")).post(link).url == f"/t/{tournament.slug}/control"
    assert is_organiser(user("dirk"), tournament)
    assert browser(user("mallory")).post(link).status_code == 410
    assert not is_organiser(user("mallory"), tournament)


def test_a_link_ends_with_its_giver_its_time_and_its_use(monkeypatch):
    tournament = event()
    access.appoint_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    of_dirk = access.invite_director(tournament=tournament, by=user("dirk"))
    used = access.invite_director(tournament=tournament, by=tournament.owner)
    access.accept_directorship(token=used, by=user("dora"))
    access.dismiss_director(tournament=tournament, user=user("dirk"), by=tournament.owner)
    access.dismiss_director(tournament=tournament, user=user("dora"), by=tournament.owner)
    for token in (of_dirk, used, "forged"):
        with pytest.raises(LinkExpired):
            access.accept_directorship(token=token, by=user("dora"))
    old = access.invite_director(tournament=tournament, by=tournament.owner)
    monkeypatch.setattr(access, "LIFETIME", -1)
    with pytest.raises(LinkExpired):
        access.accept_directorship(token=old, by=user("dora"))
    assert not tournament.organisers.exists()


def test_a_stranger_invites_no_one():
    with pytest.raises(NotAllowed):
        access.invite_director(tournament=event(), by=user("mallory"))
