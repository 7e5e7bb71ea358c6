"""Web push (RFC 8030): encrypted for one browser (RFC 8291), signed by this installation (RFC 8292).

Only the subscribed browser can read a message, not its push service. Short timeouts, no redirects, known
services only: the endpoint of a subscription is untrusted and must not direct this server to internal hosts.
"""

import base64
import hashlib
import http.client
import json
import secrets
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction
from django.templatetags.static import static
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.events.errors import BadValue
from crosstable.events.models import Notification, PushSubscription
from crosstable.installation import kept_key
from crosstable.text import tr

RECORD_SIZE = 4096
# RFC 8188, 2: a delimiter of 2 ends the last record, and there is one.
LAST_RECORD = b"\x02"
NAME = "vapid.pem"
# RFC 8292, 2: at most a day.
LIFETIME = 12 * 3600
PATIENCE = 5.0
# A push service holds a message this long for a phone that is off.
HELD_FOR = 3600
LOCAL = ("127.0.0.1", "localhost")
MOST_PHONES = 10


def decoded(text: str) -> bytes:
    """Decode base64url with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    private: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the request body, “aes128gcm”. Salt and key are random for each message; tests fix them."""
    salt = salt or secrets.token_bytes(16)
    ours = private or ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
    info = b"WebPush: info\0" + point(theirs) + point(ours.public_key())
    secret = _derived(ours.exchange(ec.ECDH(), theirs), decoded(auth), info, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sender = point(ours.public_key())
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def public_key() -> str:
    """Return the key a browser subscribes with."""
    return encoded(point(_key(_path()).public_key()))


def authorization(endpoint: str) -> str:
    """Return the header that identifies the sender to the push service of this endpoint."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + LIFETIME,
        "sub": f"mailto:{settings.PUSH_CONTACT}",
    }
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(_key(_path()).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key()}"


def _path() -> Path:
    return Path(settings.DATA_DIR) / NAME


@cache
def _key(path: Path) -> ec.EllipticCurvePrivateKey:
    loaded = serialization.load_pem_private_key(kept_key(path, _made), password=None)
    assert isinstance(loaded, ec.EllipticCurvePrivateKey)
    return loaded


def _made() -> bytes:
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _json(value: dict[str, object]) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())


@dataclass(frozen=True, slots=True)
class Attempt:
    """The outcome. `gone`: the subscription has ended. `again`: may work later. `trouble`: the error."""

    gone: bool = False
    again: bool = False
    unreachable: bool = False
    trouble: str = ""


def is_known_service(endpoint: str) -> bool:
    """Return whether the endpoint is a configured service over https on its default port.

    Plain http only to this computer, if configured. The URL has no credentials and needs no escaping.
    """
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if "@" in parts.netloc or (port not in (None, 443) and host not in LOCAL):
        return False
    known = any(host == name or (name[:1] == "." and host.endswith(name)) for name in settings.PUSH_SERVICES)
    return known and (parts.scheme == "https" or (parts.scheme == "http" and host in LOCAL))


def payload(notification: Notification) -> bytes:
    news = {
        "title": notification.title_words,
        "body": notification.body_words,
        "address": notification.address,
        "icon": static("icon-192.png"),
        "tag": f"{notification.tournament_id}-{notification.kind}",
        "at": int(notification.at.timestamp() * 1000),
    }
    return json.dumps(news, ensure_ascii=False).encode()


def send(subscription: PushSubscription, message: bytes) -> Attempt:
    try:
        body = encrypt(message, subscription.p256dh, subscription.auth)
        status = _post(subscription.endpoint, body)
    except (OSError, http.client.HTTPException) as error:
        why = f"The push service could not be reached ({type(error).__name__}). Without internet nothing is pushed."
        return Attempt(again=True, unreachable=True, trouble=why)
    except ValueError:
        return Attempt(gone=True, trouble="The browser's key cannot be used.")
    if status in (404, 410):
        return Attempt(gone=True, trouble="The browser has ended the subscription.")
    if status >= 400:
        return Attempt(again=status == 429 or status >= 500, trouble=f"The push service answered {status}.")
    return Attempt()


def _post(endpoint: str, body: bytes) -> int:
    parts = urlsplit(endpoint)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=PATIENCE)
    try:
        headers = {
            "Authorization": authorization(endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(HELD_FOR),
            "Urgency": "high",
        }
        connection.request("POST", parts.path + (f"?{parts.query}" if parts.query else ""), body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def subscribe(
    *, user: User, endpoint: str, p256dh: str, auth: str, device: str = "", session_key: str = ""
) -> PushSubscription:
    """Register this browser for this person from now on. Raises BadValue."""
    if len(endpoint) > 500 or not is_known_service(endpoint):
        raise BadValue(
            tr("This push service is not known here. The installation's settings name those that are."),
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
    """End a phone's subscription when its user logs out."""
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
        raise BadValue(tr("The keys are not those of a push subscription."), "p256dh")
