"""The language of a display."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0005_plain_labels")]

    operations = [
        migrations.AddField(
            model_name="screen",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
    ]
