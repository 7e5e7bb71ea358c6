"""What somebody wants to hear, and by which way. Email is asked for, never assumed."""

from collections.abc import Iterable

from django.core import signing
from django.db import transaction

from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User
from crosstable.events.models import Channel, NewsKind, NotificationChoice

Choices = set[tuple[str, str]]
_SALT = "crosstable.events.unsubscribe"


def is_proposed(channel: str) -> bool:
    """The page, and a phone whose owner said yes; an inbox only for those who ask."""
    return channel != Channel.EMAIL


def wanted_by(users: Iterable[int]) -> dict[int, Choices]:
    """By user, all pairs of kind and channel that are wanted."""
    proposed = {(kind.value, way.value) for kind in NewsKind for way in Channel if is_proposed(way)}
    wanted: dict[int, Choices] = {user: set(proposed) for user in users}
    for choice in NotificationChoice.objects.filter(user_id__in=list(wanted)):
        pair = (choice.kind, choice.channel)
        (wanted[choice.user_id].add if choice.wanted else wanted[choice.user_id].discard)(pair)
    return wanted


def choices_of(user: User) -> Choices:
    return wanted_by([user.pk])[user.pk]


def choose(*, user: User, choices: Choices) -> None:
    """All of it at once; only what differs from the proposal is stored."""
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
    """What the link in a mail does, and what undoes it: for this person, this kind, email. Raises LinkExpired."""
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
