"""E1: contact data are seen by the person and the administrators of the person's clubs, on whatever page.

The walk opens every page of docs/roles.md as every role and looks for an address and a mobile number.
"""

from __future__ import annotations

import pytest

from building import join, member, user
from crosstable.accounts.contacts import ContactDetails, change_contact
from crosstable.accounts.members import MemberDetails, edit_member
from crosstable.accounts.models import Club
from web.test_every_address import ROLES, TABLE, address, somebody, tournament, world

pytestmark = pytest.mark.django_db
__all__ = ["tournament", "world"]

ANNS = ("12 Long Lane", "+44 7700 900123", "ann@example.org", "Hartington")
WALTERS = ("7 Short Street", "+44 7700 900999", "walter@example.org")
PAGES = [name for name, (method, _) in TABLE.items() if method == "get"]
ALLOWED = {
    ANNS: {"player", "club administrator", "system administrator"},  # ann is the player
    WALTERS: {"club administrator", "system administrator"},
}


@pytest.fixture
def club(tournament):
    club = Club.objects.get()
    join(club, "ann")
    change_contact(user=user("ann"), details=ContactDetails("Ann", "Hartington", ANNS[0], ANNS[1]))
    contact = ContactDetails(address=WALTERS[0], mobile=WALTERS[1], email=WALTERS[2])
    walter = member(club, "Walter Wood")
    edit_member(membership=walter, details=MemberDetails("Walter Wood", contact=contact), by=user("clara"))
    return club


@pytest.mark.parametrize("role", ROLES)
def test_no_page_shows_contact_data_to_anybody_else(role, tournament, club):
    visitor = somebody(role)
    told = {
        (name, secret)
        for name in PAGES
        for page in [visitor.get(address(name, tournament)).content.decode(errors="replace")]
        for secrets, allowed in ALLOWED.items()
        if role not in allowed
        for secret in secrets
        if secret in page
    }
    assert told == set()


def test_those_who_may_see_contact_data_do(tournament, club):
    clara = somebody("club administrator")
    members = clara.get("/clubs/city-chess-club/members").content.decode(errors="replace")
    assert [s for s in (*ANNS[:3], *WALTERS) if s not in members.replace("&#x2B;", "+")] == []
    anns_page = clara.get(f"/clubs/city-chess-club/members/{member(club, 'ann').pk}").content.decode(
        errors="replace"
    )
    assert [s for s in ANNS if s not in anns_page] == []
    mine = somebody("player").get("/account/contact").content.decode(errors="replace")
    assert [s for s in (ANNS[0], ANNS[1], ANNS[3]) if s not in mine] == []


def test_an_administrator_of_another_club_learns_nothing(tournament, club):
    from building import build_club

    build_club("Other Club", administrator="otto")
    visitor = somebody("anonymous")
    visitor.force_login(user("otto"))
    pages = [visitor.get(address(name, tournament)).content.decode(errors="replace") for name in PAGES]
    assert [s for s in (*ANNS, *WALTERS) for page in pages if s in page] == []
