"""Event files in tests: another installation, a file changed by hand, two events compared whatever their numbers."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from crosstable.accounts.models import Club, Player, User
from crosstable.events.files.eventfile.rows import renumbered
from crosstable.events.files.eventfile.writing import MEMBER, carried_models, event_document, write_event
from crosstable.events.models import PlayerRating, PlayerUpload, RatingChange, Tournament
from crosstable.events.queries.standings.standings import standings_table

Json = dict[str, Any]


def somewhere_else(settings: Any) -> None:
    """From now on this is another installation, with nothing in it."""
    for model in (PlayerUpload, PlayerRating, *(carried.model for carried in reversed(carried_models()))):
        model.objects.all().delete()
    for model in (Player, Club, User):
        model.objects.all().delete()
    settings.SECRET_KEY = "another installation"


def packed(document: object) -> bytes:
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MEMBER, text)
    return out.getvalue()


def changed(tournament: Tournament, change: Callable[[Json], object]) -> bytes:
    """Return the file of an event with a change made to it."""
    document = event_document(tournament)
    change(document)
    return packed(document)


def exported(tournament: Tournament) -> bytes:
    return write_event(tournament)


def picture(tournament: Tournament) -> Json:
    """Everything an event says, with names instead of numbers: two events that are the same have the same one."""
    table = standings_table(tournament)
    lines = [
        (line.rank, line.entry.display_name, dict(line.values), [_tile(tile) for tile in line.tiles])
        for line in table.lines
    ]
    journal = tournament.journal.exclude(verb__in=["tournament.imported", "tournament.copied"])
    return {
        "standings": lines,
        "ratings": _ratings(tournament),
        "journal": [(j.number, j.at, j.who, j.verb, j.subject, j.reason) for j in journal],
        "rows": _without_numbers(event_document(tournament)),
    }


def _tile(tile: Any) -> tuple[object, ...]:
    opponent = tile.opponent.display_name if tile.opponent else ""
    return (tile.round, tile.kind, opponent, tile.vp_for, tile.vp_against, tile.color, tile.points)


def _ratings(tournament: Tournament) -> list[tuple[object, ...]]:
    rows = RatingChange.objects.filter(match__round__tournament=tournament).order_by("pk")
    names = ("player__name", "opponent__name", "match__round__number", "before", "after", "outcome", "at")
    return list(rows.values_list(*names))


# Differ of themselves between an event and its import.
OWN = {"slug", "revision", "pool", "by", "by_name", "decided_by", "club"}


def _without_numbers(document: Json) -> Json:
    """Rows with each reference, in JSON as well, as the place of its target in its own list."""
    places = {carried.name: {} for carried in carried_models()}
    for name, rows in document["rows"].items():
        places[name] = {row["id"]: n for n, row in enumerate(rows)}
    targets = {
        (carried.name, field.name): field.related_model.__name__
        for carried in carried_models()
        for field in (*carried.fields, *carried.lists)
        if field.is_relation
    }
    people = {"Player": {int(key): player["name"] for key, player in document["players"].items()}}
    imports = ("tournament.imported", "tournament.copied")
    return {
        name: [
            {
                key: _placed(
                    targets.get((name, key)), renumbered(f"{name}.{key}", value, places), places | people
                )
                for key, value in row.items()
            }
            for row in rows
            if row.get("verb") not in imports
        ]
        for name, rows in document["rows"].items()
    }


def _placed(target: str | None, value: Any, places: dict[str, dict[Any, Any]]) -> Any:
    if isinstance(value, list) and target:
        return [places[target][key] for key in value]
    return places[target][value] if target in places and value is not None else value


def same(one: Json, two: Json) -> bool:
    """Equal but for what is the installation's own."""
    return _shorn(one) == _shorn(two)


def _shorn(value: Json) -> Json:
    rows = {
        name: [{k: v for k, v in row.items() if k not in OWN and k != "id"} for row in found]
        for name, found in value["rows"].items()
    }
    return {**value, "rows": rows}
