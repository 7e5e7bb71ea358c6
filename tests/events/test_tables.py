"""What the first migration makes beside the tables themselves."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import CreateModel, RunPython, SeparateDatabaseAndState
from django.db.migrations.operations.base import Operation


@pytest.mark.parametrize(
    ("app", "kinds"),
    [("accounts", {CreateModel}), ("events", {CreateModel, SeparateDatabaseAndState, RunPython})],
)
def test_the_first_migration_makes_each_table_at_once(app: str, kinds: set[type[Operation]]) -> None:
    """SQLite rebuilds a table to add a constraint or a column. Only organisers are added, without the database."""
    operations = MigrationLoader(None).disk_migrations[app, "0001_initial"].operations
    assert {type(operation) for operation in operations} == kinds
    assert [op.database_operations for op in operations if isinstance(op, SeparateDatabaseAndState)] in (
        [],
        [[]],
    )


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no notifications")
def test_postgresql_announces_each_new_revision_of_a_tournament() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger"
            " WHERE tgrelid = 'events_tournament'::regclass AND NOT tgisinternal"
        )
        found = cursor.fetchall()
    assert found == [
        (
            "crosstable_tell_revision",
            "O",
            "CREATE TRIGGER crosstable_tell_revision AFTER DELETE OR UPDATE ON public.events_tournament"
            " FOR EACH ROW EXECUTE FUNCTION crosstable_tell_revision()",
        )
    ]
