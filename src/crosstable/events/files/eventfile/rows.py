"""The rows of a document as unsaved rows of this database, with numbers that are free here.

Numbers are given out before anything is stored, in the order of the file: so rows may point to each other in any way,
and whatever goes by the order of numbers goes by it here as well.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import connection
from django.db.models import Field, ForeignKey, Max, Model, UUIDField

from crosstable.accounts.models import Club, Player, User
from crosstable.events.errors import EventFileDamaged, EventFileNewer
from crosstable.events.files.eventfile.carried import RowKind, carried_models
from crosstable.events.files.eventfile.reading import Document
from crosstable.events.files.eventfile.values import WrongValue, default_of, read_value, renumbered
from crosstable.events.files.eventfile.writing import Json
from crosstable.events.models import WithResult
from crosstable.events.queries.people.fide import KnownPerson

Numbers = dict[str, dict[Any, Any]]


@dataclass(frozen=True, slots=True)
class People:
    """Who is who here, by the keys of the file. A user who is not here is None."""

    players: Mapping[str, Player]
    users: Mapping[str, User | None]
    club: Club | None
    importer: User
    # Players known by their FIDE ID: the number, the name in the file, who has the number here.
    by_number: Sequence[tuple[str, str, KnownPerson]] = ()


@dataclass(slots=True)
class Rows:
    """`lists` are the many-to-many lists to set once the rows are stored."""

    by_model: dict[str, list[Model]] = field(default_factory=dict)
    lists: list[tuple[Model, str, list[Any]]] = field(default_factory=list)


def build_rows(document: Document, people: People) -> Rows:
    """Raises EventFileDamaged, EventFileNewer. To be called inside the transaction that stores them."""
    numbers, rows = _numbers(document), Rows()
    for kind in carried_models():
        lines = document.rows.get(kind.name, [])
        rows.by_model[kind.name] = [_row(kind, raw, numbers, people, document, rows) for raw in lines]
    return rows


def _row(kind: RowKind, raw: Json, numbers: Numbers, people: People, document: Document, rows: Rows) -> Model:
    known = {f.name for f in kind.fields} | {f.name for f in kind.lists} | {"id"}
    if unknown := sorted(set(raw) - known):
        raise EventFileNewer(software=document.software, what=f"“{unknown[0][:60]}” of {kind.name}")
    row = kind.model()
    row.pk = numbers[kind.name][raw["id"]]
    for one in kind.fields:
        setattr(row, one.attname, _field_value(kind, one, raw, partial(_value, one, raw, numbers, people)))
    if isinstance(row, WithResult) and not row.is_sound:
        raise EventFileDamaged(where=f"{kind.name} {raw['id']}: score", what="is no score")
    for many in kind.lists:
        new = numbers[str(many.related_model._meta.object_name)]
        keys = _field_value(kind, many, raw, partial(_list, raw.get(many.name, []), new))
        rows.lists.append((row, many.name, keys))
    return row


def _field_value(kind: RowKind, one: Any, raw: Json, reader: Callable[[], Any]) -> Any:
    """Say where it is when something is wrong."""
    try:
        return reader()
    except WrongValue as wrong:
        raise EventFileDamaged(where=f"{kind.name} {raw['id']}: {one.name}", what=str(wrong)) from wrong


def _value(one: Field[Any, Any], raw: Json, numbers: Numbers, people: People) -> Any:
    if isinstance(one, ForeignKey):
        return _reference(one, raw.get(one.name), numbers, people)
    if one.name not in raw:
        return default_of(one)
    name = f"{one.model._meta.object_name}.{one.name}"
    return renumbered(name, read_value(one, raw[one.name]), numbers)


def _reference(one: ForeignKey[Any, Any], key: Any, numbers: Numbers, people: People) -> Any:
    if one.related_model is Club:
        return people.club.pk if people.club else None
    if key is None:
        if not one.null:
            raise WrongValue("is missing")
        return None
    if not isinstance(key, int | str) or isinstance(key, bool):
        raise WrongValue("is of the wrong kind")
    if one.related_model is User:
        user = people.users.get(str(key))
        return user.pk if user else (None if one.null else people.importer.pk)
    if one.related_model is Player:
        return _key_of(people.players, str(key)).pk
    return _key_of(numbers[str(one.related_model._meta.object_name)], key)


def _list(keys: Any, new: dict[Any, Any]) -> list[Any]:
    if not isinstance(keys, list) or not all(isinstance(key, int | str) for key in keys):
        raise WrongValue("is of the wrong kind")
    return [_key_of(new, key) for key in keys]


def _key_of(keys: Mapping[Any, Any], key: Any) -> Any:
    if key not in keys:
        raise WrongValue(f"names {str(key)[:20]}, which is not in the file")
    return keys[key]


def _numbers(document: Document) -> Numbers:
    """For each model, the number in the file → the number here."""
    numbers: Numbers = {}
    for kind in carried_models():
        keys = [raw.get("id") for raw in document.rows.get(kind.name, [])]
        if not all(isinstance(key, int | str) and not isinstance(key, bool) for key in keys):
            raise EventFileDamaged(where=kind.name, what="has a row without a number")
        if len(set(keys)) != len(keys):
            raise EventFileDamaged(where=kind.name, what="has two rows of the same number")
        if all(isinstance(key, int) for key in keys):
            keys.sort()
        key_field = kind.model._meta.pk
        if isinstance(key_field, ForeignKey):  # numbered by the row it belongs to
            above = numbers[str(key_field.related_model._meta.object_name)]
            numbers[kind.name] = {key: above.get(key) for key in keys}
        else:
            numbers[kind.name] = dict(zip(keys, _free_numbers(kind.model, len(keys)), strict=True))
    return numbers


def _free_numbers(model: type[Model], count: int) -> list[Any]:
    """Numbers nobody else gets: from the sequence in PostgreSQL; in SQLite the transaction is the only writer."""
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
