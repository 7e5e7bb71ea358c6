"""A question that every request asks, with its SQL written once: Django writes it anew each time, which takes longer
than the answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import QuerySet

T = TypeVar("T")
MOST_KEYS = 32
# A value nobody asks for, which is then found among the parameters.
STAND_INS: dict[type, Callable[[int], Any]] = {
    int: lambda place: 32_700 + place,  # in the range of every column of numbers
    str: lambda place: f"stand-in {place}",
}


class Prepared:
    """For plain values (numbers and texts): `rows` is asked with the values given to it, in their order."""

    def __init__(self, rows: Callable[[], QuerySet[Any, Any]]) -> None:
        self._rows = rows
        self._sql = ""

    def __call__(self, *values: Any) -> list[Any]:
        if not self._sql:
            self._sql = self._rows().query.sql_with_params()[0]
        with connection.cursor() as cursor:
            cursor.execute(self._sql, values)
            rows: list[Any] = cursor.fetchall()
        return rows


class PreparedRows(Generic[T]):
    """The same for whatever a queryset gives, rows with what belongs to them among it:

        account = PreparedRows(lambda pk: User.objects.select_related("player").filter(pk=pk), int)
        account.first(5)

    `rows` is called once, with a stand-in for each kind of value. What is prefetched is left out.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, T]], *kinds: type) -> None:
        self._make = rows
        self._stand_ins = [STAND_INS[kind](place) for place, kind in enumerate(kinds)]
        self._written: dict[str, _Question] = {}

    def __call__(self, *values: Any) -> list[T]:
        asked = self._written.get(connection.vendor)
        if asked is None:
            asked = self._written[connection.vendor] = self._write()
        params = tuple(values[place] if is_value else place for is_value, place in asked.places)
        compiler, thread = copy(asked.compiler), connections[DEFAULT_DB_ALIAS]
        compiler.connection, compiler.as_sql = thread, lambda *_args, **_kwargs: (asked.sql, params)
        compiler.get_converters = lambda columns: self._converters(thread, compiler, columns)
        query = _With(asked.rows.query, get_compiler=lambda using: compiler)
        return list(asked.rows._iterable_class(_With(asked.rows, query=query)))

    def _converters(self, thread: Any, compiler: Any, columns: Any) -> Any:
        """How values of the database become ours: the same each time, and kept with the connection they belong to."""
        kept = thread.__dict__.setdefault("_converters_of_prepared", {})
        if self not in kept:
            kept[self] = type(compiler).get_converters(compiler, columns)
        return kept[self]

    def first(self, *values: Any) -> T | None:
        return next(iter(self(*values)), None)

    def _write(self) -> _Question:
        rows: Any = self._make(*self._stand_ins)
        compiler = rows.query.get_compiler(using=rows.db)
        sql, params = compiler.as_sql()
        compiler.connection = None  # belongs to a thread
        known = self._stand_ins
        assert all(value in params for value in known), "each value is asked with as it is"
        return _Question(
            rows, compiler, sql, [(p in known, known.index(p) if p in known else p) for p in params]
        )


class _Question(NamedTuple):
    rows: Any
    # What reads the answer.
    compiler: Any
    sql: str
    # For each parameter whether it is one of the values, and which; or what it always is.
    places: list[tuple[bool, Any]]


class PreparedByKeys(Generic[T]):
    """The same for several keys at once, written once for each number of them up to a few."""

    def __init__(self, rows: Callable[[Collection[int]], QuerySet[Any, T]]) -> None:
        self._rows = rows
        self._of: dict[int, PreparedRows[T]] = {}

    def __call__(self, keys: Collection[int]) -> list[T]:
        if not 0 < len(keys) <= MOST_KEYS:
            return list(self._rows(keys)) if keys else []
        if len(keys) not in self._of:
            self._of[len(keys)] = PreparedRows(lambda *several: self._rows(several), *[int] * len(keys))
        return self._of[len(keys)](*keys)


class _With:
    """A queryset, or its query, with something of its own instead."""

    def __init__(self, of: Any, **instead: Any) -> None:
        self._of = of
        self.__dict__.update(instead)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)
