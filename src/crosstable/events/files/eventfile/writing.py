"""An event to a file: a zip with one JSON document in it."""

from __future__ import annotations

import io
import json
import zipfile
from collections import defaultdict
from importlib.metadata import version
from typing import Any

from django.conf import settings
from django.db.models import Field, ForeignKey, Model
from django.utils import timezone
from django.utils.crypto import salted_hmac

from crosstable.accounts.models import Membership, Player, User
from crosstable.database.moment import one_moment
from crosstable.events.files.eventfile.carried import MAY_BE_GONE, RowKind, carried_models
from crosstable.events.models import Entry, RoundStatus, Tournament
from crosstable.events.queries.rounds.basis import changes_under
from crosstable.events.records.paths import foreign_keys

FORMAT, VERSION = "crosstable-event", 4
MEMBER = "event.json"
# In the place of a draft's digest: it still is what would be paired, or no longer.
TRUE, OUTDATED = "true", "outdated"
Json = dict[str, Any]


def write_event(tournament: Tournament) -> bytes:
    """The whole event as it is now."""
    text = json.dumps(event_document(tournament), ensure_ascii=False, indent=1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MEMBER, text)
    return out.getvalue()


def event_document(tournament: Tournament) -> Json:
    """As it is at one moment, whoever acts meanwhile."""
    with one_moment():
        return _document(Tournament.objects.get(pk=tournament.pk))


def _document(tournament: Tournament) -> Json:
    rows = {kind.name: _rows(kind, tournament) for kind in carried_models()}
    _say_whether_drafts_are_true(rows, tournament)
    _leave_out_what_is_gone(rows)
    return {
        "format": FORMAT,
        "version": VERSION,
        "software": f"Crosstable {version('crosstable')}",
        "written": timezone.now().isoformat(),
        "installation": settings.INSTALLATION_NAME,
        "origin": origin(),
        "event": tournament.name,
        "club": tournament.club.name if tournament.club else None,
        "players": _players(rows),
        "users": _users(rows),
        "rows": {name: lines for name, lines in rows.items() if lines},
    }


def origin() -> str:
    """Tells this installation from others without saying anything about it."""
    return salted_hmac("crosstable.events.eventfile", "origin", algorithm="sha256").hexdigest()[:24]


def _rows(kind: RowKind, tournament: Tournament) -> list[Json]:
    objects = kind.model._default_manager.filter(**{kind.path: tournament.pk}).order_by("pk")
    return [_row(kind, row) for row in objects]


def _row(kind: RowKind, row: Model) -> Json:
    values = {field.name: _plain(field, row) for field in kind.fields}
    values |= {f.name: sorted(getattr(row, f.name).values_list("pk", flat=True)) for f in kind.lists}
    return {"id": row.pk if isinstance(row.pk, int) else str(row.pk), **values}


def _plain(field: Field[Any, Any], row: Model) -> Any:
    """As JSON has it: numbers, text, lists as they are; times, dates and decimals as text."""
    value = field.value_from_object(row)
    return value if isinstance(value, bool | int | str | list | dict | None) else field.value_to_string(row)


def _say_whether_drafts_are_true(rows: dict[str, list[Json]], tournament: Tournament) -> None:
    """What a draft was made from is kept as a digest over numbers of this database, which say nothing elsewhere."""
    drafts = {round_.pk: round_ for round_ in tournament.rounds.filter(status=RoundStatus.DRAFT)}
    for row in rows["Round"]:
        if row["basis"]:
            draft = drafts.get(row["id"])
            row["basis"] = "" if draft is None else OUTDATED if changes_under(draft) else TRUE


def _leave_out_what_is_gone(rows: dict[str, list[Json]]) -> None:
    """The journal keeps the keys of rows that are no more; elsewhere they would be those of others."""
    for kind in carried_models():
        for key in foreign_keys(kind.model):
            if f"{kind.name}.{key.name}" in MAY_BE_GONE:
                there = {row["id"] for row in rows[str(key.related_model._meta.object_name)]}
                for row in rows[kind.name]:
                    row[key.name] = row[key.name] if row[key.name] in there else None


def _named(rows: dict[str, list[Json]], target: type[Model]) -> set[int]:
    """The keys of everybody of a kind whom a row names."""
    keys: set[int] = set()
    for kind in carried_models():
        names = [f.name for f in kind.fields if isinstance(f, ForeignKey) and f.related_model is target]
        keys |= {row[name] for row in rows[kind.name] for name in names if row[name] is not None}
    return keys


def _players(rows: dict[str, list[Json]]) -> dict[str, Json]:
    """The name, and by what somebody can be recognised elsewhere. No contact data, no account."""
    keys = _named(rows, Player)
    fide_ids, clubs = defaultdict(set), defaultdict(set)
    for key, fide_id, team in Entry.objects.filter(player__in=keys).values_list(
        "player_id", "fide_id", "team_name"
    ):
        fide_ids[key].add(fide_id)
        clubs[key].add(team)
    for key, club in Membership.objects.filter(player__in=keys).values_list("player_id", "club__name"):
        clubs[key].add(club)
    return {
        str(player.pk): {
            "name": player.name,
            "fide_ids": sorted(fide_ids[player.pk] - {""}),
            "clubs": sorted(clubs[player.pk] - {""}),
        }
        for player in Player.objects.filter(pk__in=keys).order_by("pk")
    }


def _users(rows: dict[str, list[Json]]) -> dict[str, str]:
    """What the people in the journal are called here. The name alone."""
    people = User.objects.filter(pk__in=_named(rows, User)).order_by("pk")
    return {str(user.pk): user.get_username() for user in people}
