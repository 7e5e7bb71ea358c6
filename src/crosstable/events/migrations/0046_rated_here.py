from django.db import migrations, models


def keep_what_was_counted(apps, schema_editor):
    """Before it was a choice, every event with a closed round had moved the ratings, if anything could."""
    tournaments = apps.get_model("events", "Tournament").objects
    tournaments.filter(rounds__status="closed").update(rated_here="yes")


class Migration(migrations.Migration):
    dependencies = [("events", "0045_entry_claims")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="rated_here",
            field=models.CharField(
                blank=True,
                choices=[("", "As usual"), ("yes", "Rated here"), ("no", "Not rated here")],
                db_default="",
                default="",
                max_length=3,
            ),
        ),
        migrations.RunPython(keep_what_was_counted, migrations.RunPython.noop),
    ]
