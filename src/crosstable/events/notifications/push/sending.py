"""One message to one push service. Short waits, no redirects, known services only: an address of a subscription comes
from outside and must not lead this server to places inside."""

import http.client
import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.templatetags.static import static

from crosstable.events.models import Notification, PushSubscription
from crosstable.events.notifications.push.encryption import encrypt
from crosstable.events.notifications.push.vapid import authorization

PATIENCE = 5.0
# A push service holds a message this long for a phone that is off.
HELD_FOR = 3600
LOCAL = ("127.0.0.1", "localhost")


@dataclass(frozen=True, slots=True)
class Attempt:
    """`gone`: the subscription has ended for good. `again`: it may work later. `trouble` says what was wrong."""

    gone: bool = False
    again: bool = False
    unreachable: bool = False
    trouble: str = ""


def is_known_service(endpoint: str) -> bool:
    """Over https and its own port, to a service the installation knows; plain http only to this machine, where it is
    named. Nobody is named in the address, and it can be sent as it is."""
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
        "title": notification.title,
        "body": notification.body,
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
