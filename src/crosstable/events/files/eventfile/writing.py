"""Write an event to a file: a zip with one JSON document.

Its content comes from the models: every row that belongs to a tournament by foreign keys. A new model in
`events` is included automatically if its rows lead to a tournament. Exclusions are listed below with the
reason; tests/events/test_event_file_models.py fails for a model that is neither.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey, ManyToManyField, Model
from django.utils import timezone
from django.utils.crypto import salted_hmac

from crosstable.accounts.models import Club, Membership, Player, User
from crosstable.database.transactions import read_snapshot
from crosstable.events.bridge.paths import foreign_keys, paths_to_tournament
from crosstable.events.models import Entry, RoundStatus, Tournament
from crosstable.events.queries.rounds.drafts import changes_under
from crosstable.installation import installation_name

# Models that are not exported.
LEFT_OUT: Mapping[str, str] = {
    "PlayerRating": "where players stand in a pool, over all events; recalculated from the rating changes",
    "PlayerUpload": "a list that waits to be taken, for a day",
    "EntryClaim": "a request of an account of this installation",
    "EmergencyPack": "files on the disk of this installation",
    "ActionImage": "what undo needs, by the numbers rows have in this database",
    "Notification": "news for an account, told by this installation",
    "NotificationChoice": "what an account wants to be told",
    "PushSubscription": "a person's browser, with its keys",
    "Delivery": "mail and pushes under way",
    "Appointment": "made again: an account of the same name may be another person's",
    "NewsCursor": "how far this installation has told the news",
    "Presence": "who is looking at what just now",
    "ScheduleSearch": "a search under way in this installation",
    "OwnFactions": "what this installation offers; an event keeps what was chosen",
    "RatingRules": "how fast ratings move in this installation",
    "Screen": "a device in the hall of this installation",
    "EventPreset": "settings saved by an account of this installation, for later events",
    "OrganiserCall": "who waits for an organiser just now; the history has it",
    "Announcement": "what phones and displays show for a while; the history has it",
    "DeletedEvent": "which events this installation deleted",
    "KeptEventFile": "the file of an event that this installation deleted",
}
# Fields of exported models that are not exported.
LEFT_OUT_FIELDS: Mapping[str, str] = {
    "Tournament.owner": "the person who imports the event owns it",
    "Tournament.organisers": "appointed again: an account of the same name may be another person's",
    "Tournament.share_token": "a secret",
    "Tournament.door_token": "a secret",
    "Tournament.rehearsal_of": "another event of this installation",
    "Tournament.rehearsal_players": "of a rehearsal only, which stays in this installation",
    "Claim.devices": "marks made with the secret key of the installation",
}
# References to rows that may have been deleted.
MAY_BE_GONE = frozenset({"JournalEntry.match", "JournalEntry.entry", "JournalEntry.stage"})
PEOPLE = (Player, User, Club)
FORMAT, VERSION = "crosstable-event", 4
MEMBER = "event.json"
# Written in place of a draft's digest: the draft is up to date or not.
TRUE, OUTDATED = "true", "outdated"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class KeysInJson:
    """Row keys inside JSON: the models they refer to, by the name they appear under."""

    places: Mapping[str, str]
    # The model whose keys are the keys of the JSON object itself.
    keys: str = ""
    # Rows may have been deleted since; their keys are then left out.
    may_be_gone: bool = False


JOURNALED = KeysInJson(
    dict.fromkeys(("entry", "first_id", "second_id", "aside", "told"), "Entry")
    | dict.fromkeys(("id", "match", "next_matches"), "Match"),
    may_be_gone=True,
)
NUMBERS_IN_JSON: Mapping[str, KeysInJson] = {
    "Stage.settings": KeysInJson(dict.fromkeys(("last_byes", "entry", "entries"), "Entry")),
    "Stage.decisions": KeysInJson({"groups": "Entry"}),
    "Withdrawal.touched": KeysInJson({}, keys="Match"),
    "JournalEntry.before": JOURNALED,
    "JournalEntry.after": JOURNALED,
}


@dataclass(frozen=True, slots=True)
class RowKind:
    """A model, and the lookup from its rows to the tournament (“pk” for the tournament itself)."""

    model: type[Model]
    path: str

    @property
    def name(self) -> str:
        return str(self.model._meta.object_name)

    @property
    def fields(self) -> list[Field[Any, Any]]:
        fields = self.model._meta.concrete_fields
        return [
            f
            for f in fields
            if not (f.primary_key and not f.is_relation) and f"{self.name}.{f.name}" not in LEFT_OUT_FIELDS
        ]

    @property
    def lists(self) -> list[ManyToManyField[Any, Any]]:
        return [f for f in self.model._meta.many_to_many if f"{self.name}.{f.name}" not in LEFT_OUT_FIELDS]


@cache
def carried_models() -> tuple[RowKind, ...]:
    """Return the models nearest to the tournament first: a row comes after the rows it requires."""
    models = [m for m in apps.get_app_config("events").get_models() if m._meta.object_name not in LEFT_OUT]
    return tuple(RowKind(model, path) for model, path in paths_to_tournament(models).items())


def carried_by_name() -> dict[str, RowKind]:
    return {kind.name: kind for kind in carried_models()}


def write_event(tournament: Tournament) -> bytes:
    """Return the current event as a file."""
    text = json.dumps(event_document(tournament), ensure_ascii=False, indent=1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MEMBER, text)
    return out.getvalue()


def event_document(tournament: Tournament) -> Json:
    """Return the event as a document, read in one transaction."""
    with read_snapshot():
        return _document(Tournament.objects.get(pk=tournament.pk))


def _document(tournament: Tournament) -> Json:
    rows = {kind.name: _rows(kind, tournament) for kind in carried_models()}
    _say_whether_drafts_are_true(rows, tournament)
    _leave_out_what_is_gone(rows)
    # Another installation may have another zone.
    rows["Tournament"][0]["time_zone"] = tournament.zone.key
    return {
        "format": FORMAT,
        "version": VERSION,
        "software": f"Crosstable {version('crosstable')}",
        "written": timezone.now().isoformat(),
        "installation": installation_name(),
        "origin": origin(),
        "event": tournament.name,
        "club": tournament.club.name if tournament.club else None,
        "players": _players(rows),
        "users": _users(rows),
        "rows": {name: lines for name, lines in rows.items() if lines},
    }


def origin() -> str:
    """Return an opaque identifier of this installation."""
    return salted_hmac("crosstable.events.eventfile", "origin", algorithm="sha256").hexdigest()[:24]


def _rows(kind: RowKind, tournament: Tournament) -> list[Json]:
    objects = kind.model._default_manager.filter(**{kind.path: tournament.pk}).order_by("pk")
    return [_row(kind, row) for row in objects]


def _row(kind: RowKind, row: Model) -> Json:
    values = {field.name: _plain(field, row) for field in kind.fields}
    values |= {f.name: sorted(getattr(row, f.name).values_list("pk", flat=True)) for f in kind.lists}
    return {"id": row.pk if isinstance(row.pk, int) else str(row.pk), **values}


def _plain(field: Field[Any, Any], row: Model) -> Any:
    """The value as JSON: numbers, text and lists unchanged; times, dates and decimals as text."""
    value = field.value_from_object(row)
    return value if isinstance(value, bool | int | str | list | dict | None) else field.value_to_string(row)


def _say_whether_drafts_are_true(rows: dict[str, list[Json]], tournament: Tournament) -> None:
    """Replace the digest of a draft's inputs: it covers primary keys of this database, useless elsewhere."""
    drafts = {round_.pk: round_ for round_ in tournament.rounds.filter(status=RoundStatus.DRAFT)}
    for row in rows["Round"]:
        if row["basis"]:
            draft = drafts.get(row["id"])
            row["basis"] = "" if draft is None else OUTDATED if changes_under(draft) else TRUE


def _leave_out_what_is_gone(rows: dict[str, list[Json]]) -> None:
    """Leave out journal references to deleted rows: after an import they would refer to other rows."""
    for kind in carried_models():
        for key in foreign_keys(kind.model):
            if f"{kind.name}.{key.name}" in MAY_BE_GONE:
                there = {row["id"] for row in rows[str(key.related_model._meta.object_name)]}
                for row in rows[kind.name]:
                    row[key.name] = row[key.name] if row[key.name] in there else None


def _named(rows: dict[str, list[Json]], target: type[Model]) -> set[int]:
    """The keys of all rows of the target model that are referred to."""
    keys: set[int] = set()
    for kind in carried_models():
        names = [f.name for f in kind.fields if isinstance(f, ForeignKey) and f.related_model is target]
        keys |= {row[name] for row in rows[kind.name] for name in names if row[name] is not None}
    return keys


def _players(rows: dict[str, list[Json]]) -> dict[str, Json]:
    """Names and what identifies players elsewhere; no contact data, no account."""
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
    """The usernames of the people in the journal, nothing else."""
    people = User.objects.filter(pk__in=_named(rows, User)).order_by("pk")
    return {str(user.pk): user.get_username() for user in people}
