"""All addresses while a request to the API is answered: its own, and those of the pages its answers name."""

from django.urls import path

from crosstable.api.app import api
from crosstable.urls import handler500
from crosstable.urls import urlpatterns as pages

__all__ = ["handler500", "urlpatterns"]

urlpatterns = [*pages, path("api/", api.urls)]
