"""A question that every request asks, with its SQL written once: Django writes it anew each time, which takes longer
than the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet


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
