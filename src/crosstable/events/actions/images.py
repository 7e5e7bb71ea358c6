"""The rows an action changes, as they were before it. Kept with its journal entry, so that it can be taken back.

An image holds every column of a row. The tournament's own row is compared at the end, and only what changed is kept.
Counters that may only rise (a match's version, the tournament's revision) are not turned back: a form that was made
from a state taken back must still be refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model
from django.db.models.deletion import Collector

from crosstable.events.models import Tournament

Values = dict[str, Any]
RISING = {"match": "version", "round": "version", "stage": "version"}


class Images:
    """What one action touches, in the order in which it says so."""

    def __init__(self) -> None:
        self._tournament: Values = {}
        self._kept: dict[tuple[str, Any], Values] = {}
        self._made: dict[tuple[str, Any], None] = {}
        # Whatever else an inverse needs to know.
        self.notes: Values = {}

    def start(self, tournament: Tournament) -> None:
        self._tournament = _values(tournament)

    def keep(self, rows: Iterable[Model]) -> None:
        for row in rows:
            if _key(row) not in self._made:
                self._kept.setdefault(_key(row), _values(row))

    def keep_whole(self, row: Model) -> None:
        """With all the rows that a deletion takes along."""
        found = Collector(using=row._state.db or DEFAULT_DB_ALIAS)
        found.collect([row])
        self.keep([row])
        for rows in [*found.data.values(), *found.fast_deletes]:
            self.keep(rows)

    def made(self, rows: Iterable[Model]) -> None:
        self._made |= dict.fromkeys(_key(row) for row in rows)

    def as_json(self, tournament: Tournament) -> Values:
        now = _values(tournament)
        changed = {k: v for k, v in self._tournament.items() if now[k] != v and k != "revision"}
        image = {
            "tournament": changed,
            "kept": [[label, values] for (label, _), values in self._kept.items()],
            "made": [[label, pk] for label, pk in self._made],
            "notes": self.notes,
        }
        return {name: value for name, value in image.items() if value}


def restore(tournament: Tournament, image: Values) -> None:
    """Put back what was kept, remove what was made. Inside the action that takes it back."""
    for label, group in groupby(reversed(image.get("made", [])), key=itemgetter(0)):
        apps.get_model(label)._default_manager.filter(pk__in=[pk for _, pk in group]).delete()
    rows = [_row(label, values) for label, values in image.get("kept", [])]
    _raise_counters(rows)
    # All are taken out before the first is put in: within a round nobody stands twice, even for a moment. Whatever
    # points to a row finds it again under the same key when the transaction ends, which is when the database looks.
    for row in rows:
        manager = type(row)._default_manager
        manager.filter(pk=row.pk)._raw_delete(manager.db)  # type: ignore[attr-defined]
    for row in rows:
        row.save_base(raw=True, force_insert=True)
    if changed := image.get("tournament"):
        _restore_tournament(tournament, changed)


def _restore_tournament(tournament: Tournament, changed: Values) -> None:
    for name, value in changed.items():
        setattr(tournament, name, _field(Tournament, name).to_python(value))
    tournament.save(update_fields=[_field(Tournament, name).name for name in changed])


def _raise_counters(rows: Iterable[Model]) -> None:
    for row in rows:
        if name := RISING.get(row._meta.model_name or ""):
            there = type(row)._default_manager.filter(pk=row.pk).values_list(name, flat=True).first() or 0
            setattr(row, name, max(there, getattr(row, name)) + 1)


def _row(label: str, values: Values) -> Model:
    model = apps.get_model(label)
    return model(**{name: _field(model, name).to_python(value) for name, value in values.items()})


def _field(model: type[Model], attname: str) -> Any:
    return next(field for field in model._meta.concrete_fields if field.attname == attname)


def _key(row: Model) -> tuple[str, Any]:
    return row._meta.label_lower, _plain(row.pk)


def _values(row: Model) -> Values:
    return {field.attname: _plain(getattr(row, field.attname)) for field in row._meta.concrete_fields}


def _plain(value: Any) -> Any:
    """As JSON has it; times keep their microseconds."""
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return str(value) if value is not None and not isinstance(value, (str, int, float, list, dict)) else value
