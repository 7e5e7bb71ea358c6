"""Teams line up: the rule of an event, what separates level teams, and until when a round takes line-ups."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0028_arbiter_numbers_and_full_byes")]

    operations = [
        migrations.AddField(
            "tournament",
            "board_order",
            models.CharField(
                choices=[
                    ("fixed", "As the team's list has them, reserves last"),
                    ("free", "Free: anybody at any board"),
                ],
                default="fixed",
                db_default="fixed",
                max_length=5,
                verbose_name="order of boards",
            ),
        ),
        migrations.AddField("tournament", "team_tie_breaks", models.JSONField(blank=True, default=list, db_default=models.Value([], models.JSONField()))),
        migrations.AddField("round", "lineups_until", models.DateTimeField(blank=True, null=True)),
    ]
