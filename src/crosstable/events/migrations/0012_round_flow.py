"""The setting whether one click closes a round and starts the next."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0011_desk_helper")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="round_flow",
            field=models.CharField(
                blank=True,
                choices=[("", "As usual"), ("one-click", "One click"), ("steps", "Step by step")],
                db_default="",
                default="",
                max_length=9,
                verbose_name="next round",
            ),
        ),
    ]
