"""A stage keeps what was decided about ties."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0026_points_in_the_score")]

    operations = [
        migrations.AddField("stage", "decisions", models.JSONField(blank=True, default=list)),
    ]
