from collections import defaultdict

from django.db import migrations, models

# Games whose starting numbers went by rating when this migration was written.
BY_RATING = ("chess",)


def store_numbers(apps, schema_editor):
    """Keep the numbers by which the rounds were paired: by rating, then registration, or those of a report file."""
    tournaments = apps.get_model("events", "Tournament").objects.filter(profile__in=BY_RATING)
    rounds = apps.get_model("events", "Round").objects
    for tournament in tournaments:
        entries = list(apps.get_model("events", "Entry").objects.filter(tournament=tournament).order_by("seed"))
        imported = tournament.has_imported_numbers
        if not imported and not rounds.filter(tournament=tournament).exclude(status="draft").exists():
            continue
        if not imported:
            entries.sort(key=lambda entry: (-entry.rating, entry.seed))
        for number, entry in enumerate(entries, start=1):
            entry.starting_number = entry.seed if imported else number
        if tournament.accelerated:
            mark_group_a(apps, tournament, entries)
        manager = apps.get_model("events", "Entry").objects
        manager.bulk_update(entries, ["starting_number", "ends_group_a"], batch_size=200)


def mark_group_a(apps, tournament, entries):
    """Half of those who were numbered for round 1, rounded up to an even number."""
    rows = apps.get_model("events", "Match").objects.filter(
        round__tournament=tournament, round__number=1, round__stage__kind="swiss"
    )
    paired = defaultdict(bool)
    for first, second, bye in rows.values_list("first_id", "second_id", "bye_kind"):
        paired[first] = second is not None or bye == "allocated"
        paired[second] = second is not None
    numbered = [entry for entry in entries if paired[entry.pk]]
    size = min(2 * -(-len(numbered) // 4), len(numbered))
    for entry in numbered[size - 1 : size] if numbered else []:
        entry.ends_group_a = True


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0040_deleted_events"),
    ]

    operations = [
        migrations.RenameField("tournament", "numbered_by_entry", "has_imported_numbers"),
        migrations.AddField(
            model_name="entry",
            name="starting_number",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="ends_group_a",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("tournament", "starting_number"), name="entry_starting_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ends_group_a", True)), fields=("tournament",), name="entry_one_ends_group_a"
            ),
        ),
        migrations.RunPython(store_numbers, migrations.RunPython.noop),
    ]
