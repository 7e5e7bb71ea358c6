from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0032_the_door'),
    ]

    operations = [
        migrations.AddField(
            model_name='claim',
            name='devices',
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='tournament',
            name='one_device_for_both',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
