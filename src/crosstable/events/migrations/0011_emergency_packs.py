import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0010_seats_absences_and_changed_pairings"),
    ]

    operations = [
        migrations.CreateModel(
            name="EmergencyPack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("problem", models.CharField(blank=True, max_length=200)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pack", to="events.tournament"
                    ),
                ),
            ],
        ),
    ]
