"""An installation may have its own list of the factions of a game system."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0022_told_by_postgres")]

    operations = [
        migrations.CreateModel(
            name="OwnFactions",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40, unique=True)),
                ("names", models.JSONField(default=list)),
            ],
        ),
    ]
