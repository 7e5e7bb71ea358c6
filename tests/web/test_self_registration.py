"""Self-registration: a code on a poster with which people register without an account; later, the waiting list."""

from __future__ import annotations

import pytest
from django.test import Client

import pdfs
from api.calling import Caller, done
from building import entry, event, user
from crossings import small_event
from crossings.small_event import FORMATS
from crosstable.events.actions.people import attendance, self_registration
from crosstable.events.files.printing.printer import is_local
from crosstable.events.models import Entry, Status, Tournament
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.web.public.codes import MOST_WRONG
from pool_building import fresh, playing_pools, revision, seats

pytestmark = pytest.mark.django_db


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def opened(tournament: Tournament) -> str:
    return f"/door/{self_registration.open_self_registration(tournament=tournament, by=user('olga'))}"


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(user(name))
    return client


def test_anyone_who_has_the_code_enters_themselves_and_is_here():
    tournament = event("", Status.DRAFT)
    address = opened(tournament)
    page = Client()
    assert "You need no account" in words(page.get(address))
    response = page.post(
        address, {"display_name": "Zed", "faction": "Orks", "other_faction": "on"}, follow=True
    )
    assert "Zed is registered." in words(response)
    entry = Entry.objects.get(tournament=tournament)
    assert (entry.display_name, entry.is_checked_in, entry.player.user) == ("Zed", True, None)
    assert tournament.journal.order_by("-number")[0].who == "self-registration"


def test_a_second_press_changes_nothing_and_says_that_all_is_well():
    tournament = event("", Status.REGISTRATION)
    address, zed = opened(tournament), {"display_name": "Zed", "faction": "Orks"}
    Client().post(address, zed)
    before = revision(tournament)
    again = Client().post(address, zed)
    assert (again.status_code, revision(tournament)) == (422, before)
    assert "“Zed” is already registered. If that is you, you are done" in words(again)


def test_closed_self_registration_has_no_code_and_wrong_codes_are_counted():
    tournament = event("", Status.REGISTRATION)
    address = opened(tournament)
    self_registration.close_self_registration(tournament=tournament, by=user("olga"))
    page = Client(REMOTE_ADDR="203.0.113.9")
    tried = [page.get(address).status_code for _ in range(MOST_WRONG + 1)]
    assert tried == [404] * MOST_WRONG + [429]


def test_the_organiser_opens_it_shows_its_code_and_closes_it_on_one_page():
    tournament = event("", Status.REGISTRATION)
    olga, page = signed_in("olga"), f"/t/{tournament.slug}/control/door"
    assert "Self-registration is closed" in words(olga.get(page))
    shown = words(olga.post(f"{page}/open", follow=True))
    token = Tournament.objects.get(pk=tournament.pk).door_token
    assert f"/door/{token}" in shown and "<svg" in shown
    olga.post(f"{page}/close")
    assert Tournament.objects.get(pk=tournament.pk).door_token is None


def test_during_a_swiss_self_registration_is_refused():
    tournament = event("ann bo", Status.IN_PROGRESS)
    answer = Client().post(opened(tournament), {"display_name": "Zed", "faction": "Orks"})
    assert answer.status_code == 422
    assert not tournament.entries.filter(display_name="Zed").exists()


def test_once_pools_are_played_new_players_wait_and_are_let_in_with_one_press():
    stage = playing_pools("ann bo cy di ed", boards=2)
    tournament = stage.tournament
    response = Client().post(opened(tournament), {"display_name": "Zed"}, follow=True)
    assert "Zed is on the waiting list." in words(response)
    zed = Entry.objects.get(display_name="Zed")
    assert [str(entry) for entry in PoolPeople(fresh(stage)).unseated] == ["Zed"]
    olga, late = signed_in("olga"), f"/t/{tournament.slug}/control/late"
    assert "Waiting list, in no pool: Zed." in words(olga.get(f"/t/{tournament.slug}/control"))
    pool = fresh(stage).pools.get()
    assert f'name="how" value="{pool.pk}" > Add to Pool A' in words(olga.get(late))
    olga.post(late, {"entry": zed.pk, "how": pool.pk})
    assert seats(fresh(stage)) == {"A": ["ann", "bo", "cy", "di", "ed", "Zed"]}
    assert PoolPeople(fresh(stage)).unseated == []


def test_without_a_free_seat_a_late_entry_is_put_on_the_waiting_list_by_hand_and_by_a_program():
    stage = playing_pools("ann bo cy di", boards=2)
    tournament, olga = stage.tournament, Caller("olga")
    late = f"/t/{tournament.slug}/control/late"
    signed_in("olga").post(late, {"display_name": "Yan", "how": "wait"})
    path = f"/tournaments/{tournament.pk}/stages/1/latecomers"
    done(olga.post(path, {"displayName": "Zed"}), 201)
    seen = done(olga.get(path))
    assert [one["displayName"] for one in seen["waiting"]] == ["Yan", "Zed"]
    assert seen["freeSeats"] == []
    refused = olga.post(path, {"playerId": seen["waiting"][0]["playerId"], "pool": "A"})
    assert (refused.status_code, refused.json()["code"]) == (409, "no-free-seat")


def test_a_program_gives_the_seat_of_someone_who_is_not_here():
    stage = playing_pools("ann bo cy di", boards=2)
    olga, path = Caller("olga"), f"/tournaments/{stage.tournament.pk}/stages/1/latecomers"
    cy = entry(stage.tournament, "cy")
    attendance.mark_no_show(entry=cy, by=user("olga"))
    assert done(olga.get(path))["seatsToGive"] == [
        {"playerId": cy.pk, "displayName": "cy", "pool": "A", "played": 0}
    ]
    refused = olga.post(path, {"displayName": "Zed", "pool": "A", "seatOf": cy.pk})
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "Name a pool or a seat, not both.",
    )
    done(olga.post(path, {"displayName": "Zed", "seatOf": cy.pk}), 201)
    assert seats(stage) == {"A": ["ann", "bo", "Zed", "di"]}
    twice = olga.post(path, {"displayName": "Yan", "seatOf": entry(stage.tournament, "ann").pk})
    assert (twice.status_code, twice.json()["code"]) == (409, "seat-is-held")


def test_a_program_opens_self_registration_and_a_kiosk_registers_a_team():
    tournament = event("", Status.REGISTRATION)
    Tournament.objects.update(team_size=2)
    path = f"/tournaments/{tournament.pk}/door"
    shown = done(Caller("olga").put(path, {"open": True}))
    assert shown["path"] == f"/door/{shown['code']}"
    owls = {"displayName": "Owls", "faction": "Orks", "members": ["Ann", "Bo"]}
    entered = done(Caller(None).post(f"{path}/entries", {"code": shown["code"], **owls}), 201)
    assert (entered["displayName"], entered["waits"]) == ("Owls", False)
    twice = {**owls, "code": shown["code"], "displayName": "Rooks", "members": ["Cy", "Cy"]}
    refused = Caller(None).post(f"{path}/entries", twice)
    assert (refused.status_code, refused.json()["detail"]) == (422, "Cy is named twice.")
    assert done(Caller("olga").put(path, {"open": False})) == {"open": False, "path": "", "code": ""}


@pytest.mark.parametrize("format", sorted(FORMATS))
@pytest.mark.parametrize("kind", ["players", "teams"])
def test_the_code_on_the_poster_registers_without_an_account_in_every_format(format: str, kind: str):
    tournament = small_event.event("goals", format, kind)
    zed = {"display_name": "Zed", "member_1": "Zoe", "member_2": "Zed"}
    response = Client().post(opened(tournament), zed, follow=True)
    assert "Zed is registered." in words(response)


def test_the_control_room_hands_out_the_address_and_shows_who_registered_last():
    tournament = event("ann bo", Status.REGISTRATION)
    olga, page = signed_in("olga"), f"/t/{tournament.slug}/control"
    with_account = words(olga.get(page))
    assert f'data-copy="http://testserver/t/{tournament.slug}"' in with_account
    assert "Players need an account at this address." in with_account
    back = olga.post(f"{page}/door/open", {"next": page}, follow=True)
    token = Tournament.objects.get(pk=tournament.pk).door_token
    assert f'data-copy="http://testserver/door/{token}"' in words(back)
    assert words(back).index(">bo<") < words(back).index(">ann<")


def test_the_poster_has_the_address_in_letters_and_waits_until_there_is_one():
    tournament = event("", Status.DRAFT)
    olga, poster = signed_in("olga"), f"/t/{tournament.slug}/control/print/registration-poster-a4.pdf"
    assert "once registration is open" in words(olga.get(poster))
    address = opened(tournament)
    (page,) = pdfs.pages(olga.get(poster).content)
    assert f"testserver{address}" in page.words and page.pictures == 1


def test_an_address_of_this_network_alone_is_recognised():
    known = {
        "http://192.168.1.20:3005": True,
        "http://hall:3005": True,
        "http://hall.local": True,
        "https://chess.example.org": False,
        "http://203.0.114.7": False,
    }
    assert {address: is_local(address) for address in known} == known
