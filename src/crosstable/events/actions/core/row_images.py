"""The rows an action changes, as they were before it. Stored with its journal entry, for undo.

Every write of an action passes the cursor of its transaction and is intercepted there: before an UPDATE or a DELETE the
affected rows are read and stored, before the first INSERT into a table its newest key is noted. So no action has to
declare what it touches, and none can forget to: a write that cannot be parsed (`statements.py`), or to an unregistered
table, is refused, and so is an action that creates rows undo would not find.

Tables in NOT_UNDOABLE are left out, each with its reason, and so are values that may only rise (the version of a match,
the revision): a form rendered from an undone state is still refused.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from types import NoneType
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Model, Q, QuerySet

from crosstable.accounts.models import Player
from crosstable.database.compiled_sql import CompiledQuery, CompiledQueryByKeys
from crosstable.events.actions.core.statements import (
    ONLY_READS,
    Statement,
    UnseenWrite,
    read,
    rows_in_arrays,
)
from crosstable.events.bridge.paths import paths_to_tournament
from crosstable.events.models import Tournament

Values = dict[str, Any]
RATINGS = "belongs to many events; corrected by replaying the ledger (rerating.py)"
MESSAGES = "a message that was sent cannot be unsent"
WORK = "a tool of the moment, no part of the event"
HOUSE = "a choice of the installation, no part of an event"
NOT_UNDOABLE = {
    "accounts.Contact": "a person's address, kept out of every journal; deleted with the person",
    "accounts.Membership": RATINGS,
    "accounts.RememberedRequest": WORK,
    "accounts.Tally": WORK,
    "events.PlayerRating": RATINGS,
    "events.RatingChange": RATINGS,
    "events.Tournament": "its own row is compared at the end",
    "events.Correction": "undone by its own inverse (undo.py)",
    "events.JournalEntry": "only grows; the key of a match may be taken out of it (rounds/repairs.py)",
    "events.EventPreset": "belongs to no event",
    "events.ActionImage": "this record itself",
    "events.Notification": MESSAGES,
    "events.Delivery": MESSAGES,
    "events.NewsCursor": MESSAGES,
    "events.NotificationChoice": MESSAGES,
    "events.PushSubscription": MESSAGES,
    "events.EmergencyPack": WORK,
    "events.OwnFactions": HOUSE,
    "events.RatingRules": HOUSE,
    "events.PlayerUpload": WORK,
    "events.Presence": WORK,
    "events.ScheduleSearch": WORK,
    "events.DeletedEvent": "written when its event is gone, and with it everything there was to undo",
    "events.KeptEventFile": "written when its event is gone, and with it everything there was to undo",
}
RISING = "version"
AS_IT_IS = (str, int, float, list, dict, type(None))


@cache
def watched() -> dict[str, tuple[type[Model], str]]:
    """Map each table to its model and the lookup from its rows to their tournament. Parents come before the rows that
    reference them."""
    known = apps.get_app_config("events").get_models(include_auto_created=True)
    paths = paths_to_tournament(model for model in known if model._meta.label not in NOT_UNDOABLE)
    del paths[Tournament]
    people = {Player._meta.db_table: (Player, "entries__tournament")}
    return people | {model._meta.db_table: (model, path) for model, path in paths.items()}


@cache
def apart() -> frozenset[str]:
    """Return the tables of NOT_UNDOABLE."""
    return frozenset(apps.get_model(label)._meta.db_table for label in NOT_UNDOABLE)


@cache
def _rows(model: type[Model]) -> CompiledQueryByKeys[Values]:
    names = [field.attname for field in model._meta.concrete_fields]
    return CompiledQueryByKeys(
        lambda keys: model._default_manager.filter(pk__in=keys).order_by().values(*names)
    )


@cache
def _newer(model: type[Model], path: str) -> CompiledQuery[int]:
    """Compile a query for the keys of a tournament's rows above a key. Players lead to it by two paths, which may give
    the same key twice."""

    def rows(tournament: int, newest: int) -> QuerySet[Any, int]:
        mine = Q(**{path: tournament})
        if model is Player:
            mine |= Q(team_places__tournament=tournament)
        found = model._default_manager.filter(mine, pk__gt=newest).order_by("pk")
        return found.values_list("pk", flat=True).distinct()

    return CompiledQuery(rows, int, int)


@cache
def _newest(model: type[Model]) -> CompiledQuery[int]:
    return CompiledQuery(lambda: model._default_manager.order_by("-pk").values_list("pk", flat=True)[:1])


@dataclass
class NewRows:
    """The rows an action creates in one table, counted to detect a row that undo would not find. Undo finds them by
    their key: above the newest one before."""

    model: type[Model]
    # The lookup from its rows to their tournament.
    path: str
    newest: int | None = None
    _count: int = 0
    _is_exact: bool = True
    _removed_keys: set[int] = field(default_factory=set)
    _has_keys: bool = False

    def note(self, statement: Statement, sql: str, params: Sequence[Any]) -> None:
        if self.newest is None:
            self.newest = _newest(self.model).first() or 0
        self._count += rows_in_arrays(sql, params) if statement.inserts is None else statement.inserts
        self._is_exact &= not statement.may_make_fewer
        self._has_keys |= statement.has_keys

    def old_keys(self, statement: Statement, params: Sequence[Any]) -> list[int]:
        """Return the keys of the rows that a statement's condition selects and that existed before the action."""
        key = f'"{statement.table}"."id"'
        if statement.condition == f"{key} = %s" and not statement.is_delete:
            keys = [params[-1]]
        else:
            keys = [row[0] for row in _asked(key, statement, params)]
        old = [pk for pk in keys if self.newest is None or pk <= self.newest]
        if statement.is_delete:
            self._count -= len(keys) - len(old)
            self._removed_keys |= set(old)
        return old

    def keys(self, tournament: Tournament) -> list[int]:
        """Return the keys of the tournament's new rows, which must be all that were created. Rows deleted and
        reinserted under their key are old ones. Raises UnseenWrite."""
        if self.newest is None:
            return []
        keys = _newer(self.model, self.path)(tournament.pk, self.newest)
        due = self._count - (self._put_back() if self._has_keys else 0)
        if len(keys) > due or (len(keys) < due and self._is_exact):
            raise UnseenWrite(f"Undo finds {len(keys)} of {due} rows that were made", self.model._meta.label)
        return keys

    def _put_back(self) -> int:
        old = [pk for pk in self._removed_keys if pk <= (self.newest or 0)]
        return self.model._default_manager.filter(pk__in=old).count()


@dataclass
class Images:
    """The rows one action touches."""

    tournament: Tournament
    # Store nothing of this action: what it changes is to be erased.
    are_discarded: bool = False
    # The event's own row before its first change.
    _before: Values | None = None
    _images: dict[tuple[str, Any], Values] = field(default_factory=dict)
    _new_by_table: dict[str, NewRows] = field(default_factory=dict)

    def see(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Wrap every statement of the action."""
        if not ONLY_READS.match(sql):
            statement = read(sql)
            if statement.table == Tournament._meta.db_table and self._before is None:
                self._before = _row_of(self.tournament)
            elif statement.table not in apart():
                _check(statement, sql, params, many)
                self._keep(statement, sql, params or ())
        return execute(sql, params, many, context)

    def _keep(self, statement: Statement, sql: str, params: Sequence[Any]) -> None:
        if statement.table not in watched():
            if statement.is_insert or _asked("1", statement, params):
                raise UnseenWrite("It is not declared how undo treats this table", sql)
            return
        model, path = watched()[statement.table]
        new = self._new_by_table.setdefault(statement.table, NewRows(model, path))
        if statement.is_insert:
            new.note(statement, sql, params)
            return
        label, key = model._meta.label_lower, model._meta.pk.attname
        old = [pk for pk in new.old_keys(statement, params) if (label, pk) not in self._images]
        for values in _rows(model)(old):
            self._images[label, values[key]] = _plain(values)

    def as_json(self) -> Values:
        if self.are_discarded:
            return {}
        image = {
            "tournament": _changed(self._before, self.tournament) if self._before is not None else {},
            "kept": [[label, values] for (label, _), values in self._images.items()],
            "made": [
                [new.model._meta.label_lower, pk]
                for new in self._new_by_table.values()
                for pk in new.keys(self.tournament)
            ],
        }
        return {name: value for name, value in image.items() if value}


def _check(statement: Statement, sql: str, params: Any, many: bool) -> None:
    """Refuse a statement that cannot be parsed for certain. Raises UnseenWrite."""
    if statement.flaw:
        raise UnseenWrite(statement.flaw, sql)
    if many or not isinstance(params, (list, tuple, NoneType)):
        raise UnseenWrite("Undo reads one statement with its parameters in order", sql)
    if not statement.is_insert and statement.params != len(params or ()):
        raise UnseenWrite("The parameters cannot be told apart", sql)


def _asked(what: str, statement: Statement, params: Sequence[Any]) -> list[Any]:
    where = f" WHERE {statement.condition}" if statement.condition else ""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {what} FROM "{statement.table}"{where}', params[statement.before_condition :])
        rows: list[Any] = cursor.fetchall()
    return rows


def restore(tournament: Tournament, image: Values) -> None:
    """Restore the stored rows and delete the new ones. Part of the action that undoes."""
    _remove(image.get("made", []))
    rows = [_row(label, values) for label, values in image.get("kept", [])]
    for row in rows:
        _raise_counter(row)
    # All are deleted before the first is inserted: within a round no entry may appear twice, even for a moment. Foreign
    # keys are checked when the transaction ends; by then each row exists again under its key.
    for row in rows:
        manager = type(row)._default_manager
        manager.filter(pk=row.pk)._raw_delete(manager.db)
    for row in rows:
        row.save_base(raw=True, force_insert=True)
    if changed := image.get("tournament"):
        for name, value in changed.items():
            setattr(tournament, name, _field(Tournament, name).to_python(value))
        tournament.save(update_fields=[_field(Tournament, name).name for name in changed])


def _remove(rows: list[tuple[str, int]]) -> None:
    """Delete the rows, referencing rows first."""
    by_label: dict[str, list[int]] = {}
    for label, pk in rows:
        by_label.setdefault(label, []).append(pk)
    order = [model._meta.label_lower for model, _ in watched().values()]
    for label in sorted(by_label, key=order.index, reverse=True):
        apps.get_model(label)._default_manager.filter(pk__in=by_label[label]).delete()


def _raise_counter(row: Model) -> None:
    if hasattr(row, RISING):
        there = type(row)._default_manager.filter(pk=row.pk).values_list(RISING, flat=True).first() or 0
        setattr(row, RISING, max(there, getattr(row, RISING)) + 1)


def _row(label: str, values: Values) -> Model:
    model: type[Model] = apps.get_model(label)
    return model(**{name: _field(model, name).to_python(value) for name, value in values.items()})


def _field(model: type[Model], attname: str) -> Any:
    return next(field for field in model._meta.concrete_fields if field.attname == attname)


def _changed(before: Values, tournament: Tournament) -> Values:
    """Return the earlier values of the event's own row that changed; the revision is raised after all statements."""
    now = _row_of(tournament)
    return {name: value for name, value in before.items() if now[name] != value and name != "revision"}


def _row_of(tournament: Tournament) -> Values:
    """Return the tournament's row as stored in the database."""
    return _plain(_rows(Tournament)([tournament.pk])[0])


def _plain(values: Values) -> Values:
    """Return the values as JSON has them; times keep their microseconds, points their digits."""
    return {name: value if isinstance(value, AS_IT_IS) else _text(value) for name, value in values.items()}


def _text(value: Any) -> str:
    return value.isoformat() if isinstance(value, (datetime, date)) else str(value)
