"""The addresses of the pages."""

from django.urls import include, path

urlpatterns = [
    path("", include("crosstable.web.organiser.urls")),
    path("", include("crosstable.web.player.urls")),
]
