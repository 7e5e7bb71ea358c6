"""Answers have one shape, whatever body created an event; nothing is stored about it any more."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0043_report_records")]

    operations = [migrations.RemoveField(model_name="tournament", name="dialect")]
