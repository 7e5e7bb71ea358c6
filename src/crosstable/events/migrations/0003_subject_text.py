"""The subject of a journal entry as a sentence with its values."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0002_event_time_zone")]

    operations = [
        migrations.AddField(
            model_name="journalentry",
            name="subject_text",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
