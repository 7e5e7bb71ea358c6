"""URL patterns for players."""

from django.urls import path, re_path

from crosstable.web import lineups
from crosstable.web.player import calls, reporting, views

ME = "t/<slug:slug>/me"

urlpatterns = [
    path("t/<slug:slug>/me/outlook", views.outlook_page, name="outlook"),
    path("t/<slug:slug>/register", views.register, name="register"),
    path("t/<slug:slug>/thats-me", views.find, name="thats-me"),
    path("t/<slug:slug>/thats-me/<int:entry_id>", views.say, name="say-thats-me"),
    path("claim/<str:token>", views.by_link, name="claim-link"),
    path("t/<slug:slug>/matches/<int:match_id>/line-up", lineups.line_up, name="line-up"),
    path(ME, views.me, name="me"),
    path(f"{ME}/call", calls.call, name="call-organiser"),
    path(f"{ME}/call/cancel", calls.cancel, name="cancel-call"),
    path(f"{ME}/edit", views.edit, name="edit-me"),
    path(f"{ME}/byes", views.ask_for_bye, name="ask-bye"),
    path(f"{ME}/byes/<int:number>", views.withdraw_bye, name="withdraw-my-bye"),
    path(f"{ME}/matches/<int:match_id>/report", reporting.report, name="report"),
    path(f"{ME}/matches/<int:match_id>/confirm", reporting.confirm, name="confirm"),
    path(f"{ME}/matches/<int:match_id>/dispute", reporting.dispute, name="dispute"),
    re_path(rf"^t/(?P<slug>[-\w]+)/me/(?P<verb>{'|'.join(views.MY_ACTIONS)})$", views.act, name="my-act"),
]
