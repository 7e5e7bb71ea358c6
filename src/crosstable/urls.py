"""The URLs of the whole installation.

Those of the API are in `api/urls.py` and are loaded by the first request to it: its 220 operations take half of the
start-up time and a fifth of the memory, and few halls use the API.
"""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def api_docs(request: HttpRequest) -> HttpResponse:
    from crosstable.api.docs import docs

    return docs(request)


urlpatterns = [path("api/docs", api_docs, name="api-docs"), path("", include("crosstable.web.urls"))]

handler500 = "crosstable.web.middleware.broken"
