"""Addresses for organisers. Everything that changes something is a POST."""

from django.urls import path, re_path

from crosstable.web.organiser import boards, club_members, creating, desk, directors, sharing, tables, views

CONTROL = "t/<slug:slug>/control"

urlpatterns = [
    path("mine", views.mine, name="mine"),
    path("new", creating.choose, name="create"),
    path("new/wargame", creating.create, {"profile": "wargame"}, name="create-wargame"),
    path("new/chess", creating.create, {"profile": "chess"}, name="create-chess"),
    path(CONTROL, views.control, name="control"),
    path(f"{CONTROL}/settings", creating.settings, name="settings"),
    path(f"{CONTROL}/directors", directors.directors, name="directors"),
    path(f"{CONTROL}/directors/<int:user_id>/dismiss", directors.dismiss, name="dismiss-director"),
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
    path(f"{CONTROL}/matches/<int:match_id>/start", boards.game, {"change": "start"}, name="start-game"),
    path(f"{CONTROL}/matches/<int:match_id>/stop", boards.game, {"change": "stop"}, name="stop-game"),
    path(f"{CONTROL}/matches/<int:match_id>/clear", boards.clear, name="clear-result"),
    path(f"{CONTROL}/share", sharing.share, name="share"),
    path(f"{CONTROL}/share/renew", sharing.renew, name="renew-share"),
    path(f"{CONTROL}/share/stop", sharing.stop, name="stop-share"),
    path(f"{CONTROL}/byes", boards.bye_requests, name="bye-requests"),
    path(f"{CONTROL}/byes/add", boards.add_bye, name="add-bye"),
    path(f"{CONTROL}/byes/<int:entry_id>/<int:number>", boards.withdraw_bye, name="withdraw-bye"),
    path(f"{CONTROL}/pairs", boards.forbidden_pairs, name="forbidden-pairs"),
    path(f"{CONTROL}/pairs/forbid", boards.change_pair, {"change": "forbid"}, name="forbid-pair"),
    path(f"{CONTROL}/pairs/allow", boards.change_pair, {"change": "allow"}, name="allow-pair"),
    path(f"{CONTROL}/players", desk.players, name="players"),
    path(f"{CONTROL}/players/members", club_members.members, name="enter-members"),
    path(f"{CONTROL}/players/add", desk.add, name="add-player"),
    path(f"{CONTROL}/players/<int:entry_id>", desk.edit, name="edit-player"),
    re_path(
        rf"^t/(?P<slug>[-\w]+)/control/players/(?P<entry_id>\d+)/(?P<verb>{'|'.join(desk.ACTIONS)})$",
        desk.act,
        name="desk-act",
    ),
]
