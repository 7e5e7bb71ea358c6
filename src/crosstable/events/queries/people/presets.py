"""Presets a user may create an event from: those of the product, their own, and those of their clubs."""

from collections.abc import Mapping

from django.db.models import Q

from crosstable.accounts.models import User
from crosstable.events.models import EventPreset
from crosstable.events.permissions import may_create_for
from crosstable.events.queries.people.tournaments import clubs_to_create_for
from crosstable.games.presets import PRESETS, Preset

OWN = "own-"


def own_presets(user: User) -> list[EventPreset]:
    """Return the user's presets and those of the clubs they may create events for, by name."""
    mine = Q(owner=user, club=None) | Q(club__in=clubs_to_create_for(user))
    return list(EventPreset.objects.filter(mine).select_related("club"))


def may_use(user: User, preset: EventPreset) -> bool:
    return may_create_for(user, preset.club) if preset.club else preset.owner_id == user.pk


def code_of(preset: Preset | EventPreset) -> str:
    return f"{OWN}{preset.pk}" if isinstance(preset, EventPreset) else preset.code


def presets_for(user: User) -> Mapping[str, Preset | EventPreset]:
    """Return all presets of the user by code, their own first."""
    return {code_of(preset): preset for preset in own_presets(user)} | dict(PRESETS)
