"""PostgreSQL tells every process of a new revision, whoever wrote it (live/listener.py). SQLite has no such thing."""

from typing import Any

from django.db import migrations

TELL = """
CREATE OR REPLACE FUNCTION crosstable_tell_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM pg_notify('crosstable_revisions', OLD.id || ':');
    ELSIF NEW.revision <> OLD.revision THEN
        PERFORM pg_notify('crosstable_revisions', NEW.id || ':' || NEW.revision);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER crosstable_tell_revision AFTER UPDATE OR DELETE ON events_tournament
    FOR EACH ROW EXECUTE FUNCTION crosstable_tell_revision();
"""
BE_QUIET = """
DROP TRIGGER IF EXISTS crosstable_tell_revision ON events_tournament;
DROP FUNCTION IF EXISTS crosstable_tell_revision();
"""


def tell(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(TELL)


def be_quiet(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(BE_QUIET)


class Migration(migrations.Migration):
    dependencies = [("events", "0021_dialect")]
    operations = [migrations.RunPython(tell, be_quiet)]
