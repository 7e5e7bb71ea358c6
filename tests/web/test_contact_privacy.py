"""E1: contact data are seen by the person and the administrators of the person's clubs.

That no other visitor sees them on any page is checked by test_every_address.py.
"""

from __future__ import annotations

import pytest

from building import build_club, member, user
from crosstable.accounts.models import Club
from web.test_every_address import ANNS, TABLE, WALTERS, address, client_of, tournament, world

pytestmark = pytest.mark.django_db
__all__ = ["tournament", "world"]

PAGES = [name for name, (method, _) in TABLE.items() if method == "get"]


def test_those_who_may_see_contact_data_do(world, tournament):
    club = Club.objects.get()
    clara = client_of(world, "club admin")
    members = clara.get("/clubs/city-chess-club/members").content.decode(errors="replace")
    assert [s for s in (*ANNS[:3], *WALTERS) if s not in members.replace("&#x2B;", "+")] == []
    anns_page = clara.get(f"/clubs/city-chess-club/members/{member(club, 'ann').pk}").content.decode(
        errors="replace"
    )
    assert [s for s in ANNS if s not in anns_page] == []
    mine = client_of(world, "player").get("/account/contact").content.decode(errors="replace")
    assert [s for s in (ANNS[0], ANNS[1], ANNS[3]) if s not in mine] == []


def test_an_administrator_of_another_club_learns_nothing(world, tournament):
    build_club("Other Club", administrator="otto")
    visitor = client_of(world, "anonymous")
    visitor.force_login(user("otto"))
    pages = [visitor.get(address(name, tournament)).content.decode(errors="replace") for name in PAGES]
    assert [s for s in (*ANNS, *WALTERS) for page in pages if s in page] == []
