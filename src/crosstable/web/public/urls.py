"""URL patterns of the pages that need no account."""

from django.urls import path, re_path

from crosstable.web.public import codes, files, profiles, sharing, stages, views
from crosstable.web.screens import views as screens

urlpatterns = [
    path("", views.events, name="events"),
    path("t/<slug:slug>", views.event, name="event"),
    path("t/<slug:slug>/picture.png", files.picture, name="event-picture"),
    path("t/<slug:slug>/event.ics", files.calendar, name="event-calendar"),
    path("t/<slug:slug>/standings", views.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:entry_id>/why", views.why, name="why"),
    path("t/<slug:slug>/rounds/<int:number>", views.round_, name="round"),
    path("t/<slug:slug>/matches/<int:match_id>/why", views.why_pairing, name="why-pairing"),
    path("t/<slug:slug>/control/rounds/<int:number>/why", views.why_round, name="why-round"),
    re_path(r"^t/(?P<slug>[-\w]+)/bracket/?$", views.bracket, name="bracket"),
    path("t/<slug:slug>/crosstable", views.crosstable, name="crosstable"),
    path("t/<slug:slug>/entries/<int:entry_id>", views.entry, name="entry"),
    path("t/<slug:slug>/stages/<int:number>", stages.stage, name="stage"),
    path("t/<slug:slug>/stages/<int:number>/schedule", stages.schedule, name="stage-schedule"),
    path("t/<slug:slug>/board", screens.board, name="board"),
    path("t/<slug:slug>/board/<int:number>", screens.board, name="board"),
    path("t/<slug:slug>/screens/<slug:kind>", screens.kind, name="screen-kind"),
    path("m/<int:match_id>/<slug:code>", codes.by_code, name="by-code"),
    path("m/<int:match_id>/<slug:code>/call", codes.call_by_code, name="call-by-code"),
    path("door/<str:token>", codes.self_registration, name="register-with-code"),
    path("b/<str:code>", screens.screen, name="screen"),
    path("t/<slug:slug>/lists", views.lists, name="lists"),
    path("t/<slug:slug>/lists/<int:entry_id>", views.list_, name="list"),
    path("s/<str:token>", sharing.standings, name="shared-standings"),
    path("s/<str:token>/pairings", sharing.pairings, name="shared-pairings"),
    path("s/<str:token>/pairings/<int:number>", sharing.round_, name="shared-round"),
    path("s/<str:token>/bracket", sharing.bracket, name="shared-bracket"),
    path("s/<str:token>/crosstable", sharing.crosstable, name="shared-crosstable"),
    path("s/<str:token>/entries/<int:entry_id>", sharing.entry, name="shared-entry"),
    path("s/<str:token>/why/<int:entry_id>", sharing.why, name="shared-why"),
    path("s/<str:token>/qr", sharing.qr, name="shared-qr"),
    path("players/<int:player_id>", profiles.player, name="player"),
    path("leaderboard", profiles.leaderboard, name="leaderboard"),
]
