"""Presets: an event created from one, and an event's settings saved as one, for its organiser or for a club."""

import datetime

from django.db import transaction

from crosstable.accounts.models import Club, User
from crosstable.accounts.permissions import check_may, is_club_administrator
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.event_settings import EventSettings, draft_with
from crosstable.events.actions.event.tournaments import record_creation
from crosstable.events.errors import BadValue, TooManyPresets
from crosstable.events.models import EventPreset, Tournament
from crosstable.events.permissions import check_can, may_create_for
from crosstable.events.queries.people.presets import may_use
from crosstable.fields import EVENT_FIELDS
from crosstable.games.presets import Preset
from crosstable.text import tr

MOST_PRESETS = 50


@transaction.atomic
def create_from_preset(
    *, preset: Preset | EventPreset, name: str, date: datetime.date, by: User, club: Club | None = None
) -> Tournament:
    """Create a draft with the settings of the preset. Raises NotAllowed, BadValue, TooMuchWork."""
    if isinstance(preset, EventPreset):
        check_may(
            may_use(by, preset), tr("Only the owner of the preset and the members of its club can use it.")
        )
        settings = EventSettings.from_json(preset.settings)
    else:
        settings = EventSettings.of_preset(preset)
    if club is not None:
        check_may(may_create_for(by, club), tr("Only members of {club} can create events for it.", club=club))
    draft = draft_with(settings=settings, name=name, date=date, by=by, club=club)
    after = {**Details.of(draft).as_json(), "preset": str(preset.name)}
    record_creation(draft, by, "tournament.created", after)
    return draft


def save_preset(*, tournament: Tournament, name: str, by: User, club: Club | None = None) -> EventPreset:
    """Save the settings of the event. One with the same name, of the same owner or club, is replaced.

    Raises NotAllowed, BadValue, TooManyPresets."""
    check_can(by, tournament)
    if club is not None:
        check_may(may_create_for(by, club), tr("Only members of {club} can save presets for it.", club=club))
    name = " ".join(name.split())
    if not name:
        raise BadValue(tr("Give the preset a name, for example “Wednesday darts”."), "name")
    if problem := EVENT_FIELDS["name"].problem(name):
        raise BadValue(problem, "name")
    settings = EventSettings.of(tournament).as_json()
    with transaction.atomic():
        mine = EventPreset.objects.select_for_update().filter(owner=by)
        if (there := mine.filter(club=club, name=name).first()) is not None:
            there.settings = settings
            there.save(update_fields=["settings"])
            return there
        if mine.count() >= MOST_PRESETS:
            raise TooManyPresets(most=MOST_PRESETS)
        return EventPreset.objects.create(owner=by, club=club, name=name, settings=settings)


def delete_preset(*, preset: EventPreset, by: User) -> None:
    """Delete a preset: its owner, or an administrator of its club. Raises NotAllowed."""
    of_club = preset.club is not None and is_club_administrator(by, preset.club)
    check_may(
        by.pk == preset.owner_id or of_club,
        tr("Only the owner of the preset and the administrators of its club can delete it."),
    )
    preset.delete()
