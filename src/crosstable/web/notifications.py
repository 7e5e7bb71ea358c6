"""A user's notifications, their settings by kind and channel, and unsubscribing from mails without a log-in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from crosstable.accounts.errors import LinkExpired
from crosstable.events.models import Channel, NewsKind, PushSubscription
from crosstable.events.notifications.inbox import choices_of, choose, inbox, mark_read, set_by_link
from crosstable.events.notifications.push import public_key
from crosstable.text import tr
from crosstable.web.shared import Request, done, safe_next

SHOWN = 60


@require_safe
@login_required
@never_cache
def inbox_page(request: Request) -> HttpResponse:
    """Show the notifications and mark them as read; new ones are still highlighted on this page."""
    rows = list(inbox(request.user)[:SHOWN])
    if request.method == "GET" and any(row.read_at is None for row in rows):
        mark_read(user=request.user)
    return render(request, "notifications/inbox.html", {"rows": rows})


@require_POST
@login_required
def read(request: Request, notification_id: int) -> HttpResponse:
    mark_read(user=request.user, ids=[notification_id])
    return redirect(safe_next(request, reverse("notifications")))


@login_required
@never_cache
def choices_page(request: Request) -> HttpResponse:
    if request.method == "POST":
        pairs = {tuple(value.split(".", 1)) for value in request.POST.getlist("wanted")}
        known = {(kind.value, way.value) for kind in NewsKind for way in Channel}
        choose(user=request.user, choices={(kind, way) for kind, way in known if (kind, way) in pairs})
        return done(request, tr("Notification settings saved."), "notification-settings")
    wanted = choices_of(request.user)
    kinds = [
        (kind, [(way, f"{kind.value}.{way.value}", (kind.value, way.value) in wanted) for way in Channel])
        for kind in NewsKind
    ]
    phones = request.user.push_subscriptions.all()
    context = {"kinds": kinds, "channels": Channel, "phones": phones, "key": public_key()}
    return render(request, "notifications/settings.html", context)


@require_POST
@login_required
def end_phone(request: Request, subscription_id: int) -> HttpResponse:
    get_object_or_404(PushSubscription, pk=subscription_id, user=request.user).delete()
    return done(request, tr("Push notifications are turned off for that device."), "notification-settings")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe with one click in the mail, or RFC 8058's POST by the mail program.

    Another click undoes it. The link itself is the credential, so there is no session to protect.
    """
    undo = request.POST.get("undo") == "1"
    try:
        kind = set_by_link(token=token, wanted=undo)
    except LinkExpired:
        return render(request, "accounts/link_expired.html", status=410)
    return render(request, "notifications/unsubscribed.html", {"kind": kind, "wanted": undo})
