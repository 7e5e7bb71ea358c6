"""The addresses of the whole installation."""

from django.urls import include, path

urlpatterns = [path("api/", include("crosstable.api.urls")), path("", include("crosstable.web.urls"))]

handler500 = "crosstable.web.broken.broken"
