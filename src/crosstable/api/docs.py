"""The page that documents the API, rendered on the server from the OpenAPI document: no script, no other site."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe

from crosstable.api.app import api
from crosstable.api.examples import PROGRAM, command
from crosstable.api.problems import KNOWN
from crosstable.events.errors import Refused


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    document, address = api.get_openapi_schema(), request.build_absolute_uri("/").rstrip("/")
    context = {
        "groups": _groups(document, address),
        "codes": sorted(set(_codes())),
        "address": address,
        "program": PROGRAM.format(address=address),
    }
    return render(request, "api/docs.html", context)


@cache
def _openapi() -> tuple[bytes, str]:
    body = json.dumps(api.get_openapi_schema(), default=str).encode()
    return body, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


@require_safe
@condition(etag_func=lambda request: _openapi()[1])
def openapi(request: HttpRequest) -> HttpResponse:
    """Return the document.

    It is the same for everyone until the next version: built once, and revalidated with a 304.
    """
    headers = {"Cache-Control": "public, no-cache"}
    return HttpResponse(_openapi()[0], content_type="application/json", headers=headers)


def _groups(document: dict[str, Any], address: str) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            body = _content(operation.get("requestBody"))
            answer = _content(next(iter(operation["responses"].values())))
            row = {
                "method": method.upper(),
                "path": path,
                "id": operation["operationId"],
                "words": operation.get("description", ""),
                "is_public": {} in operation.get("security", []),
                "query": [p["name"] for p in operation["parameters"] if p["in"] == "query"],
                "bodies": _shapes(document, body),
                "example": command(method, path, operation, address),
                "answers": _shapes(document, answer),
                "is_list": answer.get("schema", {}).get("type") == "array",
                "is_file": bool(answer) and "schema" not in answer,
            }
            groups.setdefault(operation["tags"][0], []).append(row)
    return groups


def _content(part: dict[str, Any] | None) -> dict[str, Any]:
    """Return the first content type of a body or an answer; most have one."""
    return next(iter((part or {}).get("content", {}).values()), {})


def _shapes(document: dict[str, Any], content: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the fields of a body or an answer, one level deep; several lists if it has alternatives."""
    schema: dict[str, Any] = content.get("schema", {})
    schema = schema.get("items", schema)
    choices = schema.get("oneOf") or schema.get("anyOf") or [schema]
    return [shape for one in choices if (shape := _fields(document, one))]


def _fields(document: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    needed = schema.get("required", [])
    return [
        {"name": name, "type": _type(value), "needed": name in needed, "words": value.get("description", "")}
        for name, value in schema.get("properties", {}).items()
    ]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2].removesuffix("Out")
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type", "anything"))


def _codes() -> Iterator[tuple[int, str]]:
    yield from ((status, code) for status, code, _ in KNOWN.values())
    yield from ((kind.http_status, kind.code) for kind in _refusals(Refused) if kind.code != Refused.code)
    yield from OWN_CODES


def _refusals(base: type[Refused]) -> Iterator[type[Refused]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _refusals(kind)


OWN_CODES = [
    (400, "malformed-json"),
    (400, "bad-idempotency-key"),
    (401, "bad-token"),
    (401, "sign-in-needed"),
    (403, "csrf"),
    (403, "read-only-token"),
    (405, "method-not-allowed"),
    (408, "too-slow"),
    (415, "not-json"),
    (422, "invalid"),
    (429, "too-many-requests"),
    (500, "our-mistake"),
    (501, "unknown-method"),
    (503, "busy"),
    (503, "storage"),
]
