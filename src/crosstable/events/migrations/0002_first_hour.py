"""Time zones, languages, presets, announcements, calls, rehearsals and the one-click round."""

import crosstable.installation
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_language'),
        ('events', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='journalentry',
            name='subject_text',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='notification',
            name='texts',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='screen',
            name='language',
            field=models.CharField(blank=True, db_default='', default='', max_length=20),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rehearsal_of',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rehearsal', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rehearsal_players',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='round_flow',
            field=models.CharField(blank=True, choices=[('', 'As usual'), ('one-click', 'One click'), ('steps', 'Step by step')], db_default='', default='', max_length=9, verbose_name='next round'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='time_zone',
            field=models.CharField(blank=True, db_default='', default='', max_length=64, validators=[crosstable.installation.validate_time_zone]),
        ),
        migrations.AlterField(
            model_name='appointment',
            name='role',
            field=models.CharField(choices=[('organiser', 'Organiser'), ('judge', 'Judge'), ('desk', 'Desk helper')], db_default='organiser', default='organiser', max_length=12),
        ),
        migrations.AlterField(
            model_name='match',
            name='settled',
            field=models.CharField(blank=True, choices=[('agreed', 'confirmed by both sides'), ('entered', 'entered by an organiser'), ('ruled', 'decided by an organiser'), ('walkover', 'given by walkover'), ('withdrawal', 'given because the other side withdrew'), ('conceded', 'conceded'), ('repair', 'given when the round was repaired')], max_length=12),
        ),
        migrations.AlterField(
            model_name='match',
            name='state',
            field=models.CharField(choices=[('open', 'playing'), ('claimed', 'reported'), ('disputed', 'disputed'), ('agreed', 'confirmed'), ('bye', 'bye')], default='open', max_length=20),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('pairing', 'Your pairing is published'), ('changed', 'Your pairing was changed'), ('reported', 'Your opponent reported a result'), ('disputed', 'Your result is disputed'), ('settled', 'Your result was confirmed, decided or entered'), ('corrected', 'A result of yours was corrected'), ('undone', 'An organiser undid what you or your opponent did'), ('announced', 'An organiser announces something'), ('called', 'A player calls an organiser in an event you run'), ('ruling', 'Your decision is needed in an event you organise: a disputed result, a claimed entry')], max_length=12),
        ),
        migrations.AlterField(
            model_name='notificationchoice',
            name='kind',
            field=models.CharField(choices=[('pairing', 'Your pairing is published'), ('changed', 'Your pairing was changed'), ('reported', 'Your opponent reported a result'), ('disputed', 'Your result is disputed'), ('settled', 'Your result was confirmed, decided or entered'), ('corrected', 'A result of yours was corrected'), ('undone', 'An organiser undid what you or your opponent did'), ('announced', 'An organiser announces something'), ('called', 'A player calls an organiser in an event you run'), ('ruling', 'Your decision is needed in an event you organise: a disputed result, a claimed entry')], max_length=12),
        ),
        migrations.AlterField(
            model_name='round',
            name='status',
            field=models.CharField(choices=[('draft', 'Draft'), ('published', 'Published'), ('started', 'In progress'), ('closed', 'Closed')], default='draft', max_length=20),
        ),
        migrations.AlterField(
            model_name='stage',
            name='status',
            field=models.CharField(choices=[('planned', 'Planned'), ('drawn', 'Drawn'), ('published', 'Published'), ('started', 'In progress'), ('closed', 'Closed')], default='planned', max_length=10),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='board_order',
            field=models.CharField(choices=[('fixed', "As the team's list has them, reserves last"), ('free', 'Free: any member at any board')], db_default='fixed', default='fixed', max_length=5, verbose_name='order of boards'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='status',
            field=models.CharField(choices=[('draft', 'Draft'), ('registration', 'Registration open'), ('check-in', 'Check-in'), ('in-progress', 'In progress'), ('complete', 'Finished')], default='draft', max_length=20),
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=160)),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='events.tournament')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='EventPreset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('settings', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='event_presets', to='accounts.club')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_presets', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='OrganiserCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('rules', 'Rules question'), ('result', 'Result'), ('time', 'Time'), ('absent', 'Opponent absent'), ('other', 'Something else')], max_length=8)),
                ('message', models.CharField(blank=True, max_length=120)),
                ('at', models.DateTimeField()),
                ('taken_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='organiser_calls', to='events.match')),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('match',), name='one_open_call_per_match')],
            },
        ),
    ]
