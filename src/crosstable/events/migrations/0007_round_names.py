from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0006_stages_and_teams")]

    operations = [
        migrations.AddField("round", "name", models.CharField(blank=True, max_length=60)),
    ]
