"""The addresses of the whole installation."""

from django.urls import include, path

urlpatterns = [path("", include("crosstable.web.urls"))]
