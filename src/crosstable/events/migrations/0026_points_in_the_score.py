"""The points of a result are in its score alone."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0025_rating_rules")]
    operations = [
        migrations.RemoveField(model, name)
        for model in ("match", "claim", "matchpart")
        for name in ("first_vp", "second_vp")
    ]
