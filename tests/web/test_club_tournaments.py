"""A club's tournament in the browser: created for the club, its members entered in one step, shown on its page."""

import pytest
from django.test import Client

from building import build_club, join, user
from crosstable.events.models import Tournament

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Autumn Swiss",
    "date": "2026-11-21",
    "total_rounds": "5",
    "system": "fide-dutch",
    "most_requested_byes": "1",
    "club": "city-chess-club",
}


def browser(name: str) -> Client:
    client = Client()
    client.force_login(user(name))
    return client


@pytest.fixture
def club():
    return build_club("City Chess Club", "Ann Hart 1500", "Bo Lind 1400", "Cy Roth 1300")


def created(name: str) -> tuple[int, Tournament | None]:
    form = browser(name).get("/new/chess").context["form"]
    offered = {f.name: f.value() for f in form if f.value() is not None and f.value() is not False}
    answer = browser(name).post("/new/chess", {**offered, **FORM})
    return answer.status_code, Tournament.objects.first()


def test_an_administrator_creates_it_and_enters_the_members(club):
    status, tournament = created("clara")
    assert (status, tournament.club, tournament.game) == (302, club, "chess")
    clara = browser("clara")
    page = clara.get(f"/t/{tournament.slug}/control/players/members").content.decode()
    assert [name in page for name in ("Ann Hart", "Bo Lind", "Cy Roth")] == [True, True, True]
    ids = list(club.memberships.order_by("pk").values_list("pk", flat=True))[:2]
    clara.post(f"/t/{tournament.slug}/control/players/members", {"member": ids})
    assert set(tournament.entries.values_list("display_name", "rating")) == {
        ("Ann Hart", 1500),
        ("Bo Lind", 1400),
    }
    assert "Ann Hart" not in clara.get(f"/t/{tournament.slug}/control/players/members").content.decode()


def test_a_member_who_creates_it_is_its_director(club):
    join(club, "dirk")
    status, tournament = created("dirk")
    assert (status, tournament.owner, tournament.club) == (302, user("dirk"), club)


def test_someone_outside_the_club_does_not(club):
    assert created("mallory") == (422, None)


def test_the_clubs_page_lists_what_is_public_and_offers_a_new_one_to_members(club):
    created("clara")
    hidden = Client().get("/clubs/city-chess-club").content.decode()
    assert ("Autumn Swiss" in hidden, "/new?club=" in hidden) == (False, False)
    Tournament.objects.update(status="registration")
    assert "Autumn Swiss" in Client().get("/clubs/city-chess-club").content.decode()
    assert "/new?club=" in browser("clara").get("/clubs/city-chess-club").content.decode()


def test_entering_no_one_is_refused_with_a_sentence(club):
    _, tournament = created("clara")
    address = f"/t/{tournament.slug}/control/players/members"
    clara = browser("clara")
    clara.post(address, {}, headers={"referer": f"http://testserver{address}"})
    assert "Choose at least one member." in clara.get(address).content.decode()
