"""Whoever only looks waits for no writer: one may write at a time, and a transaction of ours is one to write in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from crosstable.events.models import Tournament
from web.test_every_address import OF_STAGES, ROLES, TABLE, World, address, build_world, somebody

pytestmark = pytest.mark.django_db


def test_no_page_that_is_looked_at_opens_a_transaction() -> None:
    """Each is looked at by the last in the table who gets to see it: mostly a system administrator, or a player."""
    world = build_world()
    opened = {name: _opened(world, name, role) for name, role in _seen_by().items()}
    assert {name: statements for name, statements in opened.items() if statements} == {}


def _seen_by() -> dict[str, str]:
    return {
        name: [role for role, answer in zip(ROLES, answers, strict=True) if answer == 200][-1]
        for name, (method, answers) in TABLE.items()
        if method == "get" and 200 in answers
    }


def _opened(world: World, name: str, role: str) -> list[str]:
    tournament = Tournament.objects.get(pk=world.pools if name in OF_STAGES else world.rounds)
    url, client = address(name, tournament), somebody(world, role)
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
