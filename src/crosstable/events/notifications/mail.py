"""A notification as an email. It goes to the address of the account, which its person entered, and to no other."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse

from crosstable.events.models import NewsKind, Notification
from crosstable.events.notifications.choices import unsubscribe_token


def message_of(notification: Notification) -> EmailMessage:
    base = settings.PUBLIC_URL.rstrip("/")
    token = unsubscribe_token(notification.user_id, notification.kind)
    stop = base + reverse("unsubscribe", args=[token])
    body = (
        f"{notification.title}\n{notification.body}\n\n{base}{notification.address}\n\n"
        f"--\nYou asked for this: “{NewsKind(notification.kind).label}”. No more of it, with one click:\n{stop}\n"
    )
    # RFC 8058: the mail program's own button.
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    subject = f"{notification.title} · {notification.tournament.name}".replace("\n", " ")
    return EmailMessage(subject, body, to=[notification.user.email], headers=headers)
