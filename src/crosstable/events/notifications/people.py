"""Notification data about a person, for the actions on people in accounts (accounts.personal_data)."""

from typing import Any

from django.db.models import Q

from crosstable.accounts.models import Player, User
from crosstable.events.models import Entry, Notification, NotificationChoice, PushSubscription

name = "notifications"


def has_games(player: Player) -> bool:
    return False


def why_not_merge(target: Player, source: Player) -> str:
    return ""


def move(source: Player, target: Player) -> None:
    """Nothing to move: notifications belong to the account, which does not change."""


def why_not_delete(user: User) -> list[str]:
    return []


def forget(player: Player, by: User, name: str) -> None:
    """Delete the person's notifications, and those of others that name the person."""
    for model in (Notification, NotificationChoice, PushSubscription):
        model._default_manager.filter(user=by).delete()
    for entry in Entry.objects.filter(player=player):
        named = Q(title__contains=entry.display_name) | Q(body__contains=entry.display_name)
        Notification.objects.filter(named, tournament=entry.tournament_id).delete()


def everything_about(user: User, player: Player | None) -> dict[str, Any]:
    return {
        "received": list(
            Notification.objects.filter(user=user).values("at", "kind", "title", "body", "read_at")
        ),
        "choices": list(NotificationChoice.objects.filter(user=user).values("kind", "channel", "wanted")),
        "phones": list(PushSubscription.objects.filter(user=user).values("device", "endpoint", "created_at")),
    }
