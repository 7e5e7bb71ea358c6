"""Appointing and dismissing administrators, of clubs and of the installation (E2)."""

from django.db import transaction
from django.utils import timezone

from crosstable.accounts import limits, mail
from crosstable.accounts.clubs import club_action
from crosstable.accounts.errors import (
    AlreadyAppointed,
    CannotBeDismissed,
    CannotDismissYourself,
    LastAdministrator,
    NoSuchAccount,
    NotAppointed,
)
from crosstable.accounts.models import Club, ClubRole, Player, SystemJournalEntry, User
from crosstable.accounts.names import canonical
from crosstable.accounts.permissions import (
    check_may,
    may_appoint_club_administrators,
    may_appoint_system_administrators,
    may_dismiss_system_administrator,
)
from crosstable.text import tr

# Names one administrator may try in an hour.
MOST_TRIES = 30


def account_called(username: str, *, by: User) -> User:
    """Return the open account with this username and a confirmed address. All others get the same answer.

    If the installation sends no mail, no address can be confirmed, and none is required. Raises NoSuchAccount,
    TooManyTries.
    """
    limits.take("account called", by.pk, most=MOST_TRIES)
    open_ = User.objects.filter(is_active=True)
    appointable = open_.filter(email_confirmed_at__isnull=False) if mail.is_sent() else open_
    user = appointable.filter(username__iexact=canonical(username)).first()
    if user is None:
        raise NoSuchAccount(name=username.strip()[:80])
    return user


def appoint_club_administrator(*, club: Club, user: User, by: User) -> ClubRole:
    """Raises AlreadyAppointed, NoSuchAccount for a closed account."""
    with club_action(club, by, may_appoint_club_administrators) as action:
        if not user.is_active:
            raise NoSuchAccount(name=user.username)
        if action.club.roles.filter(user=user).exists():
            raise AlreadyAppointed(name=user.username)
        role = ClubRole.objects.create(club=action.club, user=user, appointed_by=by, appointed_at=action.now)
        action.record("administrator.appointed", user.username, player=_player(user))
    return role


def dismiss_club_administrator(*, club: Club, user: User, by: User) -> None:
    """Dismiss an administrator, or yourself as long as another one stays.

    Raises LastAdministrator, NotAppointed.
    """
    with club_action(club, by, may_appoint_club_administrators) as action:
        role = action.club.roles.filter(user=user).first()
        if role is None:
            raise NotAppointed(name=user.username)
        if action.club.roles.count() == 1:
            raise LastAdministrator(club=action.club.name)
        role.delete()
        action.record("administrator.dismissed", user.username, player=_player(user))


def appoint_system_administrator(*, user: User, by: User) -> None:
    """Raises AlreadyAppointed, NotAllowed."""
    with transaction.atomic():
        fresh, asking = _locked(user, by)
        check_may(may_appoint_system_administrators(asking), tr("Only system administrators can do this."))
        if not fresh.is_active:
            raise NoSuchAccount(name=fresh.username)
        if fresh.is_superuser:
            raise AlreadyAppointed(name=fresh.username)
        _set_administrator(fresh, True, by)


def dismiss_system_administrator(*, user: User, by: User) -> None:
    """Dismiss an administrator (E2): not the first one and not yourself, so at least one always remains."""
    with transaction.atomic():
        fresh, asking = _locked(user, by)
        check_may(may_appoint_system_administrators(asking), tr("Only system administrators can do this."))
        if not may_dismiss_system_administrator(asking, fresh):
            raise CannotDismissYourself() if fresh == asking else CannotBeDismissed(name=fresh.username)
        if not fresh.is_superuser:
            raise NotAppointed(name=fresh.username)
        _set_administrator(fresh, False, by)


def _locked(user: User, by: User) -> tuple[User, User]:
    """Lock and reload both rows.

    If two dismiss each other, the second waits here and is then no longer an administrator.
    """
    wanted = {user.pk, by.pk}
    rows = {row.pk: row for row in User.objects.select_for_update().filter(pk__in=wanted).order_by("pk")}
    return rows[user.pk], rows[by.pk]


def _set_administrator(user: User, is_one: bool, by: User) -> None:
    user.is_superuser = user.is_staff = is_one
    user.save(update_fields=["is_superuser", "is_staff"])
    verb = "system-administrator.appointed" if is_one else "system-administrator.dismissed"
    SystemJournalEntry.objects.create(at=timezone.now(), by=by, user=user, verb=verb)


def _player(user: User) -> Player | None:
    return Player.objects.filter(user=user).first()
