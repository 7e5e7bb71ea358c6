"""In which words programs hear of an event: chosen by the request that creates it. Those of clubs spoke theirs before."""

from django.db import migrations, models
from django.db.migrations.state import StateApps


def clubs_speak_theirs(apps: StateApps, _: object) -> None:
    apps.get_model("events", "Tournament").objects.filter(club__isnull=False).update(dialect="club")


class Migration(migrations.Migration):
    dependencies = [("events", "0020_the_journal_has_keys")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="dialect",
            field=models.CharField(
                blank=True,
                choices=[("", "ours"), ("club", "clubs with members"), ("swiss-app", "the Swiss web app")],
                default="",
                max_length=10,
            ),
        ),
        migrations.RunPython(clubs_speak_theirs, migrations.RunPython.noop),
    ]
