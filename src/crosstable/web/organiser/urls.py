"""Addresses for organisers. Everything that changes something is a POST."""

from django.urls import path, re_path

from crosstable.web.organiser import creating, desk, tables, views

CONTROL = "t/<slug:slug>/control"

urlpatterns = [
    path("mine", views.mine, name="mine"),
    path("new", creating.choose, name="create"),
    path("new/wargame", creating.create, {"profile": "wargame"}, name="create-wargame"),
    path("new/chess", creating.create, {"profile": "chess"}, name="create-chess"),
    path(CONTROL, views.control, name="control"),
    path(f"{CONTROL}/settings", creating.settings, name="settings"),
    path(f"{CONTROL}/journal", views.journal, name="journal"),
    path(f"{CONTROL}/advance", views.advance, name="advance"),
    path(f"{CONTROL}/step-back", views.step_back, name="step-back"),
    path(f"{CONTROL}/lock-lists", views.lock_lists, name="lock-lists"),
    path(f"{CONTROL}/unlock-lists", views.unlock_lists, name="unlock-lists"),
    path(f"{CONTROL}/delete", views.delete, name="delete"),
    path(f"{CONTROL}/pair", views.pair, name="pair"),
    path(f"{CONTROL}/discard", views.discard, name="discard"),
    path(f"{CONTROL}/publish", views.publish, name="publish"),
    path(f"{CONTROL}/start", views.start, name="start"),
    path(f"{CONTROL}/close", views.close, name="close"),
    path(f"{CONTROL}/enter", tables.enter, name="enter"),
    path(f"{CONTROL}/tables/<int:number>", tables.table, name="table"),
    path(f"{CONTROL}/swap", tables.swap, name="swap"),
    path(f"{CONTROL}/matches/<int:match_id>/table", tables.move, name="move"),
    path(f"{CONTROL}/matches/<int:match_id>/mission", tables.table_mission, name="table-mission"),
    path(f"{CONTROL}/rounds/<int:number>/mission", tables.round_mission, name="round-mission"),
    path(f"{CONTROL}/players", desk.players, name="players"),
    path(f"{CONTROL}/players/add", desk.add, name="add-player"),
    path(f"{CONTROL}/players/<int:entry_id>", desk.edit, name="edit-player"),
    re_path(
        rf"^t/(?P<slug>[-\w]+)/control/players/(?P<entry_id>\d+)/(?P<verb>{'|'.join(desk.ACTIONS)})$",
        desk.act,
        name="desk-act",
    ),
]
