"""Events paired by “Next in the standings” now use the tie-breaks of that system where none are chosen. Those that exist
keep the order they have had."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

USUAL_UNTIL_NOW = ["PTS", "BH/C1", "BH", "SB"]


def keep_their_order(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("events", "Tournament").objects.filter(system="swiss-next", tie_breaks=[])
    for stage in apps.get_model("events", "Stage").objects.filter(tournament__in=rows, kind="swiss"):
        stage.settings["tie_breaks"] = USUAL_UNTIL_NOW
        stage.save(update_fields=["settings"])
    rows.update(tie_breaks=USUAL_UNTIL_NOW)


class Migration(migrations.Migration):
    dependencies = [("events", "0036_roles")]

    operations = [migrations.RunPython(keep_their_order, migrations.RunPython.noop)]
