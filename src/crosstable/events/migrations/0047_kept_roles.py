from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0046_rated_here")]

    operations = [
        migrations.AddField(
            model_name="kepteventfile",
            name="appointed",
            field=models.JSONField(db_default=[], default=list),
        ),
        migrations.AddField(
            model_name="kepteventfile",
            name="share_token",
            field=models.CharField(blank=True, db_default="", default="", max_length=43),
        ),
    ]
