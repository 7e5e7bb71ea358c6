"""A write of an action, read from its SQL: which table, which rows. What cannot be read for certain is refused.

Undo keeps the rows a statement is about before it runs (`images.py`). A statement it cannot read would be forgotten and
never taken back, so it does not run at all: `UnseenWrite` is a mistake in our code and ends the action.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model

from crosstable.accounts.prepared import PreparedRows

READ = re.compile(
    r"\(*\s*(SELECT|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT|SET CONSTRAINTS|PRAGMA)\b"
)
WRITE = re.compile(r'(UPDATE|DELETE FROM|INSERT INTO|INSERT OR IGNORE INTO) "(\w+)"')
AFTER_VALUES = re.compile(r" (ON CONFLICT|RETURNING) ")


class UnseenWrite(RuntimeError):
    """An action would change something that undo could not take back."""

    def __init__(self, why: str, sql: str) -> None:
        super().__init__(f"{why}: {sql[:300]}")


@dataclass(frozen=True, slots=True)
class Write:
    """One statement. `condition` says which rows are changed or deleted; `made` how many at most are inserted."""

    table: str
    condition: str = ""
    params: tuple[Any, ...] = ()
    made: int = 0
    is_delete: bool = False
    # Rows that are there already are passed over.
    may_make_fewer: bool = False
    # Rows come with the key they had.
    has_keys: bool = False


def table_of(sql: str) -> str:
    """The table a statement writes to; none where it only reads. Raises UnseenWrite."""
    if READ.match(sql):
        return ""
    write = WRITE.match(sql)
    if write is None:
        raise UnseenWrite("A statement undo does not know", sql)
    return write[2]


def understood(sql: str, params: Any, many: bool) -> Write:
    """Raises UnseenWrite."""
    if many or not isinstance(params, (list, tuple, type(None))):
        raise UnseenWrite("Undo reads one statement with its parameters in order", sql)
    given, statement = tuple(params or ()), read(sql)
    if sql.startswith("INSERT"):
        made = statement.made if statement.made is not None else _in_arrays(sql, given)
        return replace(statement.write, made=made)
    if statement.params != len(given):
        raise UnseenWrite("The parameters cannot be told apart", sql)
    return replace(statement.write, params=given[statement.before_condition :])


class Statement(NamedTuple):
    """What its SQL alone says."""

    write: Write
    # How many parameters there are, how many stand before the condition, and how many rows an INSERT names.
    params: int = 0
    before_condition: int = 0
    made: int | None = None


@lru_cache(maxsize=200)
def read(sql: str) -> Statement:
    """The same few statements come again and again, and are read once. Raises UnseenWrite."""
    table = table_of(sql)
    if sql.startswith("INSERT"):
        return _insert(table, sql)
    head, _, condition = sql.partition(" WHERE ")
    if head.count("(") != head.count(")"):
        raise UnseenWrite("The condition is not the first one in the statement", sql)
    if "%%" in sql:
        raise UnseenWrite("The parameters cannot be told apart", sql)
    is_delete = sql.startswith("DELETE")
    return Statement(Write(table, condition, is_delete=is_delete), sql.count("%s"), head.count("%s"))


def keys_of(write: Write) -> list[int]:
    """The rows a statement is about: its own condition says which."""
    if not write.is_delete and write.condition == f'"{write.table}"."id" = %s':
        return [write.params[0]]
    return [row[0] for row in _asked(f'SELECT "{write.table}"."id"', write)]


def touches_any(write: Write) -> bool:
    return bool(_asked("SELECT 1", write))


def _asked(what: str, write: Write) -> list[Any]:
    where = f" WHERE {write.condition}" if write.condition else ""
    with connection.cursor() as cursor:
        cursor.execute(f'{what} FROM "{write.table}"{where}', write.params)
        rows: list[Any] = cursor.fetchall()
    return rows


def _insert(table: str, sql: str) -> Statement:
    if " DO UPDATE " in sql:
        raise UnseenWrite("Rows that are there already would be overwritten", sql)
    passed_over = sql.startswith("INSERT OR IGNORE") or " DO NOTHING" in sql
    has_keys = '"id"' in sql.partition(")")[0]
    values = AFTER_VALUES.split(sql.partition(" VALUES ")[2])[0]
    write = Write(table, may_make_fewer=passed_over, has_keys=has_keys)
    return Statement(write, made=_groups(values) if values else None)


def _in_arrays(sql: str, params: tuple[Any, ...]) -> int:
    if " UNNEST(" in sql and params and isinstance(params[0], Sequence):
        return len(params[0])
    raise UnseenWrite("Undo cannot count the rows", sql)


def _groups(values: str) -> int:
    """As many rows as there are groups of values."""
    depth = groups = 0
    for sign in values:
        groups += sign == "(" and depth == 0
        depth += (sign == "(") - (sign == ")")
    return groups


@cache
def _newest(model: type[Model]) -> PreparedRows[int]:
    return PreparedRows(lambda: model._default_manager.order_by("-pk").values_list("pk", flat=True)[:1])


@dataclass
class Made:
    """The rows an action makes in one table, counted, so that a row undo would not find again is noticed. Undo finds
    them by their key: above the newest there was."""

    model: type[Model]
    newest: int | None = None
    _count: int = 0
    _is_exact: bool = True
    _removed: set[int] = field(default_factory=set)
    _has_keys: bool = False

    def note(self, write: Write) -> None:
        if self.newest is None:
            self.newest = _newest(self.model).first() or 0
        self._count += write.made
        self._is_exact &= not write.may_make_fewer
        self._has_keys |= write.has_keys

    def only_old(self, write: Write, keys: list[int]) -> list[int]:
        """Those that were there before the action."""
        old = [pk for pk in keys if self.newest is None or pk <= self.newest]
        if write.is_delete:
            self._count -= len(keys) - len(old)
            self._removed |= set(old)
        return old

    def check(self, rows: int) -> None:
        """Rows removed and put back under their key are old ones."""
        due = self._count - (self._put_back() if self._has_keys else 0)
        if rows > due or (rows < due and self._is_exact):
            raise UnseenWrite(f"Undo finds {rows} of {due} rows that were made", self.model._meta.label)

    def _put_back(self) -> int:
        old = [pk for pk in self._removed if pk <= (self.newest or 0)]
        return self.model._default_manager.filter(pk__in=old).count()
