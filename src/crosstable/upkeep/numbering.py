"""The number a table gave last, which outlives the row it was given to."""

from django.db.backends.base.base import BaseDatabaseWrapper


def last_number(connection: BaseDatabaseWrapper, table: str, column: str) -> int:
    """0 where it has given none, and no row has one."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        else:
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
            cursor.execute(
                f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {cursor.fetchone()[0]}"
            )
        given = cursor.fetchone() or (0,)
        cursor.execute(f"SELECT coalesce(max({column}), 0) FROM {table}")
        return max(int(given[0]), int(cursor.fetchone()[0]))


def set_last_number(connection: BaseDatabaseWrapper, table: str, column: str, last: int) -> None:
    if not last:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
        else:
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, last])
