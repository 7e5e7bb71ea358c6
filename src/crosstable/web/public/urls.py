"""The addresses of the pages that need no account."""

from django.urls import path

from crosstable.web.public import people, sharing, views
from crosstable.web.screens import views as screens

urlpatterns = [
    path("", views.events, name="events"),
    path("t/<slug:slug>", views.event, name="event"),
    path("t/<slug:slug>/standings", views.standings, name="standings"),
    path("t/<slug:slug>/rounds/<int:number>", views.round_, name="round"),
    path("t/<slug:slug>/crosstable", views.crosstable, name="crosstable"),
    path("t/<slug:slug>/entries/<int:entry_id>", views.entry, name="entry"),
    path("t/<slug:slug>/board", screens.board, name="board"),
    path("t/<slug:slug>/board/<int:number>", screens.board, name="board"),
    path("t/<slug:slug>/screens/<slug:kind>", screens.kind, name="screen-kind"),
    path("b/<str:code>", screens.screen, name="screen"),
    path("t/<slug:slug>/lists", views.lists, name="lists"),
    path("t/<slug:slug>/lists/<int:entry_id>", views.list_, name="list"),
    path("s/<str:token>", sharing.standings, name="shared-standings"),
    path("s/<str:token>/pairings", sharing.pairings, name="shared-pairings"),
    path("s/<str:token>/pairings/<int:number>", sharing.round_, name="shared-round"),
    path("s/<str:token>/crosstable", sharing.crosstable, name="shared-crosstable"),
    path("s/<str:token>/entries/<int:entry_id>", sharing.entry, name="shared-entry"),
    path("s/<str:token>/qr", sharing.qr, name="shared-qr"),
    path("players/<int:player_id>", people.player, name="player"),
    path("leaderboard", people.leaderboard, name="leaderboard"),
]
