"""A member without an account takes over its record by a link that works once."""

from __future__ import annotations

import pytest
from django.core import signing

from building import build_club, enter, event, join, member, play_round, playing, user
from crosstable.accounts import invitations
from crosstable.accounts.actions import ContactDetails, change_contact
from crosstable.accounts.errors import BothHavePlayed, CannotMerge, HasAccount, LinkExpired, NotAllowed
from crosstable.accounts.invitations import accept_invitation, invite
from crosstable.accounts.members import MemberDetails, ask_to_join, edit_member
from crosstable.accounts.models import Club, Membership, Player, User
from crosstable.events.models import Entry, Status

pytestmark = pytest.mark.django_db


def club_with_walter(**changes: object) -> Club:
    club = build_club("Rooks", "Walter Wood 1640")
    if changes:
        Membership.objects.filter(player__name="Walter Wood").update(**changes)
    return club


def link_for(club: Club, name: str = "Walter Wood") -> str:
    return invite(membership=member(club, name), by=user("clara"))


def newcomer(name: str) -> User:
    """An account that has no player yet."""
    return User.objects.create_user(name, f"{name}@example.org", "pass-word-1")


def test_the_record_becomes_the_accounts_with_rating_and_games():
    club = club_with_walter(games=7)
    walter = newcomer("walter")
    player = accept_invitation(token=link_for(club), by=walter)
    assert (player.name, player.user, player.memberships.get().rating) == ("Walter Wood", walter, 1640)
    assert club.journal.first().verb == "member.took-over"


def test_an_own_record_without_games_is_merged_and_the_chosen_name_stays():
    club = club_with_walter(games=7)
    walter = user("walter")
    change_contact(user=walter, details=ContactDetails("Walter", "Wood", mobile="0770"))
    draft = event("walter", Status.REGISTRATION)
    other = build_club("Bishops", administrator="bo")
    join(other, "walter")
    ask_to_join(club=club, by=walter)
    player = accept_invitation(token=link_for(club), by=walter)
    assert Player.objects.filter(user=walter).get() == player
    assert (player.name, player.contact.mobile) == ("walter", "0770")
    assert sorted(player.memberships.values_list("club__name", "status", "rating", "games")) == [
        ("Bishops", "active", 1200, 0),
        ("Rooks", "active", 1640, 7),
    ]
    assert Entry.objects.get(tournament=draft).player == player


def test_a_played_history_keeps_its_record_and_takes_the_membership_over():
    tournament = playing("walter bo")
    play_round(tournament)
    club = club_with_walter()
    ask_to_join(club=club, by=user("walter"))
    player = accept_invitation(token=link_for(club), by=user("walter"))
    assert player == tournament.entries.get(display_name="walter").player
    assert (player.memberships.get().status, player.memberships.get().rating) == ("active", 1640)
    assert not Player.objects.filter(name="Walter Wood").exists()


def test_two_played_histories_are_never_mixed():
    club = club_with_walter(games=7)
    play_round(playing("walter bo"))
    token = link_for(club)
    with pytest.raises(BothHavePlayed) as refused:
        accept_invitation(token=token, by=user("walter"))
    assert "two histories are never mixed" in str(refused.value)
    assert member(club, "Walter Wood").player.user is None
    accept_invitation(token=token, by=newcomer("second"))  # the link still works for another account


def test_two_entries_in_one_event_are_sorted_out_by_people():
    club = club_with_walter()
    tournament = event("walter", Status.REGISTRATION)
    other = enter(tournament, "stand-in")
    Entry.objects.filter(pk=other.pk).update(player=member(club, "Walter Wood").player)
    with pytest.raises(CannotMerge) as refused:
        accept_invitation(token=link_for(club), by=user("walter"))
    assert str(refused.value) == "Both are entered in Northern Open GT. Remove one of the two entries first."


def test_a_link_works_once():
    club = club_with_walter()
    token = link_for(club)
    accept_invitation(token=token, by=newcomer("walter"))
    with pytest.raises(LinkExpired):
        accept_invitation(token=token, by=newcomer("eve"))


def test_a_newer_link_a_forged_one_and_an_old_one(monkeypatch):
    club = club_with_walter()
    first, second = link_for(club), link_for(club)
    player = member(club, "Walter Wood").player.pk
    forged = signing.dumps([player, "guess"], salt="crosstable.accounts.invitation")
    for token in (first, forged, "nonsense", signing.dumps("x", salt="crosstable.accounts.invitation")):
        with pytest.raises(LinkExpired):
            accept_invitation(token=token, by=newcomer(f"eve{len(token)}"))
    monkeypatch.setattr(invitations, "LIFETIME", -1)
    with pytest.raises(LinkExpired):
        accept_invitation(token=second, by=newcomer("late"))


def test_only_administrators_make_links_and_only_for_members_without_an_account():
    club = club_with_walter()
    with pytest.raises(NotAllowed):
        invite(membership=member(club, "Walter Wood"), by=user("mallory"))
    ann = join(club, "ann")
    with pytest.raises(HasAccount):
        invite(membership=ann, by=user("clara"))


def test_what_the_club_wrote_down_is_taken_over_where_the_person_said_nothing():
    club = club_with_walter()
    kept = ContactDetails(address="12 Long Lane", mobile="0001", email="old@example.org")
    details = MemberDetails("Walter Wood", contact=kept)
    edit_member(membership=member(club, "Walter Wood"), details=details, by=user("clara"))
    change_contact(user=user("walter"), details=ContactDetails("Walter", "Wood", mobile="0770"))
    contact = accept_invitation(token=link_for(club), by=user("walter")).contact
    assert (contact.first_name, contact.address, contact.email) == ("Walter", "12 Long Lane", "")
