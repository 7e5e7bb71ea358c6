"""A write of an action, parsed from its SQL: which table, which rows.

Undo stores the rows a statement affects before it runs (`row_images.py`). A statement it cannot parse cannot be undone,
so it does not run at all: `UnseenWrite` is a bug in our code and ends the action.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

ONLY_READS = re.compile(
    r"\(*\s*(SELECT|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT|SET CONSTRAINTS|PRAGMA)\b"
)
WRITES = re.compile(r'(UPDATE|DELETE FROM|INSERT INTO|INSERT OR IGNORE INTO) "(\w+)"')
AFTER_VALUES = re.compile(r" (ON CONFLICT|RETURNING) ")


class UnseenWrite(RuntimeError):
    """An action would change something that undo could not restore."""

    def __init__(self, why: str, sql: str) -> None:
        super().__init__(f"{why}: {sql[:300]}")


@dataclass(frozen=True, slots=True)
class Statement:
    """What follows from the SQL alone. `flaw` is why undo cannot parse it, empty if it can."""

    table: str = ""
    flaw: str = ""
    # The condition that selects the rows, the number of parameters, and how many come before the condition.
    condition: str = ""
    params: int = 0
    before_condition: int = 0
    is_delete: bool = False
    # The maximum of rows inserted; None if they come in arrays.
    is_insert: bool = False
    inserts: int | None = None
    # Existing rows are skipped (ON CONFLICT DO NOTHING).
    may_make_fewer: bool = False
    # The rows are inserted with an explicit key.
    has_keys: bool = False


@lru_cache(maxsize=200)
def read(sql: str) -> Statement:
    """Parse a write. Cached: the same few statements recur."""
    write = WRITES.match(sql)
    if write is None:
        return Statement(flaw="A statement undo does not know")
    if sql.startswith("INSERT"):
        return _insert(write[2], sql)
    head, _, condition = sql.partition(" WHERE ")
    if head.count("(") != head.count(")"):
        return Statement(write[2], "The condition is not the first one in the statement")
    if "%%" in sql:
        return Statement(write[2], "The parameters cannot be told apart")
    is_delete = sql.startswith("DELETE")
    return Statement(write[2], "", condition, sql.count("%s"), head.count("%s"), is_delete)


def _insert(table: str, sql: str) -> Statement:
    if " DO UPDATE " in sql:
        return Statement(table, "Rows that are there already would be overwritten")
    values = AFTER_VALUES.split(sql.partition(" VALUES ")[2])[0]
    return Statement(
        table,
        is_insert=True,
        inserts=_groups(values) if values else None,
        may_make_fewer=sql.startswith("INSERT OR IGNORE") or " DO NOTHING" in sql,
        has_keys='"id"' in sql.partition(")")[0],
    )


def _groups(values: str) -> int:
    """Count the groups of values: one per row."""
    depth = groups = 0
    for sign in values:
        groups += sign == "(" and depth == 0
        depth += (sign == "(") - (sign == ")")
    return groups


def rows_in_arrays(sql: str, params: Sequence[Any]) -> int:
    """Count the rows of an INSERT that has one array per column. Raises UnseenWrite."""
    if " UNNEST(" in sql and params and isinstance(params[0], Sequence):
        return len(params[0])
    raise UnseenWrite("Undo cannot count the rows", sql)
