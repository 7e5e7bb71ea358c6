"""Requests made up from the OpenAPI document, right ones and wrong ones: none breaks the server, and every answer
is what the document says.

Where the address could be an event's, it is that of an event being played, so that requests get past the door.
First every value at its limits and each error a value can have, one at a time; then everything mixed by chance.
The same requests with every run of the suite.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import override_settings
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from api.calling import Caller
from building import build_club, match_of, playing
from crosstable.api.app import api
from crosstable.wsgi import application
from worlds import built_once

pytestmark = pytest.mark.django_db

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
schema = schemathesis.openapi.from_wsgi("/api/openapi.json", application)
schema.config.phases.coverage.enabled = False  # while tests are collected, in every process; see `told_apart`
OPERATIONS = {
    operation.label: operation for operation in (found.ok() for found in schema.get_all_operations())
}
# One frame reads the headers of all operations: those of one operation of each method are enough.
WITH_HEADERS = {
    "GET /api/tournaments",
    "POST /api/tournaments",
    "PUT /api/tournaments/{tournamentId}",
    "PATCH /api/tournaments/{tournamentId}/matches/{matchId}/result",
    "DELETE /api/tournaments/{tournamentId}",
}


def build_world() -> dict[str, Any]:
    """Return a token and the keys for the addresses of the event."""
    tournament = playing("ann bo cy di")
    match = match_of(tournament, "ann")
    olga = Caller("olga")
    club = build_club("City Chess Club", "Ann Hart 1500", administrator="olga")
    ids = {
        "tournamentId": tournament.pk,
        "matchId": match.pk,
        "number": 1,
        "playerId": match.first_id,
        "userId": olga.user.pk,
        "clubId": club.pk,
        "memberId": club.memberships.get().pk,
        "token": "unknown",
    }
    return {"headers": olga.headers, "ids": ids}


@pytest.fixture(scope="module")
def known(django_db_setup, django_db_blocker) -> Iterator[dict[str, Any]]:
    """As with Django's own client, the end of a request is not the end of the connection with the test's world."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    with built_once(django_db_blocker, build_world) as keys, override_settings(API_RATE=0):
        yield keys
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.mark.parametrize("label", OPERATIONS)
def test_no_single_value_breaks_the_server(label, known):
    for case in told_apart(OPERATIONS[label]):
        send(case, known)


def told_apart(operation: APIOperation) -> Iterator[Case]:
    """Each limit and each error of each value once: a number is a wrong word as much as a list is."""
    seen = set()
    for case in schema.iter_coverage_cases(
        operation, generation_modes=list(GenerationMode), generation_config=schema.config.generation
    ):
        what = case.meta.phase.data
        if what.parameter_location == ParameterLocation.HEADER and operation.label not in WITH_HEADERS:
            continue
        kind = (what.scenario, what.parameter, what.location, what.description)
        if kind not in seen:
            seen.add(kind)
            yield case


@schema.parametrize()
@settings(
    max_examples=1,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_breaks_the_server(case, known):
    send(case, known)


def send(case: Case, known: dict[str, Any]) -> None:
    if all(is_an_id(value) for value in case.path_parameters.values()):
        case.path_parameters = {
            key: known["ids"].get(key, value) for key, value in case.path_parameters.items()
        }
    case.call_and_validate(headers=known["headers"], checks=CHECKS)


def is_an_id(value: object) -> bool:
    return isinstance(value, int) and 0 <= value < 2**31


def test_every_operation_is_walked():
    described = api.get_openapi_schema()
    assert len(OPERATIONS) == sum(len(path) for path in described["paths"].values())
    assert set(OPERATIONS) >= WITH_HEADERS
