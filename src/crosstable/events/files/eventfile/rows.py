"""The rows of a document as unsaved model instances with new primary keys.

Keys are assigned before anything is stored, in the order of the file: rows can refer to each other in any
direction, and whatever depends on the order of keys stays the same. A value of the wrong type is refused.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import (
    BooleanField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Max,
    Model,
    UUIDField,
)
from django.utils import timezone

from crosstable.accounts.models import Club, Player, User
from crosstable.events.errors import EventFileDamaged, EventFileNewer, Refused
from crosstable.events.files.eventfile.reading import Document
from crosstable.events.files.eventfile.writing import (
    NUMBERS_IN_JSON,
    Json,
    KeysInJson,
    RowKind,
    carried_models,
)
from crosstable.events.models import WithResult
from crosstable.events.queries.people.players import KnownPerson
from crosstable.fields import whole
from crosstable.text import Text, tr

NewKeys = dict[str, dict[Any, Any]]


# What is wrong with a value; the place is its row and field.
CANNOT_BE = tr("{place} cannot be “{value}”.")
EMPTY = tr("{place} is empty.")
MISSING = tr("{place} is missing.")
NOT_IN_FILE = tr("{place} refers to {key}, which is not in the file.")
WITHOUT_ZONE = tr("{place} is a time without a time zone.")
WRONG_TYPE = tr("{place} is of the wrong type.")


class WrongValue(Exception):
    """One of the sentences above, without its place."""

    def __init__(self, says: Text, **values: object) -> None:
        super().__init__(says, values)
        self._says, self._values = says, values

    def at(self, place: str) -> Refused:
        return EventFileDamaged(problem=self._says.filled(place=place, **self._values))


def read_value(field: Field[Any, Any], raw: Any) -> Any:
    """Convert a value to its field's type; blank text is accepted, as it was stored. Raises WrongValue."""
    if raw is None:
        if not field.null:
            raise WrongValue(EMPTY)
        return None
    _check_kind(field, raw)
    try:
        value = field.to_python(raw)
        field.run_validators(value)
    except (ValidationError, ValueError, OverflowError) as error:
        raise WrongValue(CANNOT_BE, value=str(raw)[:40]) from error
    if isinstance(field, DateTimeField) and timezone.is_naive(value):
        raise WrongValue(WITHOUT_ZONE)
    if field.choices and value != "" and value not in dict(field.flatchoices):
        raise WrongValue(CANNOT_BE, value=str(raw)[:40])
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
        raise WrongValue(WRONG_TYPE)


def default_of(field: Field[Any, Any]) -> Any:
    """Return the default of a field newer than the file. Raises WrongValue if it has none."""
    if field.has_default():
        return field.get_default()
    if field.null:
        return None
    if field.empty_strings_allowed and field.blank:
        return ""
    raise WrongValue(MISSING)


def renumbered(name: str, value: Any, numbers: dict[str, dict[Any, Any]]) -> Any:
    """Replace the row keys inside a JSON value by the new keys."""
    return _Renumbering(NUMBERS_IN_JSON[name], numbers).of(value) if name in NUMBERS_IN_JSON else value


@dataclass(frozen=True, slots=True)
class _Renumbering:
    whose: KeysInJson
    numbers: dict[str, dict[Any, Any]]

    def of(self, value: Any, target: str = "") -> Any:
        """Replace keys in a value; `target` is the model they refer to."""
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
            raise WrongValue(NOT_IN_FILE, key=number)
        return self.numbers[target].get(number)


@dataclass(frozen=True, slots=True)
class People:
    """The file's keys of people → rows of this installation; None for a user without an account here."""

    players: Mapping[str, Player]
    users: Mapping[str, User | None]
    club: Club | None
    importer: User
    # Players matched by FIDE ID: the ID, the name in the file, the player with the ID here.
    by_number: Sequence[tuple[str, str, KnownPerson]] = ()


@dataclass(slots=True)
class Rows:
    """Unsaved rows; `lists` are the many-to-many values to set once the rows are stored."""

    by_model: dict[str, list[Model]] = field(default_factory=dict)
    lists: list[tuple[Model, str, list[Any]]] = field(default_factory=list)


def build_rows(document: Document, people: People) -> Rows:
    """Build the rows inside the storing transaction. Raises EventFileDamaged, EventFileNewer."""
    numbers, rows = _numbers(document), Rows()
    for kind in carried_models():
        lines = document.rows.get(kind.name, [])
        rows.by_model[kind.name] = [_row(kind, raw, numbers, people, document, rows) for raw in lines]
    return rows


def _row(kind: RowKind, raw: Json, numbers: NewKeys, people: People, document: Document, rows: Rows) -> Model:
    known = {f.name for f in kind.fields} | {f.name for f in kind.lists} | {"id"}
    if unknown := sorted(set(raw) - known):
        problem = tr(
            "This installation does not know “{name}” of {rows}.", name=unknown[0][:60], rows=kind.name
        )
        raise EventFileNewer(software=document.software, problem=problem)
    row = kind.model()
    row.pk = numbers[kind.name][raw["id"]]
    for one in kind.fields:
        setattr(row, one.attname, _field_value(kind, one, raw, partial(_value, one, raw, numbers, people)))
    if isinstance(row, WithResult) and not row.is_sound:
        raise EventFileDamaged(problem=tr("{place} is not a score.", place=f"{kind.name} {raw['id']}: score"))
    for many in kind.lists:
        new = numbers[str(many.related_model._meta.object_name)]
        keys = _field_value(kind, many, raw, partial(_list, raw.get(many.name, []), new))
        rows.lists.append((row, many.name, keys))
    return row


def _field_value(kind: RowKind, one: Any, raw: Json, reader: Callable[[], Any]) -> Any:
    """Convert a field; an error names its row and field."""
    try:
        return reader()
    except WrongValue as wrong:
        raise wrong.at(f"{kind.name} {raw['id']}: {one.name}") from wrong


def _value(one: Field[Any, Any], raw: Json, numbers: NewKeys, people: People) -> Any:
    if isinstance(one, ForeignKey):
        return _reference(one, raw.get(one.name), numbers, people)
    if one.name not in raw:
        return default_of(one)
    name = f"{one.model._meta.object_name}.{one.name}"
    return renumbered(name, read_value(one, raw[one.name]), numbers)


def _reference(one: ForeignKey[Any, Any], key: Any, numbers: NewKeys, people: People) -> Any:
    if one.related_model is Club:
        return people.club.pk if people.club else None
    if key is None:
        if not one.null:
            raise WrongValue(MISSING)
        return None
    if not isinstance(key, int | str) or isinstance(key, bool):
        raise WrongValue(WRONG_TYPE)
    if one.related_model is User:
        user = people.users.get(str(key))
        return user.pk if user else (None if one.null else people.importer.pk)
    if one.related_model is Player:
        return _key_of(people.players, str(key)).pk
    return _key_of(numbers[str(one.related_model._meta.object_name)], key)


def _list(keys: Any, new: dict[Any, Any]) -> list[Any]:
    if not isinstance(keys, list) or not all(isinstance(key, int | str) for key in keys):
        raise WrongValue(WRONG_TYPE)
    return [_key_of(new, key) for key in keys]


def _key_of(keys: Mapping[Any, Any], key: Any) -> Any:
    if key not in keys:
        raise WrongValue(NOT_IN_FILE, key=str(key)[:20])
    return keys[key]


def _numbers(document: Document) -> NewKeys:
    """Model → key in the file → new key."""
    numbers: NewKeys = {}
    for kind in carried_models():
        keys = [raw.get("id") for raw in document.rows.get(kind.name, [])]
        if not all(isinstance(key, int | str) and not isinstance(key, bool) for key in keys):
            raise EventFileDamaged(problem=tr("A row of {rows} has no id.", rows=kind.name))
        if len(set(keys)) != len(keys):
            raise EventFileDamaged(problem=tr("Two rows of {rows} have the same id.", rows=kind.name))
        if all(isinstance(key, int) for key in keys):
            keys.sort()
        key_field = kind.model._meta.pk
        if isinstance(key_field, ForeignKey):  # shares the key of its parent row
            above = numbers[str(key_field.related_model._meta.object_name)]
            numbers[kind.name] = {key: above.get(key) for key in keys}
        else:
            numbers[kind.name] = dict(zip(keys, _free_numbers(kind.model, len(keys)), strict=True))
    return numbers


def _free_numbers(model: type[Model], count: int) -> list[Any]:
    """Reserve unused keys: from the sequence in PostgreSQL; in SQLite the transaction is the only writer."""
    if isinstance(model._meta.pk, UUIDField):
        return [uuid.uuid4() for _ in range(count)]
    table, key = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sequence = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
            cursor.execute(sequence, [f'"{table}"', key, count])
            return sorted(number for (number,) in cursor.fetchall())
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        used = cursor.fetchone()
    last = max(used[0] if used else 0, model._default_manager.aggregate(last=Max("pk"))["last"] or 0)
    return list(range(last + 1, last + 1 + count))
