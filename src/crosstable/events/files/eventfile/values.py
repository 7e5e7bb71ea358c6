"""One value of a row: from JSON to what the field keeps, refused when it is not of the field's kind."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import BooleanField, DateTimeField, Field, IntegerField, JSONField
from django.utils import timezone

from crosstable.events.files.eventfile.carried import NUMBERS_IN_JSON


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
    if name not in NUMBERS_IN_JSON:
        return value
    target, places = NUMBERS_IN_JSON[name]
    return _renumbered(value, numbers[target], places, is_number=False)


def _renumbered(value: Any, new: dict[Any, Any], places: frozenset[str], is_number: bool) -> Any:
    if isinstance(value, list):
        return [_renumbered(item, new, places, is_number) for item in value]
    if isinstance(value, dict):
        return {
            _new_key(key, new) if "*" in places else key: _renumbered(item, new, places, key in places)
            for key, item in value.items()
        }
    if is_number and isinstance(value, int) and not isinstance(value, bool):
        return _new_number(value, new)
    return value


def _new_key(key: str, new: dict[Any, Any]) -> str:
    return str(_new_number(int(key), new)) if key.isascii() and key.isdecimal() and len(key) < 19 else key


def _new_number(number: int, new: dict[Any, Any]) -> Any:
    if number not in new:
        raise WrongValue(f"names {number}, which is not in the file")
    return new[number]
