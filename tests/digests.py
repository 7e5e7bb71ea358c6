"""All data of a tournament as values that can be compared: rows, ratings, the club's list.

Left out is what may only grow: the journal, revisions, versions; and the keys of ledger lines.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.apps import apps
from django.db import models

from crosstable.accounts.models import Membership, Player
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import PlayerRating, RatingChange, Round, Tournament

RISING = {"revision", "version"}
APART = {
    "ActionImage",
    "Correction",
    "Delivery",
    "EmergencyPack",
    "JournalEntry",
    "NewsCursor",
    "Notification",
    "NotificationChoice",
    "PlayerRating",
    "PlayerUpload",
    "Presence",
    "PushSubscription",
    "RatingChange",
    "ScheduleSearch",
}


def digest(tournament: Tournament) -> dict[str, list[Any]]:
    """Every row that belongs to the tournament, found by following foreign keys; ratings and members of its pool."""
    fresh = Tournament.objects.get(pk=tournament.pk)
    pool = rules_of(fresh).rating_pool
    organisers = sorted(fresh.organisers.values_list("pk", flat=True))
    return {
        **{model.__name__: _rows(model, path)(fresh.pk) for model, path in _paths().items()},
        "organisers": organisers,
        "players": sorted(Player.objects.values_list("pk", "name")),
        "ledger": ledger(pool),
        "ratings": ratings(pool),
        "members": sorted(Membership.objects.values_list("pk", "rating", "games")),
    }


def ledger(pool: str) -> list[Any]:
    columns = ("at", "match_id", "player_id", "opponent_id", "before", "after", "outcome", "correction_id")
    return sorted(RatingChange.objects.filter(pool=pool).values_list(*columns), key=str)


def ratings(pool: str) -> list[Any]:
    return sorted(PlayerRating.objects.filter(pool=pool).values_list("player_id", "value", "games"))


def pairings(tournament: Tournament, number: int) -> list[Any]:
    """Every column of a round and its matches but the results."""
    round_ = Round.objects.get(tournament=tournament, number=number)
    rows = round_.matches.order_by("pk").values_list(
        "pk", "table", "slot", "first_id", "second_id", "bye_kind", "mission", "review"
    )
    return [(round_.pk, round_.status, round_.published_at, round_.started_at), *rows]


@cache
def _rows(model: type[models.Model], path: str) -> CompiledQuery[dict[str, Any]]:
    names = [f.attname for f in model._meta.concrete_fields if f.attname not in RISING]
    return CompiledQuery(
        lambda pk: model._default_manager.filter(**{path: pk}).order_by("pk").values(*names), int
    )


@cache
def _paths() -> dict[type[models.Model], str]:
    """How each table of the event leads to its tournament."""
    found: dict[type[models.Model], str] = {Tournament: "pk"}
    rest = [m for m in apps.get_app_config("events").get_models() if m.__name__ not in APART]
    for _ in rest:
        for model in rest:
            for field in model._meta.concrete_fields:
                target = field.related_model
                if model not in found and target in found and isinstance(field, models.ForeignKey):
                    found[model] = field.name if found[target] == "pk" else f"{field.name}__{found[target]}"
    return found
