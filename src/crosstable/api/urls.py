"""All URL patterns of requests to the API: its own, and those of the pages that its answers name."""

from django.urls import path

from crosstable.api.app import api
from crosstable.api.docs import openapi
from crosstable.api.swiss_app.app import api as swiss_app
from crosstable.urls import handler500
from crosstable.urls import urlpatterns as pages

__all__ = ["handler500", "urlpatterns"]

# Patterns are tried in order, and most requests here are for the API.
urlpatterns = [
    path("api/openapi.json", openapi),
    path("api/", api.urls),
    path("compat/swiss-app/api/", swiss_app.urls),
    *pages,
]
