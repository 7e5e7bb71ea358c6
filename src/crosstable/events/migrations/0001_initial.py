"""The tables of the events. Constraints and indexes stand in CreateModel: adding them rebuilds the table on SQLite."""

import django.db.models.deletion
import django.db.models.functions.text
import uuid
from django.conf import settings
from django.db import migrations, models


# PostgreSQL tells every process of a new revision, whichever process wrote it (live/listener.py). SQLite has no such thing.
NOTIFY = """
CREATE FUNCTION crosstable_tell_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM pg_notify('crosstable_revisions', OLD.id || ':');
    ELSIF NEW.revision <> OLD.revision THEN
        PERFORM pg_notify('crosstable_revisions', NEW.id || ':' || NEW.revision);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER crosstable_tell_revision AFTER UPDATE OR DELETE ON events_tournament
    FOR EACH ROW EXECUTE FUNCTION crosstable_tell_revision();
"""
NO_NOTIFY = """
DROP TRIGGER crosstable_tell_revision ON events_tournament;
DROP FUNCTION crosstable_tell_revision();
"""


def on_postgresql(sql):
    def run(apps, editor):
        if editor.connection.vendor == "postgresql":
            editor.execute(sql)

    return run


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('slug', models.SlugField(max_length=140, unique=True)),
                ('game', models.CharField(default='wargame', max_length=20)),
                ('date', models.DateField()),
                ('location', models.CharField(blank=True, max_length=120)),
                ('format_text', models.CharField(blank=True, max_length=120, verbose_name='format')),
                ('description', models.TextField(blank=True, max_length=5000)),
                ('total_rounds', models.PositiveSmallIntegerField(verbose_name='number of rounds')),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('registration', 'Registration open'), ('check-in', 'Check-in'), ('in-progress', 'In progress'), ('complete', 'Complete')], default='draft', max_length=20)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='owned_tournaments', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='accounts.club')),
                ('choices', models.JSONField(blank=True, default=dict)),
                ('end_date', models.DateField(blank=True, null=True)),
                ('max_players', models.PositiveIntegerField(blank=True, null=True, verbose_name='most players')),
                ('system', models.CharField(blank=True, max_length=30, verbose_name='pairing system')),
                ('tie_breaks', models.JSONField(blank=True, default=list)),
                ('scoring', models.JSONField(blank=True, default=dict)),
                ('accelerated', models.BooleanField(default=False)),
                ('initial_color', models.CharField(blank=True, max_length=5)),
                ('time_control', models.CharField(blank=True, max_length=80)),
                ('chief_arbiter', models.CharField(blank=True, db_default='', default='', max_length=80)),
                ('has_imported_numbers', models.BooleanField(db_default=False, default=False)),
                ('round_minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes of a round')),
                ('players_may_report', models.BooleanField(default=True)),
                ('scores_without_account', models.BooleanField(db_default=False, default=True)),
                ('one_device_for_both', models.BooleanField(db_default=False, default=False)),
                ('players_see_reasons', models.BooleanField(default=True)),
                ('most_requested_byes', models.PositiveSmallIntegerField(default=1, verbose_name='byes a player may ask for')),
                ('share_token', models.CharField(blank=True, max_length=43, null=True, unique=True)),
                ('door_token', models.CharField(blank=True, max_length=43, null=True, unique=True)),
                ('team_size', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='members of a team')),
                ('team_boards', models.PositiveSmallIntegerField(default=1, verbose_name='boards of a team match')),
                ('board_order', models.CharField(choices=[('fixed', "As the team's list has them, reserves last"), ('free', 'Free: anybody at any board')], db_default='fixed', default='fixed', max_length=5, verbose_name='order of boards')),
                ('report_records', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                ('team_tie_breaks', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                ('is_rated', models.BooleanField(default=True)),
                ('rated_here', models.CharField(blank=True, choices=[('', 'As usual'), ('yes', 'Rated here'), ('no', 'Not rated here')], db_default='', default='', max_length=3)),
                ('lists_locked_at', models.DateTimeField(blank=True, null=True)),
                ('completed_at', models.DateTimeField(blank=True, null=True)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['date', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('total_rounds__gte', 1)), name='tournament_has_a_round'), models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'registration', 'check-in', 'in-progress', 'complete'])), name='tournament_status_known')],
            },
        ),
        migrations.CreateModel(
            name='DeletedEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('slug', models.SlugField(max_length=140)),
                ('status', models.CharField(max_length=20)),
                ('entries', models.PositiveIntegerField()),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='deleted_events', to=settings.AUTH_USER_MODEL)),
                ('deleted_at', models.DateTimeField()),
                ('restored_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-deleted_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='OwnFactions',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=40, unique=True)),
                ('names', models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name='NotificationChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('kind', models.CharField(choices=[('pairing', 'Your pairing is out'), ('changed', 'Your pairing was changed'), ('reported', 'Your opponent reported a result'), ('disputed', 'Your result is disputed'), ('settled', 'Your result stands: confirmed, ruled or entered'), ('corrected', 'A result of yours was corrected'), ('undone', 'An organiser undid what you or your opponent did'), ('ruling', 'Your decision is needed in an event you run: a disputed result, a claimed entry')], max_length=12)),
                ('channel', models.CharField(choices=[('page', 'On the page'), ('push', 'On the phone'), ('email', 'By email')], max_length=6)),
                ('wanted', models.BooleanField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'channel'), name='notification_choice_once')],
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
                ('endpoint', models.CharField(max_length=500, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('device', models.CharField(blank=True, max_length=60)),
                ('session', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField()),
                ('last_sent_at', models.DateTimeField(blank=True, null=True)),
                ('trouble', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'ordering': ['created_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayerRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=20)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='accounts.player')),
                ('value', models.IntegerField()),
                ('games', models.PositiveIntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(fields=['pool', '-value'], name='rating_leaderboard')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'player'), name='rating_once_per_pool')],
            },
        ),
        migrations.CreateModel(
            name='RatingRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('k_new', models.PositiveSmallIntegerField()),
                ('k_settled', models.PositiveSmallIntegerField()),
                ('settled_after', models.PositiveSmallIntegerField()),
                ('replayed', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Appointment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='events.tournament')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('role', models.CharField(choices=[('organiser', 'Organiser'), ('judge', 'Judge'), ('desk', 'Desk')], db_default='organiser', default='organiser', max_length=12)),
            ],
            options={
                'unique_together': {('tournament', 'user')},
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.tournament')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='accounts.player')),
                ('seed', models.PositiveIntegerField()),
                ('starting_number', models.PositiveIntegerField(blank=True, null=True)),
                ('ends_group_a', models.BooleanField(db_default=False, default=False)),
                ('display_name', models.CharField(max_length=60)),
                ('given_name', models.CharField(blank=True, db_default='', default='', max_length=60)),
                ('family_name', models.CharField(blank=True, db_default='', default='', max_length=60)),
                ('faction', models.CharField(blank=True, max_length=60)),
                ('rating', models.PositiveIntegerField(default=0)),
                ('title', models.CharField(blank=True, max_length=4)),
                ('federation', models.CharField(blank=True, max_length=3)),
                ('fide_id', models.CharField(blank=True, max_length=12, verbose_name='FIDE ID')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('sex', models.CharField(blank=True, db_default='', max_length=1)),
                ('birth_date', models.CharField(blank=True, db_default='', max_length=10)),
                ('team_name', models.CharField(blank=True, max_length=80, verbose_name='club or university')),
                ('list_text', models.TextField(blank=True, verbose_name='army list')),
                ('list_changed_at', models.DateTimeField(blank=True, null=True)),
                ('registered_at', models.DateTimeField(auto_now_add=True)),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('dropped_at', models.DateTimeField(blank=True, null=True)),
                ('absent_since', models.DateTimeField(blank=True, null=True)),
                ('fixed_table', models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ['seed'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='entry_once_per_player'), models.UniqueConstraint(fields=('tournament', 'seed'), name='entry_seed_unique'), models.UniqueConstraint(fields=('tournament', 'starting_number'), name='entry_starting_number_unique'), models.UniqueConstraint(condition=models.Q(('ends_group_a', True)), fields=('tournament',), name='entry_one_ends_group_a'), models.UniqueConstraint(models.F('tournament'), django.db.models.functions.text.Lower('display_name'), name='entry_name_unique'), models.UniqueConstraint(fields=('tournament', 'fixed_table'), name='entry_fixed_table_unique')],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='events.tournament')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('swiss', 'Swiss'), ('pools', 'Round-robin pools'), ('knockout', 'Knockout')], max_length=10)),
                ('name', models.CharField(max_length=60)),
                ('status', models.CharField(choices=[('planned', 'Planned'), ('drawn', 'Drawn'), ('published', 'Published'), ('started', 'Being played'), ('closed', 'Closed')], default='planned', max_length=10)),
                ('settings', models.JSONField(blank=True, default=dict)),
                ('decisions', models.JSONField(blank=True, default=list)),
                ('hall', models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict)),
                ('version', models.PositiveIntegerField(default=1)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='stage_number_unique'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='stage_number_from_one')],
            },
        ),
        migrations.CreateModel(
            name='KeptEventFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='kept_file', to='events.deletedevent')),
                ('data', models.BinaryField()),
                ('appointed', models.JSONField(db_default=[], default=list)),
                ('share_token', models.CharField(blank=True, db_default='', default='', max_length=43)),
            ],
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='events.tournament')),
                ('kind', models.CharField(choices=[('pairing', 'Your pairing is out'), ('changed', 'Your pairing was changed'), ('reported', 'Your opponent reported a result'), ('disputed', 'Your result is disputed'), ('settled', 'Your result stands: confirmed, ruled or entered'), ('corrected', 'A result of yours was corrected'), ('undone', 'An organiser undid what you or your opponent did'), ('ruling', 'Your decision is needed in an event you run: a disputed result, a claimed entry')], max_length=12)),
                ('title', models.CharField(max_length=160)),
                ('body', models.CharField(blank=True, max_length=300)),
                ('address', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
                ('in_inbox', models.BooleanField(default=True)),
                ('read_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'indexes': [models.Index(condition=models.Q(('in_inbox', True), ('read_at', None)), fields=['user'], name='notification_unread')],
            },
        ),
        migrations.CreateModel(
            name='NewsCursor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.tournament')),
                ('revision', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Screen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='screens', to='events.tournament')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('rotation', models.JSONField(default=list)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='BlockedTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_tables', to='events.tournament')),
                ('table', models.PositiveIntegerField()),
                ('reason', models.CharField(blank=True, max_length=100)),
            ],
            options={
                'ordering': ['table'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'table'), name='blocked_table_once')],
            },
        ),
        migrations.CreateModel(
            name='EmergencyPack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pack', to='events.tournament')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField()),
                ('problem', models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='PlayerUpload',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uploads', to='events.tournament')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('file_name', models.CharField(max_length=80)),
                ('used', models.JSONField(default=list)),
                ('unused', models.JSONField(default=list)),
                ('rows', models.JSONField(default=list)),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='ByeRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bye_requests', to='events.entry')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('full', 'full-point bye'), ('half', 'half-point bye'), ('zero', 'zero-point bye')], max_length=10)),
            ],
            options={
                'ordering': ['round_number'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'round_number'), name='bye_request_once_per_round')],
            },
        ),
        migrations.CreateModel(
            name='ForbiddenPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_pairs', to='events.tournament')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='forbidden_pair_in_order'), models.UniqueConstraint(fields=('first', 'second'), name='forbidden_pair_once')],
            },
        ),
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pools', to='events.stage')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=20)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('stage', 'number'), name='pool_number_unique')],
            },
        ),
        migrations.CreateModel(
            name='BracketSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bracket_seats', to='events.stage')),
                ('seed', models.PositiveSmallIntegerField()),
                ('label', models.CharField(blank=True, max_length=60)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bracket_seats', to='events.entry')),
            ],
            options={
                'ordering': ['seed'],
                'constraints': [models.UniqueConstraint(fields=('stage', 'seed'), name='bracket_seed_unique'), models.UniqueConstraint(fields=('stage', 'entry'), name='bracket_seat_once_per_stage'), models.CheckConstraint(condition=models.Q(('entry__isnull', False), models.Q(('label', ''), _negated=True), _connector='OR'), name='bracket_seat_is_named')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.tournament')),
                ('stage', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.stage')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=60)),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('published', 'Published'), ('started', 'Being played'), ('closed', 'Closed')], default='draft', max_length=20)),
                ('play_off', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('play_off_about', models.CharField(blank=True, db_default='', default='', max_length=120)),
                ('mission', models.CharField(blank=True, max_length=80)),
                ('version', models.PositiveIntegerField(default=0)),
                ('basis', models.CharField(blank=True, max_length=64)),
                ('drafted_revision', models.PositiveIntegerField(default=0)),
                ('drafted_at', models.DateTimeField(auto_now_add=True)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('lineups_until', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='round_number_unique'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_number_from_one')],
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='events.entry')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=7)),
                ('reason', models.CharField(max_length=300)),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='adjustment_changes_something')],
            },
        ),
        migrations.CreateModel(
            name='EntryClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='owner_claims', to='events.entry')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entry_claims', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'user'), name='entry_claim_once_per_user')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('notification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='events.notification')),
                ('channel', models.CharField(choices=[('page', 'On the page'), ('push', 'On the phone'), ('email', 'By email')], max_length=6)),
                ('subscription', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.pushsubscription')),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(db_index=True)),
                ('claim', models.CharField(blank=True, db_index=True, max_length=32)),
                ('claimed_until', models.DateTimeField(blank=True, null=True)),
                ('trouble', models.CharField(blank=True, max_length=200)),
                ('gave_up_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Withdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='withdrawals', to='events.stage')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='withdrawals', to='events.entry')),
                ('how', models.CharField(choices=[('keep', 'Games played count, the others are cancelled'), ('forfeit', 'Games played count, the others are lost by forfeit'), ('void', 'No game counts')], max_length=10)),
                ('touched', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('stage', 'entry'), name='withdrawal_once_per_stage')],
            },
        ),
        migrations.CreateModel(
            name='ScheduleSearch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='search', to='events.stage')),
                ('stage_version', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('running', 'Searching'), ('found', 'Found'), ('failed', 'Not found')], default='running', max_length=10)),
                ('started_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('seconds', models.PositiveSmallIntegerField()),
                ('found', models.PositiveIntegerField(default=0)),
                ('cost', models.PositiveIntegerField(blank=True, null=True)),
                ('message', models.CharField(blank=True, max_length=400)),
                ('lines', models.JSONField(blank=True, default=list)),
            ],
            options={
                'verbose_name_plural': 'schedule searches',
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_members', to='events.tournament')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='events.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='team_places', to='accounts.player')),
                ('number', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['entry', 'number'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'number'), name='team_member_number_unique'), models.UniqueConstraint(fields=('tournament', 'player'), name='team_member_of_one_team')],
            },
        ),
        migrations.CreateModel(
            name='PoolSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pool_seats', to='events.stage')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='events.pool')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pool_seats', to='events.entry')),
                ('seat', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['pool__number', 'seat'],
                'constraints': [models.UniqueConstraint(fields=('pool', 'seat'), name='pool_seat_unique'), models.UniqueConstraint(fields=('stage', 'entry'), name='pool_seat_once_per_stage')],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(blank=True, choices=[('1-0', '1–0'), ('0-1', '0–1'), ('1/2-1/2', '½–½'), ('1-0F', '1–0 forfeit'), ('0-1F', '0–1 forfeit'), ('0-0F', '0–0 forfeit'), ('0-0', '0–0'), ('1/2-0', '½–0'), ('0-1/2', '0–½'), ('1-0U', '1–0 unrated'), ('0-1U', '0–1 unrated'), ('1/2-1/2U', '½–½ unrated'), ('0-0U', '0–0 unrated'), ('1/2-0U', '½–0 unrated'), ('0-1/2U', '0–½ unrated')], max_length=8)),
                ('score', models.JSONField(blank=True, null=True)),
                ('tallies', models.JSONField(blank=True, default=list)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='events.round')),
                ('table', models.PositiveIntegerField(blank=True, null=True)),
                ('slot', models.PositiveSmallIntegerField(default=1)),
                ('pool', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='events.pool')),
                ('bracket_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('mission', models.CharField(blank=True, max_length=80)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_first', to='events.entry')),
                ('second', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_second', to='events.entry')),
                ('state', models.CharField(choices=[('open', 'playing'), ('claimed', 'claimed'), ('disputed', 'disputed'), ('agreed', 'agreed'), ('bye', 'bye')], default='open', max_length=20)),
                ('bye_kind', models.CharField(blank=True, choices=[('allocated', 'bye'), ('full', 'full-point bye'), ('half', 'half-point bye'), ('zero', 'zero-point bye')], max_length=10)),
                ('version', models.PositiveIntegerField(default=1)),
                ('settled', models.CharField(blank=True, choices=[('agreed', 'both sides say so'), ('entered', 'entered by an organiser'), ('ruled', 'ruled by an organiser'), ('walkover', 'given by walkover'), ('withdrawal', 'given because the other side withdrew'), ('conceded', 'conceded'), ('repair', 'given when the round was repaired')], max_length=12)),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('planned_at', models.DateTimeField(blank=True, null=True)),
                ('called_at', models.DateTimeField(blank=True, null=True)),
                ('game_started_at', models.DateTimeField(blank=True, null=True)),
                ('game_stopped_at', models.DateTimeField(blank=True, null=True)),
                ('is_void', models.BooleanField(default=False)),
                ('review', models.CharField(blank=True, max_length=200)),
                ('by_hand', models.BooleanField(default=False)),
                ('dispute_reason', models.CharField(blank=True, max_length=300)),
                ('disputed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['round', models.OrderBy(models.F('table'), nulls_last=True), 'pk'],
                'constraints': [models.UniqueConstraint(fields=('round', 'slot', 'table'), name='match_table_once_per_slot'), models.UniqueConstraint(fields=('round', 'bracket_number'), name='match_once_in_bracket'), models.UniqueConstraint(fields=('round', 'first'), name='match_first_once_per_round'), models.UniqueConstraint(fields=('round', 'second'), name='match_second_once_per_round'), models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='match_not_against_oneself'), models.CheckConstraint(condition=models.Q(models.Q(('second__isnull', False), ('table__isnull', False)), models.Q(('second__isnull', True), ('state', 'bye')), _connector='OR'), name='match_has_table_or_is_bye'), models.CheckConstraint(condition=models.Q(models.Q(('score__isnull', False), ('state', 'agreed'), models.Q(('result', ''), _negated=True)), models.Q(models.Q(('state', 'agreed'), _negated=True), ('result', ''), ('score__isnull', True), ('settled', '')), _connector='OR'), name='match_result_iff_agreed'), models.CheckConstraint(condition=models.Q(('second__isnull', True), ('bye_kind', ''), _connector='XOR'), name='match_bye_has_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='events.round')),
                ('minutes', models.PositiveSmallIntegerField()),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('left_seconds', models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('left_seconds__isnull', True), _connector='OR'), name='clock_runs_or_stands_still')],
            },
        ),
        migrations.CreateModel(
            name='SetAside',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='set_aside', to='events.round')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.entry')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'entry'), name='set_aside_once')],
            },
        ),
        migrations.CreateModel(
            name='ChangedPairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changed_pairings', to='events.round')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changed_pairings', to='events.entry')),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'entry'), name='changed_pairing_once_per_round')],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(blank=True, choices=[('1-0', '1–0'), ('0-1', '0–1'), ('1/2-1/2', '½–½'), ('1-0F', '1–0 forfeit'), ('0-1F', '0–1 forfeit'), ('0-0F', '0–0 forfeit'), ('0-0', '0–0'), ('1/2-0', '½–0'), ('0-1/2', '0–½'), ('1-0U', '1–0 unrated'), ('0-1U', '0–1 unrated'), ('1/2-1/2U', '½–½ unrated'), ('0-0U', '0–0 unrated'), ('1/2-0U', '½–0 unrated'), ('0-1/2U', '0–½ unrated')], max_length=8)),
                ('score', models.JSONField(blank=True, null=True)),
                ('tallies', models.JSONField(blank=True, default=list)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='events.match')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='events.entry')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('boards', models.JSONField(blank=True, default=list)),
                ('devices', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('match', 'entry'), name='claim_once_per_side')],
            },
        ),
        migrations.CreateModel(
            name='ExtraTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='extra_time', to='events.match')),
                ('minutes', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='Correction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='events.match')),
                ('policy', models.CharField(choices=[('everywhere', 'Everywhere'), ('from-now', 'From now on'), ('rating-only', 'Rating report only'), ('note-only', 'Note only')], max_length=12)),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('reason', models.CharField(max_length=300)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
                ('since_round', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True), models.Q(('policy', 'note-only'), _negated=True)), fields=('match',), name='correction_one_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='events.tournament')),
                ('number', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by_name', models.CharField(blank=True, max_length=150)),
                ('verb', models.CharField(max_length=40)),
                ('subject', models.CharField(blank=True, max_length=160)),
                ('before', models.JSONField(blank=True, default=dict)),
                ('after', models.JSONField(blank=True, default=dict)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('match', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.match')),
                ('entry', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.entry')),
                ('stage', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='events.stage')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='undone_by', to='events.journalentry')),
            ],
            options={
                'ordering': ['-number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='journal_number_unique')],
            },
        ),
        migrations.CreateModel(
            name='MatchPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(blank=True, choices=[('1-0', '1–0'), ('0-1', '0–1'), ('1/2-1/2', '½–½'), ('1-0F', '1–0 forfeit'), ('0-1F', '0–1 forfeit'), ('0-0F', '0–0 forfeit'), ('0-0', '0–0'), ('1/2-0', '½–0'), ('0-1/2', '0–½'), ('1-0U', '1–0 unrated'), ('0-1U', '0–1 unrated'), ('1/2-1/2U', '½–½ unrated'), ('0-0U', '0–0 unrated'), ('1/2-0U', '½–0 unrated'), ('0-1/2U', '0–½ unrated')], max_length=8)),
                ('score', models.JSONField(blank=True, null=True)),
                ('tallies', models.JSONField(blank=True, default=list)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='events.match')),
                ('number', models.PositiveSmallIntegerField()),
                ('first_member', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='events.teammember')),
                ('second_member', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='events.teammember')),
            ],
            options={
                'ordering': ['match', 'number'],
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='match_part_number_unique')],
            },
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.tournament')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.match')),
                ('at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['tournament', 'at'], name='presence_recent')],
                'constraints': [models.UniqueConstraint(fields=('user', 'match'), name='presence_once_per_match')],
            },
        ),
        migrations.CreateModel(
            name='ActionImage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='image', to='events.journalentry')),
                ('data', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=20)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='accounts.player')),
                ('opponent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.player')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='events.match')),
                ('before', models.IntegerField()),
                ('after', models.IntegerField()),
                ('outcome', models.CharField(max_length=4)),
                ('at', models.DateTimeField()),
                ('correction', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='bookings', to='events.correction')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'indexes': [models.Index(fields=['pool', 'at'], name='rating_ledger_order')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('correction__isnull', True)), fields=('match', 'player'), name='rating_change_once_per_match'), models.UniqueConstraint(fields=('correction', 'player'), name='rating_booked_once')],
            },
        ),
        # The table of appointments is all there is of this in the database; adding it would rebuild a table on SQLite.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    model_name='Tournament',
                    name='organisers',
                    field=models.ManyToManyField(blank=True, related_name='organised_tournaments', through='events.Appointment', to=settings.AUTH_USER_MODEL),
                ),
            ],
        ),
        migrations.RunPython(on_postgresql(NOTIFY), on_postgresql(NO_NOTIFY)),
    ]
