"""Addresses of uploads and downloads."""

from django.urls import path, re_path

from crosstable.web.upload import downloads, views

PLAYERS = "t/<slug:slug>/control/players"

urlpatterns = [
    path(f"{PLAYERS}/upload", views.choose, name="upload-players"),
    path(f"{PLAYERS}/upload/<uuid:upload_id>", views.preview, name="upload-preview"),
    path(f"{PLAYERS}/upload/<uuid:upload_id>/take", views.take, name="take-upload"),
    path(f"{PLAYERS}/upload/<uuid:upload_id>/cancel", views.cancel, name="cancel-upload"),
    path(f"{PLAYERS}/template.xlsx", downloads.template, name="player-template"),
    re_path(
        r"^t/(?P<slug>[-\w]+)/control/players/export\.(?P<kind>csv|xlsx)$",
        downloads.players,
        name="export-players",
    ),
    re_path(
        r"^t/(?P<slug>[-\w]+)/standings\.(?P<kind>csv|xlsx)$", downloads.standings, name="export-standings"
    ),
]
