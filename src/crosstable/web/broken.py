"""Something broke: the page that says so. Where it is the database that cannot work, it says which way, and a script or
a program that gets 503 tries again by itself.
"""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader

from crosstable.database.storage_errors import storage_message
from crosstable.web.middleware import wants_json

PATIENCE = "5"


def broken(request: HttpRequest) -> HttpResponse:
    """Asks nobody anything: the database may be what broke."""
    words = storage_message(sys.exc_info()[1])
    number = request.META.get("crosstable.request", "")
    if words is None:
        return HttpResponse(loader.get_template("500.html").render({"number": number}), status=500)
    response = _unavailable(request, words)
    response["Retry-After"] = PATIENCE
    response["X-Crosstable-Storage"] = words
    return response


def _unavailable(request: HttpRequest, words: str) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"code": "storage", "message": words}, status=503)
    return HttpResponse(loader.get_template("503.html").render({"words": words}), status=503)
