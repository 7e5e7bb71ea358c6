"""Rows written with SQL that is written once, as in `prepared.py`: what `save()` does for models with neither rules of
their own nor signals, which are all of ours. Only names of our own tables and columns become SQL."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model


def insert(row: Model, *, unless_there: bool = False) -> bool:
    """A new row; it has its key afterwards. Whether it is new: with `unless_there` the same may be there already, and
    somebody who is just writing it is waited for."""
    sql, fields = _insert_sql(type(row), " ON CONFLICT DO NOTHING" if unless_there else "")
    here = connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        cursor.execute(sql, _values(row, fields, here, is_new=True))
        made = cursor.fetchone()
    if made is None:
        return False
    row.pk, row._state.adding, row._state.db = made[0], False, DEFAULT_DB_ALIAS
    return True


def update(row: Model, *names: str) -> None:
    """These fields of a row that is there."""
    (sql, fields), here = _update_sql(type(row), names), connections[DEFAULT_DB_ALIAS]
    with here.cursor() as cursor:
        cursor.execute(sql, [*_values(row, fields, here, is_new=False), row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row._meta.label} {row.pk} is not there")


def _values(
    row: Model, fields: list[Field[Any, Any]], here: BaseDatabaseWrapper, *, is_new: bool
) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, is_new), here) for field in fields]


@cache
def _insert_sql(model: type[Model], on_conflict: str) -> tuple[str, list[Field[Any, Any]]]:
    table, key = model._meta.db_table, model._meta.pk.column
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns, places = ", ".join(f'"{field.column}"' for field in fields), ", ".join(["%s"] * len(fields))
    sql = f'INSERT INTO "{table}" ({columns}) VALUES ({places}){on_conflict} RETURNING "{table}"."{key}"'  # noqa: S608
    return sql, fields


@cache
def _update_sql(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[Field[Any, Any]]]:
    table = model._meta.db_table
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f'UPDATE "{table}" SET {columns} WHERE "{table}"."{model._meta.pk.column}" = %s'  # noqa: S608
    return sql, fields
