"""A person's own data: download all of it, or have it deleted. Games played stay, under DELETED_NAME.

Accounts may not import the layers above, yet both must reach what those store about a person; so each of them registers
a Holder here when it is loaded (apps.py). After a deletion the rows of the user and the player stay, emptied: games,
journals and appointments of others point to them.
"""

import secrets
from typing import Any, Protocol

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from crosstable.accounts.clubs import club_action
from crosstable.accounts.errors import DeletionBlocked
from crosstable.accounts.models import (
    ApiToken,
    Club,
    ClubJournalEntry,
    ClubRole,
    Contact,
    Invitation,
    Membership,
    OpenIdAccount,
    Player,
    RememberedRequest,
    User,
)
from crosstable.accounts.passwords import confirm_password
from crosstable.text import tr

DELETED_NAME = "Deleted player"
CONTACT_FIELDS = ("first_name", "last_name", "address", "mobile")


class Holder(Protocol):
    name: str

    def has_games(self, player: Player) -> bool:
        """Return whether the player has been paired or rated."""

    def why_not_merge(self, target: Player, source: Player) -> str:
        """Return a sentence if the two cannot be merged, or ""."""

    def move(self, source: Player, target: Player) -> None:
        """Move everything of `source` to `target`; `source` is deleted right afterwards."""

    def why_not_delete(self, user: User) -> list[str]:
        """Return, as sentences, what another person has to take over first."""

    def forget(self, player: Player, by: User, name: str) -> None:
        """Keep the games under `name` and delete what else identifies the person."""

    def everything_about(self, user: User, player: Player | None) -> Any:
        """Return everything stored, as JSON."""


HOLDERS: dict[str, Holder] = {}


def register(holder: Holder) -> None:
    HOLDERS[holder.name] = holder


def has_games(player: Player) -> bool:
    if player.memberships.filter(games__gt=0).exists():
        return True
    return any(holder.has_games(player) for holder in HOLDERS.values())


def everything_about(user: User) -> dict[str, Any]:
    """Return plain values in the structure of the tables; the password is stored as a hash only."""
    player = Player.objects.filter(user=user).first()
    return {
        "account": _account(user),
        "player": player and {"id": player.pk, "name": player.name, "created_at": player.created_at},
        "contact": Contact.objects.filter(player=player).values(*CONTACT_FIELDS).first() if player else None,
        "memberships": _memberships(player),
        "administrator_of": [
            {"club": role.club.name, "since": role.appointed_at}
            for role in ClubRole.objects.filter(user=user).select_related("club")
        ],
        "club_journal": _journal(user, player),
        "api_tokens": list(
            ApiToken.objects.filter(user=user).values("name", "scope", "created_at", "last_used_at")
        ),
        "openid_accounts": list(
            OpenIdAccount.objects.filter(user=user).values("issuer", "subject", "connected_at")
        ),
        **{name: holder.everything_about(user, player) for name, holder in HOLDERS.items()},
    }


def _account(user: User) -> dict[str, Any]:
    fields = (
        "username",
        "email",
        "email_confirmed_at",
        "first_name",
        "last_name",
        "date_joined",
        "last_login",
    )
    return {name: getattr(user, name) for name in fields} | {"system_administrator": user.is_superuser}


def _memberships(player: Player | None) -> list[dict[str, Any]]:
    rows = Membership.objects.filter(player=player).select_related("club") if player else []
    return [
        {
            "club": m.club.name,
            "status": m.status,
            "rating": m.rating,
            "games": m.games,
            "joined_on": m.joined_on,
        }
        for m in rows
    ]


def _journal(user: User, player: Player | None) -> list[dict[str, Any]]:
    """Return the user's actions, and the actions that affected them."""
    did = ClubJournalEntry.objects.filter(by=user)
    about = ClubJournalEntry.objects.filter(player=player) if player else did
    rows = (did | about).select_related("club").order_by("at", "pk").distinct()
    return [
        {"at": e.at, "club": e.club.name, "by_me": e.by_id == user.pk, "what": e.verb, "about": e.subject}
        for e in rows
    ]


def why_not_delete(user: User) -> list[str]:
    """Return, as sentences, what has to be handed over first; empty if the account can be deleted."""
    reasons: list[str] = []
    if user.is_first_administrator:
        reasons.append(tr("You set this installation up; its first system administrator stays."))
    elif user.is_superuser:
        reasons.append(tr("You are a system administrator. Another one has to dismiss you first."))
    alone = Club.objects.annotate(administrators=Count("roles")).filter(administrators=1, roles__user=user)
    reasons += [
        tr("You are the only administrator of {club}. Appoint another one first.", club=club)
        for club in alone
    ]
    for holder in HOLDERS.values():
        reasons += holder.why_not_delete(user)
    return reasons


def delete_account(*, user: User, password: str) -> None:
    """Delete the account permanently and immediately.

    Raises PasswordRefused, TooManyTries, DeletionBlocked.
    """
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
    """Lock the user's clubs before checking the reasons: of the last two administrators only one may go."""
    mine = Q(roles__user=user) | Q(memberships__player__user=user)
    keys = Club.objects.filter(mine).values_list("pk", flat=True)
    return list(Club.objects.select_for_update().filter(pk__in=set(keys)).order_by("pk"))


def _leave(club: Club, user: User, player: Player | None) -> None:
    with club_action(club, user, lambda user, club: True) as action:
        ClubRole.objects.filter(club=club, user=user).delete()
        if player is not None:
            club.memberships.filter(player=player).delete()
        action.record("person.deleted", DELETED_NAME, player=player)


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
    """Close the account under a name that cannot be guessed or taken."""
    mark = f"deleted-{user.pk}-{secrets.token_hex(4)}"
    user.username, user.email = mark, f"{mark}@deleted.invalid"
    user.first_name = user.last_name = ""
    user.is_active, user.email_confirmed_at, user.last_login = False, None, None
    user.set_unusable_password()
    user.save()
