"""Who takes part in a stage, best first: the field of the first one, those who went on for every later one."""

from django.db.models import QuerySet

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.stages import qualified
from crosstable.events.models import Entry, Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.queries.standings.pool_standings import rows_by_pool
from crosstable.events.records.rules import rules_of
from crosstable.events.records.settings.stage_settings import GoesOn
from crosstable.events.records.stages import decisions_of
from crosstable.games import Use

# From here on whoever is not checked in is not there, where the game has a check-in.
CHECKED = (Status.CHECK_IN, Status.IN_PROGRESS, Status.COMPLETE)


def participants(stage: Stage) -> list[Entry]:
    """In the order of seeds: by rating, then by registration; later stages by the places of the one before."""
    before = stage.tournament.stages.filter(number__lt=stage.number).order_by("-number").first()
    return list(field_of(stage.tournament)) if before is None else gone_on_from(before)


def field_of(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody who is in the event and, once check-in is open, is here."""
    there = tournament.entries.filter(dropped_at__isnull=True).defer("list_text")
    if Use.CHECK_IN in rules_of(tournament).uses and tournament.status in CHECKED:
        there = there.filter(checked_in_at__isnull=False)
    return there.order_by("-rating", "seed")


def field_drawn_in(tournament: Tournament) -> Stage | None:
    """The first stage, once everybody sees who meets whom in it. A Swiss takes whoever comes."""
    first = tournament.stages.order_by("number").exclude(kind=StageKind.SWISS).filter(number=1).first()
    return first if first is not None and first.is_public else None


def gone_on_from(stage: Stage) -> list[Entry]:
    """Those who went on from a closed stage of pools, in the order of their places; nobody while it is open."""
    if stage.kind != StageKind.POOLS or stage.status != StageStatus.CLOSED:
        return []
    try:
        tables, rule = rows_by_pool(stage, only_present=True), GoesOn.of(stage).qualification()
        places = qualified(tables, rule, decisions_of(stage))
    except EngineError:
        return []
    ids = [place.entry for place in places if place.entry is not None]
    rows: dict[EntryId, Entry] = {EntryId(e.pk): e for e in stage.tournament.entries.filter(pk__in=ids)}
    return [rows[id] for id in ids]
