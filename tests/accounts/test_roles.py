"""Administrators of clubs and of the installation: appointing, dismissing, and who can never be (E2)."""

from __future__ import annotations

import pytest

from building import build_club, confirmed, join, user
from crosstable.accounts import roles
from crosstable.accounts.actions import ContactDetails, change_contact
from crosstable.accounts.errors import (
    AlreadyAppointed,
    CannotBeDismissed,
    CannotDismissYourself,
    LastAdministrator,
    NoSuchAccount,
    NotAllowed,
    NotAppointed,
    TooManyTries,
)
from crosstable.accounts.members import ask_to_join, leave
from crosstable.accounts.models import Membership, SystemJournalEntry, User
from crosstable.accounts.permissions import is_club_administrator, may_see_contact
from crosstable.accounts.setup import create_system_administrator

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


def root() -> User:
    return User.objects.filter(username="root").first() or create_system_administrator(
        "root", "root@example.org", PASSWORD
    )


def administrators() -> set[str]:
    return set(User.objects.filter(is_superuser=True).values_list("username", flat=True))


def test_a_club_administrator_appoints_and_dismisses_others():
    club = build_club()
    roles.appoint_club_administrator(club=club, user=user("dora"), by=user("clara"))
    assert is_club_administrator(user("dora"), club)
    with pytest.raises(AlreadyAppointed):
        roles.appoint_club_administrator(club=club, user=user("dora"), by=user("clara"))
    roles.dismiss_club_administrator(club=club, user=user("clara"), by=user("dora"))
    assert not is_club_administrator(user("clara"), club)
    assert [e.verb for e in club.journal.all()[:2]] == ["administrator.dismissed", "administrator.appointed"]


def test_a_club_keeps_at_least_one_administrator():
    club = build_club()
    for by in (user("clara"), root()):
        with pytest.raises(LastAdministrator):
            roles.dismiss_club_administrator(club=club, user=user("clara"), by=by)
    with pytest.raises(NotAppointed):
        roles.dismiss_club_administrator(club=club, user=user("bo"), by=user("clara"))
    assert is_club_administrator(user("clara"), club)


def test_members_and_administrators_of_other_clubs_appoint_no_one():
    club = build_club()
    join(club, "ann")
    build_club("Other", administrator="bo")
    for name in ("ann", "bo"):
        with pytest.raises(NotAllowed):
            roles.appoint_club_administrator(club=club, user=user(name), by=user(name))


def test_a_closed_account_is_not_appointed():
    club = build_club()
    gone = user("gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    gone.refresh_from_db()
    with pytest.raises(NoSuchAccount):
        roles.appoint_club_administrator(club=club, user=gone, by=user("clara"))
    with pytest.raises(NoSuchAccount):
        roles.account_called("gone", by=user("clara"))
    with pytest.raises(NoSuchAccount):
        roles.appoint_system_administrator(user=gone, by=root())


def test_only_an_account_with_a_confirmed_address_is_found_and_names_are_not_tried_without_end(monkeypatch):
    monkeypatch.setattr(roles, "MOST_TRIES", 3)
    user("ann")
    confirmed("bo")
    clara = user("clara")
    answers = []
    for name in ("ann", "nobody"):
        with pytest.raises(NoSuchAccount) as refused:
            roles.account_called(name, by=clara)
        answers.append(str(refused.value).replace(name, "…"))
    assert len(set(answers)) == 1
    assert roles.account_called(" BO ", by=clara) == user("bo")
    with pytest.raises(TooManyTries):
        roles.account_called("bo", by=clara)


def test_where_no_mail_leaves_the_installation_no_confirmed_address_is_asked_for(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    ann = user("ann")
    assert roles.account_called("ann", by=user("clara")) == ann


def test_a_system_administrator_appoints_others_and_may_dismiss_them():
    roles.appoint_system_administrator(user=user("ann"), by=root())
    roles.appoint_system_administrator(user=user("bo"), by=user("ann"))
    assert administrators() == {"root", "ann", "bo"}
    roles.dismiss_system_administrator(user=user("ann"), by=user("bo"))
    assert administrators() == {"root", "bo"}
    entries = SystemJournalEntry.objects.order_by("pk").values_list("by__username", "verb", "user__username")
    assert list(entries) == [
        ("root", "system-administrator.appointed", "ann"),
        ("ann", "system-administrator.appointed", "bo"),
        ("bo", "system-administrator.dismissed", "ann"),
    ]


def test_the_first_one_is_never_dismissed_and_no_one_dismisses_itself():
    roles.appoint_system_administrator(user=user("ann"), by=root())
    with pytest.raises(CannotBeDismissed) as first:
        roles.dismiss_system_administrator(user=root(), by=user("ann"))
    with pytest.raises(CannotDismissYourself) as oneself:
        roles.dismiss_system_administrator(user=user("ann"), by=user("ann"))
    with pytest.raises(CannotDismissYourself):
        roles.dismiss_system_administrator(user=root(), by=root())
    assert str(first.value) == "root set this installation up and stays its system administrator."
    assert str(oneself.value) == "You cannot dismiss yourself. Ask another system administrator to do it."
    assert administrators() == {"root", "ann"}


def test_anyone_who_was_dismissed_a_moment_ago_dismisses_no_one():
    """The browser still shows the page of an administrator; the row says otherwise."""
    roles.appoint_system_administrator(user=user("ann"), by=root())
    roles.appoint_system_administrator(user=user("bo"), by=root())
    stale = user("ann")
    roles.dismiss_system_administrator(user=user("ann"), by=user("bo"))
    with pytest.raises(NotAllowed):
        roles.dismiss_system_administrator(user=user("bo"), by=stale)
    assert administrators() == {"root", "bo"}


def test_others_appoint_no_system_administrator():
    build_club()
    for name in ("clara", "mallory"):
        with pytest.raises(NotAllowed):
            roles.appoint_system_administrator(user=user(name), by=user(name))


def test_only_the_first_administrator_made_is_the_first():
    ada, bob = root(), create_system_administrator("bob", "bob@example.org", PASSWORD)
    assert (ada.is_first_administrator, bob.is_first_administrator) == (True, False)
    assert ada.email_confirmed_at is not None


def test_contact_data_are_for_the_person_and_the_administrators_of_their_clubs():
    club, other = build_club("Rooks"), build_club("Bishops", administrator="bo")
    change_contact(user=user("ann"), details=ContactDetails("Ann", "Hart", "12 Long Lane", "0770"))
    ann = user("ann").player
    seen_by = {name: may_see_contact(user(name), ann) for name in ("ann", "clara", "bo", "mallory")}
    assert seen_by == {"ann": True, "clara": False, "bo": False, "mallory": False}
    assert may_see_contact(root(), ann)
    asked = ask_to_join(club=club, by=user("ann"))
    assert may_see_contact(user("clara"), ann)
    Membership.objects.filter(pk=asked.pk).update(games=3)
    leave(membership=asked, by=user("ann"))
    assert (may_see_contact(user("clara"), ann), may_see_contact(user("bo"), ann)) == (False, False)
    assert other.memberships.count() == 0
