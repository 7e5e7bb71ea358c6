"""The title and the body of a notification as sentences with their values."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0003_subject_text")]

    operations = [
        migrations.AddField(
            model_name="notification",
            name="texts",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
