"""Everything stored about a person, for the person: what `download my data` hands out."""

from typing import Any

from crosstable.accounts.holdings import HOLDERS
from crosstable.accounts.models import (
    ApiToken,
    ClubJournalEntry,
    ClubRole,
    Contact,
    Membership,
    OpenIdAccount,
    Player,
    User,
)


def everything_about(user: User) -> dict[str, Any]:
    """Plain values in the shape of the tables; the password is kept as a hash that nobody can read."""
    player = Player.objects.filter(user=user).first()
    return {
        "account": _account(user),
        "player": player and {"id": player.pk, "name": player.name, "created_at": player.created_at},
        "contact": _contact(player),
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


def _contact(player: Player | None) -> dict[str, Any] | None:
    fields = ("first_name", "last_name", "address", "mobile")
    return Contact.objects.filter(player=player).values(*fields).first() if player else None


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
    """What I did, and what was done about me."""
    did = ClubJournalEntry.objects.filter(by=user)
    about = ClubJournalEntry.objects.filter(player=player) if player else did
    rows = (did | about).select_related("club").order_by("at", "pk").distinct()
    return [
        {"at": e.at, "club": e.club.name, "by_me": e.by_id == user.pk, "what": e.verb, "about": e.subject}
        for e in rows
    ]
