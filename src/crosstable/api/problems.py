"""Errors as problem documents (RFC 9457): a status, a stable code, a sentence, and the field where there is one.

Every error a caller can do something about is worded here. Any other error is our bug and becomes a 500 in edge.py,
without internal details.
"""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException, UnreadablePostError
from ninja.errors import AuthenticationError, HttpError, ValidationError
from pydantic.alias_generators import to_camel

from crosstable.accounts.errors import AccountRefused
from crosstable.accounts.idempotency import KeyReused
from crosstable.api.schemas import EVENT_BODIES
from crosstable.engine.errors import PairingImpossible
from crosstable.events.errors import BadRows, Refused, Stale
from crosstable.events.play_errors import DraftStale, TouchesLaterMatches
from crosstable.slots import Busy

MEDIA_TYPE = "application/problem+json"
# The actions' names of fields → the API's, if they differ.
FIELDS = {"first_vp": "player1VP", "second_vp": "player2VP"}


class Problem(Exception):
    """An error of the API itself. `members` are added to the document unchanged."""

    def __init__(self, status: int, code: str, detail: str, **members: Any) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.members = status, code, detail, members


class NotModified(Exception):
    """The client's copy is current."""


def answer_error(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the answer to an error; an unknown one is raised again."""
    if isinstance(error, NotModified):
        return HttpResponse(status=304)
    problem = error if isinstance(error, Problem) else _problem(request, error)
    if problem is None:
        raise error
    return document(problem)


def document(problem: Problem) -> HttpResponse:
    content = {
        "type": f"/api/docs#problem-{problem.code}",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        **problem.members,
    }
    response = JsonResponse(
        content, encoder=DjangoJSONEncoder, status=problem.status, content_type=MEDIA_TYPE
    )
    if problem.status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="Crosstable"'
    if "retryAfter" in problem.members:
        response["Retry-After"] = str(problem.members["retryAfter"])
    return response


def _problem(request: HttpRequest, error: Exception) -> Problem | None:
    match error:
        case Refused():
            return Problem(error.http_status, error.code, str(error), **_members(error))
        case AccountRefused():
            return Problem(422, "bad-value", str(error), field=field_name(error.field))
        case ValidationError():
            return _invalid(error)
        case AuthenticationError():
            return Problem(401, "sign-in-needed", "Sign in, or send a token: Authorization: Bearer TOKEN.")
        case HttpError(status_code=400) if request.content_type not in ("application/json", ""):
            return Problem(415, "not-json", "Send JSON, with Content-Type: application/json.")
        case HttpError(status_code=400):
            return Problem(400, "malformed-json", "The body is not well-formed JSON.")
        case _:
            known = next((KNOWN[kind] for kind in type(error).__mro__ if kind in KNOWN), None)
            return Problem(*known) if known else None


KNOWN: dict[type, tuple[int, str, str]] = {
    Http404: (404, "not-found", "There is nothing here, or nothing you may see."),
    PermissionDenied: (403, "not-allowed", "You may not do this."),
    RequestDataTooBig: (413, "too-large", "The request is larger than this server takes."),
    SuspiciousOperation: (400, "bad-request", "The request could not be understood."),
    RawPostDataException: (400, "bad-request", "The request could not be read."),
    UnreadablePostError: (400, "bad-request", "The request broke off."),
    KeyReused: (
        422,
        "idempotency-key-reused",
        "This Idempotency-Key was used for another request. Take a new key for a new request.",
    ),
    PairingImpossible: (
        409,
        "pairing-impossible",
        "No pairing satisfies the rules of this system for the players who are active.",
    ),
}


def _members(refusal: Refused) -> dict[str, Any]:
    members: dict[str, Any] = {}
    if refusal.field:
        members["field"] = field_name(refusal.field)
    if isinstance(refusal, Busy):
        members["retryAfter"] = refusal.retry_after
    if isinstance(refusal, Stale):
        members |= {
            "yours": refusal.yours or None,
            "current": refusal.current,
            "by": refusal.by or None,
            "at": refusal.at,
            "version": refusal.version,
        }
    if isinstance(refusal, DraftStale):
        members["changes"] = list(refusal.changes)
    if isinstance(refusal, BadRows):
        members["rows"] = [{"row": row, "name": name, "reason": why} for row, name, why in refusal.rows]
    if isinstance(refusal, TouchesLaterMatches):
        members["matches"] = [
            {"number": m.number, "name": m.name, "players": m.players, "lost": m.lost}
            for m in refusal.matches
        ]
    return members


def _invalid(error: ValidationError) -> Problem:
    errors = [{"field": _place(problem["loc"]), "message": _message(problem)} for problem in error.errors]
    return Problem(422, "invalid", "; ".join(_sentence(e) for e in errors[:3]), errors=errors)


def _place(location: tuple[Any, ...]) -> str:
    """Return `player1VP` for `body, body, player1VP`: the first words are ninja's position."""
    names = [name for name in location[1:] if name not in EVENT_BODIES]
    if names and names[0] in ("body", "query", "page"):
        names = names[1:]
    return ".".join(str(name) for name in names)


def _message(problem: dict[str, Any]) -> str:
    """Say what to do, in our words; for other problems return the validator's message."""
    sentence = next((sentence for types, sentence in VALIDATION_SENTENCES if problem["type"] in types), "")
    return sentence.format(**problem.get("ctx", {})) or str(problem["msg"]).removeprefix("Value error, ")


# By pydantic's error types. A text checked after parsing is reported as a “value” that is too long.
VALIDATION_SENTENCES = (
    (("missing",), "This is needed."),
    (("extra_forbidden",), "There is no such field here."),
    (("model_type", "model_attributes_type", "dict_type"), "Send a JSON object."),
    (("list_type",), "Send a list."),
    (("string_type",), "Send a text."),
    (("int_type", "int_parsing", "int_from_float"), "Send a whole number."),
    (("bool_type", "bool_parsing"), "Send true or false."),
    (
        ("date_type", "date_parsing", "date_from_datetime_parsing", "date_from_datetime_inexact"),
        "Send a date: 2026-12-01.",
    ),
    (
        ("datetime_type", "datetime_parsing", "datetime_from_date_parsing"),
        "Send a time: 2026-12-01T18:45:00Z.",
    ),
    (("greater_than_equal",), "Send {ge} or more."),
    (("less_than_equal",), "Send {le} or less."),
    (("string_too_long", "too_long"), "It has at most {max_length} characters or items."),
    (("string_too_short", "too_short"), "It has at least {min_length} characters or items."),
    (("enum", "literal_error"), "Send one of {expected}."),
)


def _sentence(error: dict[str, str]) -> str:
    return f"{error['field']}: {error['message']}" if error["field"] else error["message"]


def field_name(name: str) -> str:
    return ".".join(FIELDS.get(part, to_camel(part)) for part in name.split("."))
