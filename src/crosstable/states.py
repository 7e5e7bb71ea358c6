"""Predicates on a row's state, so pages and queries compare no codes: `is_closed = Is("status", CLOSED)`."""

from __future__ import annotations

from typing import Any


class Is:
    """True while the field has one of these values."""

    is_wanted = True

    def __init__(self, field: str, *values: object) -> None:
        self.field, self.values = field, values

    def __get__(self, row: Any, owner: type | None = None) -> bool:
        return (getattr(row, self.field, None) in self.values) is self.is_wanted


class IsNot(Is):
    """True while the field has none of these values: `is_dropped = IsNot("dropped_at", None)`."""

    is_wanted = False
