"""Browsers that asked to be pushed to."""

import hashlib
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.events.errors import BadValue
from crosstable.events.models import PushSubscription
from crosstable.events.notifications.push.encryption import decoded
from crosstable.events.notifications.push.sending import is_known_service

MOST_PHONES = 10


def subscribe(
    *, user: User, endpoint: str, p256dh: str, auth: str, device: str = "", session_key: str = ""
) -> PushSubscription:
    """This browser belongs to this person from now on. Raises BadValue."""
    if len(endpoint) > 500 or not is_known_service(endpoint):
        raise BadValue(
            "This push service is not known here. The installation's settings name those that are.",
            "endpoint",
        )
    _check_keys(p256dh, auth)
    values = {
        "user": user,
        "p256dh": p256dh,
        "auth": auth,
        "device": device[:60],
        "session": digest_of(session_key),
        "created_at": timezone.now(),
        "trouble": "",
    }
    with transaction.atomic():
        made, _ = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
        oldest = user.push_subscriptions.order_by("-created_at", "-pk").values_list("pk", flat=True)[
            MOST_PHONES:
        ]
        PushSubscription.objects.filter(pk__in=list(oldest)).delete()
    return made


def end_with_session(sender: object, request: Any, user: User | None, **_: Any) -> None:
    """Whoever logs out on a phone hears nothing more on it."""
    key = getattr(getattr(request, "session", None), "session_key", None)
    if user is not None and key:
        PushSubscription.objects.filter(user=user, session=digest_of(key)).delete()


def digest_of(session_key: str) -> str:
    return hashlib.sha256(session_key.encode()).hexdigest() if session_key else ""


def _check_keys(p256dh: str, auth: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        fits = len(decoded(auth)) == 16 and len(p256dh) <= 100 and len(auth) <= 40
    except ValueError:
        fits = False
    if not fits:
        raise BadValue("The keys are not those of a push subscription.", "p256dh")
