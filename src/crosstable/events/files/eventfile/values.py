"""One value of a row: from JSON to what the field keeps, refused when it is not of the field's kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import BooleanField, DateTimeField, Field, IntegerField, JSONField
from django.utils import timezone

from crosstable.events.files.eventfile.carried import NUMBERS_IN_JSON, Numbers
from crosstable.whole_numbers import whole


class WrongValue(Exception):
    """Says what is wrong, for a sentence that names the row and the field."""


def read_value(field: Field[Any, Any], raw: Any) -> Any:
    """Raises WrongValue. Whether an empty text is allowed is not asked: what was stored may be empty."""
    if raw is None:
        if not field.null:
            raise WrongValue("is empty")
        return None
    _check_kind(field, raw)
    try:
        value = field.to_python(raw)
        field.run_validators(value)
    except (ValidationError, ValueError, OverflowError) as error:
        raise WrongValue(f"cannot be {str(raw)[:40]!r}") from error
    if isinstance(field, DateTimeField) and timezone.is_naive(value):
        raise WrongValue("is a time without its zone")
    if field.choices and value != "" and value not in dict(field.flatchoices):
        raise WrongValue(f"cannot be {str(raw)[:40]!r}")
    return value


def _check_kind(field: Field[Any, Any], raw: Any) -> None:
    if isinstance(field, JSONField):
        kind: Any = type(field.get_default()) if field.has_default() else dict | list | str
    elif isinstance(field, BooleanField):
        kind = bool
    elif isinstance(field, IntegerField):
        kind = int
    else:
        kind = str
    if not isinstance(raw, kind) or (isinstance(raw, bool) and kind is int):
        raise WrongValue("is of the wrong kind")


def default_of(field: Field[Any, Any]) -> Any:
    """For a field that is younger than the file. Raises WrongValue when it cannot be left open."""
    if field.has_default():
        return field.get_default()
    if field.null:
        return None
    if field.empty_strings_allowed and field.blank:
        return ""
    raise WrongValue("is missing")


def renumbered(name: str, value: Any, numbers: dict[str, dict[Any, Any]]) -> Any:
    """JSON that names rows by number, with the numbers they have here."""
    return _Renumbering(NUMBERS_IN_JSON[name], numbers).of(value) if name in NUMBERS_IN_JSON else value


@dataclass(frozen=True, slots=True)
class _Renumbering:
    whose: Numbers
    numbers: dict[str, dict[Any, Any]]

    def of(self, value: Any, target: str = "") -> Any:
        """`target`: whose numbers stand here."""
        if isinstance(value, list):
            return [self.of(item, target) for item in value]
        if isinstance(value, dict):
            return {
                self._key(key): self.of(item, self.whose.places.get(key, "")) for key, item in value.items()
            }
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return self._new(value, target) if target and is_number else value

    def _key(self, key: str) -> str:
        number = whole(key, 18) if self.whose.keys else None
        return str(self._new(number, self.whose.keys)) if number is not None else key

    def _new(self, number: int, target: str) -> Any:
        if number not in self.numbers[target] and not self.whose.may_be_gone:
            raise WrongValue(f"names {number}, which is not in the file")
        return self.numbers[target].get(number)
