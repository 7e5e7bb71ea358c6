"""A person's notifications, newest first, and their choice of kinds and channels. Email is opt-in."""

from collections.abc import Collection, Iterable

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.models import Channel, NewsKind, Notification, NotificationChoice, Tournament

# Already prominent on the player's page.
SHOWN_BY_THE_PAGE = (
    NewsKind.PAIRING,
    NewsKind.CHANGED,
    NewsKind.REPORTED,
    NewsKind.DISPUTED,
    NewsKind.ANNOUNCED,
    NewsKind.CALLED,
    NewsKind.RULING,
)
_unread_kinds = CompiledQuery(
    lambda user: (
        Notification.objects.filter(user=user, in_inbox=True, read_at=None)
        .order_by()
        .values_list("tournament_id", "kind")
    ),
    int,
)
# What a player should notice on the page of an event: the newest three unread.
_news = CompiledQuery(
    lambda user, tournament: Notification.objects.filter(
        user=user, in_inbox=True, read_at=None, tournament=tournament
    ).exclude(kind__in=SHOWN_BY_THE_PAGE)[:3],
    int,
    int,
)
Choices = set[tuple[str, str]]
_SALT = "crosstable.events.unsubscribe"


def inbox(user: User) -> QuerySet[Notification]:
    return Notification.objects.filter(user=user, in_inbox=True).select_related("tournament")


def unread(user: User) -> QuerySet[Notification]:
    return inbox(user).filter(read_at=None)


def unread_and_news(user: User, tournament: Tournament) -> tuple[int, list[Notification]]:
    """Return the number of unread notifications, and those to show on the page of the event."""
    rows = _unread_kinds(user.pk)
    has_news = any(event == tournament.pk and kind not in SHOWN_BY_THE_PAGE for event, kind in rows)
    return len(rows), _news(user.pk, tournament.pk) if has_news else []


def mark_read(*, user: User, ids: Collection[int] | None = None) -> int:
    """Mark these, or all, as read; return how many were unread."""
    rows = unread(user) if ids is None else unread(user).filter(pk__in=ids)
    return Notification.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(
        read_at=timezone.now()
    )


def is_proposed(channel: str) -> bool:
    """Return the default: the page, and phones whose owner allowed it; email is opt-in."""
    return channel != Channel.EMAIL


def wanted_by(users: Iterable[int]) -> dict[int, Choices]:
    """Return by user all enabled pairs of kind and channel."""
    proposed = {(kind.value, way.value) for kind in NewsKind for way in Channel if is_proposed(way)}
    wanted: dict[int, Choices] = {user: set(proposed) for user in users}
    for choice in NotificationChoice.objects.filter(user_id__in=list(wanted)):
        pair = (choice.kind, choice.channel)
        (wanted[choice.user_id].add if choice.wanted else wanted[choice.user_id].discard)(pair)
    return wanted


def choices_of(user: User) -> Choices:
    return wanted_by([user.pk])[user.pk]


def choose(*, user: User, choices: Choices) -> None:
    """Replace all choices; only differences from the defaults are stored."""
    differing = [
        NotificationChoice(user=user, kind=kind, channel=way, wanted=(kind.value, way.value) in choices)
        for kind in NewsKind
        for way in Channel
        if ((kind.value, way.value) in choices) != is_proposed(way)
    ]
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        NotificationChoice.objects.filter(user=user).delete()
        NotificationChoice.objects.bulk_create(differing)


def unsubscribe_token(user_id: int, kind: str) -> str:
    return signing.dumps([user_id, kind], salt=_SALT)


def set_by_link(*, token: str, wanted: bool) -> NewsKind:
    """Apply the link in a mail, or undo it: this person, this kind, email. Raises LinkExpired."""
    try:
        pk, kind = signing.loads(token, salt=_SALT)
        user = User.objects.get(pk=pk, is_active=True)
        known = NewsKind(kind)
    except (signing.BadSignature, ValueError, User.DoesNotExist):
        raise LinkExpired from None
    NotificationChoice.objects.update_or_create(
        user=user, kind=known, channel=Channel.EMAIL, defaults={"wanted": wanted}
    )
    return known
