"""An example event with invented players, to look around in; and its removal without a trace."""

from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from crosstable.accounts.models import Player, User
from crosstable.accounts.permissions import check_may, is_system_administrator
from crosstable.engine.results import by_code
from crosstable.events.actions.event.deleting import delete_tournament
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.event_settings import EventSettings, draft_with
from crosstable.events.actions.event.starting import start_now
from crosstable.events.actions.event.tournaments import record_creation
from crosstable.events.actions.people.entries import add_entry
from crosstable.events.actions.results.results import enter_result
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import Match, RatedHere, Tournament
from crosstable.events.queries.people.tournaments import example_event
from crosstable.games.presets import PRESETS
from crosstable.text import tr

PRESET = PRESETS["club-evening"]
PLAYERS = {
    "Anna Berg": 1650,
    "Dave Thompson": 1580,
    "Priya Shah": 1720,
    "Kofi Mensah": 1490,
    "Oksana Bilyk": 1810,
    "Frank Gold": 1365,
    "Siobhán Kelly": 1545,
    "Maximiliano de la Fuente": 1430,
}


def load_example(*, by: User) -> Tournament:
    """Create the example in round 1, with the first results, unless it is there. Raises NotAllowed."""
    check_may(is_system_administrator(by), tr("Only system administrators can do this."))
    if (there := example_event()) is not None:
        return there
    with transaction.atomic():
        settings = EventSettings.of_preset(PRESET)
        settings = replace(settings, details={**settings.details, "rated_here": RatedHere.NO.value})
        name = str(tr("Example: {preset}", preset=PRESET.name))
        event = draft_with(settings=settings, name=name, date=timezone.localdate(), by=by, club=None)
        record_creation(event, by, "tournament.example", Details.of(event).as_json())
        for player, rating in PLAYERS.items():
            add_entry(tournament=event, details=EntryDetails(player, rating=rating), by=by)
        start_now(tournament=event, by=by)
        matches = Match.objects.filter(round__tournament=event, second__isnull=False).order_by("table")
        for match, result in zip(
            matches.select_related("round__tournament"), ("1-0", "1/2-1/2"), strict=False
        ):
            enter_result(match=match, score=by_code(result), by=by)
    event.refresh_from_db()
    return event


def remove_example(*, by: User) -> None:
    """Delete the example, its players and its file for good; nothing happens without one. Raises NotAllowed."""
    check_may(is_system_administrator(by), tr("Only system administrators can do this."))
    if (event := example_event()) is None:
        return
    with transaction.atomic():
        players = list(event.entries.values_list("player", flat=True))
        delete_tournament(tournament=event, by=by, confirm=event.name).delete()
        invented = Player.objects.filter(pk__in=players, name__in=PLAYERS, user=None)
        invented.filter(entries=None, memberships=None, team_places=None).delete()
