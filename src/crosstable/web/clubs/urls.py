"""URL patterns of clubs and of the administration. Everything that changes something is a POST."""

from django.urls import path, re_path

from crosstable.web.clubs import administration, members, views

CLUB = "clubs/<slug:club>"
MEMBER = f"{CLUB}/members/<int:member_id>"

urlpatterns = [
    path("clubs", views.clubs, name="clubs"),
    path("clubs/new", views.create, name="create-club"),
    path(CLUB, views.club, name="club"),
    path(f"{CLUB}/join", views.join, name="join-club"),
    path(f"{CLUB}/leave", views.leave, name="leave-club"),
    path(f"{CLUB}/members", members.members, name="club-members"),
    path(f"{CLUB}/members/add", members.add, name="add-member"),
    path(MEMBER, members.edit, name="edit-member"),
    path(f"{MEMBER}/invite", members.invite, name="invite-member"),
    re_path(
        rf"^clubs/(?P<club>[-\w]+)/members/(?P<member_id>\d{{1,9}})/(?P<verb>{'|'.join(members.MEMBER_ACTIONS)})$",
        members.act,
        name="member-act",
    ),
    path(f"{CLUB}/settings", views.settings, name="club-settings"),
    path(f"{CLUB}/administrators", views.appoint, name="appoint-club-administrator"),
    path(f"{CLUB}/administrators/<int:user_id>/dismiss", views.dismiss, name="dismiss-club-administrator"),
    path(f"{CLUB}/journal", views.journal, name="club-journal"),
    path("invitation/<str:token>", members.invitation, name="invitation"),
    path("administration", administration.administration, name="administration"),
    path("administration/time-zone", administration.time_zone, name="administration-time-zone"),
    path("administration/factions", administration.factions, name="administration-factions"),
    path("administration/ratings", administration.rating_rules, name="administration-ratings"),
    path("administration/health", administration.health, name="health"),
    path(
        "administration/administrators/<int:user_id>/dismiss",
        administration.dismiss,
        name="dismiss-system-administrator",
    ),
]
