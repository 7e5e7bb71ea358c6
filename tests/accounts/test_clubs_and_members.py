"""Clubs and their members: founding, adding, editing, asking to join, leaving; every action in the journal."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import timezone

from building import build_club, join, member, user
from crosstable.accounts import members
from crosstable.accounts.actions import ContactDetails
from crosstable.accounts.clubs import ClubDetails, create_club, describe, edit_club
from crosstable.accounts.errors import (
    AlreadyAsked,
    BadValue,
    ChangedMeanwhile,
    ClubNameTaken,
    NoRequest,
    NoSuchMember,
    NotAllowed,
)
from crosstable.accounts.members import MemberDetails
from crosstable.accounts.models import Club, Membership, Player
from crosstable.accounts.permissions import is_club_administrator, is_member

pytestmark = pytest.mark.django_db


def journal(club: Club) -> list[str]:
    return [f"{e.by.username}: {describe(e)}" for e in club.journal.order_by("number")]


def test_anyone_who_founds_a_club_administers_it_and_is_not_yet_a_member():
    club = create_club(details=ClubDetails("  City   Chess Club ", "Leeds"), by=user("clara"))
    assert (club.name, club.slug, club.town) == ("City Chess Club", "city-chess-club", "Leeds")
    assert is_club_administrator(user("clara"), club)
    assert not is_member(user("clara"), club)
    assert journal(club) == ["clara: Club created"]


def test_addresses_of_clubs_are_free_and_never_one_of_ours():
    slugs = [
        create_club(details=ClubDetails(name), by=user("clara")).slug for name in ("New", "Ночь", "Rooks!")
    ]
    again = create_club(details=ClubDetails("Rooks?"), by=user("clara")).slug
    assert [*slugs, again] == ["new-2", "club", "rooks", "rooks-2"]


@pytest.mark.parametrize(
    ("details", "field"),
    [
        (ClubDetails(" "), "name"),
        (ClubDetails("x" * 81), "name"),
        (ClubDetails("a\x00b"), "name"),
        (ClubDetails("ok", town="t" * 81), "town"),
        (ClubDetails("ok", description="d" * 5001), "description"),
    ],
)
def test_a_bad_club_is_refused_at_its_field(details, field):
    with pytest.raises(BadValue) as refused:
        create_club(details=details, by=user("clara"))
    assert refused.value.field == field
    assert Club.objects.count() == 0


def test_a_name_belongs_to_one_club_in_any_case():
    club = build_club("Rooks")
    with pytest.raises(ClubNameTaken):
        create_club(details=ClubDetails("ROOKS"), by=user("bo"))
    other = build_club("Bishops", administrator="bo")
    with pytest.raises(ClubNameTaken):
        edit_club(club=other, details=ClubDetails("rooks"), by=user("bo"))
    edit_club(club=club, details=ClubDetails("rooks", "York"), by=user("clara"))
    assert Club.objects.get(pk=club.pk).name == "rooks"
    assert journal(club)[-1] == "clara: Club changed: Name and Town"


def test_a_member_needs_no_account_and_starts_at_1200():
    club = build_club("Rooks", "Ann Hart", "Bo Lind 1830")
    rows = club.memberships.order_by("pk").values_list(
        "player__name", "rating", "games", "status", "player__user"
    )
    assert list(rows) == [("Ann Hart", 1200, 0, "active", None), ("Bo Lind", 1830, 0, "active", None)]
    assert member(club, "Ann Hart").joined_on == timezone.now().date()
    assert journal(club)[1:] == ["clara: Ann Hart added", "clara: Bo Lind added"]


@pytest.mark.parametrize("name", ["😀 Ann", "محمد الأمين", "O’Brien-Łukasz", "李小龍"])
def test_names_of_all_kinds_are_kept_as_they_are(name):
    assert member(build_club("Rooks", name), name).player.name == name


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "Ann\u202eHart"}, "name"),
        ({"elo": 99}, "elo"),
        ({"elo": 4001}, "elo"),
        ({"elo": True}, "elo"),
        ({"elo": 1500.5}, "elo"),
        ({"status": "left"}, "status"),
        ({"email": "nobody"}, "email"),
    ],
)
def test_a_bad_member_is_refused_at_its_field_and_nothing_is_made(changes, field):
    club = build_club()
    with pytest.raises(BadValue) as refused:
        members.add_member(club=club, by=user("clara"), **{"name": "Ann", **changes})
    assert refused.value.field == field
    assert (Membership.objects.count(), Player.objects.filter(name__startswith="Ann").count()) == (0, 0)
    assert Club.objects.get().revision == 1


def test_only_administrators_of_this_club_change_its_members():
    club = build_club("Rooks", "Ann Hart")
    build_club("Bishops", administrator="bo")
    ann = member(club, "Ann Hart")
    for name in ("bo", "stranger"):
        with pytest.raises(NotAllowed):
            members.add_member(club=club, name="Eve", by=user(name))
        with pytest.raises(NotAllowed):
            members.edit_member(membership=ann, details=MemberDetails("Eve"), by=user(name))
        with pytest.raises(NotAllowed):
            members.remove_member(membership=ann, by=user(name))
    members.add_member(club=club, name="Eve", by=user("root", is_superuser=True))


def test_editing_says_what_changed_but_keeps_contact_data_out_of_the_journal():
    club = build_club("Rooks", "Ann Hart")
    contact = ContactDetails(mobile="+44 7700 900123", address="12 Long Lane\nLeeds", email="ann@example.org")
    members.edit_member(
        membership=member(club, "Ann Hart"),
        details=MemberDetails("Ann Hart-Lee", 1500, "guest", date(2020, 3, 4), contact),
        by=user("clara"),
    )
    ann = member(club, "Ann Hart-Lee")
    assert (ann.rating, ann.status, ann.joined_on) == (1500, "guest", date(2020, 3, 4))
    assert (ann.player.contact.mobile, ann.player.contact.address) == (
        "+44 7700 900123",
        "12 Long Lane, Leeds",
    )
    entry = club.journal.first()
    assert entry.after == {
        "name": "Ann Hart-Lee",
        "rating": 1500,
        "status": "guest",
        "joined_on": "2020-03-04",
        "contact": ["address", "mobile", "email"],
    }


def test_a_person_with_an_account_keeps_name_and_contact():
    club = build_club()
    ann = join(club, "ann")
    details = MemberDetails("Somebody Else", 1500, contact=ContactDetails(mobile="000"))
    members.edit_member(membership=ann, details=details, by=user("clara"))
    ann.refresh_from_db()
    assert (ann.player.name, ann.rating, hasattr(ann.player, "contact")) == ("ann", 1500, False)


def test_a_form_made_before_someone_elses_change_saves_nothing():
    club = build_club("Rooks", "Ann Hart")
    seen = member(club, "Ann Hart").version
    lapsed = MemberDetails("Ann Hart", status="lapsed")
    members.edit_member(membership=member(club, "Ann Hart"), details=lapsed, by=user("clara"))
    with pytest.raises(ChangedMeanwhile) as refused:
        members.edit_member(
            membership=member(club, "Ann Hart"),
            details=MemberDetails("Ann Hart", 1700),
            by=user("clara"),
            seen_version=seen,
        )
    assert str(refused.value) == (
        "clara has changed Ann Hart: Lapsed, rating 1200. Nothing was saved. Reload the page and try again."
    )
    assert member(club, "Ann Hart").rating == 1200


def test_no_one_joined_tomorrow():
    club = build_club("Rooks", "Ann Hart")
    tomorrow = timezone.localdate() + timedelta(days=1)
    with pytest.raises(BadValue):
        members.edit_member(
            membership=member(club, "Ann Hart"),
            details=MemberDetails("Ann Hart", joined_on=tomorrow),
            by=user("clara"),
        )


def test_asking_to_join_waits_for_an_answer():
    club = build_club()
    asked = members.ask_to_join(club=club, by=user("ann"))
    assert (asked.status, is_member(user("ann"), club)) == ("pending", False)
    with pytest.raises(AlreadyAsked):
        members.ask_to_join(club=club, by=user("ann"))
    members.accept(membership=asked, by=user("clara"))
    assert is_member(user("ann"), club)
    with pytest.raises(NoRequest):
        members.decline(membership=asked, by=user("clara"))
    assert journal(club)[1:] == ["ann: ann asked to join", "clara: ann accepted"]


def test_no_one_accepts_their_own_request():
    club = build_club()
    asked = members.ask_to_join(club=club, by=user("ann"))
    with pytest.raises(NotAllowed):
        members.accept(membership=asked, by=user("ann"))


def test_a_declined_request_leaves_nothing_and_may_be_made_again():
    club = build_club()
    members.decline(membership=members.ask_to_join(club=club, by=user("ann")), by=user("clara"))
    assert club.memberships.count() == 0
    assert members.ask_to_join(club=club, by=user("ann")).status == "pending"


def test_an_administrator_joins_without_asking():
    club = build_club()
    assert members.ask_to_join(club=club, by=user("clara")).status == "active"


def test_leaving_keeps_the_club_rating_of_the_one_who_has_played():
    club = build_club()
    ann = join(club, "ann")
    Membership.objects.filter(pk=ann.pk).update(rating=1600, games=12)
    members.leave(membership=ann, by=user("ann"))
    assert (is_member(user("ann"), club), club.memberships.get().status) == (False, "left")
    with pytest.raises(NoSuchMember):
        members.remove_member(membership=ann, by=user("clara"))
    again = join(club, "ann")
    assert (again.rating, again.games, again.status) == (1600, 12, "active")


def test_one_leaves_for_oneself_only_and_without_games_nothing_stays():
    club = build_club()
    ann = join(club, "ann")
    with pytest.raises(NotAllowed):
        members.leave(membership=ann, by=user("bo"))
    members.leave(membership=ann, by=user("ann"))
    assert club.memberships.count() == 0


def test_the_journal_counts_every_action_once():
    club = build_club("Rooks", "Ann", "Bo")
    lapsed = MemberDetails("Ann", status="lapsed")
    members.edit_member(membership=member(club, "Ann"), details=lapsed, by=user("clara"))
    members.remove_member(membership=member(club, "Bo"), by=user("clara"))
    assert list(club.journal.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert Club.objects.get().revision == 5
    assert journal(club)[3:] == ["clara: Ann changed: Status and Member since", "clara: Bo removed"]
