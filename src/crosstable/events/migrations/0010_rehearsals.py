"""Rehearsals: copies of an event with invented players."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0009_organiser_call")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="rehearsal_of",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rehearsal",
                to="events.tournament",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="rehearsal_players",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
