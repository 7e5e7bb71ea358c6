"""Groups are now ranked by the rule of the sport. Events that have begun keep the tie-breaks and points they began with."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from crosstable.events.records.settings.earlier_rules import earlier_rules

READ = ("pk", "profile", "status", "choices", "tie_breaks", "scoring")


def keep_their_rules(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    events, stages = apps.get_model("events", "Tournament").objects, apps.get_model("events", "Stage").objects
    for event in events.filter(profile__in=("goals", "sets")).values(*READ):
        rows = list(stages.filter(tournament=event["pk"]))
        kept = earlier_rules(event, {stage.kind for stage in rows})
        if not kept:
            continue
        events.filter(pk=event["pk"]).update(**kept)
        for stage in (one for one in rows if one.kind != "knockout"):
            stage.settings |= kept
            stage.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [("events", "0041_starting_numbers")]

    operations = [migrations.RunPython(keep_their_rules, migrations.RunPython.noop)]
