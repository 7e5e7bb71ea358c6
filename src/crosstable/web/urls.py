"""URL patterns of the pages."""

from django.urls import include, path, re_path

from crosstable.web import notifications, phone, uploads
from crosstable.web.help import views as help_views
from crosstable.web.script_texts import script_texts
from crosstable.web.templating import language, theme

PLAYERS = "t/<slug:slug>/control/players"

urlpatterns = [
    # First because requested most: patterns are tried in order.
    path("", include("crosstable.web.player.urls")),
    path("theme", theme, name="theme"),
    path("language", language, name="language"),
    path("help", help_views.contents, name="help"),
    path("help/<slug:name>", help_views.guide, name="help-guide"),
    path("texts/<str:language_code>.js", script_texts, name="script-texts"),
    path("", include("crosstable.web.accounts.urls")),
    path("", include("crosstable.web.clubs.urls")),
    path("", include("crosstable.web.public.urls")),
    path("", include("crosstable.web.paper.urls")),
    path("", include("crosstable.web.organiser.urls")),
    # Players from a file, and tables to download.
    path(f"{PLAYERS}/upload", uploads.choose, name="upload-players"),
    path(f"{PLAYERS}/upload/<uuid:upload_id>", uploads.preview, name="upload-preview"),
    path(f"{PLAYERS}/upload/<uuid:upload_id>/take", uploads.take, name="take-upload"),
    path(f"{PLAYERS}/upload/<uuid:upload_id>/cancel", uploads.cancel, name="cancel-upload"),
    path(f"{PLAYERS}/template.xlsx", uploads.template, name="player-template"),
    re_path(
        r"^t/(?P<slug>[-\w]+)/control/players/export\.(?P<kind>csv|xlsx)$",
        uploads.players,
        name="export-players",
    ),
    re_path(
        r"^t/(?P<slug>[-\w]+)/standings\.(?P<kind>csv|xlsx)$", uploads.standings, name="export-standings"
    ),
    # What a phone requests automatically.
    path("manifest.webmanifest", phone.manifest, name="manifest"),
    path("sw.js", phone.service_worker, name="service-worker"),
    path("offline", phone.offline, name="offline"),
    path("token", phone.form_token, name="form-token"),
    path("notifications", notifications.inbox_page, name="notifications"),
    path("notifications/settings", notifications.choices_page, name="notification-settings"),
    path("notifications/<int:notification_id>/read", notifications.read, name="read-notification"),
    path("notifications/phones/<int:subscription_id>/end", notifications.end_phone, name="end-push"),
    path("unsubscribe/<str:token>", notifications.unsubscribe, name="unsubscribe"),
]
