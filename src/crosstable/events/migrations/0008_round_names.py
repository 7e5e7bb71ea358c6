from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0007_organisers_at_once_and_adjustments"),
        ("events", "0007_pools_and_team_boards"),
    ]

    operations = [
        migrations.AddField("round", "name", models.CharField(blank=True, max_length=60)),
    ]
