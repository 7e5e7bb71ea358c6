from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0033_devices_by_code'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='play_off',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
