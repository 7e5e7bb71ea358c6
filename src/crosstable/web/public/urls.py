"""The addresses of the pages that need no account."""

from django.urls import path

from crosstable.web.public import people, views

urlpatterns = [
    path("", views.events, name="events"),
    path("t/<slug:slug>", views.event, name="event"),
    path("t/<slug:slug>/standings", views.standings, name="standings"),
    path("t/<slug:slug>/rounds/<int:number>", views.round_, name="round"),
    path("t/<slug:slug>/board", views.board, name="board"),
    path("t/<slug:slug>/board/<int:number>", views.board, name="board"),
    path("t/<slug:slug>/lists", views.lists, name="lists"),
    path("t/<slug:slug>/lists/<int:entry_id>", views.list_, name="list"),
    path("players/<int:player_id>", people.player, name="player"),
    path("leaderboard", people.leaderboard, name="leaderboard"),
]
