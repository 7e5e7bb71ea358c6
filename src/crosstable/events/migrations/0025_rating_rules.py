"""K is a setting of a rating pool; without a row it is 32, and 16 from thirty games on."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("events", "0024_match_parts"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=20)),
                ("at", models.DateTimeField()),
                ("k_new", models.PositiveSmallIntegerField()),
                ("k_settled", models.PositiveSmallIntegerField()),
                ("settled_after", models.PositiveSmallIntegerField()),
                ("replayed", models.BooleanField(default=False)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
