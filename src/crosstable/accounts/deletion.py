"""A person asks to be deleted. Played games stay under DELETED_NAME; whatever else identifies the person goes.

The rows of the user and the player stay, empty: games, journals and appointments of others point to them.
"""

import secrets

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from crosstable.accounts.acting import acting
from crosstable.accounts.errors import DeletionBlocked
from crosstable.accounts.holdings import HOLDERS
from crosstable.accounts.models import (
    ApiToken,
    Club,
    ClubJournalEntry,
    ClubRole,
    Contact,
    Invitation,
    OpenIdAccount,
    Player,
    RememberedRequest,
    User,
)
from crosstable.accounts.passwords import confirm_password

DELETED_NAME = "Deleted player"


def why_not_delete(user: User) -> list[str]:
    """What has to be handed over first, as sentences; nothing when the account can be deleted."""
    reasons = []
    if user.is_first_administrator:
        reasons.append("You set this installation up; its first system administrator stays.")
    elif user.is_superuser:
        reasons.append("You are a system administrator. Another one has to dismiss you first.")
    alone = Club.objects.annotate(administrators=Count("roles")).filter(administrators=1, roles__user=user)
    reasons += [f"You are the only administrator of {club}. Appoint another one first." for club in alone]
    for holder in HOLDERS.values():
        reasons += holder.why_not_delete(user)
    return reasons


def delete_account(*, user: User, password: str) -> None:
    """For good, at once. Raises PasswordRefused, TooManyTries, DeletionBlocked."""
    confirm_password(user=user, password=password)
    with transaction.atomic():
        fresh = User.objects.select_for_update().get(pk=user.pk)
        clubs = _locked_clubs(fresh)
        if reasons := why_not_delete(fresh):
            raise DeletionBlocked(reasons=" ".join(reasons))
        player = Player.objects.select_for_update().filter(user=fresh).first()
        for club in clubs:
            _leave(club, fresh, player)
        if player is not None:
            _forget_player(player, fresh)
        ApiToken.objects.filter(user=fresh).delete()
        RememberedRequest.objects.filter(user=fresh).delete()
        OpenIdAccount.objects.filter(user=fresh).delete()
        _close(fresh)


def _locked_clubs(user: User) -> list[Club]:
    """Locked before the reasons are looked at: of the last two administrators only one may go."""
    mine = Q(roles__user=user) | Q(memberships__player__user=user)
    keys = Club.objects.filter(mine).values_list("pk", flat=True)
    return list(Club.objects.select_for_update().filter(pk__in=set(keys)).order_by("pk"))


def _leave(club: Club, user: User, player: Player | None) -> None:
    with acting(club, user, lambda user, club: True) as act:
        ClubRole.objects.filter(club=club, user=user).delete()
        if player is not None:
            club.memberships.filter(player=player).delete()
        act.record("person.deleted", DELETED_NAME, player=player)


def _forget_player(player: Player, by: User) -> None:
    for holder in HOLDERS.values():
        holder.forget(player, by, DELETED_NAME)
    Contact.objects.filter(player=player).delete()
    Invitation.objects.filter(player=player).delete()
    for entry in ClubJournalEntry.objects.filter(player=player):
        entry.subject = DELETED_NAME
        for values in (entry.before, entry.after):
            values.pop("name", None)
        entry.save()
    player.name, player.user, player.deleted_at = DELETED_NAME, None, timezone.now()
    player.given_name = player.family_name = ""
    player.save()


def _close(user: User) -> None:
    """Nobody can guess or take the names left behind."""
    mark = f"deleted-{user.pk}-{secrets.token_hex(4)}"
    user.username, user.email = mark, f"{mark}@deleted.invalid"
    user.first_name = user.last_name = ""
    user.is_active, user.email_confirmed_at, user.last_login = False, None, None
    user.set_unusable_password()
    user.save()
