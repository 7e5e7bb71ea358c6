"""Middleware that passes API requests to the API's own handler, which the first such request loads. Pages continue
through the other middleware. Times are in the installation's zone until a request loads an event with its own."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from crosstable.installation import installation_zone

ROOT = "/api/"
SWISS_APP = "/compat/swiss-app/api/"


class Edge:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(installation_zone()):
            if not is_api(request.path_info):
                return self.get_response(request)
            from crosstable.api.edge import answer  # deferred: loads the whole API

            return answer(request, self.get_response)


def is_api(path: str) -> bool:
    return f"{path}/".startswith((ROOT, SWISS_APP))
