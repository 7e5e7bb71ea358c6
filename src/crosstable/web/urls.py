"""The addresses of the pages."""

from django.urls import include, path

from crosstable.web.theme import theme

urlpatterns = [
    # Asked for most, and by many at once: addresses are tried in their order.
    path("", include("crosstable.web.player.urls")),
    path("theme", theme, name="theme"),
    path("", include("crosstable.web.accounts.urls")),
    path("", include("crosstable.web.clubs.urls")),
    path("", include("crosstable.web.public.urls")),
    path("", include("crosstable.web.paper.urls")),
    path("", include("crosstable.web.organiser.urls")),
    path("", include("crosstable.web.upload.urls")),
    path("", include("crosstable.web.phone.urls")),
    path("", include("crosstable.web.notifications.urls")),
]
