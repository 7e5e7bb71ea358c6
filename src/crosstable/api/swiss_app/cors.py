"""Calls from the pages of other sites, for the origins that the installation lists.

A browser asks first (OPTIONS) and shows a page the answer only with these headers. Cookies are never asked for: a
program brings its token.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

METHODS = "GET, HEAD, POST, PUT, DELETE"
HEADERS = "Authorization, Content-Type, Idempotency-Key, If-None-Match"
EXPOSED = "ETag, Location, Retry-After"
A_DAY = "86400"


def with_cors(request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    origin = request.headers.get("Origin", "")
    is_listed = origin in settings.CORS_ORIGINS
    if is_listed and request.method == "OPTIONS":
        response = HttpResponse(status=204)
        response["Access-Control-Allow-Methods"] = METHODS
        response["Access-Control-Allow-Headers"] = HEADERS
        response["Access-Control-Max-Age"] = A_DAY
    else:
        response = get_response(request)
    # The server's cache knows nothing of origins: it must not keep what depends on one.
    del response["X-Crosstable-Revision"]
    patch_vary_headers(response, ["Origin"])
    if is_listed:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = EXPOSED
    return response
