"""The addresses of the pages."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from crosstable.web.theme import theme


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("theme", theme, name="theme"),
    path("", include("crosstable.web.accounts.urls")),
    path("", include("crosstable.web.public.urls")),
]
