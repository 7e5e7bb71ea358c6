"""Your own notifications: the list, which ones you want and how, the phones they are pushed to."""

import datetime
from typing import Annotated, Self

from django.http import HttpResponse
from ninja import Query, Status
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Name, Out, Page, PageIn, Text, Whole
from crosstable.events.models import Channel, NewsKind, Notification
from crosstable.events.notifications import inbox
from crosstable.events.notifications.push import public_key, subscribe

router = new_router("notifications")


class NotificationOut(Out):
    notification_id: int
    kind: str = Field(
        description="`pairing`, `changed`, `reported`, `disputed`, `settled`, `corrected`, `undone`, "
        "`announced`, `called` or `ruling`."
    )
    tournament_id: int
    title: str
    body: str
    address: str = Field(description="The path of the page it is about, on this installation.")
    at: datetime.datetime
    read_at: datetime.datetime | None

    @classmethod
    def of(cls, row: Notification) -> Self:
        return cls.of_row(row, notification_id=row.pk, title=row.title_words, body=row.body_words)


class InboxIn(PageIn):
    unread: bool = Field(False, description="Return unread notifications only.")


class ReadIn(In):
    ids: list[Whole] | None = Field(
        None, max_length=500, description="The ids of the notifications. Default: all of them."
    )


class ReadOut(Out):
    read: int = Field(description="How many were unread.")


class Ways(In):
    """The channels for one kind of notification."""

    page: bool
    push: bool
    email: bool


class ChoicesShape(In):
    pairing: Ways
    changed: Ways
    reported: Ways
    disputed: Ways
    settled: Ways
    corrected: Ways
    undone: Ways
    announced: Ways
    called: Ways
    ruling: Ways


class PhoneIn(In):
    """The PushSubscription of the browser."""

    endpoint: Annotated[Text, Field(max_length=500)]
    p256dh: Annotated[Text, Field(max_length=100)]
    auth: Annotated[Text, Field(max_length=40)]
    device: Name = ""


class PhoneOut(Out):
    subscription_id: int
    device: str
    created_at: datetime.datetime
    last_sent_at: datetime.datetime | None
    trouble: str = Field(description="Why the last attempt failed; empty if it did not.")


class KeyOut(Out):
    public_key: str = Field(description="The applicationServerKey of this installation.")


@router.get("/me/notifications", response=Page[NotificationOut])
def list_notifications(
    request: Request, response: HttpResponse, page: Query[InboxIn]
) -> Page[NotificationOut]:
    """List your notifications, newest first."""
    rows = inbox.unread(request.user) if page.unread else inbox.inbox(request.user)
    return Page[NotificationOut].of(request, response, rows, page, NotificationOut.of)


@router.post("/me/notifications/read", response=ReadOut)
def read_notifications(request: Request, body: ReadIn | None = None) -> ReadOut:
    """Mark these notifications, or all of them, as read."""
    return ReadOut(read=inbox.mark_read(user=request.user, ids=body.ids if body else None))


@router.get("/me/notification-choices", response=ChoicesShape)
def get_notification_choices(request: Request) -> ChoicesShape:
    """Get which notifications you want, by kind and channel."""
    return _choices(request)


@router.put("/me/notification-choices", response=ChoicesShape)
def set_notification_choices(request: Request, body: ChoicesShape) -> ChoicesShape:
    """Replace all your notification settings."""
    sent = body.model_dump()
    wanted = {(kind.value, way.value) for kind in NewsKind for way in Channel if sent[kind.value][way.value]}
    inbox.choose(user=request.user, choices=wanted)
    return _choices(request)


@router.get("/me/push-subscriptions", response=list[PhoneOut])
def list_push_subscriptions(request: Request) -> list[PhoneOut]:
    """List the browsers that get push notifications."""
    return [PhoneOut.of_row(row, subscription_id=row.pk) for row in request.user.push_subscriptions.all()]


@router.post("/me/push-subscriptions", response={201: PhoneOut})
def add_push_subscription(request: Request, body: PhoneIn) -> Status[PhoneOut]:
    """Send push notifications to this browser, too. Repeating it with the same endpoint replaces its keys."""
    session = "" if request.token else request.session.session_key or ""
    made = subscribe(user=request.user, session_key=session, **body.model_dump())
    return Status(201, PhoneOut.of_row(made, subscription_id=made.pk))


@router.delete("/me/push-subscriptions/{id:subscription_id}", response={204: None})
def end_push_subscription(request: Request, subscription_id: int) -> Status[None]:
    """Turn off push notifications for a browser. Repeating it changes nothing."""
    request.user.push_subscriptions.filter(pk=subscription_id).delete()
    return Status(204, None)


@router.get("/push-key", response=KeyOut, **PUBLIC)
def get_push_key(request: VisitorRequest) -> KeyOut:
    """Get the key that a browser needs to subscribe."""
    return KeyOut(public_key=public_key())


def _choices(request: Request) -> ChoicesShape:
    wanted = inbox.choices_of(request.user)
    return ChoicesShape.model_validate(
        {kind.value: {way.value: (kind.value, way.value) in wanted for way in Channel} for kind in NewsKind}
    )
