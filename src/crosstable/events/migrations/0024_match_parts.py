"""The games of a match are its parts: "game" is what is played, and the word for a part of a match is another one.

The images undo keeps name rows by their model, and are told the new name."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

OLD, NEW = "events.game", "events.matchpart"


def rename_in_images(apps: Any, schema_editor: Any) -> None:
    for image in apps.get_model("events", "ActionImage").objects.all().iterator():
        rows = [row for name in ("kept", "made") for row in image.data.get(name, ()) if row[0] == OLD]
        for row in rows:
            row[0] = NEW
        if rows:
            image.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("events", "0023_own_factions")]
    operations = [
        migrations.RemoveConstraint("game", "game_number_unique"),
        migrations.RenameModel("Game", "MatchPart"),
        migrations.AlterField(
            "matchpart",
            "match",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="events.match"
            ),
        ),
        migrations.AddConstraint(
            "matchpart",
            models.UniqueConstraint(fields=("match", "number"), name="match_part_number_unique"),
        ),
        migrations.RunPython(rename_in_images, migrations.RunPython.noop),
    ]
