from django.db import migrations, models


def read_from_the_name(apps, schema_editor):
    """Until now the name of the round was all that said it: “Play-off for place 2 of pool A, round 1”."""
    for round_ in apps.get_model('events', 'Round').objects.filter(play_off__gt=0):
        round_.play_off_about = round_.name.removeprefix('Play-off for ').partition(', round ')[0]
        round_.save(update_fields=['play_off_about'])


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0034_play_offs'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='play_off_about',
            field=models.CharField(blank=True, db_default='', default='', max_length=120),
        ),
        migrations.RunPython(read_from_the_name, migrations.RunPython.noop),
    ]
