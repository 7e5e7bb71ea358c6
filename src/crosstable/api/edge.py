"""The edge of the API and of document D's own address. Nothing under them answers an error as a page: what Django
itself refused, and what broke, become problem documents here. HEAD is GET; whoever sends the answer leaves its body
out."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from crosstable.api.problems import MEDIA_TYPE, Problem, document
from crosstable.api.swiss_app.cors import with_cors
from crosstable.edge import SWISS_APP

# Why the database cannot work, told by the page of what broke.
STORAGE = "X-Crosstable-Storage"
WORDS: dict[int, tuple[str, str]] = {
    400: ("bad-request", "The request could not be understood."),
    403: ("not-allowed", "You may not do this."),
    404: ("not-found", "There is no such address. /api/docs lists them all."),
    405: ("method-not-allowed", "This address does not take this method; the Allow header says which."),
    413: ("too-large", "The request is larger than this server takes."),
    500: ("our-mistake", "Something broke on our side. Nothing was saved."),
}


def answer(request: HttpRequest, get_response: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    request.urlconf = "crosstable.api.all_urls"
    if request.path_info.startswith(SWISS_APP):
        request.path_info = request.path_info.rstrip("/")  # D's server takes both
        return with_cors(request, lambda request: _answer(request, get_response))
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
    status = response.status_code if response.status_code in WORDS else 500
    code, detail = WORDS[status]
    answer = document(Problem(status, code, detail))
    if "Allow" in response:
        answer["Allow"] = response["Allow"]
    return answer
