"""What an event consists of, found in the models themselves: every row that belongs to a tournament by foreign keys.

A new model of `events` is carried without a word here, if its rows lead to a tournament. What is deliberately left out
stands below with the reason; tests/events/test_event_file_models.py fails for anything that is neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import Field, ManyToManyField, Model

from crosstable.accounts.models import Club, Player, User
from crosstable.events.records.paths import paths_to_tournament

# Models whose rows stay where they are.
LEFT_OUT: Mapping[str, str] = {
    "PlayerRating": "where players stand in a pool, over all events; reckoned anew from the rating changes",
    "PlayerUpload": "a list that waits to be taken, for a day",
    "EntryClaim": "a request of an account of this installation",
    "EmergencyPack": "what lies on the disk of this installation",
    "ActionImage": "what undo needs, by the numbers rows have in this database",
    "Notification": "news for an account, told by this installation",
    "NotificationChoice": "what an account wants to be told",
    "PushSubscription": "a browser of somebody, with its keys",
    "Delivery": "mail and pushes under way",
    "Appointment": "made anew: an account of the same name may be another person's",
    "NewsCursor": "how far this installation has told the news",
    "Presence": "who is looking at what just now",
    "ScheduleSearch": "a search under way in this installation",
    "OwnFactions": "what this installation offers; an event keeps what was chosen",
    "RatingRules": "how fast ratings move in this installation",
    "Screen": "a device in the hall of this installation",
    "DeletedEvent": "which events this installation deleted",
    "KeptEventFile": "the file of an event that this installation deleted",
}
# Fields of carried models that stay where they are.
LEFT_OUT_FIELDS: Mapping[str, str] = {
    "Tournament.owner": "whoever imports owns the event",
    "Tournament.organisers": "appointed anew: an account of the same name may be another person's",
    "Tournament.share_token": "a secret",
    "Tournament.door_token": "a secret",
    "Claim.devices": "marks made with the secret key of the installation",
}


@dataclass(frozen=True, slots=True)
class Numbers:
    """JSON in which rows are named by number: whose numbers, and under which names they stand."""

    places: Mapping[str, str]
    # The keys of the JSON itself are numbers of these.
    keys: str = ""
    # Rows may be gone since; their numbers then say nothing and are left out.
    may_be_gone: bool = False


JOURNALED = Numbers(
    dict.fromkeys(("entry", "first_id", "second_id", "aside", "told"), "Entry")
    | dict.fromkeys(("id", "match", "next_matches"), "Match"),
    may_be_gone=True,
)
NUMBERS_IN_JSON: Mapping[str, Numbers] = {
    "Stage.settings": Numbers(dict.fromkeys(("last_byes", "entry", "entries"), "Entry")),
    "Stage.decisions": Numbers({"groups": "Entry"}),
    "Withdrawal.touched": Numbers({}, keys="Match"),
    "JournalEntry.before": JOURNALED,
    "JournalEntry.after": JOURNALED,
}
# References to rows that may be gone.
MAY_BE_GONE = frozenset({"JournalEntry.match", "JournalEntry.entry", "JournalEntry.stage"})
PEOPLE = (Player, User, Club)


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
        return [f for f in fields if not _is_own_key(f) and f"{self.name}.{f.name}" not in LEFT_OUT_FIELDS]

    @property
    def lists(self) -> list[ManyToManyField[Any, Any]]:
        return [f for f in self.model._meta.many_to_many if f"{self.name}.{f.name}" not in LEFT_OUT_FIELDS]


def _is_own_key(field: Field[Any, Any]) -> bool:
    return field.primary_key and not field.is_relation


@cache
def carried_models() -> tuple[RowKind, ...]:
    """Nearest to the tournament first, so that a row comes after the rows it cannot be without."""
    models = [m for m in apps.get_app_config("events").get_models() if m._meta.object_name not in LEFT_OUT]
    return tuple(RowKind(model, path) for model, path in paths_to_tournament(models).items())


def carried_by_name() -> dict[str, RowKind]:
    return {kind.name: kind for kind in carried_models()}
