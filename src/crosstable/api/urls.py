"""The addresses of the API, and of the page that documents it."""

from django.urls import path

from crosstable.api.app import api
from crosstable.api.docs import docs

urlpatterns = [path("docs", docs, name="api-docs"), path("", api.urls)]
