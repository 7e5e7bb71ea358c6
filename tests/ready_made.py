"""Worlds that many tests begin with are built once in a process; after that their rows are put there again.

    @ready_made
    def playing(names: str) -> Tournament: ...

A row of such calls in a test that begins with empty tables leads to a state that is known by those calls alone.
Whatever a test writes in between makes the state unknown, and everything is built as it stands from there on. So a
test finds the same rows either way; only the times in them may be up to FRESH seconds older.

Only where the tests' database is SQLite, in a transaction that the test rolls back.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from sqlite3 import Connection
from typing import Any, ParamSpec, TypeVar, cast

from django.db import connection
from django.db.models import Model

P = ParamSpec("P")
R = TypeVar("R")
State = tuple[Hashable, ...]  # the calls since the tables were empty
Rows = dict[str, list[tuple[Any, ...]]]
KEPT_IN = ("django_migrations", "django_content_type", "auth_permission")  # never changed by what is built
LIMIT = 400  # worlds kept
FRESH = 20.0  # seconds; an older world is built again, so clocks in it still have the time that tests expect


@dataclass
class World:
    rows: Rows
    result: bytes  # pickled: every test gets its own objects
    built: float


@dataclass
class Memory:
    worlds: dict[State, World] = field(default_factory=dict)
    state: State | None = None
    changes: int = -1  # rows changed on the connection when `state` was reached
    at_rest: bool = False


MEMORY = Memory()


def ready_made(build: Callable[P, R]) -> Callable[P, R]:
    """Built as written the first time it is called in a state; from its rows after that."""

    @wraps(build)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        before = _state()
        if before is None:
            return build(*args, **kwargs)
        after = (*before, (build.__module__, build.__qualname__, _key(args), _key(sorted(kwargs.items()))))
        world, now = MEMORY.worlds.get(after), time.monotonic()
        if world is None or now - world.built > FRESH:
            result = build(*args, **kwargs)
            if world is not None or len(MEMORY.worlds) < LIMIT:
                MEMORY.worlds[after] = World(_read(), pickle.dumps((result, args)), now)
                _is_at(after)
            return result
        _write(MEMORY.worlds[before].rows if before else {}, world.rows)
        result, args_then = pickle.loads(world.result)
        for arg, then in zip(args, args_then, strict=True):
            if isinstance(arg, Model):  # an action brings what it was given up to date
                arg.__dict__.update(then.__dict__)
        _is_at(after)
        return cast(R, result)

    return wrapped


@contextmanager
def rebuilt() -> Iterator[None]:
    """For those who watch the actions by which something is built."""
    before, MEMORY.at_rest = MEMORY.at_rest, True
    try:
        yield
    finally:
        MEMORY.at_rest = before


def _state() -> State | None:
    if MEMORY.at_rest or connection.vendor != "sqlite" or not connection.in_atomic_block:
        return None
    if MEMORY.state is not None and MEMORY.changes == _sqlite().total_changes and not _is_empty():
        return MEMORY.state
    return () if _is_empty() else None


def _is_at(state: State) -> None:
    MEMORY.state, MEMORY.changes = state, _sqlite().total_changes


def _key(value: Any) -> Hashable:
    if isinstance(value, Model):
        return (type(value).__name__, value.pk)
    if isinstance(value, list | tuple):
        return tuple(_key(one) for one in value)
    if isinstance(value, dict):
        return tuple((name, _key(one)) for name, one in value.items())
    return (type(value).__name__, repr(value))


def _sqlite() -> Connection:
    return cast(Connection, connection.connection)


@cache
def _tables() -> tuple[str, ...]:
    rows = _sqlite().execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return tuple(name for (name,) in rows if name not in (*KEPT_IN, "sqlite_sequence"))


@cache
def _any_row() -> str:
    return "SELECT " + " OR ".join(f'EXISTS (SELECT 1 FROM "{name}")' for name in _tables())


def _is_empty() -> bool:
    return not _sqlite().execute(_any_row()).fetchone()[0]


def _read() -> Rows:
    names = (*_tables(), "sqlite_sequence")
    return {name: rows for name in names if (rows := _sqlite().execute(f'SELECT * FROM "{name}"').fetchall())}


def _write(before: Rows, after: Rows) -> None:
    """From the rows of one state to those of another. Keys are looked at when the transaction ends."""
    for name in {**before, **after}:
        rows = after.get(name, [])
        if before.get(name) != rows:
            _sqlite().execute(f'DELETE FROM "{name}"')
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                _sqlite().executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)
