"""Requests that only read wait for no writer: one may write at a time, and our transactions are for writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from api import test_every_route as operations
from crosstable.api.router import forget_all
from crosstable.events.models import Tournament
from web.test_every_address import OF_STAGES, ROLES, TABLE, World, address, build_world, client_of

pytestmark = pytest.mark.django_db


def test_no_page_that_is_looked_at_opens_a_transaction() -> None:
    """Each is looked at by the last in the table who gets to see it: mostly a system administrator, or a player."""
    world = build_world()
    opened = {name: _opened(world, name, role) for name, role in _seen_by().items()}
    assert {name: statements for name, statements in opened.items() if statements} == {}


def test_no_operation_that_reads_opens_a_transaction() -> None:
    """Each is called by the owner, or by the player where it is theirs alone. A wrong code is counted."""
    world = operations.build_world()
    reads = [operation for operation in operations.TABLE if operation.startswith("GET ")]
    opened = {operation: _opened_by(world, operation) for operation in reads}
    assert [operation for operation, statements in opened.items() if statements] == [
        "GET /api/tournaments/{tournamentId}/matches/{matchId}/by-code/{code}"
    ]


def _opened_by(world: operations.World, operation: str) -> list[str]:
    key = world.pools if "/stages/{number}" in operation else world.rounds
    tournament = Tournament.objects.get(pk=key)
    method, path, _ = operations.prepared(operation, tournament)
    role = "player" if operations.MAY[operation] == "the player" else "owner"
    caller = operations.caller(world.headers[role])
    forget_all()  # who asks very often is counted in the database
    with _transactions() as opened:
        caller.call(method, path)
    return opened


def _seen_by() -> dict[str, str]:
    return {
        name: [role for role, answer in zip(ROLES, answers, strict=True) if answer == 200][-1]
        for name, (method, answers) in TABLE.items()
        if method == "get" and 200 in answers
    }


def _opened(world: World, name: str, role: str) -> list[str]:
    tournament = Tournament.objects.get(pk=world.pools if name in OF_STAGES else world.rounds)
    url, client = address(name, tournament), client_of(world, role)
    with _transactions() as opened:
        assert client.get(url).status_code == 200
    return opened


@contextmanager
def _transactions() -> Iterator[list[str]]:
    """In a test each of them is a savepoint of the test's own."""
    opened: list[str] = []

    def look(execute, sql, params, many, context):
        opened.extend([sql] if sql.startswith("SAVEPOINT") else [])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield opened
