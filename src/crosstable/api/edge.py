"""The middleware of the API and of document D's own address. No error there is a page: Django's own refusals and
crashes become problem documents. HEAD is answered as GET; the server leaves out the body. Document D's address also
answers pages of other sites (CORS).
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from crosstable.api.problems import MEDIA_TYPE, Problem, document
from crosstable.edge import SWISS_APP

METHODS = "GET, HEAD, POST, PUT, DELETE"
HEADERS = "Authorization, Content-Type, Idempotency-Key, If-None-Match"
EXPOSED = "ETag, Location, Retry-After"
A_DAY = "86400"
# Why the database does not work, in the words of the error page.
STORAGE = "X-Crosstable-Storage"
ERRORS: dict[int, tuple[str, str]] = {
    400: ("bad-request", "The request could not be understood."),
    403: ("not-allowed", "You may not do this."),
    404: ("not-found", "There is no such address. /api/docs lists them all."),
    405: ("method-not-allowed", "This address does not take this method; the Allow header says which."),
    413: ("too-large", "The request is larger than this server takes."),
    500: ("our-mistake", "Something broke on our side. Nothing was saved."),
}


def answer(request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    request.urlconf = "crosstable.api.urls"
    if request.path_info.startswith(SWISS_APP):
        request.path_info = request.path_info.rstrip("/")  # D's server accepts both
        return _with_cors(request, lambda request: _answer(request, get_response))
    return _answer(request, get_response)


def _answer(request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    method = request.method
    request.method = "GET" if method == "HEAD" else method
    response = get_response(request)
    request.method = method
    return response if response.status_code < 400 else _as_problem(response)


def _as_problem(response: HttpResponse) -> HttpResponse:
    if response.get("Content-Type", "").startswith(MEDIA_TYPE):
        return response
    if STORAGE in response:
        return document(Problem(503, "storage", response[STORAGE], retryAfter=int(response["Retry-After"])))
    status = response.status_code if response.status_code in ERRORS else 500
    code, detail = ERRORS[status]
    answer = document(Problem(status, code, detail))
    if "Allow" in response:
        answer["Allow"] = response["Allow"]
    return answer


def _with_cors(request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    """Answer requests from pages of other sites, for the origins that the installation lists."""
    origin = request.headers.get("Origin", "")
    is_listed = origin in settings.CORS_ORIGINS
    if is_listed and request.method == "OPTIONS":
        response = HttpResponse(status=204)
        response["Access-Control-Allow-Methods"] = METHODS
        response["Access-Control-Allow-Headers"] = HEADERS
        response["Access-Control-Max-Age"] = A_DAY
    else:
        response = get_response(request)
    # The server's cache ignores origins, so it must not store what depends on one.
    del response["X-Crosstable-Revision"]
    patch_vary_headers(response, ["Origin"])
    if is_listed:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = EXPOSED
    return response
