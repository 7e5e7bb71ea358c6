"""The time zone of an event."""

from django.db import migrations, models

import crosstable.installation


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="time_zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=64,
                validators=[crosstable.installation.validate_time_zone],
            ),
        ),
    ]
