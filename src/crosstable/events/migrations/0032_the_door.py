from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0031_the_evening'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='door_token',
            field=models.CharField(blank=True, max_length=43, null=True, unique=True),
        ),
    ]
