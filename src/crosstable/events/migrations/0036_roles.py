import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The table of those appointed stays as it is and gets a column; who is in it already is an organiser."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('events', '0035_what_a_play_off_is_about'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Appointment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='events.tournament')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'events_tournament_organisers',
                        'unique_together': {('tournament', 'user')},
                    },
                ),
                migrations.AlterField(
                    model_name='tournament',
                    name='organisers',
                    field=models.ManyToManyField(blank=True, related_name='organised_tournaments', through='events.Appointment', to=settings.AUTH_USER_MODEL),
                ),
            ],
        ),
        migrations.AddField(
            model_name='appointment',
            name='role',
            field=models.CharField(choices=[('organiser', 'Organiser'), ('judge', 'Judge'), ('desk', 'Desk')], db_default='organiser', default='organiser', max_length=12),
        ),
    ]
